#ifndef SERVICES_REPORT_PSEUDO_CODE_DIFFERENCE_H_
#define SERVICES_REPORT_PSEUDO_CODE_DIFFERENCE_H_

// Where two versions of one statement differ, for people. Pure.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::report {

// The versions differ in the items of one bracket alone: "f(a, b)" and "f(a, c, d)".
struct ItemDifference {
  std::string holder;              // What stands before the bracket: "f", "x = [" without bracket.
  std::string lead;                // The first item, when it is a text that both have.
  std::vector<std::string> gone;   // "b"
  std::vector<std::string> added;  // "c", "d"
  bool is_call = false;
};

// Nothing when they differ elsewhere, in several brackets, or in more than six items.
std::optional<ItemDifference> DifferenceOfItems(absl::string_view before, absl::string_view after);

// Both on a line of at most so many bytes; parts that they share become "…" where one is longer.
std::pair<std::string, std::string> CondensePair(absl::string_view before, absl::string_view after,
                                                 size_t max_bytes);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_PSEUDO_CODE_DIFFERENCE_H_
