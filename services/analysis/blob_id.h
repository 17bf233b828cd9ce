#ifndef SERVICES_ANALYSIS_BLOB_ID_H_
#define SERVICES_ANALYSIS_BLOB_ID_H_

// Whether content is what git's id says. Facts are kept under these ids for everybody, so what a
// client says of them is not believed.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::analysis {

// 40 or 64 hexadecimal digits, not all zero.
bool IsFullBlobId(absl::string_view id);

// The id of `content`, by the hash that `like` was made by: 64 digits are SHA-256, else SHA-1.
std::string BlobIdOf(absl::string_view content, absl::string_view like);

// `id` is that content's, or so many of its first digits.
bool IsBlobIdOf(absl::string_view id, absl::string_view content);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_BLOB_ID_H_
