#ifndef ANALYZERS_HOUSE_NORMS_H_
#define ANALYZERS_HOUSE_NORMS_H_

// What the code that exists does, as a judge over what was only written down.
//
//   ApplyNorms(habits, &policy);
//   policy.Find("optional-annotations")->is_active  ->  false: 14 % of the code does so
//
// A claim of prose that fewer than 80 % of the code follows is no longer active, and is listed as a
// conflict. What nobody wrote down, but nearly all code does, becomes an entry of level kNorm.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"
#include "analyzers/repository/style_facts.h"

namespace allreview::house {

struct FileHabits {
  absl::string_view path;
  repository::StyleFacts style;
};

inline constexpr int kFollowedPercent = 80;

void ApplyNorms(const std::vector<FileHabits>& files, Policy* policy);

// The copyright line that most files of a folder begin with; empty when fewer than 90 % of them
// have any, or there are fewer than three. Views into `files`.
absl::string_view CopyrightOf(const std::vector<FileHabits>& files, absl::string_view folder);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_NORMS_H_
