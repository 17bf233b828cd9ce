#ifndef REVIEW_SHOWN_LINES_H_
#define REVIEW_SHOWN_LINES_H_

// The lines that the hunks of a change show. Pure.
//
//   ShownLines lines(review);                                // Of review.files().
//   lines.Intersect(ShownLines::OfDiff(diff));               // And of the diff that GitHub gave.
//   lines.AreInOneHunk("a.py", change::v1::SIDE_RIGHT, 3, 5)
//
// GitHub accepts a comment on the right side on a line that a hunk shows of the new file, on the
// left one on a line that it shows of the old file, always under the new name of the file; the
// first and last line of several stand in one hunk. One illegal place makes it refuse a whole
// review.
//
// Paths are those of messages (ToPathText), by the new name. Nothing that is passed in is kept.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview {

class ShownLines {
 public:
  ShownLines() = default;
  explicit ShownLines(const review::v1::Review& review);

  static ShownLines OfDiff(absl::string_view text);
  // Hunks alone, "@@ …" and on, by the new path of their file.
  static ShownLines OfPatches(const std::map<std::string, std::string>& patches);

  // Keeps the lines that both show. The files stay, perhaps with no lines.
  void Intersect(const ShownLines& other);

  bool IsEmpty() const { return files_.empty(); }
  bool HasFile(const std::string& path) const { return files_.count(path) > 0; }
  bool AreInOneHunk(const std::string& path, change::v1::Side side, int first, int last) const;
  // The shown line nearest to `line`; the earlier hunk of two. 0: the side shows none.
  int Nearest(const std::string& path, change::v1::Side side, int line) const;

 private:
  struct Lines {
    int first = 0, end = 0;  // Half-open.
  };
  struct File {
    std::vector<Lines> left, right;  // One for each hunk that has lines of that side.
  };

  template <typename Hunk>
  void AddHunk(const std::string& path, const Hunk& hunk);
  const std::vector<Lines>& HunksOf(const std::string& path, change::v1::Side side) const;

  std::map<std::string, File> files_;
};

}  // namespace allreview

#endif  // REVIEW_SHOWN_LINES_H_
