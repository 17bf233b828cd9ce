#include "services/pull_request/github_api.h"

#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_macros.h"

namespace allreview::pull_request {
namespace {

constexpr int kPerPage = 100;
constexpr int kPerPageWhenSlow = 30;
constexpr int kMaxPages = 200;  // Of any list; GitHub's own limit is 3,000 files.

std::string Short(absl::string_view id) { return std::string(id.substr(0, 12)); }

}  // namespace

std::string GitHubApi::Path(absl::string_view rest) const {
  return absl::StrCat("/repos/", repository_, rest);
}

std::string GitHubApi::What(absl::string_view thing) const {
  return absl::StrCat(thing, " of \"", repository_, "\"");
}

// Where there is no smaller form, "too large" is an error.
absl::StatusOr<github::ApiAnswer> GitHubApi::Get(const github::ApiCall& request) {
  ASSIGN_OR_RETURN(github::ApiAnswer answer, client_->Send(request));
  if (answer.is_too_large) {
    return absl::ResourceExhaustedError(
        absl::StrCat(request.what,
                     ": GitHub says that it is too large to be given; review a local "
                     "clone"));
  }
  return answer;
}

template <typename T>
absl::StatusOr<T> GitHubApi::Parsed(const github::ApiCall& request, const github::ApiAnswer& answer,
                                    absl::StatusOr<T> parsed) {
  if (parsed.ok()) return parsed;
  client_->Forget(answer);
  return absl::DataLossError(
      absl::StrCat(request.what, ": the answer is not as wanted: ", parsed.status().message(),
                   "; check that ", client_->api_base(), " is the API of a GitHub server"));
}

absl::StatusOr<PullRequestJson> GitHubApi::PullRequest(int64_t number) {
  github::ApiCall request{.path_or_url = Path(absl::StrCat("/pulls/", number)),
                          .what = What(absl::StrCat("pull request ", number))};
  ASSIGN_OR_RETURN(github::ApiAnswer answer, Get(request));
  return Parsed(request, answer, ParsePullRequest(answer.body));
}

absl::StatusOr<std::optional<std::string>> GitHubApi::Diff(int64_t number) {
  ASSIGN_OR_RETURN(
      github::ApiAnswer answer,
      client_->Send({.path_or_url = Path(absl::StrCat("/pulls/", number)),
                     .accept = github::kAcceptDiff,
                     .what = What(absl::StrCat("the diff of pull request ", number))}));
  if (answer.is_too_large) return std::nullopt;
  return std::move(answer.body);
}

absl::StatusOr<std::vector<FileJson>> GitHubApi::FilesBy(int64_t number, int per_page) {
  github::ApiCall request{
      .path_or_url = Path(absl::StrCat("/pulls/", number, "/files?per_page=", per_page)),
      .what = What(absl::StrCat("the files of pull request ", number))};
  std::vector<FileJson> files;
  std::set<std::string> seen;
  while (!request.path_or_url.empty() && seen.size() < kMaxPages &&
         seen.insert(request.path_or_url).second) {
    ASSIGN_OR_RETURN(github::ApiAnswer answer, Get(request));
    ASSIGN_OR_RETURN(std::vector<FileJson> page, Parsed(request, answer, ParseFiles(answer.body)));
    for (FileJson& file : page) files.push_back(std::move(file));
    request.path_or_url = std::move(answer.next_url);
  }
  return files;
}

absl::StatusOr<std::vector<FileJson>> GitHubApi::Files(int64_t number) {
  absl::StatusOr<std::vector<FileJson>> files = FilesBy(number, kPerPage);
  bool is_slow = absl::IsUnavailable(files.status()) || absl::IsDeadlineExceeded(files.status());
  return is_slow ? FilesBy(number, kPerPageWhenSlow) : files;
}

absl::StatusOr<CompareJson> GitHubApi::Compare(const std::string& base, const std::string& head) {
  github::ApiCall request{
      .path_or_url = Path(absl::StrCat("/compare/", base, "...", head, "?per_page=", kPerPage)),
      .what = What(absl::StrCat("the comparison ", Short(base), "...", Short(head)))};
  CompareJson all;
  for (int pages = 0; !request.path_or_url.empty() && pages < kMaxPages; ++pages) {
    ASSIGN_OR_RETURN(github::ApiAnswer answer, Get(request));
    ASSIGN_OR_RETURN(CompareJson page, Parsed(request, answer, ParseCompare(answer.body)));
    all.merge_base = std::move(page.merge_base);
    for (CommitJson& commit : page.commits) {
      if (all.commits.size() >= kMaxListedCommits) return all;
      all.commits.push_back(std::move(commit));
    }
    request.path_or_url = std::move(answer.next_url);
  }
  return all;
}

absl::StatusOr<CommitJson> GitHubApi::GitCommit(const std::string& commit) {
  github::ApiCall request{.path_or_url = Path(absl::StrCat("/git/commits/", commit)),
                          .what = What(absl::StrCat("commit ", Short(commit)))};
  ASSIGN_OR_RETURN(github::ApiAnswer answer, Get(request));
  return Parsed(request, answer, ParseGitCommit(answer.body));
}

absl::StatusOr<TreeJson> GitHubApi::Tree(const std::string& tree, bool is_recursive) {
  github::ApiCall request{
      .path_or_url = Path(absl::StrCat("/git/trees/", tree, is_recursive ? "?recursive=1" : "")),
      .what = What(absl::StrCat("tree ", Short(tree))),
      .is_immutable = IsObjectId(tree)};
  ASSIGN_OR_RETURN(github::ApiAnswer answer, Get(request));
  return Parsed(request, answer, ParseTree(answer.body));
}

absl::StatusOr<std::string> GitHubApi::Blob(const std::string& blob, int64_t max_bytes) {
  github::ApiCall request{.path_or_url = Path(absl::StrCat("/git/blobs/", blob)),
                          .accept = github::kAcceptRaw,
                          .what = What(absl::StrCat("blob ", Short(blob))),
                          .max_body_bytes = max_bytes,
                          .is_immutable = true};
  ASSIGN_OR_RETURN(github::ApiAnswer answer, Get(request));
  std::string id = blob.size() == 40 ? GitBlobId(answer.body) : blob;
  if (id != blob) {
    return absl::DataLossError(absl::StrCat(request.what, ": the content has the id ", Short(id),
                                            "; try again, or review a local clone"));
  }
  return std::move(answer.body);
}

absl::StatusOr<std::string> GitHubApi::BlobPrefix(const std::string& blob, int64_t bytes) {
  ASSIGN_OR_RETURN(github::ApiAnswer answer,
                   Get({.path_or_url = Path(absl::StrCat("/git/blobs/", blob)),
                        .accept = github::kAcceptRaw,
                        .what = What(absl::StrCat("blob ", Short(blob))),
                        .max_body_bytes = bytes,
                        .is_prefix_enough = true,
                        .is_cached = false}));
  return std::move(answer.body);
}

}  // namespace allreview::pull_request
