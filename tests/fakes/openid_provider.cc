#include "tests/fakes/openid_provider.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/mutex.h"
#include "tests/fakes/http_server.h"

namespace allreview::fakes {
namespace {

using github::Json;

std::string Base64Url(absl::string_view bytes) {
  std::string text = absl::WebSafeBase64Escape(bytes);
  while (!text.empty() && text.back() == '=') text.pop_back();
  return text;
}

std::string Decode(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      decoded += absl::HexStringToBytes(text.substr(i + 1, 2));
      i += 2;
    } else {
      decoded += text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

using Parameters = std::map<std::string, std::string>;

Parameters ParametersOf(absl::string_view form) {
  Parameters parameters;
  for (absl::string_view pair : absl::StrSplit(form, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(pair, absl::MaxSplits('=', 1));
    parameters[Decode(parts.first)] = Decode(parts.second);
  }
  return parameters;
}

ServedResponse JsonAnswer(int status, const Json& json) {
  return {.status = status,
          .headers = {{"content-type", "application/json"}},
          .body = github::ToText(json)};
}

ServedResponse Refused(const std::string& error, const std::string& description) {
  return JsonAnswer(400, {{"error", error}, {"error_description", description}});
}

std::string Bytes(const BIGNUM* number, int size) {
  std::string bytes(size, '\0');
  CHECK(BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()), size) == size);
  return bytes;
}

std::string NumberOf(EVP_PKEY* key, const char* name, int size) {
  BIGNUM* number = nullptr;
  CHECK(EVP_PKEY_get_bn_param(key, name, &number) == 1);
  std::string bytes = Bytes(number, size == 0 ? BN_num_bytes(number) : size);
  BN_free(number);
  return bytes;
}

// One pair of keys; which algorithm they are for.
struct SigningKey {
  std::string id;
  bool is_rsa = true;
  std::shared_ptr<EVP_PKEY> key;

  SigningKey(std::string name, bool rsa)
      : id(std::move(name)),
        is_rsa(rsa),
        key(rsa ? RsaKey(id) : std::shared_ptr<EVP_PKEY>(EVP_EC_gen("P-256"), EVP_PKEY_free)) {
    CHECK(key != nullptr);
  }

  // Takes a second to make, so there is one of each name in a process.
  static std::shared_ptr<EVP_PKEY> RsaKey(const std::string& name) {
    static Mutex mutex;
    static auto& keys = *new std::map<std::string, std::shared_ptr<EVP_PKEY>>();
    const MutexLock lock(mutex);
    std::shared_ptr<EVP_PKEY>& known = keys[name];
    if (known == nullptr) known.reset(EVP_RSA_gen(2048), EVP_PKEY_free);
    return known;
  }

  Json Public() const {
    Json json = {{"kid", id}, {"use", "sig"}, {"alg", is_rsa ? "RS256" : "ES256"}};
    if (is_rsa) {
      json["kty"] = "RSA";
      json["n"] = Base64Url(NumberOf(key.get(), OSSL_PKEY_PARAM_RSA_N, 0));
      json["e"] = Base64Url(NumberOf(key.get(), OSSL_PKEY_PARAM_RSA_E, 0));
    } else {
      json["kty"] = "EC";
      json["crv"] = "P-256";
      json["x"] = Base64Url(NumberOf(key.get(), OSSL_PKEY_PARAM_EC_PUB_X, 32));
      json["y"] = Base64Url(NumberOf(key.get(), OSSL_PKEY_PARAM_EC_PUB_Y, 32));
    }
    return json;
  }

  std::string Sign(absl::string_view text) const {
    const std::shared_ptr<EVP_MD_CTX> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    size_t size = 0;
    CHECK(EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1);
    CHECK(EVP_DigestSign(context.get(), nullptr, &size, bytes, text.size()) == 1);
    std::string signature(size, '\0');
    auto* out = reinterpret_cast<unsigned char*>(signature.data());
    CHECK(EVP_DigestSign(context.get(), out, &size, bytes, text.size()) == 1);
    signature.resize(size);
    if (is_rsa) return signature;
    const auto* der = reinterpret_cast<const unsigned char*>(signature.data());
    ECDSA_SIG* numbers = d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(signature.size()));
    std::string plain = Bytes(ECDSA_SIG_get0_r(numbers), 32) + Bytes(ECDSA_SIG_get0_s(numbers), 32);
    ECDSA_SIG_free(numbers);
    return plain;
  }
};

// What HS256 with the public key as its secret would be.
std::string HmacOf(const std::string& secret, const std::string& text) {
  unsigned char mac[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac, &size);
  return std::string(reinterpret_cast<const char*>(mac), size);
}

}  // namespace

