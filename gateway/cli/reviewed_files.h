#ifndef GATEWAY_CLI_REVIEWED_FILES_H_
#define GATEWAY_CLI_REVIEWED_FILES_H_

// The files of a change on this machine, for edits: below a folder, and as they were reviewed.
//
//   ReviewedFiles files(FolderOf(plan.request.ref(), arguments, environment));
//   ASSIGN_OR_RETURN(std::string text, files.OnDisk("train/loss.py", blob_id));

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/fixes.h"
#include "gateway/cli/flags.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::cli {

// Where the paths of the change begin: the work tree, or the second of two folders. Empty: there is
// no repository here.
std::string FolderOf(const change::v1::ChangeRef& ref, const Arguments& arguments,
                     const Environment& environment);

class ReviewedFiles {
 public:
  explicit ReviewedFiles(std::string folder) : folder_(std::move(folder)) {}

  // The text of a regular file. kFailedPrecondition: it is not the blob of that id.
  absl::StatusOr<std::string> OnDisk(const std::string& path, const std::string& blob_id) const;
  // The same, or else what git keeps under that id.
  absl::StatusOr<std::string> Anywhere(const std::string& path, const std::string& blob_id) const;
  // Puts the files in place of those on disk, each at once.
  absl::Status Write(const std::vector<FixedFile>& files) const;

 private:
  std::string PathOf(const std::string& path) const;

  const std::string folder_;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEWED_FILES_H_
