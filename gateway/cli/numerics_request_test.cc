#include "gateway/cli/numerics_request.h"

#include "base/file.h"
#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using numerics::v1::EvaluateRequest;

absl::StatusOr<EvaluateRequest> Check(const std::vector<std::string>& words) {
  const auto line = FindCommand(Commands(), words);
  EXPECT_OK(line.status());
  const auto arguments = ParseArguments(*line->command, line->rest);
  if (!arguments.ok()) return arguments.status();
  return MakeCheckRequest(*arguments, {.current_directory = testing::TempDir()});
}

TEST(NumericsRequest, TakesAnExpressionWithItsRanges) {
  const auto request = Check({"numerics", "check", "--dtype=bf16,fp32", "--range", "x~N(0,4)",
                              "--range=y~C(1)", "--seed=7", "--device=cpu", "--fused", "x[:1]+y"});
  ASSERT_OK(request.status());
  EXPECT_EQ(request->text().expression(), "x[:1]+y");
  EXPECT_EQ(request->text().domains(), "x~N(0,4) y~C(1)");
  EXPECT_EQ(request->formats_size(), 2);
  EXPECT_EQ(request->seed(), 7u);
  EXPECT_TRUE(request->is_cpu());
  EXPECT_TRUE(request->is_fused());
}

TEST(NumericsRequest, SuggestsTheFormatThatWasMeant) {
  EXPECT_EQ(Check({"numerics", "check", "--dtype=bf61", "x"}).status(),
            absl::InvalidArgumentError(
                "--dtype: \"bf61\" is not a number format; did you mean \"bf16\"?"));
}

TEST(NumericsRequest, ReadsTheFileOfAFunction) {
  ASSERT_OK(WriteFile(testing::TempDir() + "/norm.py", "def f(x): return x\n"));
  const auto request = Check({"numerics", "check", "norm.py:Norm.forward"});
  ASSERT_OK(request.status());
  EXPECT_EQ(request->source().path(), "norm.py");
  EXPECT_EQ(request->source().function(), "Norm.forward");
  EXPECT_EQ(request->source().content(), "def f(x): return x\n");
  EXPECT_TRUE(absl::IsInvalidArgument(
      Check({"numerics", "check", "norm.py:f", "--range=x~C(1)"}).status()));
  EXPECT_FALSE(Check({"numerics", "check", "missing.py:f"}).ok());
}

TEST(NumericsRequest, ReadsASuite) {
  const auto rows = ReadSuite(
      "name\texpression\tinput_domain\tprecision\texpected_verdict\tstable_rewrite\tsource\n"
      "# a comment\n"
      "one\tx+1\tx~N(0,1)[8]\tbf16\tok\t\tnone\r\n"
      "two\tx*2\tx~N(0,1)[8]\tfp16\toverflow\n");
  ASSERT_OK(rows.status());
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].line, 3);
  EXPECT_EQ((*rows)[0].suite_case.expected(), "ok");
  EXPECT_EQ((*rows)[1].suite_case.rewrite(), "");
  EXPECT_EQ((*rows)[1].suite_case.precision(), "fp16");
}

TEST(NumericsRequest, NamesTheLineOfASuiteThatIsWrong) {
  EXPECT_EQ(ReadSuite("name\texpression\n").status(),
            absl::InvalidArgumentError("line 1: the header has no column \"input_domain\""));
  EXPECT_EQ(ReadSuite("name\texpression\tinput_domain\tprecision\texpected_verdict\nx\n").status(),
            absl::InvalidArgumentError("line 2: no \"expression\": found 1 columns"));
  EXPECT_FALSE(ReadSuite("").ok());
}

}  // namespace
}  // namespace allreview::cli
