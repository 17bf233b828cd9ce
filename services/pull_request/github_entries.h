#ifndef SERVICES_PULL_REQUEST_GITHUB_ENTRIES_H_
#define SERVICES_PULL_REQUEST_GITHUB_ENTRIES_H_

// Changed files by name, from each thing that GitHub says of them, completed with modes and full
// blob ids of the snapshot's trees. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/diff/model.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/github_json.h"
#include "services/pull_request/github_snapshot.h"

namespace allreview::pull_request {

// From an item of the file list.
change::v1::FileEntry EntryOfListed(const FileJson& file, const Snapshot& snapshot);

// From the trees, which know no renames. The snapshot must have them.
change::v1::FileEntry EntryOfPath(const std::string& path, const Snapshot& snapshot);

// From the diff's text. A deleted and an added file of one path are one file of changed type.
struct DiffEntries {
  std::vector<change::v1::FileEntry> files;
  // Paths whose old content in the diff is not the one in the merge base's tree. Their old_blob_id
  // is left empty.
  std::vector<std::string> contradicting;
};
DiffEntries EntriesOfDiff(const diff::Diff& diff, const Snapshot& snapshot);

// Paths that the trees say are changed and no entry mentions, sorted. Empty without trees.
std::vector<std::string> UnmentionedPaths(const std::vector<change::v1::FileEntry>& files,
                                          const Snapshot& snapshot);

bool HasBefore(const change::v1::FileEntry& entry);  // Not added.
bool HasAfter(const change::v1::FileEntry& entry);   // Not deleted.

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_ENTRIES_H_
