#include "gateway/access/people.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "gateway/access/token.h"
#include "github/json.h"
#include "openssl/crypto.h"
#include "openssl/evp.h"
#include "openssl/hmac.h"

namespace allreview::access {
namespace {

using github::Json;

constexpr absl::string_view kVoucherPrefix = "arv_";
constexpr size_t kKeyBytes = 32;
constexpr size_t kMaxShownGroups = 10;

std::string Mac(absl::string_view key, absl::string_view text) {
  unsigned char mac[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac, &size);
  return absl::BytesToHexString({reinterpret_cast<const char*>(mac), size});
}

// For the reason of a refusal.
std::string GroupsOf(const Identity& identity) {
  if (identity.groups.empty()) return "(in no group that they name)";
  const size_t shown = std::min(identity.groups.size(), kMaxShownGroups);
  std::string text = "(in the groups ";
  for (size_t i = 0; i < shown; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", absl::CHexEscape(identity.groups[i]));
  }
  const size_t more = identity.groups.size() - shown;
  return absl::StrCat(text, more == 0 ? "" : absl::StrCat(" and ", more, " more"), ")");
}

}  // namespace

People::People(PeopleOptions options)
    : grants_(std::move(options.grants)),
      sessions_(options.sessions),
      tokens_(std::move(options.tokens)),
      key_(RandomBytes(kKeyBytes)),
      refusals_(std::move(options.access)) {}

std::string People::Vouch(const Identity& identity) {
  // Headers of gRPC are bounded; a person may be in hundreds of groups that nothing here names.
  const Identity named = grants_->OnlyNamedGroups(identity);
  const std::string text = absl::WebSafeBase64Escape(github::ToText(
      {{"provider", named.provider}, {"name", named.name}, {"groups", named.groups}}));
  return absl::StrCat("Bearer ", kVoucherPrefix, text, ".", Mac(key_, text));
}

std::optional<Identity> People::OpenVoucher(absl::string_view voucher) const {
  absl::ConsumePrefix(&voucher, kVoucherPrefix);
  const size_t dot = voucher.find('.');
  if (dot == absl::string_view::npos) return std::nullopt;
  const absl::string_view text = voucher.substr(0, dot);
  const std::string wanted = Mac(key_, text);
  const absl::string_view found = voucher.substr(dot + 1);
  if (found.size() != wanted.size() ||
      CRYPTO_memcmp(found.data(), wanted.data(), wanted.size()) != 0) {
    return std::nullopt;
  }
  std::string plain;
  if (!absl::WebSafeBase64Unescape(text, &plain)) return std::nullopt;
  const absl::StatusOr<Json> json = github::ParseJson(plain, Json::value_t::object);
  if (!json.ok()) return std::nullopt;
  Identity identity = {.provider = github::Text(*json, "provider"),
                       .name = github::Text(*json, "name")};
  for (const Json& group : github::At(*json, "groups")) {
    identity.groups.push_back(group.get<std::string>());
  }
  return identity;
}

absl::StatusOr<std::optional<Identity>> People::Who(absl::string_view authorization) {
  const std::optional<absl::string_view> token = BearerOf(authorization);
  if (!token) return std::nullopt;
  if (absl::StartsWith(*token, kVoucherPrefix)) return OpenVoucher(*token);
  if (sessions_ == nullptr || !absl::StartsWith(*token, kSessionPrefix)) return std::nullopt;
  ASSIGN_OR_RETURN(std::optional<Session> session, sessions_->Find(*token));
  if (!session) return std::nullopt;
  return std::move(session->identity);
}

absl::StatusOr<Caller> People::Admit(const Identity& identity, const AccessRequest& request) {
  const std::optional<Scope> needed = ScopeOf(request.rpc);
  if (!needed) return absl::InternalError(absl::StrCat("no scope is known for ", request.rpc));
  std::optional<std::vector<std::string>> repositories = grants_->Find(identity, *needed);
  if (repositories) {
    const auto administered = grants_->Find(identity, Scope::kAdmin);
    return Caller{.name = identity.principal(),
                  .repositories = *std::move(repositories),
                  .is_operator = administered && administered->empty()};
  }
  const std::string reason = absl::StrCat(request.rpc, " needs the scope ", ScopeName(*needed),
                                          ", which no line of the grants gives to ",
                                          identity.principal(), " ", GroupsOf(identity));
  return refusals_.Report(request, identity.principal(), absl::PermissionDeniedError(reason));
}

absl::StatusOr<Caller> People::Check(const AccessRequest& request) {
  const absl::string_view token = BearerOf(request.authorization).value_or("");
  const bool is_session = absl::StartsWith(token, kSessionPrefix);
  if (is_session || absl::StartsWith(token, kVoucherPrefix)) {
    ASSIGN_OR_RETURN(const std::optional<Identity> identity, Who(request.authorization));
    if (identity) return Admit(*identity, request);
    return refusals_.Report(
        request, "unknown",
        absl::UnauthenticatedError("the session has ended or was revoked; log in again at /login"));
  }
  if (tokens_ != nullptr) return tokens_->Check(request);
  return refusals_.Report(
      request, "unknown",
      absl::UnauthenticatedError(
          request.authorization.empty()
              ? absl::StrCat(request.rpc, " needs somebody who is logged in; see /login")
              : "this server takes no API tokens: --tokens=FILE is not given"));
}

}  // namespace allreview::access
