#ifndef GATEWAY_CLI_NUMERICS_REQUEST_H_
#define GATEWAY_CLI_NUMERICS_REQUEST_H_

// From the arguments of `allreview numerics …` to requests. No gRPC.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::cli {

// What `numerics check` and `numerics fpcore` ask: the argument is an expression, FILE.py:FUNCTION,
// or, for fpcore, a file. kInvalidArgument says what to write instead.
absl::StatusOr<numerics::v1::EvaluateRequest> MakeCheckRequest(const Arguments& arguments,
                                                               const Environment& environment);
absl::StatusOr<numerics::v1::EvaluateRequest> MakeFpcoreRequest(const Arguments& arguments,
                                                                const Environment& environment);

struct SuiteRow {
  int line = 0;  // In the file, 1-based.
  numerics::v1::SuiteCase suite_case;
};

// The rows of a suite: tab-separated, under a header that names name, expression, input_domain,
// precision, expected_verdict and, if there is one, stable_rewrite. kInvalidArgument names the
// line.
absl::StatusOr<std::vector<SuiteRow>> ReadSuite(absl::string_view text);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_NUMERICS_REQUEST_H_
