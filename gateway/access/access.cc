#include "gateway/access/access.h"

#include <sys/stat.h>

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
#include "gateway/access/token.h"
#include "openssl/crypto.h"

namespace allreview::access {
namespace {

constexpr absl::Duration kStatInterval = absl::Seconds(1);
constexpr char kHowToSend[] = "; send \"authorization: Bearer TOKEN\"";

// '*' stands for any characters; both sides in lower case.
bool MatchesGlob(absl::string_view glob, absl::string_view text) {
  size_t g = 0, t = 0, star = absl::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && glob[g] == text[t]) {
      ++g;
      ++t;
    } else if (star != absl::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == absl::string_view::npos;
}

// What tells whether a file was replaced or written to.
struct Version {
  ino_t inode = 0;
  off_t size = -1;
  int64_t changed_ns = 0;
  bool operator==(const Version&) const = default;
};

Version VersionOf(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return {};
  return {.inode = info.st_ino,
          .size = info.st_size,
          .changed_ns = info.st_ctim.tv_sec * int64_t{1000000000} + info.st_ctim.tv_nsec};
}

// The token of "Bearer TOKEN"; the scheme's case does not matter (RFC 9110).
std::optional<absl::string_view> TokenOf(absl::string_view authorization) {
  constexpr absl::string_view kScheme = "bearer ";
  if (!absl::StartsWithIgnoreCase(authorization, kScheme)) return std::nullopt;
  return absl::StripAsciiWhitespace(authorization.substr(kScheme.size()));
}

class OpenAccess final : public Access {
 public:
  absl::StatusOr<Caller> Check(const AccessRequest&) override {
    return Caller{.name = "anonymous"};
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
  FileAccess(std::string path, AccessOptions options)
      : path_(std::move(path)), options_(std::move(options)) {}

  absl::Status Load() {
    const MutexLock lock(mutex_);
    version_ = VersionOf(path_);
    checked_at_ = options_.now();
    ASSIGN_OR_RETURN(entries_, ReadTokens(path_));
    return absl::OkStatus();
  }

  absl::StatusOr<Caller> Check(const AccessRequest& request) override {
    const std::optional<Scope> needed = ScopeOf(request.rpc);
    if (!needed.has_value()) {
      return absl::InternalError(absl::StrCat("no scope is known for ", request.rpc));
    }
    if (request.authorization.empty()) {
      return Refuse(
          request, "unknown",
          absl::UnauthenticatedError(absl::StrCat(request.rpc, " needs a token with the scope ",
                                                  ScopeName(*needed), ", found none", kHowToSend)));
    }
    const std::optional<absl::string_view> token = TokenOf(request.authorization);
    if (!token.has_value()) {
      return Refuse(request, "unknown",
                    absl::UnauthenticatedError(absl::StrCat(
                        "the authorization is of another kind than Bearer", kHowToSend)));
    }
    const std::optional<TokenEntry> entry = Find(*token);
    if (!entry.has_value()) {
      return Refuse(request, "unknown",
                    absl::UnauthenticatedError("the token is not known here; it may have been "
                                               "withdrawn"));
    }
    Caller caller = {.name = absl::StrCat("token:", entry->name),
                     .repositories = entry->repositories};
    if (std::find(entry->scopes.begin(), entry->scopes.end(), *needed) != entry->scopes.end()) {
      return caller;
    }
    return Refuse(request, caller.name,
                  absl::PermissionDeniedError(
                      absl::StrCat(request.rpc, " needs the scope ", ScopeName(*needed),
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
    const absl::Time now = options_.now();
    if (now - checked_at_ < kStatInterval) return;
    checked_at_ = now;
    const Version version = VersionOf(path_);
    if (version == version_) return;
    version_ = version;
    absl::StatusOr<std::vector<TokenEntry>> entries = ReadTokens(path_);
    if (!entries.ok()) {
      Log(LogLevel::kError, "the tokens of before stay valid",
          {{"reason", std::string(entries.status().message())}});
      return;
    }
    entries_ = *std::move(entries);
    Log(LogLevel::kInfo, "tokens read", {{"count", absl::StrCat(entries_.size())}});
  }

  absl::Status Refuse(const AccessRequest& request, std::string actor, absl::Status status) {
    Refusal refusal = {.actor = std::move(actor),
                       .rpc = std::string(request.rpc),
                       .reason = std::string(status.message())};
    if (IsReported(&refusal.unreported) && options_.on_refusal) options_.on_refusal(refusal);
    return status;
  }

  // Not under the lock of the caller's callback.
  bool IsReported(int* unreported) {
    const MutexLock lock(mutex_);
    const absl::Time now = options_.now();
    if (now - minute_began_ >= absl::Minutes(1)) {
      minute_began_ = now;
      reported_ = 0;
    }
    if (reported_ >= kMaxRefusalsPerMinute) {
      ++unreported_;
      return false;
    }
    ++reported_;
    *unreported = std::exchange(unreported_, 0);
    return true;
  }

  const std::string path_;
  const AccessOptions options_;
  Mutex mutex_;
  std::vector<TokenEntry> entries_ ABSL_GUARDED_BY(mutex_);
  Version version_ ABSL_GUARDED_BY(mutex_);
  absl::Time checked_at_ ABSL_GUARDED_BY(mutex_);
  absl::Time minute_began_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  int reported_ ABSL_GUARDED_BY(mutex_) = 0;
  int unreported_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace

bool Caller::MaySee(absl::string_view repository_full_name) const {
  if (repositories.empty()) return true;
  if (repository_full_name.empty()) return false;
  const std::string name = absl::AsciiStrToLower(repository_full_name);
  return std::any_of(repositories.begin(), repositories.end(), [&name](const std::string& glob) {
    return MatchesGlob(absl::AsciiStrToLower(glob), name);
  });
}

bool Caller::MaySeeAllOf(absl::string_view organisation) const {
  if (repositories.empty()) return true;
  if (organisation.empty()) return false;
  const std::string prefix = absl::StrCat(absl::AsciiStrToLower(organisation), "/");
  // What a glob that ends in '*' makes of the prefix it makes of all that follows it.
  return std::any_of(repositories.begin(), repositories.end(), [&prefix](const std::string& glob) {
    return absl::EndsWith(glob, "*") && MatchesGlob(absl::AsciiStrToLower(glob), prefix);
  });
}

std::unique_ptr<Access> Access::Open() { return std::make_unique<OpenAccess>(); }

absl::StatusOr<std::unique_ptr<Access>> Access::FromFile(const std::string& path,
                                                         AccessOptions options) {
  auto access = std::make_unique<FileAccess>(path, std::move(options));
  RETURN_IF_ERROR(access->Load());
  return access;
}

}  // namespace allreview::access
