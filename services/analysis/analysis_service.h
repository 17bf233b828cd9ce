#ifndef SERVICES_ANALYSIS_ANALYSIS_SERVICE_H_
#define SERVICES_ANALYSIS_ANALYSIS_SERVICE_H_

// The analysis service of proto/analysis/v1: rules, suppressions, policy, coverage.
//
//   std::unique_ptr<grpc::Service> service = NewAnalysisService({.facts_path = "facts.map"});
//
// Keeps no state between calls but the cache of facts. Safe from any thread.

#include <memory>

#include "grpcpp/impl/service_type.h"
#include "services/analysis/options.h"

namespace allreview {

std::unique_ptr<grpc::Service> NewAnalysisService(AnalysisOptions options);

}  // namespace allreview

#endif  // SERVICES_ANALYSIS_ANALYSIS_SERVICE_H_
