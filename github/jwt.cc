#include "github/jwt.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "github/json.h"

namespace allreview::github {
namespace {

constexpr absl::Duration kBefore = absl::Seconds(60);
constexpr absl::Duration kAfter = absl::Seconds(540);  // Together 600 s: GitHub's maximum.
constexpr int kMinKeyBits = 2048;

struct FreeOpenSsl {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

// Without this OpenSSL would ask the terminal.
int NoPassphrase(char*, int, int, void*) { return 0; }

absl::StatusOr<Owned<EVP_PKEY>> ReadKey(absl::string_view pem) {
  Owned<BIO> bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassphrase, nullptr));
  if (key == nullptr || EVP_PKEY_base_id(key.get()) != EVP_PKEY_RSA) {
    return absl::InvalidArgumentError(
        "the App's private key is not an RSA key in PEM form without passphrase; give the .pem "
        "file that GitHub makes under \"Private keys\" of the App's settings");
  }
  if (EVP_PKEY_bits(key.get()) < kMinKeyBits) {
    return absl::InvalidArgumentError(absl::StrCat("the App's private key has ",
                                                   EVP_PKEY_bits(key.get()), " bits, wanted ",
                                                   kMinKeyBits, " or more"));
  }
  return key;
}

std::string Base64Url(absl::string_view bytes) {
  std::string text = absl::WebSafeBase64Escape(bytes);
  while (!text.empty() && text.back() == '=') text.pop_back();
  return text;
}

absl::StatusOr<std::string> Sign(EVP_PKEY* key, absl::string_view text) {
  Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  size_t size = 0;
  if (EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key) != 1 ||
      EVP_DigestSign(context.get(), nullptr, &size, bytes, text.size()) != 1) {
    return absl::InternalError("OpenSSL cannot sign with the App's private key");
  }
  std::string signature(size, '\0');
  auto* out = reinterpret_cast<unsigned char*>(signature.data());
  if (EVP_DigestSign(context.get(), out, &size, bytes, text.size()) != 1) {
    return absl::InternalError("OpenSSL cannot sign with the App's private key");
  }
  signature.resize(size);
  return signature;
}

}  // namespace

absl::StatusOr<std::string> SignAppJwt(absl::string_view pem, absl::string_view issuer,
                                       absl::Time now) {
  ASSIGN_OR_RETURN(Owned<EVP_PKEY> key, ReadKey(pem));
  std::string claims = ToText({{"iat", absl::ToUnixSeconds(now - kBefore)},
                               {"exp", absl::ToUnixSeconds(now + kAfter)},
                               {"iss", std::string(issuer)}});
  std::string text =
      absl::StrCat(Base64Url(R"({"alg":"RS256","typ":"JWT"})"), ".", Base64Url(claims));
  ASSIGN_OR_RETURN(std::string signature, Sign(key.get(), text));
  return absl::StrCat(text, ".", Base64Url(signature));
}

}  // namespace allreview::github
