#include "services/report/pseudo_code/condense.h"

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(Condense, TakesWhatAReaderDoesNotNeedOffAStatement) {
  const struct {
    absl::string_view name, code, line;
  } kCases[] = {
      {"line ends and comments", "x = f(\n    a,  # first\n    b,\n)", "x = f(a, b)"},
      {"annotation", "x: Dict[str, int] = {}", "x = {}"},
      {"prefixes", "torch.distributed.all_reduce(x, op=dist.ReduceOp.SUM)",
       "all_reduce(x, op=ReduceOp.SUM)"},
      {"repeated names", "f(group=group, out=other, x=x)", "f(group, out=other, x)"},
      {"texts that fit", "raise ValueError(\"expected a tensor of three dimensions\")",
       "raise ValueError(\"expected a tensor of three dimensions\")"},
      {"long texts", "raise ValueError(\"expected a tensor of three or four dimensions\")",
       "raise ValueError(\"expected a tensor of…\")"},
      {"a tuple of one", "return (x,)", "return (x,)"},
      {"a hash in a text", "x = '#1'  # one", "x = '#1'"},
      {"a slice", "y = x[:, 1:]", "y = x[:, 1:]"},
      {"a header", "if x is None:", "if x is None:"},
      {"a lambda", "f = lambda x: x", "f = lambda x: x"},
  };
  for (const auto& test : kCases) EXPECT_EQ(Condense(test.code, 60), test.line) << test.name;
}

TEST(Condense, DropsArgumentsThatDoNotFit) {
  EXPECT_EQ(Condense("out = layer(hidden_states, attention_mask, context, rotary, params)", 40),
            "out = layer(hidden_states, …)");
  EXPECT_EQ(Condense("self.out = outer(inner(first, second, third), fourth, fifth, sixth)", 42),
            "self.out = outer(inner(first, …), …)");
}

TEST(Condense, EmptiesABracketRatherThanEndInTheMiddle) {
  EXPECT_EQ(Condense("optimizer = make(model.layers.embedding.tokens.weight_of_table)", 40),
            "optimizer = make(…)");
}

TEST(Condense, SurvivesTextThatIsNoPython) {
  for (absl::string_view code : {"", "((((", "'''", "\"open", "x = )]}", "\\", "#", "'\\"}) {
    EXPECT_LE(Condense(code, 20).size(), 24) << code;
  }
}

TEST(Negated, SaysWhatMustHold) {
  EXPECT_EQ(Negated("x is None"), "x is not None");
  EXPECT_EQ(Negated("x is not None"), "x is None");
  EXPECT_EQ(Negated("not f(a and b)"), "f(a and b)");
  EXPECT_EQ(Negated("a not in b"), "a in b");
  EXPECT_EQ(Negated("n % 2 != 0"), "n % 2 == 0");
  EXPECT_EQ(Negated("a or b"), "not (a or b)");
  EXPECT_EQ(Negated("0 < n < 3"), "not (0 < n < 3)");
  EXPECT_EQ(Negated("flag"), "not flag");
}

}  // namespace
}  // namespace allreview::report
