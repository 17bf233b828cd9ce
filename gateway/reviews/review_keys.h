#ifndef GATEWAY_REVIEWS_REVIEW_KEYS_H_
#define GATEWAY_REVIEWS_REVIEW_KEYS_H_

// Which review belongs to which job: one id for each key, whoever asks first.
//
//   ASSIGN_OR_RETURN(const std::string id, keys.Claim(job.key(), store.NewId()));
//
// Safe from any thread, and for several processes on one store.

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/store/keyed_store.h"

namespace allreview::gateway {

class ReviewKeys {
 public:
  // `store` is borrowed.
  explicit ReviewKeys(KeyedStore* store) : store_(store) {}

  // The id of the job's review: `new_id`, or that of an earlier claim.
  absl::StatusOr<std::string> Claim(absl::string_view job_key, absl::string_view new_id);

  absl::StatusOr<std::optional<std::string>> IdOf(absl::string_view job_key);
  absl::StatusOr<std::optional<std::string>> KeyOf(absl::string_view review_id);

  // Retention; ids tell their age. How many were removed.
  absl::StatusOr<int64_t> RemoveBefore(absl::Time time);

 private:
  absl::StatusOr<std::optional<std::string>> ValueOf(const std::string& key);

  KeyedStore* const store_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_REVIEW_KEYS_H_
