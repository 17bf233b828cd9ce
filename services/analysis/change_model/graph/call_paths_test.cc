#include "services/analysis/change_model/graph/call_paths.h"

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
using testing::UnorderedElementsAre;

// "train-step: train.py:step > model.py:f"
std::vector<std::string> Paths(const v1::ChangeModel& model) {
  std::vector<std::string> paths;
  for (const v1::CallPath& path : model.paths()) {
    std::string text = absl::StrCat(path.root_kind(), path.is_test() ? " (test):" : ":");
    for (const v1::Hop& hop : path.hops()) absl::StrAppend(&text, " > ", hop.symbol());
    paths.push_back(std::move(text));
  }
  return paths;
}

constexpr char kChain[] = R"(# --- pkg/ops.py before
def scale(x):
    return x
# --- pkg/ops.py after
def scale(x):
    return 2 * x
# --- pkg/model.py unchanged
import torch
from pkg.ops import scale

class Head(torch.nn.Module):
    def forward(self, x):
        return scale(x)

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = Head()

    def forward(
        self, x,
        mask=None,  # Of the words.
    ):
        return self.head(x)
# --- pkg/train.py unchanged
from pkg.model import Model

def train_step(batch):
    model = Model()
    return model(batch)

def main():
    train_step(1)
# --- tests/test_ops.py unchanged
from pkg.ops import scale

def test_scale():
    assert scale(1) == 2
)";

TEST(CallPaths, LeadFromTheOutermostEntryToTheChange) {
  EXPECT_THAT(Paths(ModelOf(kChain)),
              ElementsAre("train-step: > pkg/train.py:train_step > pkg/model.py:Model.forward"
                          " > pkg/model.py:Head.forward > pkg/ops.py:scale"));
}

TEST(CallPaths, ShowTheCallAndTheDefinitionOfEachHop) {
  const v1::ChangeModel model = ModelOf(kChain);
  const v1::CallPath& path = model.paths(0);
  ASSERT_EQ(path.hops_size(), 4);
  EXPECT_EQ(path.target(), "pkg/ops.py:scale");
  EXPECT_EQ(path.hops(0).code(), "return model(batch)");
  EXPECT_EQ(path.hops(0).range().first_line(), 5);
  EXPECT_EQ(path.hops(0).definition(), "def train_step(batch)");
  EXPECT_EQ(path.hops(1).definition(), "def forward(self, x, mask=None)");
  EXPECT_EQ(path.hops(2).code(), "return scale(x)");
  EXPECT_EQ(path.hops(2).confidence(), finding::v1::CONFIDENCE_HIGH);
  EXPECT_EQ(path.hops(3).definition(), "def scale(x)");
}

TEST(CallPaths, NameTestsOnlyWhenNothingElseCalls) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/ops.py
def scale(x):
    return 2 * x
# --- tests/test_ops.py unchanged
from pkg.ops import scale

class TestOps:
    def helper(self):
        return scale(1)

    def test_scale(self):
        assert self.helper() == 2
)")),
              ElementsAre("test (test): > tests/test_ops.py:TestOps.test_scale"
                          " > tests/test_ops.py:TestOps.helper > pkg/ops.py:scale"));
}

TEST(CallPaths, NameDocumentationOnlyWhenTheProductDoesNotCall) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/ops.py before
def scale(x):
    return x
# --- pkg/ops.py after
def scale(x):
    return 2 * x
# --- docs/guide/layer.py unchanged
import torch
from pkg.ops import scale

class Layer(torch.nn.Module):
    def forward(self, x):
        return scale(x)
# --- pkg/tool.py unchanged
from pkg.ops import scale

def rescale(x):
    return scale(x)
)")),
              ElementsAre("public: > pkg/tool.py:rescale > pkg/ops.py:scale"));
}

TEST(CallPaths, GoOnToWhoLoadsTheCheckpoint) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/optimizer.py before
class Optimizer:
    def load_state_dict(self, state_dict):
        self.groups = self._sorted(state_dict)

    def _sorted(self, groups):
        return groups
# --- pkg/optimizer.py after
class Optimizer:
    def load_state_dict(self, state_dict):
        self.groups = self._sorted(state_dict)

    def _sorted(self, groups):
        return sorted(groups)
# --- pkg/checkpointing.py unchanged
from pkg.optimizer import Optimizer

def load_checkpoint(path):
    optimizer = Optimizer()
    optimizer.load_state_dict(read(path))
    return optimizer
)")),
              ElementsAre("checkpoint: > pkg/checkpointing.py:load_checkpoint"
                          " > pkg/optimizer.py:Optimizer.load_state_dict"
                          " > pkg/optimizer.py:Optimizer._sorted"));
}

