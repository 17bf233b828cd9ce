#ifndef ANALYZERS_TENSOR_EXPRESSIONS_SUITE_SUITE_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_SUITE_SUITE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/check/diagnose_stratum.h"

namespace allreview::tensor_expressions {

// One line of an oracle suite: what is known of an expression.
struct SuiteCase {
  int line = 0;  // 1-based.
  std::string name = {};
  std::string expression = {};
  std::string domains = {};  // domain.h
  std::string precision = {};
  std::string expected = {};  // "ok", "overflow", "underflow", "cancellation", "absorption", "nan".
  std::string rewrite = {};   // Empty: none.
  std::string source = {};
};

// Reads tab-separated lines under a header that names the columns: name, expression, input_domain,
// precision, expected_verdict, stable_rewrite, source; the last two may be missing. Lines that are
// empty or start with # are left out. Fails with kInvalidArgument, naming the line.
absl::StatusOr<std::vector<SuiteCase>> ReadSuite(absl::string_view text);

struct SuiteResult {
  numerics::Diagnosis original;
  numerics::Diagnosis rewrite = {};  // Zero lanes: there is none.
  std::string operation = {};        // That the original's failure comes from.
  absl::Status rewrite_status = {};  // Why it could not be read.
};

// Measures one case on the numbers of its domains. The verdict of a scan is that of its worst
// order. Fails when the expression cannot be read.
absl::StatusOr<SuiteResult> RunCase(const SuiteCase& suite_case,
                                    const numerics::KernelTable& kernels);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_SUITE_SUITE_H_