struct OpenIdProvider::State {
  explicit State(OpenIdOptions given) : options(std::move(given)), key(NewKey()) {}

  SigningKey NewKey() {
    return SigningKey(absl::StrCat("key-", ++keys), options.algorithm != "ES256");
  }

  std::string Issuer() const { return server->base_url(); }

  ServedResponse Serve(const ServedRequest& request) {
    const MutexLock lock(mutex);
    if (is_broken) return {.status = 503, .body = "away"};
    if (request.path == "/.well-known/openid-configuration") return Document();
    if (request.path == "/authorize") return Authorize(ParametersOf(request.query));
    if (request.path == "/token") return Redeem(request);
    if (request.path == "/userinfo") return Userinfo(request);
    if (request.path != "/keys") return {.status = 404};
    ++key_requests;
    return JsonAnswer(200, {{"keys", Json::array({key.Public()})}});
  }

  ServedResponse Document() {
    ++document_requests;
    Json document = {
        {"issuer", Issuer()},
        {"authorization_endpoint", Issuer() + "/authorize"},
        {"token_endpoint", Issuer() + "/token"},
        {"jwks_uri", Issuer() + "/keys"},
        {"end_session_endpoint", Issuer() + "/logout"},
        {"token_endpoint_auth_methods_supported",
         Json::array({options.has_basic ? "client_secret_basic" : "client_secret_post"})}};
    if (!options.userinfo.is_null()) document["userinfo_endpoint"] = Issuer() + "/userinfo";
    return JsonAnswer(200, document);
  }

  ServedResponse Authorize(const Parameters& asked) {
    const auto at = [&](const char* name) {
      const auto found = asked.find(name);
      return found == asked.end() ? std::string() : found->second;
    };
    const bool is_right = at("response_type") == "code" && at("client_id") == options.client_id &&
                          absl::StrContains(at("scope"), "openid") && !at("state").empty() &&
                          !at("nonce").empty() && at("code_challenge_method") == "S256" &&
                          at("code_challenge").size() == 43 &&
                          absl::EndsWith(at("redirect_uri"), "/login/oidc/callback");
    if (!is_right) return {.status = 400, .body = "this is no request that a client may send"};
    const std::string code = absl::StrCat("code-", ++codes);
    pending[code] = asked;
    return {.status = 303,
            .headers = {
                {"location",
                 absl::StrCat(at("redirect_uri"), "?code=", code, "&state=", at("state"), "&iss=",
                              absl::StrReplaceAll(Issuer(), {{":", "%3A"}, {"/", "%2F"}}))}}};
  }

  bool IsClient(const ServedRequest& request, const Parameters& form) const {
    if (options.has_basic) {
      const std::string wanted = absl::StrCat(
          "Basic ", absl::Base64Escape(absl::StrCat(options.client_id, ":client%20secret%2F1")));
      return request.header("authorization") == wanted;
    }
    const auto secret = form.find("client_secret");
    const auto id = form.find("client_id");
    return secret != form.end() && secret->second == options.client_secret && id != form.end() &&
           id->second == options.client_id;
  }

