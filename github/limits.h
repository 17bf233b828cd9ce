#ifndef GITHUB_LIMITS_H_
#define GITHUB_LIMITS_H_

// What a refusal of GitHub (403 or 429) means: wait, or never ask again. Pure.
//
//   LimitVerdict verdict = JudgeLimit({.status = 403, .headers = response.headers, …});
//
// In this order:
//   "Resource not accessible …" or single sign-on   permission, whatever else the headers say
//   x-ratelimit-remaining: 0                        primary limit: until x-ratelimit-reset
//   retry-after                                     that long (the longer one where both are there)
//   documentation or message of a secondary limit   60 s, doubled with each wait, at most 15 min
//   any other 429                                   the same
//   any other 403                                   permission

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "github/http_client.h"

namespace allreview::github {

struct LimitFacts {
  int status = 0;
  const HttpHeaders& headers;
  absl::string_view message = {};            // Of the JSON body.
  absl::string_view documentation_url = {};  // Of the JSON body.
  int waits = 0;                             // Already made for this request.
  absl::Time now = {};                       // Used where the answer has no Date.
};

struct LimitVerdict {
  enum class Kind { kNone, kPermission, kPrimary, kRetryAfter, kSecondary };
  Kind kind = Kind::kNone;
  bool is_limit() const { return kind != Kind::kNone && kind != Kind::kPermission; }
  absl::Duration wait = {};  // From now. Zero unless a limit.
};

LimitVerdict JudgeLimit(const LimitFacts& facts);

// Value of a retry-after header, in seconds or as a date; zero when there is none.
absl::Duration RetryAfter(const HttpHeaders& headers, absl::Time now);

// GitHub's own clock where an answer tells it (Date): ours may be wrong.
absl::Time ServerNow(const HttpHeaders& headers, absl::Time now);

// "primary rate limit", "secondary rate limit" …; for messages.
absl::string_view LimitName(LimitVerdict::Kind kind);

}  // namespace allreview::github

#endif  // GITHUB_LIMITS_H_
