#ifndef ANALYZERS_OTHER_TOOLS_SAME_CAUSE_H_
#define ANALYZERS_OTHER_TOOLS_SAME_CAUSE_H_

// Which of our rules looks for what a rule of another tool looks for.
//
//   OurRuleFor("ruff", "B006", "mutable-argument-default")  // "mutable-default"
//
// Pure.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace allreview::other_tools {

// A rule under all the names that tools have for it: codes that many linters share (those of
// pycodestyle, pyflakes, flake8's plugins, pylint, all of which ruff uses) and names.
struct SameCause {
  absl::string_view our_rule;
  absl::string_view names;  // With blanks between.
};

absl::Span<const SameCause> SameCauses();

// "": none that is known.
absl::string_view OurRuleFor(absl::string_view tool, absl::string_view rule_id,
                             absl::string_view rule_name);

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_SAME_CAUSE_H_
