#ifndef TESTS_FAKES_GITHUB_DUMP_H_
#define TESTS_FAKES_GITHUB_DUMP_H_

// Everything that a fake GitHub holds, as JSON.

#include "nlohmann/json.hpp"
#include "tests/fakes/github_server.h"

namespace allreview::fakes {

// {"pulls": [{"number", "head", "reviews", "comments", "threads", "issue_comments"}],
//  "check_runs": […], "rate_used": N, "faults_left": N}
nlohmann::json DumpState(const GitHubServer& server);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_DUMP_H_
