#include "analyzers/repository/project.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/fake_repository.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::repository {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A project over files in memory.
struct Fake {
  using Files = std::map<std::string, std::string>;
  Fake(std::initializer_list<Files::value_type> files)
      : repository{.files = Files(files), .cache = {}} {}
  explicit Fake(const Files& files) : repository{.files = files, .cache = {}} {}
  FakeRepository repository;
  RepositoryIndex index{repository.source(), {}};
  Project project{&index};
};

// "caller path:line confidence", with "cold" and "reference".
std::vector<std::string> Print(const std::vector<Call>& calls) {
  std::vector<std::string> lines;
  for (const Call& call : calls) {
    lines.push_back(absl::StrCat(call.caller, " ", call.path, ":", call.place.line, " ",
                                 static_cast<int>(call.confidence), call.is_cold ? " cold" : "",
                                 call.is_reference ? " reference" : ""));
  }
  return lines;
}

std::vector<std::string> Print(const std::vector<FieldUse>& uses) {
  std::vector<std::string> lines;
  for (const FieldUse& use : uses) {
    lines.push_back(absl::StrCat(use.symbol, " ", use.path, ":", use.place.line));
  }
  return lines;
}

// ---- Names.

TEST(ProjectNames, AreFollowedThroughReexports) {
  Fake fake{{"p/__init__.py", "from .core import Router as MoeRouter\n"},
            {"p/core/__init__.py", "from p.core.router import *\n"},
            {"p/core/router.py", "class Router:\n    def route(self): pass\n"}};
  EXPECT_EQ(fake.project.Canonical("p.MoeRouter"), "p.core.router.Router");
  EXPECT_EQ(fake.project.Canonical("p.MoeRouter.route"), "p.core.router.Router.route");
  EXPECT_EQ(fake.project.FindDefinition("p.MoeRouter.route").path, "p/core/router.py");
  EXPECT_EQ(fake.project.Canonical("torch.nn.modules.module.Module"), "torch.nn.Module");
}

TEST(ProjectNames, OfLinkedFilesAreThoseOfTheFiles) {
  Fake fake{{"ops/cpu.py", "def build(): pass\n"},
            {"ops/__init__.py", "from .cpu import build\n"},
            {"p/train.py",
             "from p.ops import build\nfrom p.ops.cpu import build as other\n"
             "def train():\n    build()\n    other()\n"}};
  fake.repository.links = {{"p/ops/__init__.py", "ops/__init__.py"},
                           {"p/ops/cpu.py", "ops/cpu.py"},
                           {"p/ops/gone.py", "ops/gone.py"}};
  EXPECT_EQ(fake.project.Canonical("p.ops.cpu.build"), "ops.cpu.build");
  EXPECT_EQ(fake.project.Canonical("p.ops.build"), "ops.cpu.build");
  EXPECT_EQ(fake.project.Canonical("p.ops"), "ops");
  EXPECT_EQ(fake.project.FindDefinition("p.ops.build").path, "ops/cpu.py");
  EXPECT_NE(fake.project.FindModule("p.ops"), nullptr);
  EXPECT_EQ(fake.project.FindModule("p.ops.gone"), nullptr);
  EXPECT_EQ(fake.project.FindUnique("build").name, "ops.cpu.build");
  EXPECT_THAT(Print(fake.project.CallersOf("ops.cpu.build")),
              ElementsAre("p.train.train p/train.py:4 0", "p.train.train p/train.py:5 0"));
}

TEST(ProjectNames, SurviveCyclicImports) {
  Fake fake{{"p/a.py", "from p.b import f\n"}, {"p/b.py", "from p.a import f\n"}};
  EXPECT_FALSE(fake.project.FindDefinition("p.a.f"));
  EXPECT_EQ(fake.project.IsSubclass("p.a.f", "torch.nn.Module"), Answer::kUnknown);
}

TEST(ProjectNames, AreUniqueOnlyInACompleteRepository) {
  Fake fake{{"a.py", "def once(): pass\ndef twice(): pass\n"},
            {"b.py", "class C:\n    def twice(self): pass\n"}};
  EXPECT_EQ(fake.project.FindUnique("once").name, "a.once");
  EXPECT_FALSE(fake.project.FindUnique("twice"));

  Fake unread{{"a.py", "def once(): pass\n"}};
  Source source = unread.repository.source();
  source.list = [] { return std::vector<Source::File>{{"a.py", "1"}, {"b.py", "2"}}; };
  source.read = [](const auto& wanted, const auto& receive) {
    for (const Source::File& file : wanted) {
      if (file.first == "a.py") receive(file, std::string("def once(): pass\n"));
      if (file.first == "b.py") receive(file, absl::NotFoundError("gone"));
    }
    return absl::OkStatus();
  };
  RepositoryIndex index(source, {});
  Project project(&index);
  EXPECT_FALSE(project.is_complete());
  EXPECT_FALSE(project.FindUnique("once"));
}

