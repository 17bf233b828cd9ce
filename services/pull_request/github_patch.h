#ifndef SERVICES_PULL_REQUEST_GITHUB_PATCH_H_
#define SERVICES_PULL_REQUEST_GITHUB_PATCH_H_

// Diff text of one file, composed as git prints it, from what GitHub's file list says of it. Pure.
//
//   std::string text = ComposeFileDiff(entry, {.hunks = "@@ -1 +1 @@\n-a\n+b\n"});

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::pull_request {

struct FileContentChange {
  std::string hunks = {};  // With final line end. Empty: the content is the same, empty or binary.
  bool is_binary = false;
};

// From `diff --git` on. Ids are written in full and left out where one is not known; a mode that is
// not known is written as 100644 where git's format needs one; the similarity line is left out when
// it is 0. A type change (file to link) must be given as its two halves, deleted and added.
std::string ComposeFileDiff(const change::v1::FileEntry& entry, const FileContentChange& content);

// What GitHub and the trees say of a file whose patch is checked.
struct PatchClaims {
  absl::string_view path;
  int64_t additions = 0;  // In lines.
  int64_t deletions = 0;
  int64_t old_size = -1;  // In bytes; 0 where there is no such version. -1: not known.
  int64_t new_size = -1;
};

// Whether the `patch` of a file list is whole: its hunks have the lines that their headers promise,
// as many added and removed ones as the list says, as many bytes as lie between the sizes of both
// versions, and no byte was replaced by U+FFFD on its way into JSON. kDataLoss says what is wrong.
absl::Status CheckPatch(absl::string_view patch, const PatchClaims& claims);

// Git's similarity index of a rename or copy, from the sizes of both versions and the patch between
// them: the part of the larger version that the other one shares. At most 99 when there is a patch.
// 0 when a size is not known (-1).
int EstimateSimilarity(int64_t old_size, int64_t new_size, absl::string_view hunks);

// As git quotes paths by default: bytes over 0x7F and control characters escaped, then in quotes.
std::string QuoteGitPath(absl::string_view path);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_PATCH_H_
