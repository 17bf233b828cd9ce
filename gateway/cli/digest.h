#ifndef GATEWAY_CLI_DIGEST_H_
#define GATEWAY_CLI_DIGEST_H_

// What reviews found in some days, for who owns the code: numbers beside those of as many days
// before, what blocks now, and what people say. Markdown. Pure.

#include <string>

#include "absl/time/civil_time.h"
#include "proto/review/v1/review_service.pb.h"
#include "review/language/phrase.h"

namespace allreview::cli {

// Both ends inclusive, in UTC.
struct DigestDays {
  absl::CivilDay first;
  absl::CivilDay last;

  int count() const { return static_cast<int>(last - first) + 1; }
  // As many days before.
  DigestDays before() const { return {first - count(), first - 1}; }
};

struct DigestInput {
  Language language = Language::kEnglish;
  std::string repository = {};  // "owner/name". Empty: all.
  DigestDays days;
  review::v1::GetTrendsResponse trends = {};       // Of these days and those before.
  review::v1::ListReviewsResponse reviews = {};    // Of these days, done, the newest first.
  review::v1::ListFeedbackResponse feedback = {};  // With a reason.
};

std::string Digest(const DigestInput& input);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_DIGEST_H_
