#include "gateway/cli/scan_request.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/languages.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/review_json.h"
#include "gateway/cli/review_request.h"
#include "review/causes.h"

namespace allreview::cli {

using change::v1::LocalRepository;

absl::StatusOr<std::string> PathInRepository(const std::string& path, const std::string& root,
                                             const Environment& environment) {
  const std::string absolute = AbsolutePath(environment, path);
  if (absolute == root) return std::string();
  if (absl::StartsWith(absolute, absl::StrCat(root, "/"))) return absolute.substr(root.size() + 1);
  return absl::InvalidArgumentError(
      absl::StrCat("\"", path, "\" is not in the repository \"", root, "\""));
}

absl::StatusOr<LocalRepository> WholeTree(const Arguments& arguments,
                                          const Environment& environment) {
  LocalRepository local;
  local.set_mode(LocalRepository::MODE_TREE);
  local.set_path(RepositoryPath(arguments, environment));
  if (local.path().empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("\"", environment.current_directory,
                     "\" is in no git repository; name one with --repo DIR"));
  }
  local.set_head(arguments.Get(kCommit, "HEAD"));
  local.add_suffixes("/");  // No file ends like that.
  return local;
}

absl::StatusOr<LocalRepository> ScannedTree(const Arguments& arguments,
                                            const Environment& environment) {
  ASSIGN_OR_RETURN(LocalRepository local, WholeTree(arguments, environment));
  local.clear_suffixes();
  for (std::string& suffix : SuffixesOfParsedFiles()) local.add_suffixes(std::move(suffix));
  Environment base = environment;
  if (arguments.Has(kRepo)) base.current_directory = local.path();
  for (const std::string& path : arguments.positional) {
    ASSIGN_OR_RETURN(std::string inside, PathInRepository(path, local.path(), base));
    if (inside.empty()) {
      local.clear_paths();
      break;
    }
    local.add_paths(std::move(inside));
  }
  return local;
}

absl::StatusOr<std::vector<std::string>> FingerprintsOf(absl::string_view review) {
  const absl::StatusOr<review::v1::Review> message = ReadReview(review);
  if (!message.ok()) {
    return absl::InvalidArgumentError(
        "is not a review in JSON; write one with: allreview scan --format=json --output=FILE");
  }
  std::vector<std::string> fingerprints;
  for (const finding::v1::Finding* finding : AllFindings(*message)) {
    if (finding->kind() != finding::v1::KIND_PRAISE) fingerprints.push_back(finding->fingerprint());
  }
  std::sort(fingerprints.begin(), fingerprints.end());
  return fingerprints;
}

absl::StatusOr<std::vector<std::string>> ReadBaseline(const Arguments& arguments,
                                                      const Environment& environment) {
  if (!arguments.Has(kBaseline)) return std::vector<std::string>();
  const std::string path = arguments.Get(kBaseline);
  absl::StatusOr<std::string> text = ReadFile(AbsolutePath(environment, path));
  if (!text.ok()) {
    return absl::Status(text.status().code(),
                        absl::StrCat("--baseline: ", text.status().message()));
  }
  absl::StatusOr<std::vector<std::string>> fingerprints = FingerprintsOf(*text);
  if (!fingerprints.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--baseline: \"", path, "\" ", fingerprints.status().message()));
  }
  return fingerprints;
}

}  // namespace allreview::cli
