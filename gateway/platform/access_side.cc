#include "gateway/platform/access_side.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace allreview::gateway {
namespace {

// Empty: no file is named.
absl::StatusOr<std::string> ReadSecret(const std::string& path) {
  if (path.empty()) return path;
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  std::string secret(absl::StripAsciiWhitespace(text));
  if (!secret.empty()) return secret;
  return absl::InvalidArgumentError(absl::StrCat(path, " is empty; wanted the client's secret"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<AccessSide>> AccessSide::Open(AccessSideOptions options) {
  std::unique_ptr<AccessSide> side(new AccessSide(std::move(options)));
  const AccessSideOptions& given = side->options_;
  const access::AccessOptions access = {.on_refusal = given.on_refusal};
  std::unique_ptr<access::Access> tokens;
  if (!given.tokens_file.empty()) {
    ASSIGN_OR_RETURN(tokens, access::Access::FromFile(given.tokens_file, access));
  }
  if (given.people.HasPeople()) {
    RETURN_IF_ERROR(side->OpenPeople(std::move(tokens), access));
  } else {
    side->access_ = tokens == nullptr ? access::Access::Open() : std::move(tokens);
  }
  if (given.people.HasLogins()) RETURN_IF_ERROR(side->OpenLogins());
  return side;
}

absl::Status AccessSide::OpenPeople(std::unique_ptr<access::Access> tokens,
                                    const access::AccessOptions& access) {
  ASSIGN_OR_RETURN(auto grants, access::Grants::FromFile(options_.people.grants_file, absl::Now));
  if (options_.people.HasLogins()) {
    sessions_ = std::make_unique<access::Sessions>(options_.store, absl::Now,
                                                   static_cast<int>(options_.people.max_sessions));
  }
  auto people = std::make_unique<access::People>(access::PeopleOptions{.grants = std::move(grants),
                                                                       .sessions = sessions_.get(),
                                                                       .tokens = std::move(tokens),
                                                                       .access = access});
  people_ = people.get();
  access_ = std::move(people);
  return absl::OkStatus();
}

absl::Status AccessSide::OpenLogins() {
  std::vector<std::unique_ptr<access::LoginProvider>> providers;
  if (!options_.people.oidc.issuer.empty()) {
    access::OidcOptions oidc = options_.people.oidc;
    ASSIGN_OR_RETURN(oidc.client_secret, ReadSecret(options_.people.oidc_secret_file));
    ASSIGN_OR_RETURN(providers.emplace_back(), access::NewOidcProvider(oidc));
  }
  if (!options_.people.github.client_id.empty()) {
    access::GitHubLoginOptions github = options_.people.github;
    ASSIGN_OR_RETURN(github.client_secret, ReadSecret(options_.people.github_secret_file));
    ASSIGN_OR_RETURN(providers.emplace_back(), access::NewGitHubProvider(github));
  }
  logins_ = std::make_unique<access::Logins>(
      access::LoginsOptions{.providers = std::move(providers),
                            .sessions = sessions_.get(),
                            .public_url = options_.public_url,
                            .session_lifetime = options_.people.session_lifetime,
                            .on_login = options_.on_login});
  return absl::OkStatus();
}

http::ProxyIdentity AccessSide::proxy_identity() {
  if (options_.people.user_header.empty()) return {};
  return {.user_header = absl::AsciiStrToLower(options_.people.user_header),
          .groups_header = absl::AsciiStrToLower(options_.people.groups_header),
          .vouch = [this](const std::string& user,
                          const std::vector<std::string>& groups) -> absl::StatusOr<std::string> {
            const access::Identity identity = {.provider = "proxy", .name = user, .groups = groups};
            RETURN_IF_ERROR(access::CheckIdentity(identity));
            return people_->Vouch(identity);
          }};
}

}  // namespace allreview::gateway
