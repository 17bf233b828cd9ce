#ifndef SERVICES_REPORT_ASSEMBLY_SUGGESTION_H_
#define SERVICES_REPORT_ASSEMBLY_SUGGESTION_H_

// Turns the edits of a finding into whole lines, as GitHub's suggestion blocks need them.
//
//   SourceLines lines;
//   lines.AddFile(diff_file);
//   std::optional<Suggestion> suggestion = MakeSuggestion(finding, lines);
//
// A suggestion that is not exact to the byte would destroy code when somebody clicks on it, so
// there is none unless every line is known exactly: from the text of the hunks, or from the
// finding's excerpt when the file has no CR LF.

#include <map>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/diff/v1/diff.pb.h"
#include "proto/finding/v1/finding.pb.h"

namespace allreview::report {

// Lines of the new files, as far as they are known.
class SourceLines {
 public:
  // Reads the hunk text, if there is any.
  void AddFile(const diff::v1::DiffFile& file);
  // A file of which no line is known.
  void AddVersion(const change::v1::FileEntry& entry, bool has_crlf);
  void AddHunk(const std::string& path, const diff::v1::Hunk& hunk);

  // Without LF, with CR; nullptr: not known, or the file's last line without a line end.
  const std::string* Find(const std::string& path, int line) const;

  // Lines of the file may end in CR LF, and none of them may be known.
  bool HasUnknownLineEnds(const std::string& path) const;

  // Id of the new version; empty: not known.
  std::string BlobId(const std::string& path) const;

 private:
  struct File {
    std::map<int, std::string> lines;
    bool has_crlf = false;
    std::string blob_id;
  };
  std::map<std::string, File> files_;
};

struct Suggestion {
  int first_line = 0;  // 1-based.
  int last_line = 0;   // Inclusive.
  std::string text;    // Replaces those lines; empty, or ends in LF.
};

// Nothing when the finding has no edits, when they leave its file, or when they cannot be had
// exactly.
std::optional<Suggestion> MakeSuggestion(const finding::v1::Finding& finding,
                                         const SourceLines& lines);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_SUGGESTION_H_
