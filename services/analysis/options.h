#ifndef SERVICES_ANALYSIS_OPTIONS_H_
#define SERVICES_ANALYSIS_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace allreview::host {
class Metrics;
}

namespace allreview {

// A policy file that holds for every change of this server.
struct OperatorPolicy {
  std::string path;  // For messages and provenance.
  std::string content;
};

// What one review may take in the analysis service, over all threads. A change that needs more ends
// incomplete, and says so. Files of the repository add to both by their number.
struct ReviewBudget {
  double cpu_seconds = 14;
  double cpu_seconds_of_file = 0.5;   // More for each changed file after the first.
  int64_t memory_bytes = 1280 << 20;  // And thirty times the content of the changed files.
};

// What the operator decides for the analysis service.
struct AnalysisOptions {
  // SQLite file that keeps facts between processes; made when first needed. Empty: memory only.
  std::string facts_path = {};
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
