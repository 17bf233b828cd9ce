#include "gateway/store/requester_records.h"

#include <algorithm>
#include <optional>

#include "base/status_macros.h"
#include "gateway/store/store_keys.h"
#include "google/protobuf/wrappers.pb.h"

namespace allreview::gateway {
namespace {

using google::protobuf::Int64Value;

absl::StatusOr<int64_t> NumberAt(const std::string& key, StoreUpdate& update) {
  ASSIGN_OR_RETURN(const std::optional<Int64Value> number, update.Get<Int64Value>(key));
  return number.has_value() ? number->value() : 0;
}

void PutNumber(const std::string& key, int64_t value, StoreUpdate& update) {
  Int64Value number;
  number.set_value(value);
  update.Put(key, number);
}

}  // namespace

absl::Status CountKept(const std::string& requester, const std::string& id, int64_t bytes,
                       StoreUpdate& update) {
  if (requester.empty()) return absl::OkStatus();
  const std::string all = KeptBytesKey(requester), own = KeptReviewKey(requester, id);
  RETURN_IF_ERROR(update.Prefetch({all, own}));
  ASSIGN_OR_RETURN(const int64_t of_all, NumberAt(all, update));
  ASSIGN_OR_RETURN(const int64_t before, NumberAt(own, update));
  if (before == bytes) return absl::OkStatus();
  PutNumber(own, bytes, update);
  PutNumber(all, std::max<int64_t>(0, of_all - before + bytes), update);
  return absl::OkStatus();
}

absl::Status RemoveKept(const std::string& requester, const std::vector<std::string>& ids,
                        StoreUpdate& update) {
  if (requester.empty()) return absl::OkStatus();
  std::vector<std::string> keys = {KeptBytesKey(requester)};
  for (const std::string& id : ids) keys.push_back(KeptReviewKey(requester, id));
  RETURN_IF_ERROR(update.Prefetch(keys));
  ASSIGN_OR_RETURN(int64_t left, NumberAt(keys[0], update));
  for (size_t i = 1; i < keys.size(); ++i) {
    ASSIGN_OR_RETURN(const int64_t bytes, NumberAt(keys[i], update));
    if (bytes > 0) update.Remove(keys[i]);
    left -= bytes;
  }
  if (left > 0) {
    PutNumber(keys[0], left, update);
  } else {
    update.Remove(keys[0]);
  }
  return absl::OkStatus();
}

}  // namespace allreview::gateway
