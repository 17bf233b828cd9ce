#ifndef SERVICES_PULL_REQUEST_GIT_LINES_H_
#define SERVICES_PULL_REQUEST_GIT_LINES_H_

// What the last commits did to the lines of some files.
//
//   for (LineCommit& commit : ReadLines(git, before, {"kit/loss.py"}, control)) …
//
// Newest first. Edits of some lines only, of commits that change a few places of them, of the half
// year before. Bounded by commits and by bytes. A past that git cannot show is empty: it is not
// what a reader asked for.

#include <set>
#include <string>
#include <vector>

#include "base/call_control.h"
#include "proto/change/v1/history.pb.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

std::vector<change::v1::LineCommit> ReadLines(GitRepository& git, const GitCommit& before,
                                              const std::set<std::string>& paths,
                                              const CallControl& control);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_LINES_H_