TEST(ProjectNames, OfModulesSayWhetherTheyAreAll) {
  Fake fake{{"a.py", "import os\nLIMIT = 1\n"}, {"b.py", "from a import *\n"}};
  ASSERT_NE(fake.project.FindModule("a"), nullptr);
  EXPECT_TRUE(fake.project.FindModule("a")->is_certain);
  EXPECT_TRUE(fake.project.FindModule("a")->Has("LIMIT"));
  EXPECT_FALSE(fake.project.FindModule("a")->Has("limit"));
  EXPECT_FALSE(fake.project.FindModule("b")->is_certain);
  EXPECT_EQ(fake.project.FindModule("c"), nullptr);
}

// ---- Classes.

const std::map<std::string, std::string>& ModuleInFourFiles() {
  static const auto* const files = new std::map<std::string, std::string>{
      {"p/base.py", "import torch\nclass Base(torch.nn.Module):\n    def gate(self): pass\n"},
      {"p/middle.py", "from .base import Base\nclass Middle(Base):\n    def part(self): pass\n"},
      {"p/__init__.py", "from .middle import Middle\n"},
      {"p/router.py", "import p\nclass Router(p.Middle):\n    def part(self): pass\n"}};
  return *files;
}

TEST(ProjectClasses, InheritThroughFourFiles) {
  Fake fake(ModuleInFourFiles());
  EXPECT_EQ(fake.project.IsSubclass("p.router.Router", "torch.nn.Module"), Answer::kYes);
  EXPECT_EQ(fake.project.IsSubclass("p.router.Router", "p.middle.Middle"), Answer::kYes);
  EXPECT_EQ(fake.project.IsSubclass("p.router.Router", "torch.optim.Optimizer"), Answer::kNo);
  EXPECT_THAT(fake.project.BasesOf("p.router.Router"),
              ElementsAre("p.middle.Middle", "p.base.Base", "torch.nn.Module"));
  EXPECT_THAT(fake.project.SubclassesOf("p.base.Base"),
              ElementsAre("p.middle.Middle", "p.router.Router"));
  EXPECT_EQ(fake.project.FindMethod("p.router.Router", "gate").name, "p.base.Base.gate");
  EXPECT_EQ(fake.project.FindMethod("p.router.Router", "part").name, "p.router.Router.part");
}

TEST(ProjectClasses, FindMethodsInTheOrderOfPython) {
  Fake fake{{"p/a.py",
             "class Root:\n"
             "    def f(self): pass\n"
             "class Left(Root): pass\n"
             "class Right(Root):\n"
             "    def f(self): pass\n"
             "class Deep(Left): pass\n"
             "class Both(Deep, Right): pass\n"}};
  EXPECT_THAT(fake.project.BasesOf("p.a.Both"),
              ElementsAre("p.a.Deep", "p.a.Left", "p.a.Right", "p.a.Root"));
  EXPECT_EQ(fake.project.FindMethod("p.a.Both", "f").name, "p.a.Right.f");
}

TEST(ProjectClasses, SurviveBasesThatDisagree) {
  Fake fake{{"p/a.py",
             "class A: pass\n"
             "class B(A): pass\n"
             "class C(A, B): pass\n"
             "class D(D, C): pass\n"}};
  EXPECT_THAT(fake.project.BasesOf("p.a.C"), ElementsAre("p.a.A", "p.a.B"));
  EXPECT_EQ(fake.project.BasesOf("p.a.D").size(), 3u);
}

