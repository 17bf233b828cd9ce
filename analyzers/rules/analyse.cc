#include "analyzers/rules/analyse.h"

#include <utility>

#include "analyzers/house/house_of_change.h"
#include "analyzers/rules/checked_edits.h"
#include "analyzers/rules/house/report_house.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "analyzers/values/values_of_change.h"
#include "base/work_budget.h"

namespace allreview::rules {

AnalysisResult Analyze(const AnalysisInput& input) {
  WorkBudget own("the analysis", {.is_cancelled = input.should_stop});
  const BudgetScope scope(&own);
  const change::AnalysedChange change =
      change::ParseChange({.files = input.files,
                           .description = input.description,
                           .is_scan = input.is_scan,
                           .repository = input.repository,
                           .cache = input.cache,
                           .limits = input.limits,
                           .keep_for_queries = !input.extra_rules.empty(),
                           .threads = input.threads,
                           .cpu_seconds = input.cpu_seconds});
  house::HouseOfChange house(change);
  test_plan::TestsOfChange tests(change);
  values::ValuesOfChange values(change);
  const RulesInput rules = {.change = change,
                            .house = house,
                            .tests = tests,
                            .values = values,
                            .spelling = input.spelling,
                            .settings = input.settings,
                            .extra_rules = input.extra_rules};
  RulesResult found = RunRules(rules);
  AnalysisResult result;
  if (found.is_complete) {
    result.house = ReportHouse(rules, found.findings);
    result.tests = tests.Verify(test_plan::StyleOf(house.policy()));
  }
  if (input.checks_edits) found.findings = CheckEdits(rules, std::move(found.findings));
  FinishFindings(rules, &found);
  result.findings = std::move(found.findings);
  result.coverage = std::move(found.coverage);
  result.directives = std::move(found.directives);
  result.files_parsed = change.files_parsed();
  result.facts_cached = change.facts_cached();
  return result;
}

}  // namespace allreview::rules
