#ifndef SENTENCES_MESSAGES_EXPLAIN_H_
#define SENTENCES_MESSAGES_EXPLAIN_H_

// Messages that explain something in words: in English, and as a code where words have one.
//
//   sink.OnDiagnostic(ToDiagnostic({.code = "HISTORY_UNREAD", .message =
//   phrases::kHistoryUnread})); SetReason(Sentence(phrases::kLargerThan, {{"size", "32"}}), entry);
//
// Verbatim text, which is the same in all languages, has no code. Pure.

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "sentences/sentence.h"

namespace allreview {

struct DiagnosticWords {
  absl::string_view code;  // "HISTORY_UNREAD".
  Words message;
  Words hint = {};  // May be empty.
  change::v1::Diagnostic::Level level = change::v1::Diagnostic::LEVEL_WARNING;
};

// Without a place.
change::v1::Diagnostic ToDiagnostic(const DiagnosticWords& words);

void SetReason(const Words& reason, change::v1::LedgerEntry& entry);

}  // namespace allreview

#endif  // SENTENCES_MESSAGES_EXPLAIN_H_
