#include "gateway/store/standings.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/numbers.h"
#include "gateway/store/review_store.h"

namespace allreview::gateway {

using review::v1::RuleStanding;
using review::v1::Vote;

Interval WilsonInterval(int64_t successes, int64_t trials) {
  if (trials <= 0) return {};
  constexpr double kZ = 1.959963984540054;  // The normal distribution's 97.5 % quantile.
  const double n = static_cast<double>(trials);
  const double p = static_cast<double>(std::clamp<int64_t>(successes, 0, trials)) / n;
  const double scale = 1 + kZ * kZ / n;
  const double centre = (p + kZ * kZ / (2 * n)) / scale;
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n)) / scale;
  return {.low = std::max(0.0, centre - half), .high = std::min(1.0, centre + half)};
}

Vote VerdictOf(const std::vector<Vote>& votes) {
  int useful = 0;
  int not_useful = 0;
  for (Vote vote : votes) {
    if (vote == review::v1::VOTE_USEFUL) ++useful;
    if (vote == review::v1::VOTE_NOT_USEFUL || vote == review::v1::VOTE_RESOLVED_UNCHANGED) {
      ++not_useful;
    }
  }
  if (useful + not_useful == 0) return review::v1::VOTE_UNSPECIFIED;
  return useful > not_useful ? review::v1::VOTE_USEFUL : review::v1::VOTE_NOT_USEFUL;
}

bool IsNewerVersion(absl::string_view a, absl::string_view b) {
  int64_t number_a = 0;
  int64_t number_b = 0;
  if (absl::SimpleAtoi(a, &number_a) && absl::SimpleAtoi(b, &number_b)) return number_a > number_b;
  return a > b;
}

void StartVersion(absl::string_view version, RuleStanding& standing) {
  if (!IsNewerVersion(version, standing.rule_version())) return;
  RuleStanding fresh;
  fresh.set_organisation(standing.organisation());
  fresh.set_rule_id(standing.rule_id());
  fresh.set_rule_version(std::string(version));
  standing = fresh;
  Apply({}, standing);
}

void Apply(const StandingChange& change, RuleStanding& standing) {
  standing.set_impressions(standing.impressions() + change.impressions);
  standing.set_useful(standing.useful() + change.useful);
  standing.set_not_useful(standing.not_useful() + change.not_useful);
  standing.set_fixed(standing.fixed() + change.fixed);
  standing.set_ignored(standing.ignored() + change.ignored);
  const Interval interval = WilsonInterval(standing.not_useful(), standing.impressions());
  standing.set_not_useful_low(interval.low);
  standing.set_not_useful_high(interval.high);
}

void CountVote(Vote vote, int by, StandingChange& change) {
  if (vote == review::v1::VOTE_USEFUL) change.useful += by;
  if (vote == review::v1::VOTE_NOT_USEFUL) change.not_useful += by;
  if (vote == review::v1::VOTE_FIXED) change.fixed += by;
  if (vote == review::v1::VOTE_IGNORED) change.ignored += by;
}

}  // namespace allreview::gateway
