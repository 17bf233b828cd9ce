#include "review/ledger.h"

#include "base/utf8.h"
#include "sentences/messages/text.h"

namespace allreview {

using change::v1::LedgerEntry;

static_assert(static_cast<int>(policy::CoverageState::kOverBudget) ==
                  LedgerEntry::STATE_OVER_BUDGET &&
              LedgerEntry::State_MAX == LedgerEntry::STATE_OVER_BUDGET);
static_assert(static_cast<int>(policy::FileClass::kSymlink) == change::v1::FILE_CLASS_SYMLINK &&
              change::v1::FileClass_MAX == change::v1::FILE_CLASS_SYMLINK);

policy::FileClass FromProto(change::v1::FileClass file_class) {
  return change::v1::FileClass_IsValid(file_class) ? static_cast<policy::FileClass>(file_class)
                                                   : policy::FileClass::kUnknown;
}

policy::LedgerEntry FromProto(const LedgerEntry& entry) {
  return {.path = entry.path(),
          .hunk = entry.hunk(),
          .state = LedgerEntry::State_IsValid(entry.state())
                       ? static_cast<policy::CoverageState>(entry.state())
                       : policy::CoverageState::kUnknown,
          .reason = FromText(entry.reason_text(), entry.reason()),
          .file_class = FromProto(entry.file_class()),
          .language = entry.language(),
          .stage = entry.stage(),
          .is_accepted = entry.is_accepted()};
}

LedgerEntry ToProto(const policy::LedgerEntry& entry) {
  LedgerEntry proto;
  proto.set_path(entry.path);
  proto.set_hunk(entry.hunk);
  proto.set_state(static_cast<LedgerEntry::State>(entry.state));
  proto.set_reason(ToDisplayText(English(entry.reason)));
  if (!entry.reason.is_verbatim()) *proto.mutable_reason_text() = ToText(entry.reason);
  proto.set_file_class(static_cast<change::v1::FileClass>(entry.file_class));
  proto.set_language(entry.language);
  proto.set_stage(entry.stage);
  proto.set_is_accepted(entry.is_accepted);
  return proto;
}

bool IsGap(const LedgerEntry& entry) { return policy::IsGap(FromProto(entry)); }

}  // namespace allreview
