#ifndef SENTENCES_MESSAGES_TEXT_H_
#define SENTENCES_MESSAGES_TEXT_H_

// Sentences as messages, and back. A message has the sentence twice: in English, and as a code that
// whoever shows it says in the reader's language.
//
//   entry.set_reason(English(reason));
//   *entry.mutable_reason_text() = ToText(reason);
//   ...
//   entry.set_reason(In(language, FromText(entry.reason_text(), entry.reason())));
//
// Pure.

#include <functional>
#include <optional>
#include <string>

#include "proto/change/v1/change.pb.h"
#include "sentences/sentence.h"

namespace allreview {

// Verbatim text is made display text: valid UTF-8.
change::v1::TextValue ToText(const Words& words);

// Null: there is no such phrase.
using PhraseLookup = std::function<const Phrase*(absl::string_view id)>;

// Nothing: the text is of another version, and a phrase or a parameter of it is not known here.
std::optional<Words> FromText(const change::v1::TextValue& text, const PhraseLookup& find);

// With the phrases of sentences/table.h. Text of another version, or of none, is its English.
Words FromText(const change::v1::TextValue& text, const std::string& english);

}  // namespace allreview

#endif  // SENTENCES_MESSAGES_TEXT_H_
