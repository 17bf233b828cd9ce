#ifndef BASE_SCRATCH_FOLDER_H_
#define BASE_SCRATCH_FOLDER_H_

// A temporary folder that goes with its object, and with the next process when this one is killed.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<ScratchFolder> folder, ScratchFolder::Make("allreview-git-"));
//   folder->path();    // "/dev/shm/allreview-git-Xa81Jp"
//
// The owner holds a lock on a file in the folder. The first Make of a process for a prefix removes
// the folders of that prefix, of the same user, whose lock nobody holds; those without such a file
// only when nothing has happened in them for an hour. Folders younger than a minute stay: their
// owner may not have come to the lock yet.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview {

class ScratchFolder {
 public:
  // Where $TMPDIR says; else in memory (/dev/shm), where small files cost microseconds and not
  // milliseconds; else in /tmp. Readable by its owner only. kUnavailable: none can be made.
  static absl::StatusOr<std::unique_ptr<ScratchFolder>> Make(absl::string_view prefix);

  // Removes the folder and what is in it; links are removed, not followed.
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  ScratchFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  const std::string path_;
  const int lock_;
};

// Removes what others left behind in `parent`, as said above. Returns how many folders.
int RemoveStaleFolders(const std::string& parent, absl::string_view prefix, absl::Time now);

}  // namespace allreview

#endif  // BASE_SCRATCH_FOLDER_H_
