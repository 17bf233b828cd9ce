#include "gateway/forge/github/missed_deliveries.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "github/json.h"

namespace allreview::gateway {
namespace {

using github::ApiAnswer;
using github::Json;
using github::Number;
using github::Text;

// All attempts at one delivery, by its GUID.
struct Delivery {
  int64_t newest_id = 0;
  absl::Time newest = absl::InfinitePast();
  int attempts = 0;
  bool is_good = false;
  bool is_refused = false;  // We will never take it: it is malformed or too large.
};
using Deliveries = std::map<std::string, Delivery>;

bool IsRefusal(int64_t code) { return code == 400 || code == 413 || code == 415; }

// Adds one attempt. False: it is older than wanted, and so is all that follows.
bool Add(const Json& attempt, absl::Time since, Deliveries& deliveries) {
  absl::Time at = absl::InfinitePast();
  absl::ParseTime(absl::RFC3339_full, Text(attempt, "delivered_at"), &at, nullptr);
  if (at < since) return false;
  Delivery& delivery = deliveries[Text(attempt, "guid")];
  int64_t code = Number(attempt, "status_code");
  ++delivery.attempts;
  delivery.is_good |= code >= 200 && code < 300;
  delivery.is_refused |= IsRefusal(code);
  if (at >= delivery.newest) {
    delivery.newest = at;
    delivery.newest_id = Number(attempt, "id");
  }
  return true;
}

absl::StatusOr<Deliveries> ReadDeliveries(github::Api& api, const SweepOptions& options,
                                          SweepResult& result) {
  Deliveries deliveries;
  std::string url = "/app/hook/deliveries?per_page=100";
  for (int page = 0; !url.empty(); ++page) {
    if (page == options.max_pages) {
      result.is_complete = false;
      return deliveries;
    }
    ASSIGN_OR_RETURN(
        ApiAnswer answer,
        api.Send({.path_or_url = url, .what = "the webhook deliveries", .is_cached = false}));
    absl::StatusOr<Json> attempts = github::ParseJson(answer.body, Json::value_t::array);
    if (!attempts.ok()) {
      return absl::DataLossError(absl::StrCat(
          "the webhook deliveries: the answer is not as wanted: ", attempts.status().message()));
    }
    for (const Json& attempt : *attempts) {
      if (!Add(attempt, options.since, deliveries)) return deliveries;
      ++result.deliveries;
    }
    url = std::move(answer.next_url);
  }
  return deliveries;
}

absl::Status Redeliver(github::Api& api, int64_t id) {
  return api
      .Send({.method = "POST",
             .path_or_url = absl::StrCat("/app/hook/deliveries/", id, "/attempts"),
             .what = absl::StrCat("another attempt at webhook delivery ", id),
             .is_idempotent = true,  // What comes twice is done once.
             .is_content = false})
      .status();
}

}  // namespace

absl::StatusOr<SweepResult> SweepMissedDeliveries(github::Api& api, const SweepOptions& options) {
  SweepResult result;
  ASSIGN_OR_RETURN(Deliveries deliveries, ReadDeliveries(api, options, result));
  for (const auto& [guid, delivery] : deliveries) {
    if (delivery.is_good || delivery.is_refused || guid.empty()) continue;
    ++result.missed;
    if (delivery.attempts >= options.max_attempts) {
      ++result.given_up;
      continue;
    }
    absl::Duration pause = options.first_pause * (1 << std::min(delivery.attempts - 1, 10));
    if (options.now() < delivery.newest + pause) continue;
    if (result.redelivered == options.max_redeliveries) {
      result.is_complete = false;
      break;
    }
    RETURN_IF_ERROR(Redeliver(api, delivery.newest_id));
    ++result.redelivered;
  }
  if (result.missed > 0 || !result.is_complete) {
    Log(LogLevel::kWarning, "webhooks were missed",
        {{"missed", absl::StrCat(result.missed)},
         {"redelivered", absl::StrCat(result.redelivered)},
         {"given_up", absl::StrCat(result.given_up)},
         {"complete", result.is_complete ? "yes" : "no"}});
  }
  return result;
}

}  // namespace allreview::gateway
