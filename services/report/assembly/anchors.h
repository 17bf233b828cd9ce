#ifndef SERVICES_REPORT_ASSEMBLY_ANCHORS_H_
#define SERVICES_REPORT_ASSEMBLY_ANCHORS_H_

// Where GitHub accepts a review comment, and the nearest such place to a finding.
//
//   AnchorMap anchors(review);                     // Reads review.files().
//   Anchor anchor = anchors.For(finding);
//
// GitHub's rules: review/shown_lines.h. For never returns an anchor that they forbid.

#include <map>
#include <string>

#include "proto/change/v1/change.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/shown_lines.h"

namespace allreview::report {

struct Anchor {
  enum class Kind {
    kLines,  // `line`, and `start_line` when there are several.
    kFile,   // The file as a whole: it has no hunk on that side, or the finding has no line.
    kNone,   // The change does not contain the file: only the review's body can tell.
  };
  Kind kind = Kind::kNone;
  std::string path;
  change::v1::Side side = change::v1::SIDE_RIGHT;
  int line = 0;        // Last line, 1-based.
  int start_line = 0;  // 0: one line.
  // The finding stands elsewhere: on another line, or in another file.
  bool is_moved = false;
};

class AnchorMap {
 public:
  // Does not keep `review`.
  explicit AnchorMap(const review::v1::Review& review);

  // Tries, in this order: the finding's lines; its first line; the changed lines that caused it,
  // when they are closer than any other, or in another file; the nearest line of the same file.
  Anchor For(const finding::v1::Finding& finding) const;

  // Whether both lines are shown by one hunk on the right side.
  bool AreInOneHunk(const std::string& path, int first_line, int last_line) const {
    return lines_.AreInOneHunk(path, change::v1::SIDE_RIGHT, first_line, last_line);
  }

 private:
  // The new path of a file of the change; empty: it is none.
  std::string Find(const std::string& path, change::v1::Side side) const;
  Anchor InFile(const std::string& path, change::v1::Side side, int first_line,
                int last_line) const;

  ShownLines lines_;
  std::map<std::string, std::string> new_path_by_old_;  // Of renamed files.
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_ANCHORS_H_
