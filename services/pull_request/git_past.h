#ifndef SERVICES_PULL_REQUEST_GIT_PAST_H_
#define SERVICES_PULL_REQUEST_GIT_PAST_H_

// What the last commits of a repository did: which files they added and changed, and which options
// they added to its configuration.
//
//   std::vector<change::v1::PastCommit> past = ReadPast(git, head, control);   // Newest first.
//
// Merges count as one commit each. Bounded by the number of commits and by bytes. A past that git
// cannot show, for example of a partial clone, is empty: it is not what a reader asked for.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/call_control.h"
#include "proto/change/v1/history.pb.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

std::vector<change::v1::PastCommit> ReadPast(GitRepository& git, absl::string_view head,
                                             const CallControl& control);

// The field that an added line in the body of a class declares: "top_k" of "    top_k: int = 2".
// Empty: another line.
std::string FieldOfLine(absl::string_view line);
// "--top-k" of `group.add_argument("--top-k",` and of `"--top-k",`. Empty: another line.
std::string FlagOfLine(absl::string_view line);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_PAST_H_