  ServedResponse Redeem(const ServedRequest& request) {
    Parameters form = ParametersOf(request.body);
    if (request.method != "POST" || form["grant_type"] != "authorization_code") {
      return Refused("unsupported_grant_type", "wanted authorization_code");
    }
    if (!IsClient(request, form)) return Refused("invalid_client", "who is this?");
    const auto found = pending.find(form["code"]);
    if (found == pending.end()) return Refused("invalid_grant", "the code is not known");
    Parameters asked = found->second;
    if (!are_codes_good_twice) pending.erase(found);
    const std::string challenge =
        Base64Url(absl::HexStringToBytes(Sha256Hex(form["code_verifier"])));
    if (challenge != asked["code_challenge"]) return Refused("invalid_grant", "PKCE fails");
    if (form["redirect_uri"] != asked["redirect_uri"]) {
      return Refused("invalid_grant", "another redirect_uri");
    }
    return JsonAnswer(200, {{"access_token", "access-1"},
                            {"token_type", "Bearer"},
                            {"id_token", IdToken(asked["nonce"])}});
  }

  std::string IdToken(const std::string& nonce) const {
    const int64_t now = absl::ToUnixSeconds(absl::Now());
    Json claims = options.claims;
    claims["iss"] = Issuer();
    claims["aud"] = options.client_id;
    claims["iat"] = now;
    claims["exp"] = now + 300;
    claims["nonce"] = nonce;
    for (const auto& [name, value] : overrides) {
      if (value.is_null()) {
        claims.erase(name);
      } else {
        claims[name] = value;
      }
    }
    const Json header = {{"alg", options.algorithm}, {"kid", named_key.value_or(key.id)}};
    const std::string text =
        absl::StrCat(Base64Url(github::ToText(header)), ".", Base64Url(github::ToText(claims)));
    if (options.algorithm == "none") return text + ".";
    if (options.algorithm == "HS256") {
      return absl::StrCat(text, ".", Base64Url(HmacOf(github::ToText(key.Public()), text)));
    }
    return absl::StrCat(text, ".", Base64Url(key.Sign(text)));
  }

  ServedResponse Userinfo(const ServedRequest& request) const {
    if (request.header("authorization") != "Bearer access-1") return {.status = 401};
    return JsonAnswer(200, options.userinfo);
  }

  const OpenIdOptions options;
  mutable Mutex mutex;
  int keys = 0;
  SigningKey key;
  std::map<std::string, Json> overrides;
  std::optional<std::string> named_key;
  std::map<std::string, Parameters> pending;  // By code.
  int codes = 0;
  bool are_codes_good_twice = false;
  bool is_broken = false;
  int key_requests = 0;
  int document_requests = 0;
  std::unique_ptr<HttpServer> server;  // The last member: its threads use the others.
};

OpenIdProvider::OpenIdProvider(OpenIdOptions options)
    : state_(std::make_unique<State>(std::move(options))) {
  state_->server = std::make_unique<HttpServer>(
      [state = state_.get()](const ServedRequest& request) { return state->Serve(request); });
}

OpenIdProvider::~OpenIdProvider() = default;

std::string OpenIdProvider::issuer() const { return state_->Issuer(); }

std::string OpenIdProvider::Visit(const std::string& url) const {
  const std::pair<std::string, std::string> parts = absl::StrSplit(url, absl::MaxSplits('?', 1));
  if (parts.first != issuer() + "/authorize") return "";
  const ServedResponse response = state_->Serve(
      {.method = "GET", .path = "/authorize", .query = parts.second, .headers = {}, .body = ""});
  return response.status == 303 ? response.headers.front().second : "";
}

void OpenIdProvider::Override(const std::string& claim, Json value) {
  const MutexLock lock(state_->mutex);
  state_->overrides[claim] = std::move(value);
}

void OpenIdProvider::RotateKeys() {
  const MutexLock lock(state_->mutex);
  state_->key = state_->NewKey();
}

void OpenIdProvider::NameKey(const std::string& id) {
  const MutexLock lock(state_->mutex);
  state_->named_key = id;
}

void OpenIdProvider::AllowCodesTwice() {
  const MutexLock lock(state_->mutex);
  state_->are_codes_good_twice = true;
}

void OpenIdProvider::SetBroken(bool is_broken) {
  const MutexLock lock(state_->mutex);
  state_->is_broken = is_broken;
}

int OpenIdProvider::key_requests() const {
  const MutexLock lock(state_->mutex);
  return state_->key_requests;
}

int OpenIdProvider::document_requests() const {
  const MutexLock lock(state_->mutex);
  return state_->document_requests;
}

}  // namespace allreview::fakes
