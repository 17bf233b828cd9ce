#ifndef GATEWAY_WEB_PUSH_STORY_H_
#define GATEWAY_WEB_PUSH_STORY_H_

// The reviews of one pull request as one story: "push 3 of 5: 2 fixed, 1 new". Pure.
//
// A push is a head commit; of several reviews of one commit the latest speaks for it. Findings are
// the same when their fingerprints are.

#include <set>
#include <string>
#include <vector>

#include "gateway/web/html.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

// Reviews of a pull request that are looked at; older pushes are left out.
inline constexpr int kMaxPushes = 60;

struct Push {
  std::string review_id;
  std::string head_commit;
  bool is_done = false;
};

struct Pushes {
  std::vector<Push> all;  // Oldest first.
  int current = -1;       // -1: not among them.
  bool has_older = false;
};

// `reviews` newest first, as the service lists them.
Pushes PushesOf(const review::v1::ListReviewsResponse& reviews,
                const review::v1::ReviewSummary& current);

// The last push before the current one whose review ended well; null: none.
const Push* PushBefore(const Pushes& pushes);

// What a push did to the shown findings of the push before.
struct PushStory {
  bool is_known = false;
  std::set<std::string> before = {};  // Fingerprints.
  std::vector<const finding::v1::Finding*> fixed =
      {};  // Of the review before, which must outlive it.
  int added = 0;
  int persisting = 0;
};

PushStory StoryOf(const review::v1::Review& before, const review::v1::Review& now);

// "3 of 5: 2 fixed, 1 new", with links to the other pushes. Empty for a change that has one.
Html PushLinks(const Pushes& pushes, const PushStory& story);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_PUSH_STORY_H_
