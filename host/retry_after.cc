#include "host/retry_after.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace allreview::host {
namespace {

constexpr char kPayload[] = "allreview/retry-after";  // Of the status: seconds, as text.

}  // namespace

absl::Status WithRetryAfter(absl::Status status, absl::Duration wait) {
  const absl::Duration bounded =
      std::clamp(absl::Ceil(wait, absl::Seconds(1)), kMinRetryAfter, kMaxRetryAfter);
  status.SetPayload(kPayload, absl::Cord(absl::StrCat(absl::ToInt64Seconds(bounded))));
  return status;
}

std::optional<std::string> SaidRetryAfter(const absl::Status& status) {
  const auto payload = status.GetPayload(kPayload);
  if (!payload.has_value()) return std::nullopt;
  return std::string(*payload);
}

std::string RetryAfterText(const absl::Status& status) {
  return SaidRetryAfter(status).value_or(absl::StrCat(absl::ToInt64Seconds(kMinRetryAfter)));
}

absl::Status WithRetryAfterText(absl::Status status, absl::string_view seconds) {
  int64_t number = 0;
  if (!absl::SimpleAtoi(seconds, &number)) return status;
  return WithRetryAfter(std::move(status), absl::Seconds(number));
}

}  // namespace allreview::host
