// What stories say of code that another function had before the change.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;

constexpr char kSplit[] = R"(# --- pkg/a.py before
import torch.distributed as dist


def total(x, group):
    if x.dim() > 0:
        raise ValueError("x must be a scalar")
    if group is not None:
        dist.all_reduce(x, op="sum", group=group)
    return float(x)
# --- pkg/a.py after
import torch.distributed as dist


def total(x, group):
    return float(total_on_device(x, group))


def total_on_device(x, group):
    if x.dim() > 0:
        raise ValueError("x must be a scalar")
    if group is not None:
        dist.all_reduce(x, op="sum", group=group)
        dist.broadcast(x, 0)
    assert x.numel() == 1
    return x
)";

TEST(MovedCode, HasNoNewEffectsOrConditions) {
  std::vector<std::string> told;
  const v1::ChangeModel model = ModelOf(kSplit);
  for (const v1::FunctionStory& story : model.functions()) {
    for (const v1::Effect& effect : story.effects()) {
      told.push_back(absl::StrCat(effect.is_new() ? "new " : "", effect.what()));
    }
    for (const v1::Condition& condition : story.conditions()) {
      told.push_back(absl::StrCat(condition.is_new() ? "new " : "", condition.test()));
    }
  }
  EXPECT_THAT(told, ElementsAre("all_reduce over group", "new broadcast over world", "x.dim() > 0",
                                "new x.numel() == 1"));
}

TEST(MovedCode, IsWhatAHeaderWasPutAround) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/a.py before
def f(worker, on):
    total = worker.total + 1
    worker.start()
    return total
# --- pkg/a.py after
def f(worker, on):
    with lock():
        total = worker.total + 1
        if on:
            worker.start()
        return total
)");
  std::vector<std::string> told;
  for (const v1::Step& step : model.functions(0).steps()) {
    told.push_back(absl::StrCat(v1::Step::Status_Name(step.status()).substr(7), " ", step.code()));
  }
  EXPECT_THAT(told, ElementsAre("ADDED with lock():", "MOVED total = worker.total + 1",
                                "ADDED if on:", "MOVED worker.start()", "MOVED return total"));
}

}  // namespace
}  // namespace allreview::analysis
