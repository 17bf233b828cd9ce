#ifndef ANALYZERS_ORGANISATION_RULES_FIELDS_H_
#define ANALYZERS_ORGANISATION_RULES_FIELDS_H_

// A YAML mapping whose keys are known: every key that nobody asked for is a problem.
//
//   Fields fields(node, "a rule", problems);
//   const std::string id = fields.Text("id");           // Required.
//   const YamlNode* where = fields.Find("where");       // Null: not there.
//   fields.Finish();

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/organisation_rules/problems.h"

namespace allreview::organisation_rules {

class Fields {
 public:
  // `node` and `problems` outlive the object. `what` is for messages: "a rule".
  Fields(const YamlNode& node, absl::string_view what, Problems& problems);

  // False: it is no mapping, which has been said.
  bool is_mapping() const { return node_.kind == YamlNode::Kind::kMap; }

  const YamlNode* Find(absl::string_view key);
  // Reports when it is missing.
  const YamlNode* Require(absl::string_view key, absl::string_view cure);
  // A scalar without white space around it; "" has been reported.
  std::string Text(absl::string_view key, absl::string_view cure);
  std::string OptionalText(absl::string_view key);
  // Position in `names`; nullopt: missing or none of them, which has been reported.
  std::optional<int> Choice(absl::string_view key, absl::Span<const absl::string_view> names);
  // -1: missing; other values are reported.
  std::optional<bool> Flag(absl::string_view key);
  // 0 to 1000; nullopt: missing or reported.
  std::optional<int> Number(absl::string_view key);

  // Reports keys that were not asked for, and keys that stand twice.
  void Finish();

 private:
  const YamlNode& node_;
  const std::string what_;
  Problems& problems_;
  std::vector<std::string> known_;
};

// The scalars of a list, or one scalar. Reports what is none, or an empty list.
std::vector<const YamlNode*> ReadScalars(const YamlNode& node, absl::string_view what,
                                         Problems& problems);
// Text of a scalar without white space around it; reports other nodes and empty ones.
std::string ReadText(const YamlNode& node, absl::string_view what, Problems& problems);
// nullopt has been reported.
std::optional<bool> ReadFlag(const YamlNode& node, absl::string_view what, Problems& problems);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_FIELDS_H_
