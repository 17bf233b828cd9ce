// How values pass through changed functions, and what these do to state.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

// "inputs -> output" of each step.
std::vector<std::string> FlowOf(const v1::ChangeModel& model, const std::string& symbol) {
  std::vector<std::string> steps;
  for (const v1::DataFlow& flow : model.data_flows()) {
    if (flow.symbol() != symbol) continue;
    for (const v1::DataFlowStep& step : flow.steps()) {
      steps.push_back(absl::StrCat(absl::StrJoin(step.inputs(), ","), " -> ", step.output()));
    }
  }
  return steps;
}

TEST(DataFlow, TakesWhatACollectiveFillsForItsOutput) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py after
import torch
import torch.distributed as dist

def gather(x: torch.Tensor, group):
    full = torch.empty(8, 4)
    dist.all_gather_into_tensor(full, x.contiguous(), group=group)
    return full.sum()
)");
  EXPECT_THAT(FlowOf(model, "pkg/a.py:gather"),
              ElementsAre(" -> full", "x -> full", "full -> return"));
}

TEST(DataFlow, FollowsStateThroughOtherNames) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py after
import torch

class Meter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(4))
        self.total = torch.zeros(4)

    def forward(self, x: torch.Tensor):
        self.total.add_(x)
        return x - self.mean

def finish(modules, ema: float):
    means = []
    totals = []
    for module in modules:
        means.append(module.mean)
        totals.append(module.total)
    fresh = torch.stack(totals) * ema
    for mean, new in zip(means, fresh):
        mean.copy_(new)
    for module in modules:
        module.total.zero_()
)");
  EXPECT_THAT(FlowOf(model, "pkg/a.py:Meter.__init__"), Contains(" -> self.mean"));
  EXPECT_THAT(FlowOf(model, "pkg/a.py:Meter.forward"),
              ElementsAre("self.total,x -> self.total", "x,self.mean -> return"));
  const std::vector<std::string> finish = FlowOf(model, "pkg/a.py:finish");
  EXPECT_THAT(finish, Contains("self.total -> totals"));
  EXPECT_THAT(finish, Contains("totals -> fresh"));
  EXPECT_THAT(finish, Contains("mean,new -> mean, self.mean"));
  EXPECT_THAT(finish, Contains(" -> self.total"));
}

TEST(DataFlow, FollowsAllValuesWhereThereAreNoTensors) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py after
class Pack:
    def __init__(self):
        self.buffer = []

    def fill(self, samples, config):
        size = config.size
        for sample in samples:
            tokens = sample.split()
            self.buffer.extend(tokens)
        head = self.buffer[:size]
        self.buffer = self.buffer[size:]
        return list(head)
)");
  const std::vector<std::string> fill = FlowOf(model, "pkg/a.py:Pack.fill");
  EXPECT_THAT(fill, Contains("samples -> sample"));
  EXPECT_THAT(fill, Contains("tokens,self.buffer -> self.buffer"));
  EXPECT_THAT(fill, Contains("head -> return"));
  EXPECT_THAT(absl::StrJoin(fill, ";"), Not(testing::HasSubstr("config")));
}

}  // namespace
}  // namespace allreview::analysis
