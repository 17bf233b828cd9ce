#ifndef BASE_LINE_DIFFERENCE_H_
#define BASE_LINE_DIFFERENCE_H_

// Which lines stay, go and come between two short texts, by a longest common subsequence.
//
//   LineDifference({"a", "b"}, {"a", "c"}, 60)   // a stays, b goes, c comes
//
// Quadratic in time and memory up to `max_lines` of a side; of a longer side all lines go or come.
// What goes stands before what comes. Polls. Pure.

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview {

struct LineStep {
  enum class Fate { kStays, kGoes, kComes };
  Fate fate = Fate::kStays;
  size_t index = 0;  // In the old lines of what goes, else in the new ones.
};

std::vector<LineStep> LineDifference(const std::vector<absl::string_view>& before,
                                     const std::vector<absl::string_view>& after, size_t max_lines);

}  // namespace allreview

#endif  // BASE_LINE_DIFFERENCE_H_
