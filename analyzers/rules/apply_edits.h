#ifndef ANALYZERS_RULES_APPLY_EDITS_H_
#define ANALYZERS_RULES_APPLY_EDITS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/finding.h"

namespace allreview::rules {

// In the order of their places.
std::vector<Edit> ByPlace(std::vector<Edit> edits);

// The text with all edits applied, whatever their order. Nothing when one does not fit into it or
// two overlap.
std::optional<std::string> ApplyEdits(absl::string_view text, std::vector<Edit> edits);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_APPLY_EDITS_H_
