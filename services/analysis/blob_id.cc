#include "services/analysis/blob_id.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"

namespace allreview::analysis {
namespace {

// As a repository with SHA-256 names blobs.
std::string GitBlobSha256(absl::string_view content) {
  Sha256 hash;
  const std::string header = absl::StrCat("blob ", content.size());
  hash.Update(absl::string_view(header.c_str(), header.size() + 1));
  hash.Update(content);
  return hash.Finish();
}

}  // namespace

bool IsFullBlobId(absl::string_view id) {
  return (id.size() == 40 || id.size() == 64) &&
         id.find_first_not_of("0123456789abcdef") == absl::string_view::npos &&
         id.find_first_not_of('0') != absl::string_view::npos;
}

std::string BlobIdOf(absl::string_view content, absl::string_view like) {
  return like.size() == 64 ? GitBlobSha256(content) : GitBlobId(content);
}

bool IsBlobIdOf(absl::string_view id, absl::string_view content) {
  if (id.size() > 40) return GitBlobSha256(content) == id;
  // An abbreviated id does not tell which hash it was made by.
  return absl::StartsWith(GitBlobId(content), id) ||
         (id.size() < 40 && absl::StartsWith(GitBlobSha256(content), id));
}

}  // namespace allreview::analysis
