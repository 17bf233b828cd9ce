#include "gateway/access/login/jose.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"

namespace allreview::access {
namespace {

using github::At;
using github::Json;
using github::Text;

constexpr char kRsa[] = "RS256";
constexpr char kEc[] = "ES256";
constexpr int kMinRsaBits = 2048;
constexpr int kMaxRsaBits = 16384;  // Verifying takes longer with each bit.
constexpr size_t kCoordinateBytes = 32;
constexpr size_t kMaxKeys = 100;

struct FreeOpenSsl {
  void operator()(BIGNUM* number) const { BN_free(number); }
  void operator()(OSSL_PARAM_BLD* builder) const { OSSL_PARAM_BLD_free(builder); }
  void operator()(OSSL_PARAM* params) const { OSSL_PARAM_free(params); }
  void operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(ECDSA_SIG* signature) const { ECDSA_SIG_free(signature); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

const unsigned char* Bytes(absl::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Owned<BIGNUM> ToNumber(absl::string_view bytes) {
  return Owned<BIGNUM>(BN_bin2bn(Bytes(bytes), static_cast<int>(bytes.size()), nullptr));
}

absl::StatusOr<std::shared_ptr<EVP_PKEY>> MakeKey(const char* kind, OSSL_PARAM_BLD* builder) {
  const Owned<OSSL_PARAM> params(OSSL_PARAM_BLD_to_param(builder));
  const Owned<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
  EVP_PKEY* key = nullptr;
  if (params == nullptr || context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1) {
    return absl::InvalidArgumentError("its numbers are no key");
  }
  return std::shared_ptr<EVP_PKEY>(key, EVP_PKEY_free);
}

absl::StatusOr<std::shared_ptr<EVP_PKEY>> RsaKey(const Json& json) {
  ASSIGN_OR_RETURN(const std::string n, DecodeBase64Url(Text(json, "n")));
  ASSIGN_OR_RETURN(const std::string e, DecodeBase64Url(Text(json, "e")));
  const Owned<BIGNUM> modulus = ToNumber(n);
  const Owned<BIGNUM> exponent = ToNumber(e);
  const int bits = BN_num_bits(modulus.get());
  if (bits < kMinRsaBits || bits > kMaxRsaBits) {
    return absl::InvalidArgumentError(
        absl::StrCat("it has ", bits, " bits, wanted ", kMinRsaBits, " to ", kMaxRsaBits));
  }
  const Owned<OSSL_PARAM_BLD> builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get());
  OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get());
  return MakeKey("RSA", builder.get());
}

absl::StatusOr<std::shared_ptr<EVP_PKEY>> EcKey(const Json& json) {
  if (Text(json, "crv") != "P-256") return absl::InvalidArgumentError("its curve is not P-256");
  ASSIGN_OR_RETURN(const std::string x, DecodeBase64Url(Text(json, "x")));
  ASSIGN_OR_RETURN(const std::string y, DecodeBase64Url(Text(json, "y")));
  if (x.size() != kCoordinateBytes || y.size() != kCoordinateBytes) {
    return absl::InvalidArgumentError("its coordinates have not 32 bytes each");
  }
  const std::string point = absl::StrCat("\x04", x, y);
  const Owned<OSSL_PARAM_BLD> builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
  OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                   point.size());
  return MakeKey("EC", builder.get());
}

// As OpenSSL takes it; JSON web tokens have the two numbers side by side.
absl::StatusOr<std::string> ToDer(absl::string_view signature) {
  if (signature.size() != 2 * kCoordinateBytes) {
    return absl::UnauthenticatedError("the signature of the token has another length than ES256's");
  }
  const Owned<ECDSA_SIG> numbers(ECDSA_SIG_new());
  // Takes both.
  ECDSA_SIG_set0(numbers.get(), ToNumber(signature.substr(0, kCoordinateBytes)).release(),
                 ToNumber(signature.substr(kCoordinateBytes)).release());
  std::string der(i2d_ECDSA_SIG(numbers.get(), nullptr), '\0');
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  i2d_ECDSA_SIG(numbers.get(), &out);
  return der;
}

bool IsSigned(EVP_PKEY* key, absl::string_view text, absl::string_view signature) {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  return EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
         EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(text),
                          text.size()) == 1;
}

absl::StatusOr<Json> DecodePart(absl::string_view part, absl::string_view name) {
  absl::StatusOr<std::string> text = DecodeBase64Url(part);
  absl::StatusOr<Json> json = Json();
  if (text.ok()) json = github::ParseJson(*text, Json::value_t::object);
  if (text.ok() && json.ok()) return json;
  return absl::InvalidArgumentError(absl::StrCat("the ", name, " of the token is no JSON object"));
}

}  // namespace

absl::StatusOr<std::string> DecodeBase64Url(absl::string_view text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '-' || c == '_';
  });
  std::string bytes;
  if (!text.empty() && is_plain && absl::WebSafeBase64Unescape(text, &bytes)) return bytes;
  return absl::InvalidArgumentError("it is not base64url");
}

