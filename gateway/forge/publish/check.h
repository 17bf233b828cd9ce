#ifndef GATEWAY_FORGE_PUBLISH_CHECK_H_
#define GATEWAY_FORGE_PUBLISH_CHECK_H_

// What the check of a review says, in the team's language. Pure.

#include <vector>

#include "gateway/forge/forge_api.h"
#include "proto/review/v1/review.pb.h"
#include "sentences/phrase.h"

namespace allreview::gateway {

// kSuccess, kNeutral, kFailure or kActionRequired. Never success where something that must be
// reviewed was not.
Check::State CheckState(const review::v1::Review& review);

// Of findings that people are shown, and of those over the budget. The review is in the language.
std::vector<CheckAnnotation> Annotations(Language language, const review::v1::Review& review);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_CHECK_H_
