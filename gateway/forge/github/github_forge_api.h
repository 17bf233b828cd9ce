#ifndef GATEWAY_FORGE_GITHUB_GITHUB_FORGE_API_H_
#define GATEWAY_FORGE_GITHUB_GITHUB_FORGE_API_H_

// GitHub as a forge. Reviews, comments and checks are read and written with REST, threads with
// GraphQL, which is closed to some tokens: ListThreads then fails with kPermissionDenied.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<github::Api> api, github::Api::Create(options, &state));
//   GitHubForgeApi forge(std::move(api));

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gateway/forge/forge_api.h"
#include "github/api.h"

namespace allreview::gateway {

class GitHubForgeApi final : public ForgeApi {
 public:
  explicit GitHubForgeApi(std::unique_ptr<github::Api> api) : api_(std::move(api)) {}

  absl::StatusOr<std::string> OwnLogin() override;
  absl::StatusOr<PullRequestFacts> ReadPullRequest(const PullRequestName& pull) override;
  absl::StatusOr<std::vector<int64_t>> PullRequestsOf(const std::string& repository,
                                                      const std::string& head) override;
  absl::StatusOr<bool> MayWrite(const std::string& repository, const std::string& login) override;

  absl::StatusOr<std::vector<ForgeReview>> ListReviews(const PullRequestName& pull,
                                                       const std::string& author) override;
  absl::StatusOr<std::vector<ForgeComment>> ListComments(const PullRequestName& pull,
                                                         const CommentQuery& query) override;
  absl::StatusOr<std::map<int64_t, ForgeThread>> ListThreads(const PullRequestName& pull) override;
  absl::StatusOr<std::vector<ForgeVote>> ListVotes(const PullRequestName& pull,
                                                   int64_t comment) override;
  absl::StatusOr<ForgePatches> ReadPatches(const PullRequestName& pull) override;
  absl::StatusOr<ForgeComment> ReadComment(const PullRequestName& pull, int64_t comment) override;

  absl::StatusOr<PostedReview> PostReview(const PullRequestName& pull,
                                          const NewReview& review) override;
  absl::Status EditReview(const PullRequestName& pull, int64_t review,
                          const std::string& body) override;
  absl::Status DeleteDraft(const PullRequestName& pull, int64_t review) override;
  absl::StatusOr<int64_t> PostFileComment(const PullRequestName& pull, const std::string& head,
                                          const review::v1::ReviewComment& comment) override;
  absl::Status Reply(const PullRequestName& pull, int64_t comment,
                     const std::string& body) override;
  absl::Status SetResolved(const PullRequestName& pull, const std::string& thread,
                           bool is_resolved) override;
  absl::Status Acknowledge(const PullRequestName& pull, const CommentPlace& comment) override;
  absl::StatusOr<WrittenCheck> WriteCheck(const std::string& repository,
                                          const Check& check) override;

 private:
  // A write, with the errors of ForgeApi.
  absl::StatusOr<github::ApiAnswer> Write(const github::ApiCall& call);

  const std::unique_ptr<github::Api> api_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_GITHUB_FORGE_API_H_
