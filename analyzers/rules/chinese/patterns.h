#ifndef ANALYZERS_RULES_CHINESE_PATTERNS_H_
#define ANALYZERS_RULES_CHINESE_PATTERNS_H_

// Finds the phrase whose words a text consists of.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules::chinese {

struct PatternMatch {
  absl::string_view chinese;  // With placeholders.
  // What stands for each placeholder in the English text; views into it.
  std::vector<std::pair<std::string, absl::string_view>> values;
};

// The phrase whose English is this text.
std::optional<absl::string_view> ExactPhrase(absl::string_view english);

// The pattern with the most words of its own.
std::optional<PatternMatch> MatchPattern(absl::string_view english);

// Replaces each {name}; names are lower case letters and underscores. `is_code`: it stands in a
// code span.
std::string FillPattern(
    absl::string_view text,
    const std::function<std::string(absl::string_view name, bool is_code)>& value);

}  // namespace allreview::rules::chinese

#endif  // ANALYZERS_RULES_CHINESE_PATTERNS_H_
