#ifndef SERVICES_ANALYSIS_CHANGE_MESSAGES_H_
#define SERVICES_ANALYSIS_CHANGE_MESSAGES_H_

// Messages for tests: files of a change, their hunks and blobs.
//
//   diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
//   AddHunk(file, 1, 1, " a\n-b\n+x\n");

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "services/analysis/change_intake.h"

namespace allreview::analysis {

inline diff::v1::DiffFile File(const std::string& path, change::v1::FileStatus status,
                               change::v1::FileClass file_class = change::v1::FILE_CLASS_SOURCE,
                               const std::string& language = "python") {
  diff::v1::DiffFile file;
  file.mutable_entry()->set_status(status);
  file.mutable_entry()->set_old_path(path);
  file.mutable_entry()->set_new_path(path);
  file.set_file_class(file_class);
  file.set_language(language);
  file.set_parents(1);
  return file;
}

inline void AddHunk(diff::v1::DiffFile& file, int old_start, int new_start,
                    const std::string& text) {
  diff::v1::Hunk& hunk = *file.add_hunks();
  hunk.set_old_start(old_start);
  hunk.set_new_start(new_start);
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    hunk.set_old_lines(hunk.old_lines() + (text[at] == ' ' || text[at] == '-'));
    hunk.set_new_lines(hunk.new_lines() + (text[at] == ' ' || text[at] == '+'));
  }
  hunk.set_text(text);
  file.set_hunk_count(file.hunks_size());
}

inline v1::Blob Piece(const std::string& id, const std::string& content, bool is_last = true) {
  v1::Blob blob;
  blob.set_blob_id(id);
  blob.set_content(content);
  blob.set_is_last(is_last);
  return blob;
}

inline v1::Start WithContent() {
  v1::Start start;
  start.mutable_change()->set_has_content(true);
  return start;
}

inline v1::Blob Failure(const std::string& id, const std::string& error) {
  v1::Blob blob = Piece(id, "");
  blob.set_error(error);
  return blob;
}

inline ChangedFiles Take(ChangeIntake& intake) {
  absl::StatusOr<ChangedFiles> files = intake.Finish();
  EXPECT_TRUE(files.ok()) << files.status();
  return *std::move(files);
}

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MESSAGES_H_
