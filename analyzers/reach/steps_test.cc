// Reach::FindStep and IsCaptured.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/reach/fake_reach.h"
#include "analyzers/reach/reach.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::reach {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string TextOf(const Entry& entry) {
  return absl::StrCat(entry.what, entry.kind == Kind::kInference ? " inference" : "");
}

std::vector<std::string> Print(const std::optional<Way>& path) {
  if (!path) return {};
  std::vector<std::string> lines = {TextOf(path->entry)};
  for (const repository::Call& call : path->hops) {
    lines.push_back(absl::StrCat(call.caller, ":", call.place.line));
  }
  return lines;
}

const std::map<std::string, std::string>& ModuleInFourFiles() {
  static const auto* const files = new std::map<std::string, std::string>{
      {"p/base.py", "import torch\nclass Base(torch.nn.Module):\n    def gate(self): pass\n"},
      {"p/middle.py", "from .base import Base\nclass Middle(Base):\n    def part(self): pass\n"},
      {"p/__init__.py", "from .middle import Middle\n"},
      {"p/router.py", "import p\nclass Router(p.Middle):\n    def part(self): pass\n"}};
  return *files;
}

TEST(FindStep, LeadsFromAModuleOfOtherFiles) {
  std::map<std::string, std::string> files = ModuleInFourFiles();
  files["p/layer.py"] =
      "from p.router import Router\n"
      "from p.ops import permute\n"
      "class Layer(Router):\n"
      "    def forward(self, x):\n"
      "        return self._route(x)\n"
      "    def _route(self, x):\n"
      "        return permute(x)\n";
  files["p/ops.py"] =
      "def permute(x): return _sort(x)\n"
      "def _sort(x): return _deep(x)\n"
      "def _deep(x): pass\n"
      "def unused(x): pass\n";
  Fake fake(files);
  EXPECT_THAT(Print(fake.reach.FindStep("p.ops._sort")),
              ElementsAre("forward", "p.layer.Layer.forward:5", "p.layer.Layer._route:7",
                          "p.ops.permute:1", "p.ops._sort:2"));
  EXPECT_THAT(Print(fake.reach.FindStep("p.ops._deep")), IsEmpty());  // Four calls.
  EXPECT_THAT(Print(fake.reach.FindStep("p.ops.unused")), IsEmpty());
}

TEST(FindStep, PassesNoColdFunctionBlockOrFile) {
  Fake fake{{"train.py",
             "from ops import a, b, c, d\n"
             "def train_step(x, step):\n"
             "    save_state(x)\n"
             "    if step % args.log_interval == 0:\n"
             "        b(x)\n"
             "    c(x)\n"
             "def save_state(x): a(x)\n"},
            {"tests/helper.py", "from ops import d\ndef train_step(x): d(x)\n"},
            {"ops.py", "def a(x): pass\ndef b(x): pass\ndef c(x): pass\ndef d(x): pass\n"}};
  EXPECT_THAT(Print(fake.reach.FindStep("ops.a")), IsEmpty());
  EXPECT_THAT(Print(fake.reach.FindStep("ops.b")), IsEmpty());
  EXPECT_THAT(Print(fake.reach.FindStep("ops.c")),
              ElementsAre("train-step", "train.train_step:6", "ops.c:3"));
  EXPECT_THAT(Print(fake.reach.FindStep("ops.d")), IsEmpty());
}

TEST(FindStep, StartsInOptimizersHooksAndInference) {
  Fake fake{{"optim.py",
             "class DistributedOptimizer:\n"
             "    def step(self): self._reduce()\n"
             "    def _reduce(self): pass\n"
             "class Timer:\n"
             "    def step(self): self._tick()\n"
             "    def _tick(self): pass\n"},
            {"ddp.py",
             "class Wrapper:\n"
             "    def __init__(self, module, parameter):\n"
             "        module.register_forward_pre_hook(self._gather)\n"
             "        parameter.register_hook(self._make_hook(parameter))\n"
             "    def _gather(self, module, inputs): pass\n"
             "    def _make_hook(self, parameter):\n"
             "        def hook(grad):\n"
             "            self._ready(parameter)\n"
             "        return hook\n"
             "    def _ready(self, parameter): pass\n"},
            {"core/inference/engine.py",
             "import torch\n"
             "class Engine(torch.nn.Module):\n"
             "    def forward(self, x): return self._sample(x)\n"
             "    def _sample(self, x): pass\n"},
            {"pretrain.py",
             "def get_batch(it): return _slice(next(it))\n"
             "def _slice(batch): pass\n"}};
  const auto root = [&](absl::string_view name) -> std::string {
    const std::optional<Way> path = fake.reach.FindStep(name);
    return path ? TextOf(path->entry) : "";
  };
  EXPECT_EQ(root("optim.DistributedOptimizer._reduce"), "optimizer-step");
  EXPECT_EQ(root("optim.Timer._tick"), "");
  EXPECT_EQ(root("ddp.Wrapper._gather"), "hook");
  EXPECT_EQ(root("ddp.Wrapper._ready"), "hook");
  EXPECT_EQ(root("core.inference.engine.Engine._sample"), "forward inference");
  EXPECT_EQ(root("pretrain._slice"), "get-batch");
}

TEST(FindStep, CountsWhatAFunctionDefinesAsPartOfIt) {
  Fake fake{{"a.py",
             "import torch\n"
             "class Layer(torch.nn.Module):\n"
             "    def forward(self, x):\n"
             "        def custom(x):\n"
             "            return self.a(x)\n"
             "        return checkpoint(custom, x)\n"
             "    def a(self, x): return self.b(x)\n"
             "    def b(self, x): return self.c(x)\n"
             "    def c(self, x): pass\n"}};
  EXPECT_THAT(Print(fake.reach.FindStep("a.Layer.c")),
              ElementsAre("forward", "a.Layer.forward:6", "a.Layer.forward.custom:5", "a.Layer.a:7",
                          "a.Layer.b:8", "a.Layer.c:9"));
}

TEST(IsCaptured, CoversWhatIsCapturedAndWhatThatCalls) {
  Fake fake{{"layer.py",
             "import torch\n"
             "class GraphableMegatronModule(torch.nn.Module): pass\n"
             "class Layer(GraphableMegatronModule):\n"
             "    def __init__(self, config):\n"
             "        self.manager = CudaGraphManager(config, self, function_name='_mlp')\n"
             "    def forward(self, x): return self._attend(x)\n"
             "    def _attend(self, x): return far(x)\n"
             "    def _mlp(self, x): return near(x)\n"
             "    def other(self, x): pass\n"
             "def far(x): pass\n"
             "def near(x): pass\n"},
            {"graph.py",
             "import torch\n"
             "from layer import Layer\n"
             "def capture(graph, x):\n"
             "    warm(x)\n"
             "    with torch.cuda.graph(graph):\n"
             "        body(x)\n"
             "def body(x): inner(x)\n"
             "def inner(x): pass\n"
             "def warm(x): pass\n"}};
  for (absl::string_view name : {"layer.Layer._mlp", "layer.near", "layer.Layer.forward",
                                 "layer.Layer._attend", "graph.body", "graph.inner"}) {
    EXPECT_TRUE(fake.reach.IsCaptured(name)) << name;
  }
  // The module may be captured; what it calls elsewhere may run without.
  for (absl::string_view name : {"layer.far", "layer.Layer.other", "graph.warm", "graph.capture"}) {
    EXPECT_FALSE(fake.reach.IsCaptured(name)) << name;
  }
}

}  // namespace
}  // namespace allreview::reach
