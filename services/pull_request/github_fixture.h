#ifndef SERVICES_PULL_REQUEST_GITHUB_FIXTURE_H_
#define SERVICES_PULL_REQUEST_GITHUB_FIXTURE_H_

// For tests of the GitHub source: a clock that stands still, and a fetch with everything it gave.
//
//   fakes::GitHubServer server;
//   FakeClock clock;
//   absl::StatusOr<Fetched> fetched = FetchFrom(server, OptionsFor(server, clock));

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/change/v1/change.pb.h"
#include "proto/pull_request/v1/pull_request.pb.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/github_options.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/github_server.h"

namespace allreview::pull_request {

using fakes::FakeClock;

// `clock` is borrowed. Retries wait exactly 1, 2, 4… seconds.
GitHubOptions OptionsFor(const fakes::GitHubServer& server, FakeClock& clock);

change::v1::GitHubPullRequest PullRequestRef(const std::string& owner = "acme",
                                             const std::string& repository = "train");

struct Fetched {
  RecordingSink sink;
  v1::Done done;
};
absl::StatusOr<Fetched> FetchFrom(const GitHubOptions& options,
                                  const change::v1::GitHubPullRequest& ref = PullRequestRef());

// The files after `git apply` of the diff to the pull request's old files. Submodules left out.
fakes::FakeTree Apply(const fakes::FakeTree& before, const std::string& diff);

// "path: reason" of each entry.
std::vector<std::string> Describe(const std::vector<change::v1::LedgerEntry>& ledger);
// "CODE: message" of each.
std::vector<std::string> Describe(const std::vector<change::v1::Diagnostic>& diagnostics);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_FIXTURE_H_
