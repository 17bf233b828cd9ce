#ifndef ANALYZERS_RULES_OBSERVATION_H_
#define ANALYZERS_RULES_OBSERVATION_H_

// What a rule says of one place, and helpers to say it. rule.h shows how.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/finding.h"

namespace allreview::repository {
struct Place;
}  // namespace allreview::repository

namespace allreview::rules {

// `Kind` alone is that of a finding.
using NodeKind = python::Kind;
using python::Field;
using python::Node;

// One finding, as a rule describes it. The engine completes it: texts from the templates, code
// before and after, excerpt, enclosing symbol, cause, fingerprint, and evidence of the syntax node.
template <typename Node>
struct ObservationAt {
  Node at;  // What the finding is about: as small as possible.
  // Names must cover the placeholders of message, consequence and advice. Values are names, numbers
  // and code as they are; words of the rule's own are phrases (RuleInfo::phrases), which are said
  // in the reader's language. So are the words of `related` and `evidence`.
  Params params = {};
  // Code whose change is the reason, when `at` itself need not be changed. Null: `at`.
  Node because = {};
  std::vector<Related> related = {};
  // In the file of `at`. `after_code` is made from them.
  std::vector<Edit> edits = {};
  // Code to add elsewhere, for example a test; shown as `after_code` with nothing before it.
  std::string new_code = {};
  std::vector<Evidence> evidence = {};  // More than the node.
  // What kNewOccurrences counts by, for example the callee. Empty: the statement.
  std::string identity = {};
  // Where this place differs from the rule's own.
  std::optional<Severity> severity = {};
  std::optional<Impact> impact = {};
  std::optional<Confidence> confidence = {};
  Kind kind = Kind::kDefect;
  // With kBrokenElsewhere and kRemovedLine the changed lines are given here (and `because` is not
  // looked at); else the engine decides.
  std::optional<Cause> cause = {};
};

using Observation = ObservationAt<Node>;
using CppObservation = ObservationAt<cpp::Node>;  // cpp_context.h

// Range of a node in its module.
Range RangeOf(const python::Module& module, Node node, Side side = Side::kRight);
// Range of what another file of the repository holds, after the change.
Range RangeOf(absl::string_view path, const repository::Place& place);
// Edit that replaces a node.
Edit Replace(const python::Module& module, Node node, std::string replacement);
// The first new lines of `file.after` in [first, last], as the cause of a finding.
Cause CauseIn(const change::AnalysedFile& file, int first, int last);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_OBSERVATION_H_