// The order of lookup in which each class of `bases` comes before its bases, as in Python's own
// description of C3. Empty: there is none.
std::vector<int> OrderOf(int a_class, const std::vector<std::vector<int>>& bases) {
  std::vector<std::vector<int>> lists;
  for (int base : bases[a_class]) {
    lists.push_back(OrderOf(base, bases));
    if (lists.back().empty()) return {};
  }
  lists.push_back(bases[a_class]);
  std::vector<int> order = {a_class};
  for (;;) {
    std::erase_if(lists, [](const std::vector<int>& list) { return list.empty(); });
    if (lists.empty()) return order;
    const auto is_next = [&](int head) {
      return std::none_of(lists.begin(), lists.end(), [&](const std::vector<int>& list) {
        return std::find(list.begin() + 1, list.end(), head) != list.end();
      });
    };
    const auto next = std::find_if(lists.begin(), lists.end(),
                                   [&](const std::vector<int>& list) { return is_next(list[0]); });
    if (next == lists.end()) return {};
    order.push_back((*next)[0]);
    for (std::vector<int>& list : lists) {
      if (list[0] == order.back()) list.erase(list.begin());
    }
  }
}

TEST(ProjectClasses, AreOrderedAsPythonOrdersThem) {
  std::mt19937 random(1);
  int ordered = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<int>> bases(7);
    std::string source;
    for (int i = 0; i < 7; ++i) {
      std::vector<std::string> names;
      for (int base = i - 1; base >= 0; --base) {
        if (random() % 3 == 0) bases[i].push_back(base);
      }
      if (random() % 2 == 0) std::shuffle(bases[i].begin(), bases[i].end(), random);
      for (int base : bases[i]) names.push_back(absl::StrCat("C", base));
      absl::StrAppend(&source, "class C", i, "(", absl::StrJoin(names, ", "), "): pass\n");
    }
    Fake fake{{"a.py", source}};
    for (int i = 0; i < 7; ++i) {
      const std::vector<int> order = OrderOf(i, bases);
      if (order.empty()) continue;
      ++ordered;
      std::vector<std::string> want;
      for (size_t k = 1; k < order.size(); ++k) want.push_back(absl::StrCat("a.C", order[k]));
      EXPECT_EQ(fake.project.BasesOf(absl::StrCat("a.C", i)), want) << source;
    }
  }
  EXPECT_GT(ordered, 500);
}

TEST(ProjectClasses, MayBeDiamondsOfDiamonds) {
  // There are 2^40 ways from the last class to the first one.
  std::string source = "class A0: pass\nclass B0: pass\n";
  for (int i = 1; i <= 40; ++i) {
    for (const char* side : {"A", "B"}) {
      absl::StrAppend(&source, "class ", side, i, "(A", i - 1, ", B", i - 1, "): pass\n");
    }
  }
  Fake fake{{"a.py", source}};
  EXPECT_EQ(fake.project.BasesOf("a.A40").size(), 80u);
  EXPECT_EQ(fake.project.SubclassesOf("a.A0").size(), 80u);
  EXPECT_EQ(fake.project.IsSubclass("a.B40", "a.B0"), Answer::kYes);
}

TEST(ProjectClasses, AnswerWithTheNearestOfALargeHierarchy) {
  constexpr int kCount = 5'000;
  std::string source;
  for (int i = 0; i < kCount; ++i) {
    absl::StrAppend(&source, "class C", i, "(C", (i + 1) % kCount, "): pass\n");
  }
  Fake fake{{"a.py", source}};
  for (int i = 0; i < kCount; ++i) {
    const std::string name = absl::StrCat("a.C", i);
    EXPECT_EQ(fake.project.BasesOf(name).size(), 100u);
    EXPECT_EQ(fake.project.SubclassesOf(name).size(), 300u);
    EXPECT_EQ(fake.project.IsSubclass(name, absl::StrCat("a.C", (i + 50) % kCount)), Answer::kYes);
    // Farther than anybody looked.
    EXPECT_EQ(fake.project.IsSubclass(name, absl::StrCat("a.C", (i + 200) % kCount)),
              Answer::kUnknown);
  }
}

TEST(ProjectClasses, OfUnknownBasesAreUnknown) {
  Fake fake{{"a.py",
             "import apex\nfrom gone import Lost\n"
             "class A(apex.Layer): pass\n"
             "class B(make_base()): pass\n"
             "class C(Lost): pass\n"
             "class D: pass\n"}};
  EXPECT_EQ(fake.project.IsSubclass("a.A", "torch.nn.Module"), Answer::kUnknown);
  EXPECT_EQ(fake.project.IsSubclass("a.B", "torch.nn.Module"), Answer::kUnknown);
  EXPECT_EQ(fake.project.IsSubclass("a.C", "torch.nn.Module"), Answer::kUnknown);
  EXPECT_EQ(fake.project.IsSubclass("a.D", "torch.nn.Module"), Answer::kNo);
  EXPECT_EQ(fake.project.IsSubclass("a.Gone", "torch.nn.Module"), Answer::kUnknown);
}

