#include "services/analysis/analysis_service.h"

#include <ctime>
#include <utility>

#include "analyzers/rules/engine.h"
#include "services/analysis/facts_cache.h"
#include "services/analysis/service.h"

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

std::unique_ptr<rules::FactsCache> NewFactsCache(const std::string& path) {
  if (path.empty()) return std::make_unique<analysis::MemoryFactsCache>(kMemoryCacheBytes);
  return std::make_unique<analysis::SqliteFactsCache>(analysis::SqliteOptions{.path = path});
}

}  // namespace

std::unique_ptr<grpc::Service> NewAnalysisService(AnalysisOptions options) {
  analysis::Dependencies dependencies{
      .engine = {rules::Analyze, rules::ListRules, rules::RulesHash},
      .cache = NewFactsCache(options.facts_path),
      .today = Today};
  return analysis::NewService(std::move(options), std::move(dependencies));
}

}  // namespace allreview
