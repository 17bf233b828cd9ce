#include "analyzers/tensor_expressions/print_expressions.h"

#include <memory>
#include <string>

#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

TEST(PrintExpressions, ShowsGraphsAndWhatIsRefused) {
  constexpr char kSource[] = R"(import torch

def loss(logits: torch.Tensor):
    e = torch.exp(logits)
    return e / e.sum(-1, keepdim=True)

def gate(x: torch.Tensor):
    return torch.unique(x * x) + 1
)";
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse("pkg/loss.py", kSource);
  ASSERT_OK(module);
  EXPECT_EQ(PrintExpressions(**module), R"text(5:12 return in loss
  logits: its name
  0 = input logits: logit[element]
  1 = exp(0)
  2 = sum(1) [row]
  3 = div(1, 2)
  outputs 3
8:25 in gate refused trivial "x * x"
8:12 in gate refused trivial "torch.unique(x * x) + 1"
8:12 in gate refused indexing "torch.unique(x * x)"
)text");
}

}  // namespace
}  // namespace allreview::tensor_expressions
