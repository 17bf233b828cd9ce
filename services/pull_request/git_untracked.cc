#include "services/pull_request/git_untracked.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"
#include "analyzers/diff/classify.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/coverage.h"

namespace allreview::pull_request {

absl::StatusOr<std::vector<change::v1::LedgerEntry>> FindUntrackedSource(GitRepository& git) {
  ASSIGN_OR_RETURN(const std::string output,
                   git.Run({"ls-files", "--others", "--exclude-standard", "-z"}));
  std::vector<absl::string_view> paths = absl::StrSplit(output, '\0', absl::SkipEmpty());
  std::sort(paths.begin(), paths.end());
  std::vector<change::v1::LedgerEntry> entries;
  for (absl::string_view path : paths) {
    const diff::Classification kind = diff::Classify({.path = path});
    const bool is_test = kind.file_class == diff::FileClass::kTest;
    if (!is_test && kind.file_class != diff::FileClass::kSource) continue;
    change::v1::LedgerEntry entry;
    entry.set_path(ToPathText(path));
    entry.set_hunk(-1);
    entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
    SetReason(phrases::kNotTracked, entry);
    entry.set_file_class(is_test ? change::v1::FILE_CLASS_TEST : change::v1::FILE_CLASS_SOURCE);
    entry.set_language(std::string(kind.language));
    entry.set_stage("pull_request");
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace allreview::pull_request
