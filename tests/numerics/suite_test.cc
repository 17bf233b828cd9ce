// The project's own oracle suite: what an expert says of an expression before it is run.

#include "analyzers/tensor_expressions/suite/suite.h"

#include <string>
#include <vector>

#include "base/file.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

constexpr char kSuite[] = "tests/numerics/suite.tsv";

std::vector<SuiteCase> Cases() {
  const absl::StatusOr<std::string> text = ReadFile(kSuite);
  EXPECT_OK(text.status());
  const absl::StatusOr<std::vector<SuiteCase>> cases = ReadSuite(*text);
  EXPECT_OK(cases.status());
  return *cases;
}

TEST(Suite, HasEnoughCasesAndEnoughThatAreHarmless) {
  const std::vector<SuiteCase> cases = Cases();
  size_t harmless = 0;
  for (const SuiteCase& suite_case : cases) harmless += suite_case.expected == "ok";
  EXPECT_GE(cases.size(), 60u);
  EXPECT_GE(harmless * 10, cases.size() * 4);
}

TEST(Suite, EachVerdictIsTheExpectedOne) {
  for (const SuiteCase& suite_case : Cases()) {
    const absl::StatusOr<SuiteResult> result = RunCase(suite_case, *numerics::BestKernels());
    ASSERT_OK(result.status()) << suite_case.name;
    EXPECT_EQ(numerics::FailureName(result->original.verdict), suite_case.expected)
        << suite_case.name << ": " << result->original.share() << " of the results fail";
  }
}

TEST(Suite, EachRewriteFailsLessOften) {
  for (const SuiteCase& suite_case : Cases()) {
    if (suite_case.rewrite.empty()) continue;
    const absl::StatusOr<SuiteResult> result = RunCase(suite_case, *numerics::BestKernels());
    ASSERT_OK(result.status()) << suite_case.name;
    ASSERT_OK(result->rewrite_status) << suite_case.name;
    const bool is_better = result->rewrite.verdict == numerics::Failure::kNone ||
                           result->rewrite.is_result_range ||
                           result->rewrite.share() < result->original.share();
    EXPECT_TRUE(is_better) << suite_case.name << ": "
                           << numerics::FailureName(result->rewrite.verdict) << " in "
                           << result->rewrite.share();
  }
}

TEST(Suite, NamesTheLineThatIsWrong) {
  EXPECT_EQ(ReadSuite("name\texpression\tinput_domain\tprecision\n").status().message(),
            "line 1: the header has no column 'expected_verdict'");
  EXPECT_EQ(ReadSuite("name\texpression\tinput_domain\tprecision\texpected_verdict\n\na\tx+1\n")
                .status()
                .message(),
            "line 3: no 'input_domain': found 2 columns");
}

}  // namespace
}  // namespace allreview::tensor_expressions
