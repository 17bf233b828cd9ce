#ifndef ANALYZERS_RULES_SECURITY_ADDED_TEXT_H_
#define ANALYZERS_RULES_SECURITY_ADDED_TEXT_H_

// The bytes that a change adds to a file, for rules about text rather than syntax.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// The file as it is stored. Bytes stand where they stand in the tree, but for names, of which the
// tree has the form that Python compares. Empty while the engine looks at the version before.
absl::string_view StoredText(const FileContext& file);

// The new lines of a file.
class AddedLines {
 public:
  explicit AddedLines(const FileContext& file);
  bool Hold(uint32_t byte) const;

 private:
  const python::SyntaxTree& tree_;
  std::vector<int> lines_;  // Sorted.
};

// The smallest node that holds the byte, in one line if it can be: what a finding about the byte
// stands at.
Node PlaceOf(const FileContext& file, uint32_t byte);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SECURITY_ADDED_TEXT_H_
