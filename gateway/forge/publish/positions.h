#ifndef GATEWAY_FORGE_PUBLISH_POSITIONS_H_
#define GATEWAY_FORGE_PUBLISH_POSITIONS_H_

// Where GitHub will take each comment. The report service has chosen legal places already; this
// looks again, at the hunks of the review and at the diff text that GitHub gave, because one bad
// anchor makes GitHub refuse a whole review. Pure.
//
//   DiffPositions positions(stored.review(), stored.diff());
//   Placement placement = positions.Place(comment);
//
// GitHub's rules: on the right side a line that a hunk shows of the new file, on the left one that
// it shows of the old file; start_line before line, in the same hunk; the new name of the file.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

struct HunkHeader;

struct Placement {
  enum class Kind {
    kLine,  // As a comment of the review.
    kFile,  // On the file as a whole, which takes a call of its own.
    kBody,  // GitHub takes it nowhere else.
  };
  Kind kind = Kind::kBody;
  // As it is to be posted: path, side, lines and body. Where the comment had to move, the body says
  // so, and a suggestion in it, which would now replace other lines, is plain code.
  review::v1::ReviewComment comment;
};

// Hunks by file; a line is shown by at most one of them.
class DiffPositions {
 public:
  // An empty `diff` is not looked at. Neither argument is kept.
  DiffPositions(const review::v1::Review& review, absl::string_view diff);

  // Replaces what is known of these files by GitHub's own patches, "@@ …" and on, by new path.
  // Files that are not named are not in the diff.
  void UsePatches(const std::map<std::string, std::string>& patches);

  bool IsLegal(const review::v1::ReviewComment& comment) const;
  Placement Place(const review::v1::ReviewComment& comment) const;

 private:
  struct Lines {
    int first = 0;
    int end = 0;  // Exclusive.
  };
  struct Hunk {
    Lines left, right;
  };
  using Files = std::map<std::string, std::vector<Hunk>>;  // By new path; old path where deleted.

  static Lines& SideOf(Hunk& hunk, change::v1::Side side);
  static Hunk TakeHunk(const HunkHeader& header, absl::string_view& text);
  static Files ParseDiff(absl::string_view diff);
  bool IsShown(const Files& files, const review::v1::ReviewComment& comment, int first,
               int last) const;
  bool IsShown(const review::v1::ReviewComment& comment, int first, int last) const;
  int NearestLine(const review::v1::ReviewComment& comment) const;

  Files by_review_;
  Files by_diff_;  // Empty: nothing is known.
};

// The body with suggestion blocks turned into plain code.
std::string WithoutSuggestions(absl::string_view body);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_POSITIONS_H_
