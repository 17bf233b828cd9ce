#ifndef TESTS_FAKES_GIT_PULL_REQUEST_H_
#define TESTS_FAKES_GIT_PULL_REQUEST_H_

// A pull request made of two commits of a local repository: its ids, contents and hunks are git's.
//
//   ASSIGN_OR_RETURN(FakePullRequest pull, LoadPullRequest("/src/train", "main", "fuse-step"));
//   server.SetPullRequest(pull);

#include <string>

#include "absl/status/statusor.h"
#include "tests/fakes/github_repository.h"

namespace allreview::fakes {

// All files of both commits are kept in memory. Fails when git does.
absl::StatusOr<FakePullRequest> LoadPullRequest(const std::string& repository,
                                                const std::string& base, const std::string& head);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GIT_PULL_REQUEST_H_
