#ifndef BASE_OUTLINE_H_
#define BASE_OUTLINE_H_

// Facts as text for people and golden files: one a line, nested by indentation.
//
//   Outline outline;
//   outline.Add(0, "scope module");
//   outline.Add(1, absl::StrCat("assignment x = ", Excerpt(node.text())));
//   return std::move(outline).Finish();
//
// Bounded: what no longer fits is counted in the last line ("... 12 more lines"), so a hostile file
// prints within limits. For one thread.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

struct OutlineLimits {
  size_t max_bytes = 8 << 20;
  int max_lines = 100'000;
};

class Outline {
 public:
  explicit Outline(const OutlineLimits& limits = {}) : limits_(limits) {}

  // `depth` is in steps of two spaces. The line has no line end of its own.
  void Add(int depth, absl::string_view line);
  // Nothing more will be kept: whoever makes costly lines can stop.
  bool is_full() const { return left_out_ > 0; }
  std::string Finish() &&;

 private:
  OutlineLimits limits_;
  std::string text_;
  int lines_ = 0;
  int left_out_ = 0;
};

// The text in quotes, on one line: line ends and bytes that are not printable ASCII as C escapes,
// and cut after `max_bytes` with "..." in the place of the rest.
std::string Excerpt(absl::string_view text, size_t max_bytes = 60);

}  // namespace allreview

#endif  // BASE_OUTLINE_H_
