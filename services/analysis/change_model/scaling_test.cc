#include "services/analysis/change_model/scaling.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string ToString(const v1::Cost& cost) {
  std::string text;
  for (const v1::Cost::Product& product : cost.products()) {
    absl::StrAppend(&text, text.empty() ? "" : " + ");
    for (const v1::Cost::Factor& factor : product.factors()) {
      absl::StrAppend(&text, factor.dimension(), "^", factor.power(), " ");
    }
  }
  return text;
}

TEST(Scaling, ComparesBothSidesOfAChangedFunction) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/scores.py before
import torch


def scores(x, K):
    B, T = x.shape
    for t in range(T):
        step(x[:, t], torch.zeros(B, K))


def same(x):
    return x
# --- pkg/scores.py after
import torch


def scores(x, K):
    B, T = x.shape
    edge = torch.zeros(B, T, K)
    for t in range(T):
        step(x[:, t], edge[:, t])


def same(x):
    return x
)");
  ASSERT_EQ(model.scaling_size(), 1);
  const v1::Scaling& scaling = model.scaling(0);
  EXPECT_EQ(scaling.symbol(), "pkg/scores.py:scores");
  EXPECT_EQ(ToString(scaling.memory_before()), "B^1 K^1 ");
  EXPECT_EQ(ToString(scaling.memory()), "B^1 K^1 T^1 ");
  EXPECT_EQ(ToString(scaling.time_before()), ToString(scaling.time()));
  ASSERT_EQ(scaling.terms_size(), 2);
  EXPECT_EQ(scaling.terms(0).code(), "torch.zeros(B, T, K)");
  EXPECT_TRUE(scaling.terms(0).is_new());
  EXPECT_EQ(scaling.terms(1).code(), "for t in range(T):");
  EXPECT_FALSE(scaling.terms(1).is_new());
  EXPECT_EQ(model.scaling_examined(), 1);
}

TEST(Scaling, LeavesOutLinearFunctionsAndTests) {
  EXPECT_THAT(ModelOf(R"(# --- pkg/loss.py after
def total(items):
    for item in items:
        use(item)
# --- tests/test_loss.py after
import torch


def test_total(n):
    return torch.zeros(n, n)
)")
                  .scaling(),
              IsEmpty());
}

TEST(Scaling, PutsWhatChangedBeforeWhatGrows) {
  std::vector<std::string> symbols;
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def changed(n):
    return n
# --- pkg/a.py after
import torch


def cubic(n):
    return torch.zeros(n, n, n)


def changed(n):
    return torch.zeros(n)


def square(n):
    return torch.zeros(n, n)
)");
  for (const v1::Scaling& scaling : model.scaling()) symbols.push_back(scaling.symbol());
  EXPECT_THAT(symbols, ElementsAre("pkg/a.py:changed", "pkg/a.py:cubic", "pkg/a.py:square"));
}

TEST(Scaling, IsSilentAboutKeptCostsAndLoopsOverNames) {
  EXPECT_THAT(ModelOf(R"(# --- pkg/a.py before
import torch


def kept(n):
    return torch.zeros(n, n)


def modes(names):
    for name in names:
        use(name)
# --- pkg/a.py after
import torch


def kept(n):
    # Said in other words.
    return torch.zeros(n, n)


def modes(names, others):
    for name in names:
        for other in others:
            use(name, other)
)")
                  .scaling(),
              IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
