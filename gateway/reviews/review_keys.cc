#include "gateway/reviews/review_keys.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "gateway/store/ids.h"

namespace allreview::gateway {
namespace {

// Keys of jobs may be longer than keys of the store.
std::string ByKey(absl::string_view job_key) {
  return absl::StrCat("review_of_job/", Sha256Hex(job_key));
}

std::string ById(absl::string_view review_id) { return absl::StrCat("job_of_review/", review_id); }

}  // namespace

absl::StatusOr<std::string> ReviewKeys::Claim(absl::string_view job_key, absl::string_view new_id) {
  ASSIGN_OR_RETURN(const std::optional<std::string> earlier, IdOf(job_key));
  if (earlier.has_value()) return *earlier;
  // One that is there all the same cannot be read, and is replaced.
  ASSIGN_OR_RETURN(const std::optional<StoredEntry> damaged, store_->Get(ByKey(job_key)));
  const int64_t version = damaged.has_value() && damaged->is_damaged ? damaged->version : 0;
  const absl::Status written = store_->Commit({
      {.key = ByKey(job_key), .value = std::string(new_id), .expected_version = version},
      {.key = ById(new_id), .value = std::string(job_key)},
  });
  if (written.ok()) return std::string(new_id);
  if (!absl::IsAborted(written)) return written;
  ASSIGN_OR_RETURN(const std::optional<std::string> winner, IdOf(job_key));
  if (!winner.has_value()) return absl::UnavailableError("the claim of a review was removed");
  return *winner;
}

absl::StatusOr<std::optional<std::string>> ReviewKeys::IdOf(absl::string_view job_key) {
  return ValueOf(ByKey(job_key));
}

absl::StatusOr<std::optional<std::string>> ReviewKeys::KeyOf(absl::string_view review_id) {
  return ValueOf(ById(review_id));
}

absl::StatusOr<std::optional<std::string>> ReviewKeys::ValueOf(const std::string& key) {
  ASSIGN_OR_RETURN(std::optional<StoredEntry> entry, store_->Get(key));
  if (!entry.has_value()) return std::optional<std::string>();
  if (entry->is_damaged) {
    store_->NoteUnreadable(key, "it holds no id and no key");
    return std::optional<std::string>();
  }
  return std::optional<std::string>(std::move(entry->value));
}

absl::StatusOr<int64_t> ReviewKeys::RemoveBefore(absl::Time time) {
  int64_t removed = 0;
  while (true) {
    ASSIGN_OR_RETURN(
        const std::vector<StoredEntry> old,
        store_->Scan({.first = ById(""), .last = ById(FirstIdAt(time)), .limit = 200}));
    if (old.empty()) return removed;
    for (const StoredEntry& entry : old) {
      RETURN_IF_ERROR(store_->Commit({{.key = entry.key}, {.key = ByKey(entry.value)}}));
      ++removed;
    }
  }
}

}  // namespace allreview::gateway
