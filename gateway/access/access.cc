#include "gateway/access/access.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "gateway/access/refusals.h"
#include "gateway/access/token.h"
#include "gateway/access/watched_file.h"
#include "openssl/crypto.h"

namespace allreview::access {
namespace {

constexpr char kHowToSend[] = "; send \"authorization: Bearer TOKEN\"";

class OpenAccess final : public Access {
 public:
  absl::StatusOr<Caller> Check(const AccessRequest&) override {
    return Caller{.name = "anonymous", .is_operator = true};
  }
};

absl::StatusOr<std::vector<TokenEntry>> ReadTokens(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  absl::StatusOr<std::vector<TokenEntry>> entries = ParseTokens(text);
  if (entries.ok()) return entries;
  return absl::Status(entries.status().code(),
                      absl::StrCat("tokens in ", path, ", ", entries.status().message()));
}

class FileAccess final : public Access {
 public:
  FileAccess(const std::string& path, AccessOptions options)
      : now_(options.now), refusals_(std::move(options)), file_(path, now_()) {}

  absl::Status Load() {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(entries_, ReadTokens(file_.path()));
    return absl::OkStatus();
  }

  absl::StatusOr<Caller> Check(const AccessRequest& request) override {
    const std::optional<Scope> needed = ScopeOf(request.rpc);
    if (!needed.has_value()) {
      return absl::InternalError(absl::StrCat("no scope is known for ", request.rpc));
    }
    if (request.authorization.empty()) {
      return refusals_.Report(
          request, "unknown",
          absl::UnauthenticatedError(absl::StrCat(request.rpc, " needs a token with the scope ",
                                                  ScopeName(*needed), ", found none", kHowToSend)));
    }
    const std::optional<absl::string_view> token = BearerOf(request.authorization);
    if (!token.has_value()) {
      return refusals_.Report(request, "unknown",
                              absl::UnauthenticatedError(absl::StrCat(
                                  "the authorization is of another kind than Bearer", kHowToSend)));
    }
    const std::optional<TokenEntry> entry = Find(*token);
    if (!entry.has_value()) {
      return refusals_.Report(
          request, "unknown",
          absl::UnauthenticatedError("the token is not known here; it may have been "
                                     "withdrawn"));
    }
    const auto has = [&entry](Scope scope) {
      return std::find(entry->scopes.begin(), entry->scopes.end(), scope) != entry->scopes.end();
    };
    Caller caller = {.name = absl::StrCat("token:", entry->name),
                     .repositories = entry->repositories,
                     .is_operator = has(Scope::kAdmin) && entry->repositories.empty()};
    if (has(*needed)) return caller;
    return refusals_.Report(request, caller.name,
                            absl::PermissionDeniedError(absl::StrCat(
                                request.rpc, " needs the scope ", ScopeName(*needed),
                                ", which the token '", entry->name, "' does not have")));
  }

 private:
  std::optional<TokenEntry> Find(absl::string_view token) {
    const std::string digest = Sha256Hex(token);
    const MutexLock lock(mutex_);
    ReloadIfChanged();
    const TokenEntry* found = nullptr;
    // Every entry is compared to its end, so that time tells nothing.
    for (const TokenEntry& entry : entries_) {
      if (CRYPTO_memcmp(entry.sha256.data(), digest.data(), digest.size()) == 0) found = &entry;
    }
    if (found == nullptr) return std::nullopt;
    return *found;
  }

  void ReloadIfChanged() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!file_.HasChanged(now_())) return;
    absl::StatusOr<std::vector<TokenEntry>> entries = ReadTokens(file_.path());
    if (!entries.ok()) {
      Log(LogLevel::kError, "the tokens of before stay valid",
          {{"reason", std::string(entries.status().message())}});
      return;
    }
    entries_ = *std::move(entries);
    Log(LogLevel::kInfo, "tokens read", {{"count", absl::StrCat(entries_.size())}});
  }

  const std::function<absl::Time()> now_;
  Refusals refusals_;
  Mutex mutex_;
  std::vector<TokenEntry> entries_ ABSL_GUARDED_BY(mutex_);
  WatchedFile file_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

bool Caller::MaySee(absl::string_view repository_full_name) const {
  if (repositories.empty()) return true;
  if (repository_full_name.empty()) return false;
  return std::any_of(repositories.begin(), repositories.end(), [&](const std::string& glob) {
    return MatchesGlob(glob, repository_full_name);
  });
}

bool Caller::MaySeeAllOf(absl::string_view organisation) const {
  if (repositories.empty()) return true;
  if (organisation.empty()) return false;
  const std::string prefix = absl::StrCat(organisation, "/");
  // What a glob that ends in '*' makes of the prefix it makes of all that follows it.
  return std::any_of(repositories.begin(), repositories.end(), [&prefix](const std::string& glob) {
    return absl::EndsWith(glob, "*") && MatchesGlob(glob, prefix);
  });
}

std::optional<absl::string_view> BearerOf(absl::string_view authorization) {
  constexpr absl::string_view kScheme = "bearer ";
  if (!absl::StartsWithIgnoreCase(authorization, kScheme)) return std::nullopt;
  return absl::StripAsciiWhitespace(authorization.substr(kScheme.size()));
}

std::unique_ptr<Access> Access::Open() { return std::make_unique<OpenAccess>(); }

absl::StatusOr<std::unique_ptr<Access>> Access::FromFile(const std::string& path,
                                                         AccessOptions options) {
  auto access = std::make_unique<FileAccess>(path, std::move(options));
  RETURN_IF_ERROR(access->Load());
  return access;
}

}  // namespace allreview::access
