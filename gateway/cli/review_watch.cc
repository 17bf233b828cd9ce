#include "gateway/cli/review_watch.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/origin.h"

namespace allreview::cli {
namespace {

// The folders that hold the files, and those above them; "" is the root.
std::set<std::string> FoldersOf(absl::string_view files) {
  std::set<std::string> folders = {""};
  for (absl::string_view file : absl::StrSplit(files, '\0', absl::SkipEmpty())) {
    size_t slash = file.rfind('/');
    while (slash != absl::string_view::npos) {
      file = file.substr(0, slash);
      if (!folders.emplace(file).second) break;  // Those above it are there, too.
      slash = file.rfind('/');
    }
  }
  return folders;
}

}  // namespace

absl::Status CheckWatch(const Arguments& arguments, const change::v1::ChangeRef& ref) {
  using change::v1::LocalRepository;
  for (const Flag* flag : {&kGateway, &kKeep}) {
    if (!arguments.Has(*flag)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--watch does not go with --", flag->name, ": it watches files here"));
  }
  const bool changes_here =
      ref.has_local() && (ref.local().mode() == LocalRepository::MODE_WORKING_TREE ||
                          ref.local().mode() == LocalRepository::MODE_INDEX);
  if (changes_here) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--watch goes with the working tree or --staged; what two revisions differ in stays as it "
      "is");
}

absl::StatusOr<std::unique_ptr<FileWatch>> WatchRepository(const std::string& repository,
                                                           const Environment& environment) {
  ASSIGN_OR_RETURN(const std::string files, AskGit(repository, {"ls-files", "-z"}, environment));
  ASSIGN_OR_RETURN(const std::string git_folder,
                   AskGit(repository, {"rev-parse", "--absolute-git-dir"}, environment));
  WatchOptions options = {.git_folder = std::string(absl::StripAsciiWhitespace(git_folder))};
  for (const std::string& folder : FoldersOf(files)) {
    options.folders.push_back(folder.empty() ? repository : absl::StrCat(repository, "/", folder));
  }
  return FileWatch::Open(options);
}

}  // namespace allreview::cli
