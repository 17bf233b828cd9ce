#ifndef BASE_HMAC_H_
#define BASE_HMAC_H_

#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

// The 32 bytes of HMAC-SHA256, by OpenSSL.
std::string HmacSha256(absl::string_view secret, absl::string_view text);

}  // namespace allreview

#endif  // BASE_HMAC_H_
