#ifndef SERVICES_ANALYSIS_OPTIONS_H_
#define SERVICES_ANALYSIS_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "host/review_budget.h"
#include "storage/redis_client.h"

namespace allreview::host {
class Metrics;
}

namespace allreview {

// A policy file that holds for every change of this server.
struct OperatorPolicy {
  std::string path;  // For messages and provenance.
  std::string content;
};

// What the operator decides for the analysis service.
struct AnalysisOptions {
  // File that keeps facts between processes (file_facts_cache.h); made when first needed. Empty:
  // memory.
  std::string facts_path = {};
  // Keeps facts for several replicas (redis_facts_cache.h). Unset: nobody does.
  std::optional<RedisAddress> facts_redis = {};
  // For each call, unless its caller asks for fewer. 0: one per core.
  int threads = 0;
  // Organisation policies, lowest rank first; callers' own ones rank above them.
  std::vector<OperatorPolicy> policies = {};
  // Files with rules of the organisation, and folders of such (*.yaml, *.yml). Changed ones are
  // read again when the next call comes.
  std::vector<std::string> rule_paths = {};
  ReviewBudget budget = {};
  // The caller is this machine's user: files that their policies name may be read.
  bool is_local_unrestricted = false;
  host::Metrics* metrics = nullptr;  // Null: nothing is counted. Outlives the service.
};

}  // namespace allreview

#endif  // SERVICES_ANALYSIS_OPTIONS_H_