std::string EncodeBase64Url(absl::string_view bytes) {
  std::string text = absl::WebSafeBase64Escape(bytes);
  while (!text.empty() && text.back() == '=') text.pop_back();
  return text;
}

absl::StatusOr<SignedToken> SignedToken::Parse(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text.substr(0, kMaxTokenBytes), '.');
  if (text.size() > kMaxTokenBytes || parts.size() != 3) {
    return absl::InvalidArgumentError(
        "what the provider sent is no signed token of three parts (JWS)");
  }
  ASSIGN_OR_RETURN(const Json header, DecodePart(parts[0], "header"));
  if (header.contains("crit")) {
    return absl::InvalidArgumentError("the token demands extensions that are not known here");
  }
  SignedToken token = {.algorithm = Text(header, "alg"),
                       .key_id = Text(header, "kid"),
                       .signed_text = absl::StrCat(parts[0], ".", parts[1]),
                       .signature = "",
                       .claims = Json()};
  ASSIGN_OR_RETURN(token.claims, DecodePart(parts[1], "content"));
  // "alg": "none" has no signature at all; Verify says what is wrong with it.
  if (parts[2].empty()) return token;
  absl::StatusOr<std::string> signature = DecodeBase64Url(parts[2]);
  if (!signature.ok()) return absl::InvalidArgumentError("the token's signature is no base64url");
  token.signature = *std::move(signature);
  return token;
}

absl::StatusOr<KeySet::Key> KeySet::ParseKey(const Json& json) {
  const std::string kind = Text(json, "kty");
  Key key = {.id = Text(json, "kid"), .algorithm = kind == "RSA" ? kRsa : kEc, .key = nullptr};
  const std::string use = Text(json, "use");
  const std::string algorithm = Text(json, "alg");
  if (!use.empty() && use != "sig") return absl::InvalidArgumentError("it is not for signatures");
  if (!algorithm.empty() && algorithm != key.algorithm) {
    return absl::InvalidArgumentError(
        absl::StrCat("it is for ", absl::CHexEscape(algorithm), ", wanted RS256 or ES256"));
  }
  if (kind == "RSA") {
    ASSIGN_OR_RETURN(key.key, RsaKey(json));
  } else if (kind == "EC") {
    ASSIGN_OR_RETURN(key.key, EcKey(json));
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("its kind is '", absl::CHexEscape(kind), "', wanted RSA or EC"));
  }
  return key;
}

absl::StatusOr<KeySet> KeySet::Parse(absl::string_view text) {
  absl::StatusOr<Json> json = github::ParseJson(text, Json::value_t::object);
  if (!json.ok() || !At(*json, "keys").is_array()) {
    return absl::InvalidArgumentError("this is no set of keys: there is no list \"keys\"");
  }
  KeySet set;
  std::string reason = "it is empty";
  for (const Json& member : At(*json, "keys")) {
    if (set.keys_.size() == kMaxKeys) break;
    absl::StatusOr<Key> key = ParseKey(member);
    if (key.ok()) {
      set.keys_.push_back(*std::move(key));
    } else {
      reason = std::string(key.status().message());
    }
  }
  if (!set.keys_.empty()) return set;
  return absl::InvalidArgumentError(
      absl::StrCat("no key of the set can be used here; of the last one: ", reason));
}

std::vector<const KeySet::Key*> KeySet::Fitting(const SignedToken& token) const {
  std::vector<const Key*> fitting;
  for (const Key& key : keys_) {
    const bool is_named = token.key_id.empty() || key.id == token.key_id;
    if (is_named && key.algorithm == token.algorithm) fitting.push_back(&key);
  }
  // Without a name only one key may be meant.
  if (token.key_id.empty() && fitting.size() > 1) fitting.clear();
  return fitting;
}

bool KeySet::Has(const SignedToken& token) const { return !Fitting(token).empty(); }

absl::Status KeySet::Verify(const SignedToken& token) const {
  if (token.algorithm != kRsa && token.algorithm != kEc) {
    return absl::UnauthenticatedError(
        absl::StrCat("the token is signed by '", absl::CHexEscape(token.algorithm.substr(0, 20)),
                     "', wanted RS256 or ES256: let the provider sign its ID tokens so"));
  }
  const std::vector<const Key*> fitting = Fitting(token);
  if (fitting.empty()) {
    return absl::UnauthenticatedError(
        token.key_id.empty() ? "the token names no key, and not exactly one of the provider's fits"
                             : "the token is signed with a key that is not among the provider's");
  }
  std::string signature = token.signature;
  if (token.algorithm == kEc) {
    ASSIGN_OR_RETURN(signature, ToDer(signature));
  }
  for (const Key* key : fitting) {
    if (IsSigned(key->key.get(), token.signed_text, signature)) return absl::OkStatus();
  }
  return absl::UnauthenticatedError("the signature of the token is wrong");
}

}  // namespace allreview::access
