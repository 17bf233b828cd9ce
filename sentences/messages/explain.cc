#include "sentences/messages/explain.h"

#include <string>

#include "base/utf8.h"
#include "sentences/messages/text.h"

namespace allreview {

change::v1::Diagnostic ToDiagnostic(const DiagnosticWords& words) {
  change::v1::Diagnostic diagnostic;
  diagnostic.set_level(words.level);
  diagnostic.set_code(std::string(words.code));
  diagnostic.set_message(ToDisplayText(English(words.message)));
  if (!words.message.is_verbatim()) *diagnostic.mutable_message_text() = ToText(words.message);
  diagnostic.set_hint(ToDisplayText(English(words.hint)));
  if (!words.hint.is_verbatim()) *diagnostic.mutable_hint_text() = ToText(words.hint);
  return diagnostic;
}

void SetReason(const Words& reason, change::v1::LedgerEntry& entry) {
  entry.set_reason(ToDisplayText(English(reason)));
  entry.clear_reason_text();
  if (!reason.is_verbatim()) *entry.mutable_reason_text() = ToText(reason);
}

}  // namespace allreview
