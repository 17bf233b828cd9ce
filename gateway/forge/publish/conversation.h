#ifndef GATEWAY_FORGE_PUBLISH_CONVERSATION_H_
#define GATEWAY_FORGE_PUBLISH_CONVERSATION_H_

// What stands on a pull request of what we have written, and what people made of it.
//
//   ASSIGN_OR_RETURN(Conversation talk, ReadConversation(api, {"acme/train", 7}, ""));
//   for (const OwnComment& comment : talk.comments) …
//
// Takes a request for each hundred reviews, comments and threads, and two more; those of REST cost
// nothing while nothing changes. Only texts of our own login are kept: anybody can copy a marker.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gateway/forge/marker.h"
#include "github/api.h"

namespace allreview::gateway {

struct PullRequestName {
  std::string repository;  // "owner/name".
  int64_t number = 0;

  std::string path(absl::string_view rest = "") const;  // "/repos/owner/name/pulls/7…"
  std::string text() const;                             // "pull request 7 of \"owner/name\""
};

struct OwnReview {
  int64_t id = 0;
  bool is_pending = false;
  std::string url;
  std::optional<Marker> marker;
};

struct OwnComment {
  int64_t id = 0;
  int64_t in_reply_to = 0;  // 0: it heads a thread.
  std::string path;
  std::string body;
  std::string commit;  // That it was posted on.
  std::optional<Marker> marker;
  int reactions = 0;  // Of anybody.
};

struct ReviewThread {
  std::string id;  // GraphQL's.
  bool is_resolved = false;
  std::string resolved_by;  // Without "[bot]".
};

struct Conversation {
  std::string login = {};                        // Ours.
  std::string head = {};                         // Of the pull request, now.
  std::string author = {};                       // Of the pull request.
  std::vector<OwnReview> reviews = {};           // Oldest first.
  std::vector<OwnComment> comments = {};         // Oldest first.
  std::map<int64_t, ReviewThread> threads = {};  // All, by their first comment.
  bool has_threads = true;                       // False: GraphQL is not for this token.
};

// `login` empty: GitHub is asked who we are.
absl::StatusOr<Conversation> ReadConversation(github::Api& api, const PullRequestName& pull,
                                              const std::string& login);

// Votes on one of our comments: login and "+1", "-1"…
struct Reaction {
  std::string user;
  std::string content;
};
absl::StatusOr<std::vector<Reaction>> ReadReactions(github::Api& api, const PullRequestName& pull,
                                                    int64_t comment_id);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_CONVERSATION_H_
