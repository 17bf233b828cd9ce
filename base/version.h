#ifndef BASE_VERSION_H_
#define BASE_VERSION_H_

#include "absl/strings/string_view.h"

namespace allreview {

// The engine's version: part of every receipt and of every cache key. Raised when any output
// changes.
inline constexpr absl::string_view kEngineVersion = "0.1.0";

}  // namespace allreview

#endif  // BASE_VERSION_H_
