#include "gateway/forge/github/signature.h"

#include <openssl/crypto.h>

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/hmac.h"
#include "gateway/forge/github/webhook.h"

namespace allreview::gateway {
namespace {

constexpr size_t kDigestBytes = 32;

// The digest of "sha256=<64 hexadecimal digits>"; empty when it is none.
std::string DigestOf(absl::string_view header) {
  if (!absl::ConsumePrefix(&header, "sha256=") || header.size() != 2 * kDigestBytes) return "";
  for (char c : header) {
    if (!absl::ascii_isxdigit(c)) return "";
  }
  return absl::HexStringToBytes(header);
}

}  // namespace

std::string WebhookSignature(absl::string_view secret, absl::string_view body) {
  return absl::StrCat("sha256=", absl::BytesToHexString(HmacSha256(secret, body)));
}

bool IsSignedByAny(absl::string_view header, absl::string_view body,
                   const std::vector<std::string>& secrets) {
  std::string claimed = DigestOf(header);
  if (claimed.empty()) return false;
  bool is_signed = false;
  // All of them, so that the time does not tell which one it was.
  for (const std::string& secret : secrets) {
    if (secret.empty()) continue;
    is_signed |= CRYPTO_memcmp(HmacSha256(secret, body).data(), claimed.data(), kDigestBytes) == 0;
  }
  return is_signed;
}

}  // namespace allreview::gateway
