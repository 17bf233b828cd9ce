#ifndef SERVICES_NUMERICS_SUITE_CASE_H_
#define SERVICES_NUMERICS_SUITE_CASE_H_

#include "absl/status/statusor.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

// Measures one line of a suite and compares the verdict. Fails when the expression cannot be read.
absl::StatusOr<v1::EvaluateResponse> RunSuiteCase(const v1::SuiteCase& suite_case);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_SUITE_CASE_H_
