#ifndef GATEWAY_STORE_STANDINGS_H_
#define GATEWAY_STORE_STANDINGS_H_

// What votes mean for the standing of a rule. Pure.

#include <vector>

#include "absl/strings/string_view.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// What all votes on one finding say together: USEFUL, NOT_USEFUL or UNSPECIFIED. FIXED and IGNORED
// are no opinions.
review::v1::Vote VerdictOf(const std::vector<review::v1::Vote>& votes);

// Whether rule version `a` is newer than `b`. Versions are whole numbers; an empty one is oldest.
bool IsNewerVersion(absl::string_view a, absl::string_view b);

// A standing that begins with `version`, if that is newer: nothing counted, no probation.
void StartVersion(absl::string_view version, review::v1::RuleStanding& standing);

struct StandingChange {
  int impressions = 0;
  int useful = 0;
  int not_useful = 0;
  int fixed = 0;
  int ignored = 0;
};

// Adds the change and measures the interval anew.
void Apply(const StandingChange& change, review::v1::RuleStanding& standing);

// One vote or verdict more (`by` 1) or less (-1).
void CountVote(review::v1::Vote vote, int by, StandingChange& change);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_STANDINGS_H_
