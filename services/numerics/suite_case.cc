#include "services/numerics/suite_case.h"

#include <string>

#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/tensor_expressions/suite/suite.h"
#include "base/status_macros.h"

namespace allreview::numerics {

absl::StatusOr<v1::EvaluateResponse> RunSuiteCase(const v1::SuiteCase& suite_case) {
  const KernelTable* kernels = BestKernels();
  if (kernels == nullptr) {
    return absl::FailedPreconditionError("the processor has no AVX2 and FMA");
  }
  ASSIGN_OR_RETURN(const tensor_expressions::SuiteResult result,
                   tensor_expressions::RunCase({.name = suite_case.name(),
                                                .expression = suite_case.expression(),
                                                .domains = suite_case.domains(),
                                                .precision = suite_case.precision(),
                                                .expected = suite_case.expected(),
                                                .rewrite = suite_case.rewrite()},
                                               *kernels));
  const Diagnosis& original = result.original;
  const auto share = [&](uint64_t count) {
    return original.lanes == 0 ? 0 : static_cast<double>(count) / original.lanes;
  };
  v1::EvaluateResponse response;
  response.set_is_complete(true);
  response.set_samples(static_cast<int64_t>(original.lanes + result.rewrite.lanes));
  v1::SuiteResult& suite = *response.mutable_suite();
  suite.set_verdict(std::string(FailureName(original.verdict)));
  suite.set_is_expected(suite.verdict() == suite_case.expected());
  suite.set_operation(result.operation);
  suite.set_failing(original.share());
  suite.set_lost(share(original.lost));
  suite.set_overflow(share(original.result_overflow));
  suite.set_underflow(share(original.result_underflow));
  if (result.rewrite.lanes > 0) {
    suite.set_rewrite_verdict(std::string(FailureName(result.rewrite.verdict)));
    suite.set_rewrite_failing(result.rewrite.share());
  }
  if (!result.rewrite_status.ok()) {
    suite.set_rewrite_error(std::string(result.rewrite_status.message()));
  }
  return response;
}

}  // namespace allreview::numerics
