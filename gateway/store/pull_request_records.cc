// ReviewStore: pull requests and deliveries.

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {
namespace {

using review::v1::PullRequestState;

constexpr size_t kMaxGuidBytes = 200;

absl::Status CheckPullRequest(PullRequestKey key) {
  if (key.repository_id > 0 && key.number > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("store: pull request ", key.number,
                                                 " of repository ", key.repository_id,
                                                 ", wanted numbers above 0"));
}

absl::Status CheckGuid(absl::string_view guid) {
  if (!guid.empty() && guid.size() <= kMaxGuidBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("store: the id of a delivery has ", guid.size(),
                                                 " bytes, wanted 1 to ", kMaxGuidBytes));
}

absl::Status PutState(const std::optional<PullRequestState>& old, const PullRequestState& state,
                      StoreUpdate& update) {
  const bool was_open = old.has_value() && old->is_open();
  if (state.is_open() != was_open) {
    RETURN_IF_ERROR(CountOpen(state.repository(), state.is_open() ? 1 : -1, update));
  }
  update.Put(
      PullRequestStateKey({.repository_id = state.repository().id(), .number = state.number()}),
      state);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<VersionedPullRequest> ReviewStore::GetPullRequest(int64_t repository_id,
                                                                 int64_t number) {
  const PullRequestKey pull_request = {.repository_id = repository_id, .number = number};
  RETURN_IF_ERROR(CheckPullRequest(pull_request));
  const std::string key = PullRequestStateKey(pull_request);
  // One that cannot be read must not stop the pull request for good: it is found out anew.
  StoreUpdate reads(store_, StoreUpdate::Damage::kIsReplaced);
  VersionedPullRequest result;
  ASSIGN_OR_RETURN(auto state, reads.Get<PullRequestState>(key));
  if (state) result.state = *std::move(state);
  ASSIGN_OR_RETURN(result.version, reads.VersionOf(key));
  return result;
}

absl::Status ReviewStore::PutPullRequest(const PullRequestState& state, int64_t version) {
  const PullRequestKey pull_request = {.repository_id = state.repository().id(),
                                       .number = state.number()};
  RETURN_IF_ERROR(CheckPullRequest(pull_request));
  const std::string key = PullRequestStateKey(pull_request);
  const MutexLock lock(update_mutex_);
  return RunUpdate(store_, [&](StoreUpdate& update) -> absl::Status {
    RETURN_IF_ERROR(update.Prefetch({key, RepositoryKey(pull_request.repository_id)}));
    ASSIGN_OR_RETURN(const int64_t found, update.VersionOf(key));
    RETURN_IF_ERROR(CompareVersions({.key = key, .expected_version = version}, found));
    ASSIGN_OR_RETURN(auto old, update.Get<PullRequestState>(key));
    return PutState(old, state, update);
  });
}

absl::Status ReviewStore::UpdatePullRequest(
    int64_t repository_id, int64_t number,
    const std::function<void(PullRequestState& state)>& change) {
  const PullRequestKey pull_request = {.repository_id = repository_id, .number = number};
  RETURN_IF_ERROR(CheckPullRequest(pull_request));
  const std::string key = PullRequestStateKey(pull_request);
  const MutexLock lock(update_mutex_);
  return RunUpdate(store_, [&](StoreUpdate& update) -> absl::Status {
    RETURN_IF_ERROR(update.Prefetch({key, RepositoryKey(repository_id)}));
    ASSIGN_OR_RETURN(const std::optional<PullRequestState> old, update.Get<PullRequestState>(key));
    PullRequestState state = old.value_or(PullRequestState());
    change(state);
    state.mutable_repository()->set_id(repository_id);
    state.set_number(number);
    return PutState(old, state, update);
  });
}

absl::StatusOr<bool> ReviewStore::IsDelivered(absl::string_view guid) {
  RETURN_IF_ERROR(CheckGuid(guid));
  ASSIGN_OR_RETURN(std::optional<StoredEntry> entry, store_->Get(DeliveryKey(guid)));
  return entry.has_value();
}

absl::Status ReviewStore::MarkDelivered(absl::string_view guid) {
  RETURN_IF_ERROR(CheckGuid(guid));
  const absl::Time now = options_.now();
  const absl::Status status = store_->Commit({{.key = DeliveryKey(guid),
                                               .value = absl::StrCat(absl::ToUnixMillis(now)),
                                               .expected_version = 0},
                                              {.key = DeliveryTimeKey(now, guid), .value = ""}});
  // Marked before, by a redelivery.
  return absl::IsAborted(status) ? absl::OkStatus() : status;
}

}  // namespace allreview::gateway
