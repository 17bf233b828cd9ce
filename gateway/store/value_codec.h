#ifndef GATEWAY_STORE_VALUE_CODEC_H_
#define GATEWAY_STORE_VALUE_CODEC_H_

// How values lie in a store: compressed with zlib where that makes them smaller. Pure.
//
//   std::string packed = PackValue(value);
//   ASSIGN_OR_RETURN(std::string value, UnpackValue(packed));

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::gateway {

// The first byte says how the rest is to be read: 'r', as it is; 'z', eight bytes of the size and a
// zlib stream. Other letters are free for stores.
std::string PackValue(absl::string_view value);

// kDataLoss when it is no packed value.
absl::StatusOr<std::string> UnpackValue(absl::string_view packed);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_VALUE_CODEC_H_
