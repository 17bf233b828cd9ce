#ifndef REVIEW_LANGUAGE_PHRASE_H_
#define REVIEW_LANGUAGE_PHRASE_H_

// The words of documents, in every language that they are written in.
//
//   constexpr Phrase kChanges("The change touches {files} in {packages}.",
//                             "本次变更涉及 {packages} 中的 {files}。");
//   Say(language, kChanges, {{"files", Count(language, 3, kFile)}, {"packages", "`megatron`"}})
//
// A phrase that lacks a language, or whose placeholders differ between languages, does not compile:
// that is the completeness test. Values are inserted as they are; make them safe for Markdown
// first. Phrases stand next to the code that says them. Pure.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace allreview {

enum class Language { kEnglish, kChinese };

// "en", "zh" and tags that begin with these, such as "zh-CN", whatever the case; the rest is
// English.
Language LanguageOf(absl::string_view tag);

class Phrase {
 public:
  consteval Phrase(const char* english, const char* chinese)
      : english_(english), chinese_(chinese) {
    if (*english == '\0' || *chinese == '\0') throw "a language is missing";
    if (!HasAllOf(english, chinese) || !HasAllOf(chinese, english)) {
      throw "the placeholders differ";
    }
  }

  constexpr absl::string_view In(Language language) const {
    return language == Language::kChinese ? chinese_ : english_;
  }

 private:
  static constexpr bool IsNameCharacter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

  // Length of a placeholder with its braces; 0: there is none.
  static constexpr int PlaceholderAt(const char* text) {
    if (*text != '{') return 0;
    int length = 1;
    while (IsNameCharacter(text[length])) ++length;
    return length > 1 && text[length] == '}' ? length + 1 : 0;
  }

  static constexpr bool Contains(const char* text, const char* part, int length) {
    for (; *text != '\0'; ++text) {
      int i = 0;
      while (i < length && text[i] == part[i]) ++i;
      if (i == length) return true;
    }
    return false;
  }

  static constexpr bool HasAllOf(const char* wanted, const char* text) {
    for (; *wanted != '\0'; ++wanted) {
      const int length = PlaceholderAt(wanted);
      if (length > 0 && !Contains(text, wanted, length)) return false;
    }
    return true;
  }

  absl::string_view english_, chinese_;
};

using PhraseValues = std::initializer_list<std::pair<absl::string_view, absl::string_view>>;

// Replaces each {name} by its value, once: values are not searched again. A CHECK fails for a
// placeholder without a value.
std::string Say(Language language, const Phrase& phrase, PhraseValues values = {});

// "1,234" in both languages.
std::string Grouped(int64_t number);

// A thing that is counted: "file" and "files"; Chinese has one form, with its measure word.
struct Noun {
  absl::string_view singular, plural, chinese;
};

// "1 file", "1,234 files"; "3 个文件" for a noun whose Chinese is "个文件".
std::string Count(Language language, int64_t count, const Noun& noun);

// What separates the items of a list in a sentence, and clauses of one sentence.
absl::string_view Comma(Language language);      // ", " and "、"
absl::string_view Semicolon(Language language);  // "; " and "；"
absl::string_view Colon(Language language);      // ": " and "："

// " (text)" and "（text）"; empty for empty text.
std::string InBrackets(Language language, absl::string_view text);

// Two sentences, each with its own end, one after the other; either may be empty. English parts
// them by a blank, Chinese does only after a sentence that ends as in English.
std::string JoinSentences(Language language, absl::string_view first, absl::string_view second);

}  // namespace allreview

#endif  // REVIEW_LANGUAGE_PHRASE_H_
