#ifndef GATEWAY_FORGE_PUBLISH_CONVERSATION_H_
#define GATEWAY_FORGE_PUBLISH_CONVERSATION_H_

// What stands on a pull request of what we have written, and what people made of it.
//
//   ASSIGN_OR_RETURN(Conversation talk, ReadConversation(api, {"acme/train", 7}, ""));
//   for (const OwnComment& comment : talk.comments) …
//
// Only texts of our own login are kept: anybody can copy a marker.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gateway/forge/forge_api.h"
#include "gateway/forge/marker.h"

namespace allreview::gateway {

struct OwnReview : ForgeReview {
  std::optional<Marker> marker = {};
};

struct OwnComment : ForgeComment {
  std::optional<Marker> marker = {};
};

struct Conversation {
  std::string login = {};                       // Ours.
  std::string head = {};                        // Of the pull request, now.
  std::string author = {};                      // Of the pull request.
  std::vector<OwnReview> reviews = {};          // Oldest first.
  std::vector<OwnComment> comments = {};        // Oldest first.
  std::map<int64_t, ForgeThread> threads = {};  // All, by their first comment.
  bool has_threads = true;                      // False: threads are not for this token.
};

// `login` empty: the forge is asked who we are.
absl::StatusOr<Conversation> ReadConversation(ForgeApi& api, const PullRequestName& pull,
                                              const std::string& login);

// Reviews of `login`.
absl::StatusOr<std::vector<OwnReview>> ReadOwnReviews(ForgeApi& api, const PullRequestName& pull,
                                                      const std::string& login);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_CONVERSATION_H_
