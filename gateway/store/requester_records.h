#ifndef GATEWAY_STORE_REQUESTER_RECORDS_H_
#define GATEWAY_STORE_REQUESTER_RECORDS_H_

// How many bytes of reviews the store keeps for each that asked for some (ReviewSummary's
// requested_by), so that one of them cannot take the room of all: parts of ReviewStore's updates.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {

// The review takes `bytes` now, whatever it took before. Of nobody ("") nothing is counted.
absl::Status CountKept(const std::string& requester, const std::string& id, int64_t bytes,
                       StoreUpdate& update);

// The reviews are gone, or somebody else's. At most once for each requester in an update.
absl::Status RemoveKept(const std::string& requester, const std::vector<std::string>& ids,
                        StoreUpdate& update);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REQUESTER_RECORDS_H_
