#include "gateway/cli/reviewed_files.h"

#include <sys/stat.h>

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/call_control.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "base/subprocess.h"
#include "gateway/cli/documents.h"
#include "gateway/cli/output.h"
#include "gateway/cli/review_request.h"

namespace allreview::cli {
namespace {

constexpr std::chrono::seconds kGitSeconds(30);
constexpr int64_t kMaxBlobBytes = 64 << 20;

bool IsObjectId(const std::string& id) {
  return (id.size() == 40 || id.size() == 64) &&
         std::all_of(id.begin(), id.end(), [](char c) { return absl::ascii_isxdigit(c); });
}

// Nothing is fetched, asked or run for it.
SubprocessOptions CatFile(const std::string& folder, const std::string& blob_id) {
  return {.argv = {"git", "-C", folder, "cat-file", "blob", blob_id},
          .environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8",
                          "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory",
                          "GIT_CONFIG_VALUE_0=*", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1",
                          "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL="},
          .max_output_bytes = kMaxBlobBytes};
}

}  // namespace

std::string FolderOf(const change::v1::ChangeRef& ref, const Arguments& arguments,
                     const Environment& environment) {
  if (ref.has_directories()) return ref.directories().after();
  if (ref.has_local()) return ref.local().path();
  return RepositoryPath(arguments, environment);
}

std::string ReviewedFiles::PathOf(const std::string& path) const {
  return absl::StrCat(folder_, "/", path);
}

absl::StatusOr<std::string> ReviewedFiles::OnDisk(const std::string& path,
                                                  const std::string& blob_id) const {
  struct stat status;
  if (folder_.empty() || lstat(PathOf(path).c_str(), &status) != 0) {
    return absl::NotFoundError(absl::StrCat("\"", path, "\" is not on disk"));
  }
  if (!S_ISREG(status.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat("\"", path, "\" is no regular file"));
  }
  ASSIGN_OR_RETURN(std::string text, ReadFile(PathOf(path)));
  if (GitBlobId(text) == blob_id) return text;
  return absl::FailedPreconditionError(
      absl::StrCat("\"", path, "\" on disk is not what was reviewed"));
}

absl::StatusOr<std::string> ReviewedFiles::Anywhere(const std::string& path,
                                                    const std::string& blob_id) const {
  absl::StatusOr<std::string> on_disk = OnDisk(path, blob_id);
  if (on_disk.ok() || folder_.empty() || !IsObjectId(blob_id)) return on_disk;
  const absl::StatusOr<CommandResult> blob = RunCommand(
      CatFile(folder_, blob_id), {.deadline = std::chrono::steady_clock::now() + kGitSeconds});
  if (blob.ok() && blob->exit.ok()) return blob->output;
  return absl::NotFoundError(
      absl::StrCat("\"", path, "\" is not here as it was reviewed; run this in its repository"));
}

absl::Status ReviewedFiles::Write(const std::vector<FixedFile>& files) const {
  std::vector<std::string> names;
  for (const FixedFile& file : files) names.push_back(PathOf(file.path));
  Output unused(-1, "");  // No name is "-".
  ASSIGN_OR_RETURN(const std::unique_ptr<Documents> documents, Documents::Open(names, unused));
  for (size_t i = 0; i < files.size(); ++i) {
    report::v1::DocumentChunk chunk;
    chunk.set_index(static_cast<int>(i));
    chunk.set_content(files[i].after);
    chunk.set_is_last(true);
    RETURN_IF_ERROR(documents->Write(chunk));
  }
  return documents->Finish();
}

}  // namespace allreview::cli
