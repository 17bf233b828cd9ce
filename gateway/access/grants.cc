#include "gateway/access/grants.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/access/entries.h"
#include "gateway/access/token.h"

namespace allreview::access {
namespace {

constexpr absl::string_view kEveryone = "everyone";
constexpr absl::string_view kProviders[] = {"proxy:", "oidc:", "github:"};

// GitHub does not tell upper from lower case in names.
std::string Normal(std::string who) {
  return absl::StartsWith(who, "github:") ? absl::AsciiStrToLower(who) : who;
}

std::string GroupWord(const Identity& identity, absl::string_view group) {
  return Normal(absl::StrCat(identity.provider, ":@", absl::StrReplaceAll(group, {{" ", "%20"}})));
}

// What lines may call the person.
std::set<std::string> WordsOf(const Identity& identity) {
  std::set<std::string> words = {std::string(kEveryone), Normal(identity.principal())};
  for (const std::string& group : identity.groups) words.insert(GroupWord(identity, group));
  return words;
}

absl::Status CheckWho(absl::string_view who) {
  if (who == kEveryone) return absl::OkStatus();
  for (const absl::string_view provider : kProviders) {
    const absl::string_view name = who.substr(std::min(provider.size(), who.size()));
    if (absl::StartsWith(who, provider) && !name.empty() && name != "@") return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "'", absl::CHexEscape(who),
      "' names nobody; wanted oidc:NAME, github:NAME or proxy:NAME for a person, oidc:@GROUP, "
      "github:@ORGANISATION/TEAM or proxy:@GROUP for a group, or everyone"));
}

absl::StatusOr<Grant> ParseLine(absl::string_view line) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  if (words.size() < 2 || words.size() > 3) {
    return absl::InvalidArgumentError(
        absl::StrCat("found ", words.size(),
                     " words; wanted who, scopes and perhaps repositories (a space in the name of "
                     "a group is written %20)"));
  }
  Grant grant = {.who = Normal(std::string(words[0]))};
  RETURN_IF_ERROR(CheckWho(grant.who));
  ASSIGN_OR_RETURN(grant.scopes, ParseScopes(words[1]));
  if (words.size() == 3) grant.repositories = absl::StrSplit(words[2], ',');
  for (const std::string& glob : grant.repositories) RETURN_IF_ERROR(CheckGlob(glob));
  return grant;
}

bool Has(const Grant& grant, Scope scope) {
  return std::find(grant.scopes.begin(), grant.scopes.end(), scope) != grant.scopes.end();
}

absl::StatusOr<std::vector<Grant>> ReadGrants(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  absl::StatusOr<std::vector<Grant>> grants = ParseGrants(text);
  if (grants.ok()) return grants;
  return absl::InvalidArgumentError(
      absl::StrCat("grants in ", path, ", ", grants.status().message()));
}

}  // namespace

absl::StatusOr<std::vector<Grant>> ParseGrants(absl::string_view text) {
  std::vector<Grant> grants;
  RETURN_IF_ERROR(ForEachEntry(text, [&](absl::string_view line) -> absl::Status {
    ASSIGN_OR_RETURN(grants.emplace_back(), ParseLine(line));
    return absl::OkStatus();
  }));
  return grants;
}

absl::StatusOr<std::unique_ptr<Grants>> Grants::FromFile(const std::string& path,
                                                         std::function<absl::Time()> now) {
  std::unique_ptr<Grants> grants(new Grants(path, std::move(now)));
  RETURN_IF_ERROR(grants->Load());
  return grants;
}

absl::Status Grants::Load() {
  const MutexLock lock(mutex_);
  ASSIGN_OR_RETURN(grants_, ReadGrants(file_.path()));
  if (grants_.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("grants in ", file_.path(),
                     ": there are none, so nobody who logs in may do anything; wanted a line such "
                     "as \"everyone read,review\""));
  }
  return absl::OkStatus();
}

void Grants::ReloadIfChanged() {
  if (!file_.HasChanged(now_())) return;
  absl::StatusOr<std::vector<Grant>> grants = ReadGrants(file_.path());
  if (!grants.ok()) {
    Log(LogLevel::kError, "the grants of before stay valid",
        {{"reason", std::string(grants.status().message())}});
    return;
  }
  grants_ = *std::move(grants);
  Log(LogLevel::kInfo, "grants read", {{"count", absl::StrCat(grants_.size())}});
}

std::optional<std::vector<std::string>> Grants::Find(const Identity& identity, Scope scope) {
  const std::set<std::string> words = WordsOf(identity);
  const MutexLock lock(mutex_);
  ReloadIfChanged();
  std::optional<std::vector<std::string>> found;
  for (const Grant& grant : grants_) {
    if (!Has(grant, scope) || !words.contains(grant.who)) continue;
    if (grant.repositories.empty()) return std::vector<std::string>();
    if (!found) found.emplace();
    found->insert(found->end(), grant.repositories.begin(), grant.repositories.end());
  }
  return found;
}

std::vector<Scope> Grants::ScopesOf(const Identity& identity) {
  std::vector<Scope> scopes;
  for (const Scope scope : {Scope::kRead, Scope::kReview, Scope::kAdmin}) {
    if (Find(identity, scope)) scopes.push_back(scope);
  }
  return scopes;
}

Identity Grants::OnlyNamedGroups(Identity identity) {
  std::vector<std::string> kept;
  const MutexLock lock(mutex_);
  for (std::string& group : identity.groups) {
    const std::string word = GroupWord(identity, group);
    const bool is_named = std::any_of(grants_.begin(), grants_.end(),
                                      [&word](const Grant& grant) { return grant.who == word; });
    if (is_named) kept.push_back(std::move(group));
  }
  identity.groups = std::move(kept);
  return identity;
}

}  // namespace allreview::access
