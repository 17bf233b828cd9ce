#ifndef ANALYZERS_ORGANISATION_RULES_PROBLEMS_H_
#define ANALYZERS_ORGANISATION_RULES_PROBLEMS_H_

// What is wrong with a rule file, and where.
//
//   Problems problems("rules.yaml", text);
//   problems.Add(node, "severity is \"P9\"", "write P0, P1, P2 or P3");
//   Show(problems.list());

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/yaml.h"
#include "sentences/sentence.h"

namespace allreview::organisation_rules {

struct Problem {
  std::string file;
  int line = 1;    // 1-based.
  int column = 1;  // 1-based, in bytes.
  Words message;
  Words cure;  // What to do. May be empty.

  std::string ToString() const;  // "rules.yaml:3:5: message; cure"
};

class Problems {
 public:
  // `text` is the content of the file and outlives the object.
  Problems(absl::string_view file, absl::string_view text) : file_(file), text_(text) {}

  void Add(const YamlNode& at, std::string message, std::string cure = "");
  // At a byte of a scalar's value. Of a scalar that YAML folds the place is where it begins.
  void AddWithin(const YamlNode& scalar, size_t byte, std::string message, std::string cure = "");
  void AddAt(int line, int column, std::string message, std::string cure = "");

  bool empty() const { return list_.empty(); }
  size_t size() const { return list_.size(); }
  // In the order of their places.
  std::vector<Problem> Take() &&;

 private:
  const std::string file_;
  const absl::string_view text_;
  std::vector<Problem> list_;
};

// The value for messages, cut: "\"P9\"", "a list", "nothing".
std::string Describe(const YamlNode& node);
// In quotes, cut, without control characters.
std::string Quoted(absl::string_view text);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_PROBLEMS_H_
