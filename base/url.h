#ifndef BASE_URL_H_
#define BASE_URL_H_

#include "absl/strings/string_view.h"

namespace allreview {

// "github.com:443" of "https://github.com:443/acme/train"; empty when there is no scheme. Points
// into `url`. Pure.
absl::string_view HostAndPortOf(absl::string_view url);

}  // namespace allreview

#endif  // BASE_URL_H_
