#ifndef GATEWAY_CLI_WATCH_FILES_H_
#define GATEWAY_CLI_WATCH_FILES_H_

// Notices that files of a work tree change, by inotify.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<FileWatch> watch, FileWatch::Open({.folders = folders}));
//   while (watch->Wait(is_over)) Review();
//
// Watches the folders that it is given and those that appear in them later, at most kMaxFolders;
// no content is read. What editors and Python leave beside the files that people write is passed
// over. One thread.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::cli {

// Whether a change of this file may change a review: no swap file, no *.pyc, nothing hidden by git.
bool IsWatchedFile(absl::string_view name);

struct WatchOptions {
  std::vector<std::string> folders = {};  // Absolute.
  std::string git_folder = "";            // Where the index and HEAD are; empty: none.
  int max_folders = 0;                    // 0: kMaxFolders.
};

class FileWatch {
 public:
  static constexpr int kMaxFolders = 8192;

  // kResourceExhausted: more folders than are watched here, or than the system lets a user watch.
  static absl::StatusOr<std::unique_ptr<FileWatch>> Open(const WatchOptions& options);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Waits until something has changed and then nothing more for a moment. False: `is_over`, which
  // is asked ten times a second.
  bool Wait(const std::function<bool()>& is_over);

  int folders() const { return static_cast<int>(paths_.size()); }

 private:
  FileWatch(int fd, const WatchOptions& options);
  absl::Status Add(const std::string& folder);
  // What has been noted so far. Whether any of it counts.
  bool Drain();

  const int fd_;
  const int max_folders_;
  const std::string git_folder_;
  std::map<int, std::string> paths_;  // By number of the watch.
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_WATCH_FILES_H_
