#include "gateway/forge/forge_api.h"

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace allreview::gateway {
namespace {

constexpr absl::string_view kRefusalPayload = "allreview/forge-refusal";

}  // namespace

std::string PullRequestName::text() const {
  return absl::StrCat("pull request ", number, " of \"", repository, "\"");
}

std::optional<Refusal> RefusalOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kRefusalPayload);
  int refusal = 0;
  if (!payload.has_value() || !absl::SimpleAtoi(std::string(*payload), &refusal)) {
    return std::nullopt;
  }
  return static_cast<Refusal>(refusal);
}

absl::Status WithRefusal(absl::Status status, Refusal refusal) {
  status.SetPayload(kRefusalPayload, absl::Cord(absl::StrCat(static_cast<int>(refusal))));
  return status;
}

}  // namespace allreview::gateway
