#include "github/credentials.h"

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_macros.h"

namespace allreview::github {

absl::Status CheckToken(absl::string_view token) {
  for (unsigned char c : token) {
    if (c <= 0x20 || c >= 0x7F) {
      return absl::InvalidArgumentError(
          "the GitHub token holds a space or a control character; give the token alone, without "
          "\"Bearer\" and line breaks");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Credentials> StaticCredentials(const std::string& token) {
  RETURN_IF_ERROR(CheckToken(token));
  if (token.empty()) return Credentials{};
  return Credentials{.token = [token](absl::string_view) { return token; },
                     .identity = TokenIdentity(token)};
}

std::string TokenIdentity(absl::string_view token) {
  if (token.empty()) return "anonymous";
  return Sha256Hex(absl::StrCat("allreview token identity\n", token));
}

}  // namespace allreview::github
