#include "services/pull_request/github_grants.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/mutex.h"

namespace allreview::pull_request {
namespace {

constexpr absl::Duration kValid = absl::Hours(1);
constexpr size_t kMaxGrants = 10'000;

std::string KeyOf(absl::string_view token, absl::string_view repository) {
  return Sha256Hex(absl::StrCat(absl::AsciiStrToLower(repository), "\n", token));
}

}  // namespace

bool GitHubGrants::IsGranted(absl::string_view token, absl::string_view repository,
                             absl::Time now) {
  MutexLock lock(mutex_);
  auto found = until_.find(KeyOf(token, repository));
  return found != until_.end() && now < found->second;
}

void GitHubGrants::Grant(absl::string_view token, absl::string_view repository, absl::Time now) {
  MutexLock lock(mutex_);
  if (until_.size() >= kMaxGrants) {
    std::erase_if(until_, [now](const auto& grant) { return grant.second <= now; });
  }
  // Forgetting costs a request each, nothing else.
  if (until_.size() >= kMaxGrants) until_.clear();
  until_[KeyOf(token, repository)] = now + kValid;
}

std::string GitHubGrants::Identity(absl::string_view repository) {
  return absl::StrCat("repository/", absl::AsciiStrToLower(repository));
}

}  // namespace allreview::pull_request
