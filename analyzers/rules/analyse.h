#ifndef ANALYZERS_RULES_ANALYSE_H_
#define ANALYZERS_RULES_ANALYSE_H_

// All phases of the engines in their order, for tests and benchmarks. The service sequences them
// itself (services/analysis/analyse.h).
//
//   AnalysisResult result = Analyze({.files = files, .repository = &reader, .cache = &cache});

#include <functional>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/house_report.h"
#include "analyzers/test_plan/test_verification.h"

namespace allreview::rules {

// As change::ChangeInput and RulesInput have them.
struct AnalysisInput {
  const std::vector<change::ChangedFile>& files;
  change::Description description = {};
  bool is_scan = false;
  change::RepositoryReader* repository = nullptr;
  change::FactsCache* cache = nullptr;
  const spelling::Dictionary* spelling = nullptr;
  RuleSettings settings = {};
  std::vector<const Rule*> extra_rules = {};
  change::Limits limits = {};
  int threads = 1;
  std::function<bool()> should_stop = {};  // True when nobody waits any more.
  std::function<double()> cpu_seconds = {};
  bool checks_edits = true;  // False: those that rules propose are offered as they are.
};

struct AnalysisResult {
  std::vector<Finding> findings;
  std::vector<change::Coverage> coverage;
  std::vector<DirectiveComment> directives;
  HouseReport house;
  test_plan::TestVerification tests;
  int files_parsed = 0;
  int facts_cached = 0;
};

AnalysisResult Analyze(const AnalysisInput& input);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_ANALYSE_H_
