#ifndef SENTENCES_PHRASE_H_
#define SENTENCES_PHRASE_H_

// Words in every language that the program speaks.
//
//   inline constexpr Phrase kNoRules("no-rules-for-language", "no rules for {language}",
//                                    "没有针对 {language} 的规则");
//
// A phrase that lacks a language, or whose placeholders differ between languages, does not compile:
// that is the completeness test. A phrase with an id may travel between processes (sentence.h) and
// stands in a table that the reader has, too; one without is said where it stands. Constant.

#include "absl/strings/string_view.h"

namespace allreview {

enum class Language { kEnglish, kChinese };

// "en", "zh" and tags that begin with these, such as "zh-CN", whatever the case; the rest is
// English.
Language LanguageOf(absl::string_view tag);

class Phrase {
 public:
  consteval Phrase(const char* english, const char* chinese) : Phrase("", english, chinese) {}
  // `id` is kebab case and unique in its table.
  consteval Phrase(const char* id, const char* english, const char* chinese)
      : id_(id), english_(english), chinese_(chinese) {
    if (*english == '\0' || *chinese == '\0') throw "a language is missing";
    if (!HasAllOf(english, chinese) || !HasAllOf(chinese, english)) {
      throw "the placeholders differ";
    }
  }

  constexpr absl::string_view id() const { return id_; }
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

  absl::string_view id_, english_, chinese_;
};

}  // namespace allreview

#endif  // SENTENCES_PHRASE_H_
