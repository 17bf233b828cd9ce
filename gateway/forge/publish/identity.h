#ifndef GATEWAY_FORGE_PUBLISH_IDENTITY_H_
#define GATEWAY_FORGE_PUBLISH_IDENTITY_H_

// What is new on a pull request, what stands, and what is gone: findings of a review against the
// threads of earlier ones. Pure.
//
//   std::vector<KnownFinding> known = KnownFindings(conversation, state);
//   Novelty novelty = Compare(known, stored.review());
//
// A finding is the same when its fingerprint is; where its file was renamed or has left the change,
// when rule, symbol and code are. A finding is gone only if its file was looked at.

#include <set>
#include <string>
#include <vector>

#include "gateway/forge/publish/conversation.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

// A finding that was reported before.
struct KnownFinding {
  review::v1::FindingThread thread;  // As the pull request and the store have it.
  std::string key = {};              // ContentKey; empty: not known.
  // Our last word in the thread was that it is fixed, at this head. Empty: it was not.
  std::string fixed_at = {};
  std::string run = {};  // Review that reported it; empty: not known.
};

// Sorted by fingerprint. The pull request is believed first: the store adds what can no longer be
// seen there, or is known only to it (votes by command).
std::vector<KnownFinding> KnownFindings(const Conversation& talk,
                                        const review::v1::PullRequestState& state);

struct Novelty {
  std::vector<KnownFinding> persisting;  // Open, and still there.
  std::vector<KnownFinding>
      set_aside;                    // Still there; a person has resolved, deleted or voted it down.
  std::vector<KnownFinding> fixed;  // Open until now; to be resolved.
  std::vector<KnownFinding> returned;  // Fixed before, and there again.
  std::vector<KnownFinding> others;    // Gone before, or their file was not looked at now.
  std::set<std::string> known;         // Fingerprints of findings of the review that are not new.
};

// Threads of findings whose fingerprint changed with the name of their file carry the new one.
Novelty Compare(const std::vector<KnownFinding>& known, const review::v1::Review& review,
                const std::string& head);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_IDENTITY_H_
