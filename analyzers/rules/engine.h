#ifndef ANALYZERS_RULES_ENGINE_H_
#define ANALYZERS_RULES_ENGINE_H_

// Runs all rules over a change.
//
//   const change::AnalysedChange change = change::ParseChange({.files = files});
//   house::HouseOfChange house(change);
//   test_plan::TestsOfChange tests(change);
//   RulesResult result = RunRules({.change = change, .house = house, .tests = tests});
//   FinishFindings(settings, &result);
//
// No network, no clock, no flags. The result does not depend on the number of threads.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/coverage.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule_info.h"

namespace allreview::change {
class AnalysedChange;  // analyzers/change/analysed_change.h
}  // namespace allreview::change
namespace allreview::house {
class HouseOfChange;  // analyzers/house/house_of_change.h
}  // namespace allreview::house
namespace allreview::spelling {
class Dictionary;  // analyzers/spelling/dictionary.h
}  // namespace allreview::spelling
namespace allreview::test_plan {
class TestsOfChange;  // analyzers/test_plan/tests_of_change.h
}  // namespace allreview::test_plan
namespace allreview::values {
class ValuesOfChange;  // analyzers/values/values_of_change.h
}  // namespace allreview::values

namespace allreview::rules {

struct Rule;  // rule.h

// What policy says of one rule; absent: the rule's own defaults.
struct RuleSetting {
  std::optional<bool> is_enabled = {};
  std::optional<Severity> severity = {};
  std::optional<Tier> tier = {};
};

using RuleSettings = std::map<std::string, RuleSetting>;  // By rule id.

// A comment of a changed file (right side) that contains "allreview:".
struct DirectiveComment {
  std::string path;
  int line = 0;              // 1-based.
  int column = 0;            // 0-based, of the '#'.
  bool is_own_line = false;  // Nothing but white space before it: it speaks of the next statement.
  int statement_first_line = 0;  // Lines of the statement that it speaks of.
  int statement_end_line = 0;    // Exclusive.
  std::string text;              // From '#' to the end of the line.
};

// All borrowed. Nobody else asks `tests` meanwhile.
struct RulesInput {
  const change::AnalysedChange& change;
  house::HouseOfChange& house;
  test_plan::TestsOfChange& tests;
  values::ValuesOfChange& values;
  const spelling::Dictionary* spelling = nullptr;  // Null: no words are known.
  RuleSettings settings = {};
  // Beside the built-in ones, with ids of their own; see Rule.file_check. They outlive the result.
  std::vector<const Rule*> extra_rules = {};
  bool omits_edits = false;  // Nobody will apply edits, so CheckEdits() withdraws all untried.
};

struct RulesResult {
  std::vector<Finding> findings;
  std::vector<change::Coverage> coverage;    // One for each file of the change.
  std::vector<DirectiveComment> directives;  // By path and line.
  // False: the rules that look at the whole change were ended, and so no file has been seen by all
  // rules. What they left half done is not to be asked again.
  bool is_complete = true;
};

// Runs the rules file by file, then those that look at the change as a whole, and collects the
// comments that speak to AllReview. Findings are all there are, in the order in which rules made
// them.
RulesResult RunRules(const RulesInput& input);

// The built-in and extra rules that the settings leave on.
std::vector<const Rule*> EnabledRules(const RulesInput& input);

// Sorts findings by (path, line, column, rule), leaves out those that are more than anybody can be
// sent (which `coverage` then says), and gives them fingerprints and what policy says of them.
void FinishFindings(const RulesInput& input, RulesResult* result);

// What a rule's own tier becomes under policy. One that is only switched on is a hint if it was
// one.
inline Tier EffectiveTier(Tier tier, const RuleSetting& setting) {
  if (setting.is_enabled == false) return Tier::kOff;
  if (setting.tier) return *setting.tier;
  return setting.is_enabled == true && tier == Tier::kOff ? Tier::kOn : tier;
}

// All rules, sorted by id.
std::vector<RuleInfo> ListRules();

// Hash over ids, versions and metadata of all rules, 16 hexadecimal digits.
std::string RulesHash();

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_ENGINE_H_
