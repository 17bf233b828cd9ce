#ifndef GATEWAY_FORGE_PUBLISH_CHECK_H_
#define GATEWAY_FORGE_PUBLISH_CHECK_H_

// What the check of a review says. Pure.

#include <vector>

#include "gateway/forge/forge_api.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

// kSuccess, kNeutral, kFailure or kActionRequired. Never success where something that must be
// reviewed was not.
Check::State CheckState(const review::v1::Review& review);

// Of findings that people are shown, and of those over the budget.
std::vector<CheckAnnotation> Annotations(const review::v1::Review& review);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_CHECK_H_
