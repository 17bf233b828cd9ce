#ifndef SERVICES_ANALYSIS_ADAPTER_H_
#define SERVICES_ANALYSIS_ADAPTER_H_

// The service with everything that it depends on; NewAnalysisService fills these in.

#include <functional>
#include <memory>
#include <string>

#include "analyzers/spelling/dictionary.h"
#include "grpcpp/impl/service_type.h"
#include "services/analysis/options.h"
#include "services/analysis/rule_engine.h"
#include "services/analysis/rule_library.h"

namespace allreview::analysis {

struct Dependencies {
  RuleEngine engine;
  std::unique_ptr<change::FactsCache> cache;
  std::function<std::string()> today;        // YYYY-MM-DD, UTC.
  std::function<double()> cpu_seconds = {};  // CPU time of the calling thread. Empty: no limit.
  std::unique_ptr<RuleLibrary> library = nullptr;            // Null: rules of callers only.
  std::unique_ptr<spelling::Dictionary> spelling = nullptr;  // Null: no words are known.
};

std::unique_ptr<grpc::Service> NewService(AnalysisOptions options, Dependencies dependencies);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_ADAPTER_H_
