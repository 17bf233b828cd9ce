#ifndef SERVICES_ANALYSIS_OBSERVED_SERVICE_H_
#define SERVICES_ANALYSIS_OBSERVED_SERVICE_H_

// The analysis service of the product with an observer between its phases, for programs that print
// what these know. Messages hold less: trees, the index and lazy answers end with the call.
//
//   NewObservedAnalysisService({}, [&](const rules::RulesInput& input) {
//     text = change::PrintChange(input.change);
//   });

#include <functional>
#include <memory>

#include "analyzers/rules/engine.h"
#include "grpcpp/impl/service_type.h"
#include "services/analysis/options.h"

namespace allreview {

// Called in each analysis whose rules ran to their end, on the thread that runs it; what it asks is
// paid by the budget of the review.
using AnalysisObserver = std::function<void(const rules::RulesInput& input)>;

std::unique_ptr<grpc::Service> NewObservedAnalysisService(AnalysisOptions options,
                                                          AnalysisObserver observer);

}  // namespace allreview

#endif  // SERVICES_ANALYSIS_OBSERVED_SERVICE_H_
