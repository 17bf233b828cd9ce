#ifndef ANALYZERS_HOUSE_TOPICS_H_
#define ANALYZERS_HOUSE_TOPICS_H_

// The closed list of what a house rule may be about, and which codes of linters stand for it.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::house {

struct Topic {
  absl::string_view id;
  absl::string_view statement;    // "{}" stands for the value.
  absl::string_view pylint = "";  // Code, then its name: "C0116 missing-function-docstring".
  absl::string_view ruff = "";    // Codes of ruff and flake8, separated by spaces.
};

const std::vector<Topic>& Topics();
// Null: no such topic.
const Topic* FindTopic(absl::string_view id);
// The statement with its value.
std::string StatementOf(absl::string_view id, absl::string_view value);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_TOPICS_H_
