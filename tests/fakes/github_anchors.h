#ifndef TESTS_FAKES_GITHUB_ANCHORS_H_
#define TESTS_FAKES_GITHUB_ANCHORS_H_

// Where GitHub accepts a review comment, and where a comment stands after a push. Pure.
//
//   std::string problem = AnchorProblem(Changes(pull), {.path = "train.py", .line = 12});
//   EXPECT_EQ(problem, "");

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/fakes/github_repository.h"

namespace allreview::fakes {

struct FakeAnchor {
  std::string path = {};
  std::string side = "RIGHT";
  int line = 0;                 // Last line, 1-based. 0: none.
  std::string start_side = {};  // Empty: as `side`.
  int start_line = 0;           // 0: one line.
};

// One line of a diff as people see it.
struct FakeDiffLine {
  int hunk = 0;      // 0-based.
  int old_line = 0;  // 0: an added line.
  int new_line = 0;  // 0: a removed line.
  std::string text;  // With its first character.
};
std::vector<FakeDiffLine> DiffLines(absl::string_view hunks);

// GitHub's complaint; empty: the anchor is legal.
std::string AnchorProblem(const std::vector<FakeChange>& changes, const FakeAnchor& anchor);

// The hunk down to the anchor's line, as the `diff_hunk` of a comment.
std::string DiffHunkOf(const FakeChange& change, const FakeAnchor& anchor);

// The line of `after` that is line `line` (1-based) of `before`; none when it was changed.
std::optional<int> MovedLine(absl::string_view before, absl::string_view after, int line);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_ANCHORS_H_
