#include "gateway/store/repository_records.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/store/store_keys.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {
namespace {

using review::v1::Repository;
using review::v1::RepositorySummary;

constexpr int kNameBatch = 500;

// "acme/train" of "repository_name/acme/train/000000004242".
absl::string_view NameInKey(absl::string_view key) {
  key.remove_prefix(key.find('/') + 1);
  return key.substr(0, key.rfind('/'));
}

// The name is a label that may change; the index follows it.
void Rename(const Repository& repository, RepositorySummary& record, StoreUpdate& update) {
  const std::string& old_name = record.repository().full_name();
  if (record.has_repository() && old_name != repository.full_name()) {
    update.Remove(RepositoryNameKey(old_name, repository.id()));
  }
  update.PutEmpty(RepositoryNameKey(repository.full_name(), repository.id()));
  *record.mutable_repository() = repository;
}

}  // namespace

absl::Status AddToRepository(const review::v1::ReviewSummary& summary, StoreUpdate& update) {
  if (summary.repository().id() == 0) return absl::OkStatus();
  const std::string key = RepositoryKey(summary.repository().id());
  ASSIGN_OR_RETURN(auto found, update.Get<RepositorySummary>(key));
  RepositorySummary record = found.value_or(RepositorySummary());
  record.set_reviews(record.reviews() + 1);
  // Reviews need not come in the order of their ids.
  if (record.latest().id() < summary.id()) {
    Rename(summary.repository(), record, update);
    record.mutable_latest()->set_id(summary.id());
  }
  update.Put(key, record);
  return absl::OkStatus();
}

absl::Status RemoveFromRepository(int64_t repository_id, int reviews, StoreUpdate& update) {
  if (repository_id == 0) return absl::OkStatus();
  const std::string key = RepositoryKey(repository_id);
  ASSIGN_OR_RETURN(auto record, update.Get<RepositorySummary>(key));
  if (!record) return absl::OkStatus();
  record->set_reviews(std::max(0, record->reviews() - reviews));
  if (record->reviews() > 0 || record->open_pull_requests() > 0) {
    update.Put(key, *record);
  } else {
    update.Remove(key);
    update.Remove(RepositoryNameKey(record->repository().full_name(), repository_id));
  }
  return absl::OkStatus();
}

absl::Status CountOpen(const Repository& repository, int change, StoreUpdate& update) {
  const std::string key = RepositoryKey(repository.id());
  ASSIGN_OR_RETURN(auto found, update.Get<RepositorySummary>(key));
  RepositorySummary record = found.value_or(RepositorySummary());
  if (!found) Rename(repository, record, update);
  record.set_open_pull_requests(std::max(0, record.open_pull_requests() + change));
  update.Put(key, record);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<StoredEntry>> ScanRepositoryNames(KeyedStore& store, KeyRange range,
                                                             const RepositoryFilter& may_see) {
  if (!may_see) return store.Scan(range);
  std::vector<StoredEntry> visible;
  const size_t wanted = static_cast<size_t>(range.limit);
  range.limit = kNameBatch;
  while (true) {
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store.Scan(range));
    for (StoredEntry& entry : entries) {
      range.first = absl::StrCat(entry.key, absl::string_view("\0", 1));
      if (!may_see(NameInKey(entry.key))) continue;
      visible.push_back(std::move(entry));
      if (visible.size() == wanted) return visible;
    }
    if (static_cast<int>(entries.size()) < range.limit) return visible;
  }
}

absl::StatusOr<std::vector<int64_t>> VisibleRepositories(KeyedStore& store,
                                                         const RepositoryFilter& may_see) {
  KeyRange all = KeysWithPrefix("repository_name/");
  all.limit = std::numeric_limits<int>::max();
  ASSIGN_OR_RETURN(const std::vector<StoredEntry> names, ScanRepositoryNames(store, all, may_see));
  std::vector<int64_t> visible;
  for (const StoredEntry& name : names) {
    int64_t id = 0;
    if (absl::SimpleAtoi(LastPart(name.key), &id)) visible.push_back(id);  // Else not one of ours.
  }
  std::sort(visible.begin(), visible.end());
  return visible;
}

}  // namespace allreview::gateway
