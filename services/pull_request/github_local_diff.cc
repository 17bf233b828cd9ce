#include "services/pull_request/github_local_diff.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/subprocess.h"
#include "base/utf8.h"

namespace allreview::pull_request {
namespace {

constexpr int64_t kMaxDiffBytes = 64 << 20;

}  // namespace

absl::StatusOr<std::unique_ptr<LocalDiff>> LocalDiff::Make(const CallControl& control) {
  ASSIGN_OR_RETURN(std::unique_ptr<GitScratch> scratch, GitScratch::MakeEmpty());
  return std::unique_ptr<LocalDiff>(new LocalDiff(std::move(scratch), control));
}

absl::StatusOr<FileContentChange> LocalDiff::Compare(absl::string_view before,
                                                     absl::string_view after, int context_lines) {
  const std::string& folder = scratch_->directory();
  RETURN_IF_ERROR(WriteFile(absl::StrCat(folder, "/a"), before));
  RETURN_IF_ERROR(WriteFile(absl::StrCat(folder, "/b"), after));
  ASSIGN_OR_RETURN(CommandResult result,
                   RunCommand({.argv = {"git", "diff", "--no-index", "--no-color", "--no-ext-diff",
                                        "--no-textconv", absl::StrCat("--unified=", context_lines),
                                        "--", "a", "b"},
                               .environment = scratch_->environment(),
                               .directory = folder,
                               .max_output_bytes = kMaxDiffBytes,
                               .max_memory_bytes = kGitMemoryBytes,
                               .max_cpu_seconds = kGitCpuSeconds},
                              control_));
  if (result.exit.code > 1) {
    return absl::InternalError(absl::StrCat("git diff --no-index ended with ", result.exit.code,
                                            ": ", ToDisplayText(result.error_text)));
  }
  size_t hunks = result.output.find("\n@@ ");
  if (hunks != std::string::npos)
    return FileContentChange{.hunks = result.output.substr(hunks + 1)};
  return FileContentChange{.is_binary = absl::StrContains(result.output, "\nBinary files ")};
}

}  // namespace allreview::pull_request
