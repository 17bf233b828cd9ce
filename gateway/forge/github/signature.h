#ifndef GATEWAY_FORGE_GITHUB_SIGNATURE_H_
#define GATEWAY_FORGE_GITHUB_SIGNATURE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::gateway {

// Whether `header` is the HMAC-SHA256 of `body` under one of the secrets ("sha256=<hexadecimal>").
// Takes the same time for any header of the right form. Empty secrets sign nothing.
bool IsSignedByAny(absl::string_view header, absl::string_view body,
                   const std::vector<std::string>& secrets);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_SIGNATURE_H_
