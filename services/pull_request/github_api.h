#ifndef SERVICES_PULL_REQUEST_GITHUB_API_H_
#define SERVICES_PULL_REQUEST_GITHUB_API_H_

// The endpoints of GitHub that a change is read from, as typed calls. One request each, unless said
// otherwise.
//
//   GitHubApi api(&client, "acme/train");
//   ASSIGN_OR_RETURN(PullRequestJson pull, api.PullRequest(7));
//
// Errors are the client's; an answer that is not what it should be is kDataLoss. Safe from any
// number of threads.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "github/api.h"
#include "services/pull_request/github_json.h"

namespace allreview::pull_request {

inline constexpr int kMaxListedCommits = 250;  // As GitHub lists them for a pull request.

class GitHubApi {
 public:
  // `client` is borrowed. `repository` is "owner/name", both checked by IsGitHubName.
  GitHubApi(github::Api* client, std::string repository)
      : client_(client), repository_(std::move(repository)) {}

  // Its present name: the one in the reference may be an old one, and each use costs a redirect.
  void set_repository(const std::string& full_name) { repository_ = full_name; }
  const std::string& repository() const { return repository_; }

  absl::StatusOr<PullRequestJson> PullRequest(int64_t number);

  // The diff as text. None: GitHub says that it is too large.
  absl::StatusOr<std::optional<std::string>> Diff(int64_t number);

  // All pages, at most 3,000 files: one request for each hundred of them. When GitHub takes too
  // long for a page of a hundred, it is asked again for pages of thirty.
  absl::StatusOr<std::vector<FileJson>> Files(int64_t number);

  // Merge base and commits from it to `head`, of which up to kMaxListedCommits are listed: one
  // request for each hundred.
  absl::StatusOr<CompareJson> Compare(const std::string& base, const std::string& head);

  absl::StatusOr<CommitJson> GitCommit(const std::string& commit);
  absl::StatusOr<TreeJson> Tree(const std::string& tree, bool is_recursive);

  // Content of a blob, whose id is checked. kResourceExhausted: it is larger.
  absl::StatusOr<std::string> Blob(const std::string& blob, int64_t max_bytes);
  // Its first `bytes`, or all of it if it is shorter.
  absl::StatusOr<std::string> BlobPrefix(const std::string& blob, int64_t bytes);

 private:
  template <typename T>
  absl::StatusOr<T> Parsed(const github::ApiCall& request, const github::ApiAnswer& answer,
                           absl::StatusOr<T> parsed);
  absl::StatusOr<github::ApiAnswer> Get(const github::ApiCall& request);
  absl::StatusOr<std::vector<FileJson>> FilesBy(int64_t number, int per_page);
  std::string Path(absl::string_view rest) const;
  std::string What(absl::string_view thing) const;

  github::Api* client_;
  std::string repository_;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_API_H_
