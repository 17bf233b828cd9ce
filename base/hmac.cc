#include "base/hmac.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace allreview {

std::string HmacSha256(absl::string_view secret, absl::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
  return std::string(reinterpret_cast<const char*>(digest), size);
}

}  // namespace allreview
