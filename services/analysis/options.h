#ifndef SERVICES_ANALYSIS_OPTIONS_H_
#define SERVICES_ANALYSIS_OPTIONS_H_

#include <string>
#include <vector>

namespace allreview {

// A policy file that holds for every change of this server.
struct OperatorPolicy {
  std::string path;  // For messages and provenance.
  std::string content;
};

// What the operator decides for the analysis service.
struct AnalysisOptions {
  // SQLite file that keeps facts between processes; made when first needed. Empty: memory only.
  std::string facts_path = {};
  // For each call, unless its caller asks for fewer. 0: one per core.
  int threads = 0;
  // Organisation policies, lowest rank first; callers' own ones rank above them.
  std::vector<OperatorPolicy> policies = {};
};

}  // namespace allreview

#endif  // SERVICES_ANALYSIS_OPTIONS_H_
