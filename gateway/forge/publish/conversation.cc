#include "gateway/forge/publish/conversation.h"

#include <utility>

#include "base/status_macros.h"

namespace allreview::gateway {

absl::StatusOr<std::vector<OwnReview>> ReadOwnReviews(ForgeApi& api, const PullRequestName& pull,
                                                      const std::string& login) {
  ASSIGN_OR_RETURN(std::vector<ForgeReview> reviews, api.ListReviews(pull, login));
  std::vector<OwnReview> own;
  for (ForgeReview& review : reviews) {
    std::optional<Marker> marker = FindMarker(review.body);
    own.push_back({std::move(review), std::move(marker)});
  }
  return own;
}

absl::StatusOr<Conversation> ReadConversation(ForgeApi& api, const PullRequestName& pull,
                                              const std::string& login) {
  ASSIGN_OR_RETURN(PullRequestFacts facts, api.ReadPullRequest(pull));
  Conversation talk{
      .login = login, .head = std::move(facts.head), .author = std::move(facts.author)};
  if (talk.login.empty()) {
    ASSIGN_OR_RETURN(talk.login, api.OwnLogin());
  }
  ASSIGN_OR_RETURN(talk.reviews, ReadOwnReviews(api, pull, talk.login));
  ASSIGN_OR_RETURN(std::vector<ForgeComment> comments,
                   api.ListComments(pull, {.author = talk.login}));
  for (ForgeComment& comment : comments) {
    std::optional<Marker> marker = FindMarker(comment.body);
    talk.comments.push_back({std::move(comment), std::move(marker)});
  }
  absl::StatusOr<std::map<int64_t, ForgeThread>> threads = api.ListThreads(pull);
  // Without them comments can still be recognised; only who resolved what is not known.
  if (absl::IsPermissionDenied(threads.status())) {
    talk.has_threads = false;
    return talk;
  }
  RETURN_IF_ERROR(threads.status());
  talk.threads = *std::move(threads);
  return talk;
}

}  // namespace allreview::gateway