TEST(ProjectClasses, StoreWhatTheirBasesStore) {
  Fake fake{{"a.py",
             "class A:\n"
             "    def __init__(self, size):\n"
             "        self.size = size\n"
             "        self.register_buffer('counts', size)\n"
             "        setattr(self, 'extra', 1)\n"},
            {"b.py", "from a import A\nclass B(A): pass\n"}};
  EXPECT_TRUE(fake.project.ClassStores("b.B", "size"));
  EXPECT_TRUE(fake.project.ClassStores("b.B", "counts"));
  EXPECT_TRUE(fake.project.ClassStores("b.B", "extra"));
  EXPECT_FALSE(fake.project.ClassStores("b.B", "other"));
}

TEST(ProjectClasses, OfAttributesComeFromConstructorsAndAnnotations) {
  Fake fake{{"parts.py", "class Fast: pass\nclass Slow: pass\nclass Config: pass\n"},
            {"a.py",
             "from typing import Optional\n"
             "from parts import Fast, Slow, Config\n"
             "class A:\n"
             "    def __init__(self, config: Config, late: Optional[Slow] = None):\n"
             "        self.config = config\n"
             "        self.late = late\n"
             "        self.part = Fast() if config.fast else Slow()\n"
             "        self.size = config.size\n"}};
  EXPECT_THAT(fake.project.ClassesOfAttribute("a.A", "config"), ElementsAre("parts.Config"));
  EXPECT_THAT(fake.project.ClassesOfAttribute("a.A", "late"), ElementsAre("parts.Slow"));
  EXPECT_THAT(fake.project.ClassesOfAttribute("a.A", "part"),
              ElementsAre("parts.Fast", "parts.Slow"));
  EXPECT_THAT(fake.project.ClassesOfAttribute("a.A", "size"), IsEmpty());
}

TEST(ProjectClasses, AgreeOnTheDeviceOfAnAttribute) {
  Fake fake{{"a.py",
             "import torch\n"
             "class A:\n"
             "    def __init__(self, n, device):\n"
             "        self.ids = torch.zeros(n, dtype=torch.int32)\n"
             "        self.tokens = torch.zeros(n, device=device)\n"
             "        self.pinned = torch.empty(n, pin_memory=True)\n"
             "        self.mixed = torch.ones(n)\n"
             "        self.moved = torch.ones(n).float().cuda()\n"},
            {"b.py",
             "import torch\n"
             "class B:\n"
             "    def __init__(self, n):\n"
             "        self.mixed = torch.ones(n, device='cuda')\n"
             "        self.ids = torch.full((n,), -1, device='cpu')\n"}};
  const auto device = [&](absl::string_view name) {
    return static_cast<int>(fake.project.DeviceOfAttribute(name));
  };
  EXPECT_EQ(device("ids"), 1);
  EXPECT_EQ(device("pinned"), 1);
  EXPECT_EQ(device("tokens"), 2);
  EXPECT_EQ(device("moved"), 2);
  EXPECT_EQ(device("mixed"), 0);
  EXPECT_EQ(device("nothing"), 0);
}

// ---- Calls.

TEST(ProjectCalls, AreFoundInEveryWayToWriteThem) {
  Fake fake{{"p/__init__.py", "from .ops import scale\n"},
            {"p/ops.py", "def scale(x): pass\ndef twice(x): return scale(scale(x))\n"},
            {"a.py", "import p\ndef f(x):\n    if x.log:\n        p.scale(x)\n"},
            {"b.py", "from p.ops import *\nscale(1)\n"},
            {"c.py", "from other import scale\nscale(1)\n"},
            {"d.py", "from p import scale\ndef g(xs): return list(map(scale, xs))\n"}};
  EXPECT_THAT(Print(fake.project.CallersOf("p.scale")),
              ElementsAre("a.f a.py:4 0 cold", "b b.py:2 0", "d.g d.py:2 2 reference",
                          "p.ops.twice p/ops.py:2 0", "p.ops.twice p/ops.py:2 0"));
}

