#include "services/analysis/change_model/statements/costs/costs.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using v1::ChangeStatement;

std::vector<std::string> Costs(absl::string_view fixture) {
  std::vector<std::string> costs;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != ChangeStatement::KIND_COST) continue;
    costs.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  return costs;
}

TEST(Costs, NameANewTensorWithTheDefaultsOfTheRepository) {
  constexpr absl::string_view kFixture = R"(# --- pkg/config.py
from dataclasses import dataclass


@dataclass
class Config:
    num_tokens: int = 4096
    num_experts: int = 64
# --- pkg/router.py before
import torch


def route(logits, num_tokens, num_experts):
    return logits
# --- pkg/router.py after
import torch


def route(logits, num_tokens, num_experts):
    mask = torch.zeros(num_tokens, num_experts, dtype=torch.float32)
    return logits + mask
)";
  EXPECT_THAT(
      Costs(kFixture),
      ElementsAre("`route` allocates `mask` `[num_tokens, num_experts]` in float32 (1.0 MiB at "
                  "`num_tokens` = 4096, the default (`pkg/config.py:6`), `num_experts` = 64, the "
                  "default (`pkg/config.py:7`)), which is new"));
  const v1::ChangeModel model = ModelOf(kFixture);
  ASSERT_EQ(model.sizes_size(), 1);
  EXPECT_THAT(model.sizes(0).numbers(), ElementsAre(4096, 64));
  EXPECT_EQ(model.sizes(0).bytes(), 4096 * 64 * 4);
}

TEST(Costs, TakeNoDefaultThatTheRepositoryContradicts) {
  EXPECT_THAT(Costs(R"(# --- pkg/small.py
from dataclasses import dataclass


@dataclass
class Small:
    width: int = 16
# --- pkg/large.py
from dataclasses import dataclass


@dataclass
class Large:
    width: int = 4096
# --- pkg/model.py before
import torch


def make(width):
    return None
# --- pkg/model.py after
import torch


def make(width):
    weight = torch.empty(width, width, dtype=torch.bfloat16)
    return weight
)"),
              ElementsAre("`make` allocates `weight` `[width, width]` in bfloat16, which is new"));
}

TEST(Costs, TellTheWeightOfANewLayer) {
  EXPECT_THAT(Costs(R"(# --- pkg/model.py before
from torch import nn


class Router(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm = None
# --- pkg/model.py after
from torch import nn


class Router(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm = None
        self.gate = nn.Linear(config.hidden_size, config.num_experts, bias=False)
)"),
              ElementsAre("`Router` holds `self.gate.weight` `[num_experts, hidden_size]`, which "
                          "is new"));
}

TEST(Costs, LeaveOutViewsAndWhatOnlyMoves) {
  EXPECT_THAT(Costs(R"(# --- pkg/model.py before
import torch


def run(rows, cols):
    x = torch.zeros(rows, cols)
    return x
# --- pkg/model.py after
import torch


def make(rows, cols):
    y = torch.zeros(rows, cols)
    return y


def run(rows, cols):
    x = make(rows, cols)
    z = x.view(cols, rows)
    return z
)"),
              IsEmpty());
}

TEST(Costs, TellACollectiveWithWhatItMoves) {
  EXPECT_THAT(
      Costs(R"(# --- pkg/loss.py before
import torch
import torch.distributed as dist


def reduce(num_tokens, width, tp_group):
    counts = torch.zeros(num_tokens, width, dtype=torch.float32)
    return counts
# --- pkg/loss.py after
import torch
import torch.distributed as dist


def reduce(num_tokens, width, tp_group):
    counts = torch.zeros(num_tokens, width, dtype=torch.float32)
    dist.all_reduce(counts, group=tp_group)
    return counts
)"),
      ElementsAre(
          "`reduce` now runs `all_reduce over tp`; each rank hands over `counts` "
          "`[num_tokens, width]` in float32, and a ring sends 2·(tp - 1)/tp of that from each "
          "rank"));
}

TEST(Costs, TakeACollectiveThatMovesToAnotherFunctionForNoNewOne) {
  EXPECT_THAT(Costs(R"(# --- pkg/loss.py before
import torch.distributed as dist


def step(x):
    dist.all_reduce(x)
    return x
# --- pkg/loss.py after
import torch.distributed as dist


def share(x):
    y = x * 2
    dist.all_reduce(y)
    return y


def step(x):
    return share(x)
)"),
              IsEmpty());
}

TEST(Costs, TakeAWaitOnAnotherLineForNoNewOne) {
  EXPECT_THAT(Costs(R"(# --- pkg/loss.py before
import torch


def log(losses: torch.Tensor, names):
    total = torch.sum(losses).item()
    return total
# --- pkg/loss.py after
import torch


def log(losses: torch.Tensor, names):
    total = torch.sum(losses)
    for name in names:
        print(name)
    total = total.item()
    return total
)"),
              IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
