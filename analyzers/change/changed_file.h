#ifndef ANALYZERS_CHANGE_CHANGED_FILE_H_
#define ANALYZERS_CHANGE_CHANGED_FILE_H_

// A changed file as the diff and the repository give it, before anybody has read its code. Plain
// data.

#include <optional>
#include <string>
#include <vector>

namespace allreview::change {

enum class Side { kLeft, kRight };

// Line numbers are 1-based.
struct ChangedHunk {
  int old_start = 0, old_lines = 0, new_start = 0, new_lines = 0;
  std::vector<int> added;    // Lines of the new file that are new code.
  std::vector<int> removed;  // Lines of the old file.
  std::vector<int> moved;    // Lines of the new file that only came from elsewhere in the change;
                             // not in `added`.
};

enum class FileRole { kSource, kTest, kOther };

struct ChangedFile {
  std::string path;      // New path; old path for a deleted file.
  std::string old_path;  // Equal to path unless renamed or copied.
  bool is_added = false, is_deleted = false;
  FileRole role = FileRole::kSource;
  std::string language;  // Of base/languages.h; empty: nobody reads it.
  std::string before_blob_id, after_blob_id;
  std::optional<std::string> before;  // Content; nullopt: does not exist or is not known.
  std::optional<std::string> after;
  std::vector<ChangedHunk> hunks;
};

// What the author says of the change; all may be empty.
struct Description {
  std::string title, body;
  std::vector<std::string> commit_messages;  // Oldest first.
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_CHANGED_FILE_H_
