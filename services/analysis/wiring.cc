#include <ctime>
#include <utility>

#include "analyzers/organisation_rules/rule_tests.h"
#include "analyzers/rules/checked_edits.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/measured_rules.h"
#include "analyzers/rules/suppression_rules.h"
#include "analyzers/spelling/files.h"
#include "services/analysis/adapter.h"
#include "services/analysis/analysis_service.h"
#include "services/analysis/facts_cache.h"
#include "services/analysis/file_facts_cache.h"
#include "services/analysis/observed_service.h"
#include "services/analysis/redis_facts_cache.h"
#include "services/analysis/tiered_facts_cache.h"

namespace allreview {
namespace {

// Filled only by use: the facts of about ten thousand files.
constexpr size_t kMemoryCacheBytes = 128 << 20;

std::string Today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc;
  char text[16];
  ::gmtime_r(&now, &utc);
  std::strftime(text, sizeof(text), "%Y-%m-%d", &utc);
  return text;
}

double ThreadCpuSeconds() {
  std::timespec time = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::unique_ptr<change::FactsCache> NewLocalFactsCache(const AnalysisOptions& options) {
  if (options.facts_path.empty()) {
    return std::make_unique<analysis::MemoryFactsCache>(kMemoryCacheBytes, options.metrics);
  }
  return std::make_unique<analysis::FileFactsCache>(
      analysis::FileFactsOptions{.path = options.facts_path, .metrics = options.metrics});
}

std::unique_ptr<change::FactsCache> NewFactsCache(const AnalysisOptions& options) {
  std::unique_ptr<change::FactsCache> local = NewLocalFactsCache(options);
  if (!options.facts_redis) return local;
  return std::make_unique<analysis::TieredFactsCache>(
      std::move(local), std::make_unique<analysis::RedisFactsCache>(analysis::RedisFactsOptions{
                            .address = *options.facts_redis, .metrics = options.metrics}));
}

// Ids that no rule of an organisation may have.
analysis::RuleLibraryOptions LibraryOptions(const AnalysisOptions& options) {
  analysis::RuleLibraryOptions library = {.paths = options.rule_paths, .metrics = options.metrics};
  for (const rules::RuleInfo& rule : rules::ListRules()) library.built_in_ids.emplace(rule.id);
  for (const rules::RuleInfo& rule : rules::SuppressionRules()) {
    library.built_in_ids.emplace(rule.id);
  }
  for (const rules::MeasuredRule& rule : rules::MeasuredRules()) {
    library.built_in_ids.emplace(rule.info.id);
  }
  return library;
}

analysis::Dependencies DependenciesFor(const AnalysisOptions& options) {
  return {.engine = {change::ParseChange, rules::RunRules, rules::ListRules, rules::RulesHash,
                     organisation_rules::RunTests, rules::CheckEdits},
          .cache = NewFactsCache(options),
          .today = Today,
          .cpu_seconds = ThreadCpuSeconds,
          .library = std::make_unique<analysis::RuleLibrary>(LibraryOptions(options)),
          .spelling = std::make_unique<spelling::Dictionary>(spelling::InstalledLists())};
}

}  // namespace

std::unique_ptr<grpc::Service> NewAnalysisService(AnalysisOptions options) {
  analysis::Dependencies dependencies = DependenciesFor(options);
  return analysis::NewService(std::move(options), std::move(dependencies));
}

std::unique_ptr<grpc::Service> NewObservedAnalysisService(AnalysisOptions options,
                                                          AnalysisObserver observer) {
  analysis::Dependencies dependencies = DependenciesFor(options);
  dependencies.engine.run_rules = [observer = std::move(observer)](const rules::RulesInput& input) {
    rules::RulesResult result = rules::RunRules(input);
    if (result.is_complete) observer(input);
    return result;
  };
  return analysis::NewService(std::move(options), std::move(dependencies));
}

}  // namespace allreview