TEST(CallPaths, BeginAtScriptsThatHandOverTheFunction) {
  const v1::ChangeModel model = ModelOf(R"(# --- pretrain.py
from pkg.training import pretrain

def provider(pre_process):
    return build(pre_process)

def build(pre_process):
    return pre_process

if __name__ == "__main__":
    pretrain(
        provider,
    )
# --- pkg/training.py unchanged
def pretrain(provider):
    return provider(True)
)");
  EXPECT_THAT(Paths(model), ElementsAre("main: > pretrain.py: > pretrain.py:provider",
                                        "main: > pretrain.py: > pretrain.py:provider"
                                        " > pretrain.py:build"));
  EXPECT_EQ(model.paths(0).hops(0).definition(), "if __name__ == \"__main__\"");
}

TEST(CallPaths, SayWhatIsPublicPrivateAndReadAsAnAttribute) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/api.py
class Buffer:
    def grow(self):
        return self._grow()

    def _grow(self):
        return 1

    def _lost(self):
        return 2

    @property
    def size(self):
        return 3
)")),
              ElementsAre("property: > pkg/api.py:Buffer.size", "public: > pkg/api.py:Buffer.grow",
                          "public: > pkg/api.py:Buffer.grow > pkg/api.py:Buffer._grow",
                          ": > pkg/api.py:Buffer._lost"));
}

TEST(CallPaths, SayWhoCalledWhatIsGone) {
  const v1::ChangeModel model = ModelOf(R"(# --- pkg/loss.py before
def mask(x):
    return x

def loss_func(x):
    return mask(x)
# --- pkg/loss.py after
def loss_func(x):
    return x
)");
  EXPECT_THAT(Paths(model), ElementsAre("train-step: > pkg/loss.py:loss_func",
                                        "train-step: > pkg/loss.py:loss_func > pkg/loss.py:mask"));
  EXPECT_EQ(model.paths(1).hops(0).code(), "return mask(x)");
  EXPECT_EQ(model.paths(1).hops(0).range().side(), change::v1::SIDE_LEFT);
  EXPECT_EQ(model.paths(1).hops(1).definition(), "def mask(x)");
}

TEST(CallPaths, BeginWhereHooksAreRegistered) {
  EXPECT_THAT(
      Paths(ModelOf(R"(# --- pkg/ddp.py
class Wrapper:
    def __init__(self, parameters):
        for parameter in parameters:
            parameter.register_hook(self._make_hook(parameter))

    def _make_hook(self, parameter):
        def hook(grad):
            self._reduce(grad)
        return hook

    def _reduce(self, grad):
        return grad
# --- pkg/setup.py unchanged
from pkg.ddp import Wrapper

def main():
    Wrapper([])
)")),
      UnorderedElementsAre("hook: > pkg/ddp.py:Wrapper.__init__ > pkg/ddp.py:Wrapper._make_hook",
                           "main: > pkg/setup.py:main > pkg/ddp.py:Wrapper.__init__",
                           "hook: > pkg/ddp.py:Wrapper.__init__ > pkg/ddp.py:Wrapper._make_hook"
                           " > pkg/ddp.py:Wrapper._reduce"));
}

TEST(CallPaths, BeginAtTheModuleItselfAndNotAtASubclassThatHandsOn) {
  EXPECT_THAT(
      Paths(ModelOf(R"(# --- pkg/router.py
import torch

class Router(torch.nn.Module):
    def forward(self, x):
        return self.route(x)

    def route(self, x):
        return x

class Frozen(Router):
    def forward(self, x):
        return super().forward(x.detach())
)")),
      UnorderedElementsAre("forward: > pkg/router.py:Router.forward",
                           "forward: > pkg/router.py:Router.forward > pkg/router.py:Router.route",
                           "forward: > pkg/router.py:Frozen.forward"));
}

TEST(CallPaths, FollowCallsOfASingleton) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/pool.py
class Pool:
    @classmethod
    def get(cls):
        return cls()

    def reset(self):
        return 1

class Other:
    def reset(self):
        return 2
# --- pkg/train.py unchanged
from pkg.pool import Pool

def train_step():
    Pool.get().reset()
)")),
              testing::Contains("train-step: > pkg/train.py:train_step > pkg/pool.py:Pool.reset"));
}

TEST(CallPaths, FollowNoMethodOfAnObjectThatNobodyKnows) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/actor.py before
class Actor:
    def fit_all(self):
        return 1
# --- pkg/actor.py after
class Actor:
    def fit_all(self):
        return 2
# --- pkg/script.py unchanged
from other import Trainer

def main(thing):
    trainer = Trainer()
    trainer.fit_all()
    thing.fit_all()
)")),
              ElementsAre("public: > pkg/actor.py:Actor.fit_all"));
}

TEST(CallPaths, DoNotGoInCircles) {
  EXPECT_THAT(Paths(ModelOf(R"(# --- pkg/tree.py
def _walk(node):
    return _visit(node)

def _visit(node):
    return _walk(node)
)")),
              ElementsAre(": > pkg/tree.py:_visit > pkg/tree.py:_walk",
                          ": > pkg/tree.py:_walk > pkg/tree.py:_visit"));
}

TEST(CallPaths, AreNotLookedForWithoutDetails) {
  EXPECT_THAT(Paths(ModelOf(kChain, {.is_detailed = false})), IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
