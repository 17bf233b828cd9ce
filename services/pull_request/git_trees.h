#ifndef SERVICES_PULL_REQUEST_GIT_TREES_H_
#define SERVICES_PULL_REQUEST_GIT_TREES_H_

// Lists of files as git prints them, for ListTree. Pure.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "proto/pull_request/v1/pull_request.pb.h"

namespace allreview::pull_request {

// Reads the output of `git ls-tree -r -z` or `git ls-files --stage -z`. Takes our version of a file
// with merge conflicts.
absl::StatusOr<std::vector<v1::TreeEntry>> ParseTreeList(absl::string_view output);

// The files of a tree after `changes`.
std::vector<v1::TreeEntry> ApplyChanges(std::vector<v1::TreeEntry> entries,
                                        const std::vector<change::v1::FileEntry>& changes);

// Only paths that end in one of `suffixes` (all if empty), sorted by path.
std::vector<v1::TreeEntry> FilterTree(std::vector<v1::TreeEntry> entries,
                                      const std::vector<std::string>& suffixes);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_TREES_H_
