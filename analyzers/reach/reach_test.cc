#include "analyzers/reach/reach.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/reach/fake_reach.h"
#include "analyzers/reach/print_reach.h"
#include "base/golden.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::reach {
namespace {

using State = FunctionReach::State;
using testing::ElementsAre;
using testing::HasSubstr;

// "training step: forward", each kind.
std::vector<std::string> Kinds(Fake& fake, absl::string_view name) {
  std::vector<std::string> kinds;
  for (const Way& way : fake.reach.ReachOf(name).ways) {
    kinds.push_back(absl::StrCat(NameOf(way.entry.kind), ": ", way.entry.what));
  }
  return kinds;
}

std::vector<std::string> Guards(Fake& fake, absl::string_view name, Kind kind) {
  std::vector<std::string> guards;
  const Way* way = fake.reach.ReachOf(name).Find(kind);
  if (way == nullptr) return {"no such way"};
  for (const Guard& guard : fake.reach.GuardsOf(*way)) {
    guards.push_back(absl::StrCat(guard.text, guard.must_be ? " is true" : " is false", " at ",
                                  guard.path, ":", guard.line));
  }
  return guards;
}

TEST(Reach, PrintsFunctionsOfEveryKind) {
  Fake fake(Fake::Files{{"pkg/layer.py",
                         "import torch\n"
                         "from pkg.ops import permute, only_tested, build, save, sample\n"
                         "class Layer(torch.nn.Module):\n"
                         "    def __init__(self, config):\n"
                         "        super().__init__()\n"
                         "        self.weight = build(config)\n"
                         "    def forward(self, x):\n"
                         "        if self.config.use_permute and not self.config.fused:\n"
                         "            x = permute(x)\n"
                         "        return x\n"
                         "    def state_dict(self): return save(self)\n"
                         "    def generate(self): return sample(self)\n"},
                        {"pkg/ops.py",
                         "def permute(x): return x\n"
                         "def only_tested(x): return x\n"
                         "def build(config): return 1\n"
                         "def save(x): return {}\n"
                         "def sample(x): return 1\n"
                         "def exemplary(x): return x\n"
                         "def forgotten(x): return x\n"},
                        {"pkg/app.py",
                         "from pkg.layer import Layer\n"
                         "def answer(): return Layer({}).generate()\n"},
                        {"examples/run.py", "from pkg.ops import exemplary\nexemplary(1)\n"},
                        {"tests/test_ops.py",
                         "from pkg.ops import only_tested, permute\n"
                         "def test_ops():\n"
                         "    only_tested(1)\n"
                         "    permute(1)\n"}});
  EXPECT_TRUE(MatchesGolden("analyzers/reach/testdata/kinds.txt",
                            PrintReach(fake.reach, *fake.index.FindModule("pkg.ops"))));
}

TEST(Reach, TakesTheShortestChain) {
  Fake fake(Fake::Files{{"train.py",
                         "from ops import f\n"
                         "def train_step(x):\n"
                         "    long(x)\n"
                         "    f(x)\n"
                         "def long(x): f(x)\n"},
                        {"ops.py", "def f(x): pass\n"}});
  const FunctionReach& reach = fake.reach.ReachOf("ops.f");
  EXPECT_EQ(reach.state, State::kReached);
  const Way* way = reach.Find(Kind::kTraining);
  ASSERT_NE(way, nullptr);
  EXPECT_EQ(way->hops.size(), 2u);
  EXPECT_EQ(way->hops[0].place.line, 4);
}

TEST(Reach, DoesNotMakeTheStartOfTrainingAStartUp) {
  Fake fake(Fake::Files{{"pkg/train.py",
                         "def main(): train_step(1)\n"
                         "def train_step(x): f(x)\n"
                         "def f(x): pass\n"}});
  EXPECT_THAT(Kinds(fake, "pkg.train.f"), ElementsAre("training step: train-step"));
}

TEST(Reach, FollowsClosuresHandedToCompile) {
  Fake fake(Fake::Files{{"pkg/fused.py",
                         "import torch\n"
                         "def make():\n"
                         "    def inner(x): return helper(x)\n"
                         "    return torch.compile(inner)\n"
                         "def helper(x): return x\n"
                         "@torch.compile\n"
                         "def traced(x): return x\n"
                         "def other(x): return sorted(x, key=traced)\n"},
                        {"pkg/main.py",
                         "from pkg.fused import make, other\n"
                         "def main(): make(), other([])\n"}});
  EXPECT_THAT(Kinds(fake, "pkg.fused.helper"), testing::Contains("graph capture: torch.compile"));
  EXPECT_THAT(Kinds(fake, "pkg.fused.traced"), testing::Contains("graph capture: torch.compile"));
  EXPECT_THAT(Kinds(fake, "pkg.fused.other"), ElementsAre("start-up: main"));
}

TEST(Reach, ProvesThatOnlyTestsCall) {
  const std::map<std::string, std::string> files = {
      {"pkg/a.py", "def helper(x): return inner(x)\ndef inner(x): return x\n"},
      {"tests/test_a.py", "from pkg.a import helper\ndef test_a(): assert helper(1)\n"}};
  Fake fake(files);
  EXPECT_EQ(fake.reach.ReachOf("pkg.a.helper").state, State::kOnly);
  EXPECT_EQ(fake.reach.ReachOf("pkg.a.inner").state, State::kOnly);

  // Twins: somebody else may call it.
  for (const auto& [path, text] : std::map<std::string, std::string>{
           {"pkg/c.py", "TARGET = 'pkg.a.inner'\n"},
           {"pkg/__init__.py", "from pkg.a import inner\n"},
           {"pkg/d.py", "import pkg.a\nTABLE = {1: pkg.a.inner}\n"}}) {
    Fake twin(files);
    twin.repository.files[path] = text;
    EXPECT_EQ(twin.reach.ReachOf("pkg.a.inner").state, State::kUnknown) << path;
    EXPECT_NE(twin.reach.ReachOf("pkg.a.inner").why, "") << path;
  }
}

TEST(Reach, ProvesThatNobodyCalls) {
  Fake fake(Fake::Files{{"pkg/a.py",
                         "import functools, torch, registry\n"
                         "from elsewhere import Base\n"
                         "def dead(x): return deader(x)\n"
                         "def deader(x): return x\n"
                         "@registry.register('x')\n"
                         "def registered(x): return x\n"
                         "class Part(torch.nn.Module):\n"
                         "    def unused(self): return 1\n"
                         "    def extra_repr(self): return ''\n"
                         "    def __len__(self): return 1\n"
                         "class Other(Base):\n"
                         "    def called_by_base(self): return 1\n"}});
  EXPECT_EQ(fake.reach.ReachOf("pkg.a.dead").state, State::kNobody);
  EXPECT_EQ(fake.reach.ReachOf("pkg.a.deader").state, State::kNobody);
  EXPECT_EQ(fake.reach.ReachOf("pkg.a.Part.unused").state, State::kNobody);
  for (absl::string_view name : {"pkg.a.registered", "pkg.a.Part.extra_repr", "pkg.a.Part.__len__",
                                 "pkg.a.Other.called_by_base", "pkg.a.missing"}) {
    EXPECT_EQ(fake.reach.ReachOf(name).state, State::kUnknown) << name;
  }
}

TEST(Reach, KnowsClassesThatNothingNamesAndModulesThatNothingLoads) {
  const Fake::Files files = {
      {"pkg/__init__.py", ""},
      {"pkg/ops.py",
       "import torch\n"
       "class Used(torch.autograd.Function):\n    def forward(ctx, x): return x\n"
       "class Unused(torch.autograd.Function):\n    def forward(ctx, x): return x\n"
       "def lonely(x): return x\n"},
      {"pkg/orphan.py", "import pkg.gone\ndef run(): pass\n"},
      {"pkg/script.py", "def run(): pass\nif __name__ == '__main__': run()\n"},
      {"pkg/parts.py", "from pkg.ops import Used\n"},
      {"tests/test_ops.py",
       "import pytest\n@pytest.mark.skip(reason='x')\nclass TestF:\n    def test_f(self): f()\n"
       "def test_g(): f()\n"},
      {"main.py", "import pkg.parts\nimport pkg.ops\n"}};
  Fake fake(files);
  const auto is_dead = [](Fake& in, absl::string_view module, absl::string_view function) {
    return in.reach.IsDead(*in.index.FindModule(module), function);
  };
  EXPECT_TRUE(is_dead(fake, "pkg.ops", "Unused.forward"));
  EXPECT_TRUE(is_dead(fake, "pkg.orphan", "run"));
  EXPECT_TRUE(is_dead(fake, "tests.test_ops", "TestF.test_f")) << "always skipped";
  EXPECT_FALSE(is_dead(fake, "tests.test_ops", "test_g"));
  EXPECT_FALSE(is_dead(fake, "pkg.ops", "Used.forward"));
  EXPECT_FALSE(is_dead(fake, "pkg.ops", "lonely")) << "it may be new";
  EXPECT_FALSE(is_dead(fake, "pkg.script", "run"));

  // Twins: something may load it.
  for (const auto& [path, text] : std::map<std::string, std::string>{
           {"pkg/__init__.py", "import importlib\nfor n in []: importlib.import_module(n)\n"},
           {"main.py", "import pkg.parts\nimport pkg.ops\nNAME = 'orphan'\n"}}) {
    Fake twin(files);
    twin.repository.files[path] = text;
    EXPECT_FALSE(is_dead(twin, "pkg.orphan", "run")) << path;
  }
}

TEST(Reach, CountsWhatTheProductImportsAsTheProduct) {
  Fake fake(Fake::Files{{"pkg/tools/profiling.py",
                         "from pkg.tools.deep import inner\n"
                         "def snapshot(): inner()\n"},
                        {"pkg/tools/deep.py", "def inner(): pass\n"},
                        {"pkg/tools/convert.py", "def lonely(): pass\nlonely()\n"},
                        {"pkg/train.py",
                         "from pkg.tools.profiling import snapshot\n"
                         "def train_step(x): snapshot()\n"}});
  EXPECT_THAT(Kinds(fake, "pkg.tools.profiling.snapshot"),
              ElementsAre("training step: train-step"));
  EXPECT_THAT(Kinds(fake, "pkg.tools.deep.inner"), ElementsAre("training step: train-step"));
  EXPECT_THAT(Kinds(fake, "pkg.tools.convert.lonely"), ElementsAre("examples: pkg/tools"));
  EXPECT_EQ(fake.reach.ReachOf("pkg.tools.convert.lonely").state, State::kOnly);
}

TEST(Reach, FollowsTheProductIntoExamples) {
  Fake fake(Fake::Files{{"experiments/rl/trainer.py",
                         "from monarch import endpoint\n"
                         "class Trainer:\n"
                         "    def push_weights_now(self): pass\n"
                         "    @endpoint\n"
                         "    def forward_backward(self): pass\n"},
                        {"pkg/loop.py",
                         "from experiments.rl.trainer import Trainer\n"
                         "def train_step(t: Trainer): t.push_weights_now()\n"}});
  EXPECT_THAT(Kinds(fake, "experiments.rl.trainer.Trainer.push_weights_now"),
              ElementsAre("training step: train-step"));
  EXPECT_EQ(fake.reach.ReachOf("experiments.rl.trainer.Trainer.forward_backward").state,
            State::kUnknown);
}

TEST(Reach, ClaimsNothingOfObjectsThatNobodyKnows) {
  Fake fake(Fake::Files{{"pkg/cache.py", "class Cache:\n    def reorder(self): pass\n"},
                        {"pkg/loop.py", "def train_step(t): t.reorder()\n"},
                        {"tests/test_tree.py", "def test_it(tree): tree.reorder()\n"}});
  const FunctionReach reach = fake.reach.ReachOf("pkg.cache.Cache.reorder");
  EXPECT_TRUE(reach.ways.empty());
  EXPECT_EQ(reach.state, State::kUnknown);
  EXPECT_THAT(reach.why, HasSubstr("perhaps called at pkg/loop.py:1"));
}

TEST(Reach, DoesNotTakeARegistryForACaller) {
  Fake fake(Fake::Files{{"experiments/fsdp/parallelize.py", "def parallelize(model): pass\n"},
                        {"experiments/fsdp/__init__.py",
                         "from pkg.spec import TrainSpec, register\n"
                         "from .parallelize import parallelize\n"
                         "register('fsdp', TrainSpec(\n"
                         "    name='x',\n"
                         "    parallelize_fn=parallelize,\n"
                         "))\n"},
                        {"pkg/spec.py", "def register(name, spec): pass\n"},
                        {"pkg/a.py",
                         "from pkg.spec import register\n"
                         "def build(): pass\n"
                         "register('other', build)\n"}});
  EXPECT_EQ(fake.reach.ReachOf("experiments.fsdp.parallelize.parallelize").state, State::kUnknown);
  const FunctionReach& build = fake.reach.ReachOf("pkg.a.build");
  EXPECT_THAT(Kinds(fake, "pkg.a.build"), ElementsAre("registered: handed over to register"));
  EXPECT_EQ(build.state, State::kUnknown);
  EXPECT_EQ(build.why, "`build`: handed over to `register` at pkg/a.py:3");
}

TEST(Reach, NamesWhenHooksAndHandlersRun) {
  Fake fake(Fake::Files{{"pkg/moe.py",
                         "import atexit, signal, threading, torch\n"
                         "class Moe(torch.nn.Module):\n"
                         "    def __init__(self, weight):\n"
                         "        self.register_full_backward_hook(self._update)\n"
                         "        self.register_forward_pre_hook(self._check)\n"
                         "        self.register_load_state_dict_pre_hook(self._rename)\n"
                         "        atexit.register(self._close)\n"
                         "        signal.signal(15, self._stop)\n"
                         "        threading.Thread(target=self._watch).start()\n"
                         "        self.apply(self._initialise)\n"
                         "        table(self._unknown)\n"
                         "    def _update(self, *a): self._deep()\n"
                         "    def _deep(self): pass\n"
                         "    def _check(self, *a): pass\n"
                         "    def _rename(self, *a): pass\n"
                         "    def _close(self): pass\n"
                         "    def _stop(self, *a): pass\n"
                         "    def _watch(self): pass\n"
                         "    def _initialise(self, m): pass\n"
                         "    def _unknown(self): pass\n"
                         "def table(f): TABLE[0] = f\n"}});
  const auto kinds = [&](const char* name) {
    return absl::StrJoin(Kinds(fake, absl::StrCat("pkg.moe.Moe.", name)), ", ");
  };
  EXPECT_EQ(kinds("_update"), "training step: backward hook");
  EXPECT_EQ(kinds("_deep"), "training step: backward hook");
  EXPECT_EQ(kinds("_check"), "training step: forward hook");
  EXPECT_EQ(kinds("_rename"), "checkpoint: state_dict hook");
  EXPECT_EQ(kinds("_close"), "registered: exit handler");
  EXPECT_EQ(kinds("_stop"), "registered: signal handler");
  EXPECT_EQ(kinds("_watch"), "registered: thread");
  EXPECT_EQ(kinds("_initialise"), "start-up: construction");
  EXPECT_EQ(kinds("_unknown"), "registered: handed over to table");
}

TEST(Reach, RunsDecoratorsWhereTheyStand) {
  Fake fake(Fake::Files{{"pkg/nvtx.py", "def decorate(): return lambda f: f\n"},
                        {"pkg/layer.py",
                         "import torch\n"
                         "from pkg.nvtx import decorate\n"
                         "class Layer(torch.nn.Module):\n"
                         "    @decorate()\n"
                         "    def forward(self, x): return x\n"}});
  EXPECT_THAT(Kinds(fake, "pkg.nvtx.decorate"), ElementsAre("start-up: import"));
}

TEST(Reach, ProvesNothingWhereTextsMayNameIt) {
  const Fake::Files files = {{"pkg/a.py", "def visit_call(x): return x\n"}};
  EXPECT_EQ(Fake(files).reach.ReachOf("pkg.a.visit_call").state, State::kNobody);
  for (const auto& [path, text] : std::map<std::string, std::string>{
           {"pyproject.toml", "[project.scripts]\nvisit = \"pkg.a:visit_call\"\n"},
           {"setup.cfg", "[options.entry_points]\n  run = pkg.a:visit_call\n"},
           {"conf/model.yaml", "_target_: pkg.a.visit_call\n"},
           {"setup.py", "setup(entry_points={'x': ['visit=pkg.a:visit_call']})\n"},
           {"pkg/__init__.py", "__all__ = ['visit_call']\n"},
           {"pkg/walk.py", "def walk(m, kind): return getattr(m, f'visit_{kind}')()\n"},
           {"pkg/walk.py", "def walk(m, kind): return getattr(m, kind + '_call')()\n"}}) {
    Fake::Files twin = files;
    twin[path] = text;
    Fake fake(twin);
    EXPECT_EQ(fake.reach.ReachOf("pkg.a.visit_call").state, State::kUnknown) << path;
  }
}

TEST(Reach, ClaimsNothingOfARepositoryThatIsNotKnown) {
  Fake fake(Fake::Files{{"pkg/a.py", "def dead(x): return x\n"}});
  repository::Source source;
  source.list = [] { return absl::UnavailableError("away"); };
  repository::RepositoryIndex index(source, {});
  repository::Project project(&index);
  Reach reach(project, index);
  EXPECT_EQ(reach.ReachOf("pkg.a.dead").state, State::kUnknown);
}

TEST(Reach, NamesTheGuardsOfTheNearestCalls) {
  Fake fake(
      Fake::Files{{"pkg/layer.py",
                   "import torch\n"
                   "from pkg.ops import route, drop, both\n"
                   "class Layer(torch.nn.Module):\n"
                   "    def forward(self, x, mask=None):\n"
                   "        if not self.training:\n"
                   "            return x\n"
                   "        if mask is None or x.dim() == 2:\n"
                   "            both(x)\n"
                   "        try:\n"
                   "            return route(x) if self.config.top_k > 1 else drop(x)\n"
                   "        finally:\n"
                   "            pass\n"},
                  {"pkg/ops.py", "def route(x): pass\ndef drop(x): pass\ndef both(x): pass\n"}});
  EXPECT_THAT(Guards(fake, "pkg.ops.route", Kind::kTraining),
              ElementsAre("self.training is true at pkg/layer.py:5",
                          "self.config.top_k > 1 is true at pkg/layer.py:10"));
  EXPECT_THAT(Guards(fake, "pkg.ops.drop", Kind::kTraining),
              ElementsAre("self.training is true at pkg/layer.py:5",
                          "self.config.top_k > 1 is false at pkg/layer.py:10"));
  // Either of two is enough: neither must hold.
  EXPECT_THAT(Guards(fake, "pkg.ops.both", Kind::kTraining),
              ElementsAre("self.training is true at pkg/layer.py:5"));
}

}  // namespace
}  // namespace allreview::reach
