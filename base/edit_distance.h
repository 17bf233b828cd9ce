#ifndef BASE_EDIT_DISTANCE_H_
#define BASE_EDIT_DISTANCE_H_

// "Did you mean…": the nearest of a few known names.
//
//   std::string nearest = Nearest("max_finding", {"max_findings", "fail_on"});  // "max_findings"

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview {

// Insertions, deletions, substitutions and swaps of neighbours, each of cost 1, in bytes.
int EditDistance(absl::string_view a, absl::string_view b);

// The nearest candidate, the smaller one of equals; empty when none is within a third of the length
// (at least 2).
std::string Nearest(absl::string_view name, const std::vector<std::string>& candidates);

}  // namespace allreview

#endif  // BASE_EDIT_DISTANCE_H_
