#ifndef GATEWAY_PLATFORM_READ_PLATFORM_FLAGS_H_
#define GATEWAY_PLATFORM_READ_PLATFORM_FLAGS_H_

// From flags to a platform.

#include "absl/status/statusor.h"
#include "gateway/platform/platform.h"
#include "gateway/platform/platform_flags.h"
#include "host/flags.h"

namespace allreview::gateway {

// What the flags of platform_flags.h say. Those that are not given leave `options` as it is.
// kInvalidArgument names the flag.
absl::StatusOr<PlatformOptions> ReadPlatformFlags(const host::Flags& flags,
                                                  PlatformOptions options);

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_READ_PLATFORM_FLAGS_H_
