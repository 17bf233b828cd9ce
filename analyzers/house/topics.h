#ifndef ANALYZERS_HOUSE_TOPICS_H_
#define ANALYZERS_HOUSE_TOPICS_H_

// The closed list of what a house rule may be about, and which codes of linters stand for it.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"
#include "sentences/sentence.h"

namespace allreview::house {

struct Topic {
  absl::string_view id;
  Phrase statement;               // With {value}.
  absl::string_view pylint = "";  // Code, then its name: "C0116 missing-function-docstring".
  absl::string_view ruff = "";    // Codes of ruff and flake8, separated by spaces.
};

const std::vector<Topic>& Topics();
// Null: no such topic.
const Topic* FindTopic(absl::string_view id);
// The statement with its value.
Words StatementOf(absl::string_view id, const Words& value);
Words StatementOf(const Claim& claim);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_TOPICS_H_
