#ifndef REVIEW_LANGUAGE_PHRASE_H_
#define REVIEW_LANGUAGE_PHRASE_H_

// The words of documents, in every language that they are written in (sentences/phrase.h).
//
//   constexpr Phrase kChanges("The change touches {files} in {packages}.",
//                             "本次变更涉及 {packages} 中的 {files}。");
//   Say(language, kChanges, {{"files", Count(language, 3, kFile)}, {"packages", "`megatron`"}})
//
// Values are inserted as they are; make them safe for Markdown first. Phrases stand next to the
// code that says them. Pure.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "sentences/phrase.h"

namespace allreview {

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
