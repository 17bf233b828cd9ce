#ifndef TESTS_FAKES_GITHUB_ERRORS_H_
#define TESTS_FAKES_GITHUB_ERRORS_H_

// Refusals as GitHub words them.

#include <string>

#include "tests/fakes/http_server.h"

namespace allreview::fakes {

ServedResponse ErrorAnswer(int status, const std::string& message,
                           const std::string& documentation_url = "");

// The refusal of a diff, with any status.
ServedResponse TooLarge(int status, const std::string& message);

// "Resource not accessible by integration", as for a token of a fork's workflow. `permission` is
// what it would take: "pull_requests=write".
ServedResponse NotAccessible(const std::string& permission);

// A secondary limit; `retry_after_seconds` 0: without the header.
ServedResponse SecondaryLimit(int retry_after_seconds = 0);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_ERRORS_H_