TEST(ProjectCalls, OfMethodsGoThroughBasesAndOverrides) {
  Fake fake{{"base.py",
             "class Base:\n"
             "    def run(self): self.step()\n"
             "    def step(self): pass\n"},
            {"a.py",
             "from base import Base\n"
             "class A(Base):\n"
             "    def step(self): super().step()\n"
             "    def more(self): self.step()\n"
             "class B(Base):\n"
             "    def other(self): self.step()\n"}};
  EXPECT_THAT(Print(fake.project.CallersOf("base.Base.step")),
              ElementsAre("a.A.step a.py:3 0", "a.B.other a.py:6 0", "base.Base.run base.py:2 0"));
  // run() may run on an A.
  EXPECT_THAT(Print(fake.project.CallersOf("a.A.step")),
              ElementsAre("a.A.more a.py:4 0", "base.Base.run base.py:2 1"));
}

TEST(ProjectCalls, OfMethodsGoByTheClassOfTheObject) {
  Fake fake{{"parts.py",
             "class Fast:\n    def dispatch(self): pass\n"
             "class Other:\n    def dispatch(self): pass\n    def lonely(self): pass\n"},
            {"a.py",
             "from parts import Fast, Other\n"
             "class A:\n"
             "    def __init__(self): self.part = Fast()\n"
             "    def run(self): self.part.dispatch()\n"
             "def by_parameter(part: Fast): part.dispatch()\n"
             "def by_variable():\n    part = Fast()\n    part.dispatch()\n"
             "def unknown(part):\n    part.dispatch()\n    part.lonely()\n"}};
  EXPECT_THAT(Print(fake.project.CallersOf("parts.Fast.dispatch")),
              ElementsAre("a.A.run a.py:4 1", "a.by_parameter a.py:5 0", "a.by_variable a.py:8 0"));
  EXPECT_THAT(Print(fake.project.CallersOf("parts.Other.lonely")),
              ElementsAre("a.unknown a.py:11 2"));
}

TEST(ProjectCalls, OfInstancesLeadToForward) {
  Fake fake{{"parts.py",
             "import torch\n"
             "class Gate(torch.nn.Module):\n    def forward(self, x): pass\n"
             "class Cut(torch.autograd.Function):\n"
             "    @staticmethod\n    def forward(ctx, x): pass\n"},
            {"a.py",
             "from parts import Gate, Cut\n"
             "class A:\n"
             "    def __init__(self): self.gate = Gate()\n"
             "    def run(self, x): return Cut.apply(self.gate(x))\n"
             "def f(x):\n    gate = Gate()\n    return gate(x)\n"}};
  EXPECT_THAT(Print(fake.project.CallersOf("parts.Gate.forward")),
              ElementsAre("a.A.run a.py:4 1", "a.f a.py:7 1"));
  EXPECT_THAT(Print(fake.project.CallersOf("parts.Cut.forward")), ElementsAre("a.A.run a.py:4 0"));
}

// ---- Configuration.

TEST(ProjectConfiguration, KnowsFieldsFlagsAndTheirUses) {
  Fake fake{{"config.py",
             "from dataclasses import dataclass\n"
             "@dataclass\n"
             "class BaseConfig:\n"
             "    hidden: int = 64\n"
             "@dataclass\n"
             "class RouterConfig(BaseConfig):\n"
             "    top_k: int = 2\n"
             "    \"\"\"Experts for each token.\"\"\"\n"
             "    def __post_init__(self):\n"
             "        assert self.top_k > 0\n"},
            {"arguments.py",
             "def add(parser):\n"
             "    parser.add_argument('-k', '--top-k', type=int, default=2)\n"
             "    parser.add_argument('--no-bias', action='store_false', dest='bias')\n"},
            {"use.py",
             "from config import RouterConfig\n"
             "class Router:\n"
             "    def __init__(self, config):\n"
             "        self.k = self.config.top_k + getattr(config, 'hidden', 1)\n"
             "def make(args):\n"
             "    args.bias = args.top_k > 1\n"
             "    return RouterConfig(top_k=args.top_k)\n"}};
  Project& project = fake.project;
  std::vector<std::string> fields;
  for (const ConfigurationField& field : project.FieldsOf("config.RouterConfig")) {
    fields.push_back(absl::StrCat(field.class_name, ".", field.field->name, ": ",
                                  field.field->annotation, " = ", field.field->default_text));
  }
  EXPECT_THAT(fields, ElementsAre("config.RouterConfig.top_k: int = 2",
                                  "config.BaseConfig.hidden: int = 64"));
  ASSERT_EQ(project.FindFields("top_k").size(), 1u);
  ASSERT_EQ(project.FindFlags("top_k").size(), 1u);
  EXPECT_EQ(project.FindFlags("top_k")[0].flag->option, "--top-k");
  EXPECT_EQ(project.FindFlags("top_k")[0].flag->default_text, "2");
  ASSERT_EQ(project.FindFlags("bias").size(), 1u);
  EXPECT_EQ(project.FindFlags("bias")[0].flag->action, "store_false");
  EXPECT_THAT(Print(project.ReadersOf("top_k")),
              ElementsAre("config.RouterConfig.__post_init__ config.py:10",
                          "use.Router.__init__ use.py:4", "use.make use.py:6"));
  EXPECT_THAT(Print(project.ReadersOf("hidden")), ElementsAre("use.Router.__init__ use.py:4"));
  EXPECT_THAT(Print(project.WritersOf("top_k")), ElementsAre("use.make use.py:7"));
  EXPECT_THAT(Print(project.WritersOf("bias")), ElementsAre("use.make use.py:6"));
}

