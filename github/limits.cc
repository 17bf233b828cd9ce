#include "github/limits.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace allreview::github {
namespace {

constexpr absl::Duration kSlack = absl::Seconds(1);  // Clocks of a cluster differ a little.
constexpr absl::Duration kSecondaryWait = absl::Seconds(60);
constexpr absl::Duration kMaxSecondaryWait = absl::Minutes(15);

bool ParseHttpDate(absl::string_view text, absl::Time& time) {
  return !text.empty() &&
         absl::ParseTime("%a, %d %b %Y %H:%M:%S GMT", std::string(text), &time, nullptr);
}

bool IsPermission(const LimitFacts& facts) {
  return absl::StrContains(facts.message, "Resource not accessible") ||
         absl::StartsWith(FindHeader(facts.headers, "x-github-sso"), "required");
}

bool IsSecondary(const LimitFacts& facts) {
  return absl::StrContains(facts.documentation_url, "secondary-rate-limits") ||
         absl::StrContains(facts.documentation_url, "abuse-rate-limits") ||
         absl::StrContains(facts.message, "secondary rate limit") || facts.status == 429;
}

absl::Duration PrimaryWait(const LimitFacts& facts) {
  int64_t reset = 0;
  if (!absl::SimpleAtoi(FindHeader(facts.headers, "x-ratelimit-reset"), &reset)) {
    return kSecondaryWait;
  }
  absl::Duration wait = absl::FromUnixSeconds(reset) - ServerNow(facts.headers, facts.now);
  return std::max(wait, absl::ZeroDuration()) + kSlack;
}

}  // namespace

absl::Time ServerNow(const HttpHeaders& headers, absl::Time now) {
  absl::Time date;
  return ParseHttpDate(FindHeader(headers, "date"), date) ? date : now;
}

absl::Duration RetryAfter(const HttpHeaders& headers, absl::Time now) {
  absl::string_view text = FindHeader(headers, "retry-after");
  int64_t seconds = 0;
  if (absl::SimpleAtoi(text, &seconds)) return absl::Seconds(std::max<int64_t>(seconds, 0));
  absl::Time date;
  if (!ParseHttpDate(text, date)) return absl::ZeroDuration();
  return std::max(date - ServerNow(headers, now), absl::ZeroDuration());
}

LimitVerdict JudgeLimit(const LimitFacts& facts) {
  using Kind = LimitVerdict::Kind;
  if (facts.status != 403 && facts.status != 429) return {};
  if (IsPermission(facts)) return {.kind = Kind::kPermission};
  absl::Duration retry_after = RetryAfter(facts.headers, facts.now);
  if (FindHeader(facts.headers, "x-ratelimit-remaining") == "0") {
    return {.kind = Kind::kPrimary, .wait = std::max(PrimaryWait(facts), retry_after)};
  }
  if (!FindHeader(facts.headers, "retry-after").empty()) {
    return {.kind = Kind::kRetryAfter, .wait = std::max(retry_after, kSlack)};
  }
  if (IsSecondary(facts)) {
    int doublings = std::min(facts.waits, 8);
    return {.kind = Kind::kSecondary,
            .wait = std::min(kSecondaryWait * (1 << doublings), kMaxSecondaryWait)};
  }
  return {.kind = Kind::kPermission};
}

absl::string_view LimitName(LimitVerdict::Kind kind) {
  switch (kind) {
    case LimitVerdict::Kind::kPrimary:
      return "primary rate limit";
    case LimitVerdict::Kind::kRetryAfter:
      return "rate limit (retry-after)";
    case LimitVerdict::Kind::kSecondary:
      return "secondary rate limit";
    default:
      return "no limit";
  }
}

}  // namespace allreview::github
