#ifndef GATEWAY_PLATFORM_READ_PEOPLE_FLAGS_H_
#define GATEWAY_PLATFORM_READ_PEOPLE_FLAGS_H_

#include "absl/status/statusor.h"
#include "gateway/platform/access_side.h"
#include "host/flags.h"

namespace allreview::gateway {

// What the flags of people_flags.h say. kInvalidArgument names the flag, and what belongs to it.
absl::StatusOr<PeopleFlags> ReadPeopleFlags(const host::Flags& flags);

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_READ_PEOPLE_FLAGS_H_