TEST(IsColdPath, HoldsForAllTests) {
  EXPECT_TRUE(IsColdPath("p/test/util.py"));
  EXPECT_TRUE(IsColdPath("p/router_test.py"));
  EXPECT_TRUE(IsColdPath("p/conftest.py"));
  EXPECT_FALSE(IsColdPath("p/contests/util.py"));
}

// ---- Process groups.

TEST(ProjectGroups, FallBackThroughForwardedParameters) {
  Fake fake{{"layers.py",
             "from core import parallel_state\n"
             "def reduce(x, group=None):\n"
             "    if group is None:\n"
             "        group = parallel_state.get_tensor_model_parallel_group()\n"
             "    return x\n"
             "def outer(x, tp_group=None):\n"
             "    return reduce(x, group=tp_group)\n"
             "def strict(x, group=None):\n"
             "    if group is None:\n"
             "        raise ValueError('no group')\n"
             "    return parallel_state.get_rank()\n"
             "def required(x, group):\n"
             "    if group is None:\n"
             "        group = parallel_state.get_group()\n"
             "class Layer:\n"
             "    def __init__(self, tp_group=None, cp_group=None):\n"
             "        self.tp_group = get_tensor_model_parallel_group_if_none(\n"
             "            tp_group)\n"
             "        self.cp_group = cp_group\n"},
            {"child.py",
             "from layers import Layer\n"
             "class Child(Layer):\n"
             "    def __init__(self, tp_group=None):\n"
             "        super().__init__(tp_group=tp_group)\n"}};
  Project& project = fake.project;
  EXPECT_TRUE(project.FallsBackToGlobalGroup("layers.reduce", "group"));
  EXPECT_TRUE(project.FallsBackToGlobalGroup("layers.outer", "tp_group"));
  EXPECT_TRUE(project.FallsBackToGlobalGroup("layers.Layer", "tp_group"));
  EXPECT_TRUE(project.FallsBackToGlobalGroup("child.Child", "tp_group"));
  EXPECT_FALSE(project.FallsBackToGlobalGroup("layers.Layer", "cp_group"));
  EXPECT_FALSE(project.FallsBackToGlobalGroup("layers.strict", "group"));
  EXPECT_FALSE(project.FallsBackToGlobalGroup("layers.required", "group"));
  EXPECT_FALSE(project.FallsBackToGlobalGroup("layers.gone", "group"));
}

// ---- Cost and threads.

TEST(Project, ReadsNothingUntilAsked) {
  Fake fake{{"a.py", "def f(): pass\n"}};
  EXPECT_EQ(fake.repository.reads, 0);
  EXPECT_TRUE(fake.project.FindDefinition("a.f"));
  EXPECT_EQ(fake.repository.reads, 1);
}

TEST(Project, AnswersManyThreads) {
  Fake fake(ModuleInFourFiles());
  std::vector<std::thread> threads;
  std::vector<std::vector<std::string>> bases(8);
  for (std::vector<std::string>& answer : bases) {
    threads.emplace_back([&fake, &answer] {
      answer = fake.project.BasesOf("p.router.Router");
      fake.project.CallersOf("p.base.Base.gate");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(bases, testing::Each(testing::SizeIs(3)));
}

}  // namespace
}  // namespace allreview::repository
