// What objects certainly lack, and what a call of one certainly refuses.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/substitute.h"
#include "analyzers/understanding/failures_of.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* source;
  const char* failures;  // "": none is certain.
};

class Objects : public testing::TestWithParam<Case> {};

TEST_P(Objects, FailWhereItIsCertain) {
  EXPECT_EQ(FailuresOf(GetParam().source), GetParam().failures);
}

constexpr char kLacks[] = "6: no attribute `gate` in instance of #0.1";

INSTANTIATE_TEST_SUITE_P(
    Attributes, Objects,
    testing::ValuesIn(std::vector<Case>{
        {"MadeWithoutArguments", "class A:\n  def __init__(self, x): pass\n\ndef f():\n\n  A()\n",
         "6: `m.A.__init__` needs `x`"},
        {"OfAMethodThatIsReplacedUnderAComputedName",
         "class A:\n  def g(self, x): pass\ndef f():\n  A().g()\n"
         "def trace(o, name):\n  setattr(o.__class__, name, print)\n",
         ""},
        {"OfAMethodBesideWhichObjectsGetAttributes",
         "class A:\n  def g(self, x): pass\n\ndef f():\n\n  A().g()\n"
         "def trace(o, name):\n  setattr(o, name, print)\n",
         "6: `m.A.g` needs `x`"},
        {"MadeByAnotherInit",
         "class A:\n  def __init__(self, x): pass\ndef f():\n  A()\nold = A.__init__\n"
         "A.__init__ = lambda self: old(self, 1)\n",
         ""},
        {"OfAMethodThatAForeignBaseBeforeItHas",
         "from torch import nn\nclass B:\n  def to(self, x): pass\n  def gather(self, x): pass\n"
         "class M(nn.Module, B): pass\ndef f():\n  M().to(dtype=1)\n",
         ""},
        {"OfAMethodThatNoForeignBaseBeforeItHas",
         "from torch import nn\nclass B:\n  def gather(self, x): pass\n"
         "class M(nn.Module, B): pass\ndef f():\n  M().gather()\n",
         "6: `m.B.gather` needs `x`"},
        {"OfAMethodOfABaseThatIsAModuleItself",
         "from torch import nn\nclass B(nn.Module):\n  def to(self, x): pass\n"
         "class M(B): pass\ndef f():\n  M().to()\n",
         "6: `m.B.to` needs `x`"},
        {"OfAModule",
         "import torch\nclass M(torch.nn.Module):\n  pass\ndef f():\n  m = M()\n  m.gate\n",
         kLacks},
        {"OfAModuleByAnotherName",
         "from torch import nn\nclass M(nn.Module):\n  pass\ndef f():\n  m = M().cuda().eval()\n"
         "  m.gate\n",
         kLacks},
        {"ThatEveryModuleHas",
         "from torch import nn\nclass M(nn.Module):\n  pass\ndef f():\n  m = M()\n  m.training\n"
         "  m.named_modules()\n  m._parameters\n",
         ""},
        {"RegisteredByName",
         "from torch import nn\nclass M(nn.Module):\n  def __init__(self):\n"
         "    self.register_buffer('gate', 1)\ndef f():\n  m = M()\n  m.gate\n",
         ""},
        {"RegisteredUnderAnyName",
         "from torch import nn\nclass M(nn.Module):\n  def __init__(self, names):\n"
         "    for n in names: self.register_buffer(n, 1)\ndef f(x):\n  M(x).gate\n",
         ""},
        {"SetUnderAnyName",
         "class A:\n  def __init__(self, **kw):\n    for k in kw: setattr(self, k, kw[k])\n"
         "def f():\n  A(gate=1).gate\n",
         ""},
        {"SetUnderOtherNames",
         "class A:\n  def __init__(self):\n    setattr(self, 'other', 1)\n\ndef f():\n  A().gate\n",
         kLacks},
        {"OfADictOfItsOwn",
         "class A:\n  def __init__(self, **kw):\n    self.__dict__.update(kw)\n"
         "def f():\n  A(gate=1).gate\n",
         ""},
        {"OfItsBaseFilled",
         "class B:\n  def __init__(self, **kw):\n    vars(self).update(kw)\nclass A(B): pass\n"
         "def f():\n  A(gate=1).gate\n",
         ""},
        {"FilledByAHelper",
         "from lib import fill\nclass A:\n  def __init__(self, kw):\n    fill(self, kw)\n"
         "def f(x):\n  A(x).gate\n",
         ""},
        {"FilledFromOutside",
         "from lib import fill\nclass A: pass\ndef f(x):\n  a = A()\n  fill(a, x)\n  a.gate\n", ""},
        {"FilledInAList",
         "from lib import fill\nclass A: pass\ndef f(x):\n  a = A()\n  fill([a], x)\n  a.gate\n",
         ""},
        {"FilledByAnInnerFunction",
         "class A: pass\ndef f(x):\n  a = A()\n  def g(): x(a)\n  g()\n  a.gate\n", ""},
        {"BeforeItIsHandedOver",
         "from lib import fill\nclass A: pass\ndef f(x):\n  a = A()\n\n  a.gate\n  fill(a, x)\n",
         kLacks},
        {"OfAnObjectOfTheModule", "class A: pass\na = A()\ndef f():\n  a.gate\n", ""},
        {"AskedForBefore", "class A: pass\ndef f():\n  a = A()\n  if hasattr(a, 'gate'): a.gate\n",
         ""},
        {"ThatASlotDescribes", "class A:\n  __slots__ = ('x',)\ndef f():\n  a = A()\n  a.gate\n",
         ""},
        {"ThatAPropertyGives",
         "class A:\n  @property\n  def gate(self): return 1\ndef f():\n  A().gate\n", ""},
        {"BoundUnderACondition",
         "import sys\nclass A:\n  if sys.platform == 'x':\n    gate = 1\ndef f():\n  A().gate\n",
         ""},
        {"OnlyDeclared", "class A:\n  gate: int\ndef f():\n  A().gate\n", ""},
        {"PatchedIntoTheClass",
         "class A: pass\ndef g(self): pass\nA.gate = g\ndef f():\n  A().gate()\n", ""},
        {"OfAForeignMetaclass",
         "from lib import M\nclass A(metaclass=M): pass\ndef f():\n  A().gate\n", ""},
        {"OfAnAbstractClass",
         "import abc\nclass A(metaclass=abc.ABCMeta): pass\n\n\ndef f():\n  A().gate\n", kLacks},
        {"OfAGenericClass",
         "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass A(Generic[T]): pass\n\n\n"
         "def f(): A().gate\n",
         kLacks},
        {"OfAnException",
         "class E(ValueError): pass\n\n\ndef f():\n  e = E('x')\n  e.gate\n  e.args\n", kLacks},
        {"OfAModuleThatMayBeSharded",
         "from torch import nn\nclass M(nn.Module):\n  pass\ndef f():\n  m = M()\n  m.unshard()\n",
         ""},
        {"OfAMember", "from enum import Enum\nclass A(Enum):\n  X = 1\n\n\ndef f(): A.X.gate\n",
         "6: no attribute `gate` in instance of #0.1.X"},
        {"OfAMemberThatAllHave",
         "from enum import Enum\nclass A(Enum):\n  X = 1\n  def g(self): return self.name\n"
         "def f(): A.X.value; A.X.g(); A.X.name\n",
         ""},
        {"OfAClass", "class A:\n  x = 1\n\n\ndef f():\n  A.gate\n",
         "6: no attribute `gate` in class #0.1"},
        {"OfAClassThatAnotherFills",
         "class A: pass\nclass B:\n  def gate(self): pass\ndef f():\n  A.gate\n", ""},
        {"OfAForeignModule",
         "from lib import Base\nclass M(Base): pass\ndef f():\n  m = M()\n  m.gate\n", ""},
        {"BesideAnother", "class A: pass\ndef f():\n  a = A()\n  a.x = 1\n  a.x\n  a.gate\n",
         kLacks},
    }),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Calls, Objects,
    testing::ValuesIn(std::vector<Case>{
        {"OfForward",
         "import torch.nn as nn\nclass M(nn.Module):\n  def forward(self, x, mask): pass\n"
         "def f(x):\n  m = M()\n  m(x)\n  m(x, x)\n",
         "6: `m.M.forward` needs `mask`"},
        {"OfForwardWithHooks",
         "import torch.nn as nn\nclass M(nn.Module):\n  def forward(self, x, mask): pass\n"
         "def f(x):\n  m = M()\n  m.register_forward_pre_hook(x, with_kwargs=True)\n  m(x)\n",
         ""},
        {"OfForwardThatIsReplaced",
         "import torch.nn as nn\nclass M(nn.Module):\n  def forward(self, x, mask): pass\n"
         "def f(x):\n  m = M()\n  m.forward = x\n  m(x)\n",
         ""},
        {"OfForwardHandedOver",
         "import torch.nn as nn\nclass M(nn.Module):\n  def forward(self, x, mask): pass\n"
         "def f(x):\n  m = M()\n  x(m)\n  m(x)\n",
         ""},
        {"OfForwardDecorated",
         "import torch.nn as nn\nfrom lib import wrap\nclass M(nn.Module):\n  @wrap\n"
         "  def forward(self, x, mask): pass\ndef f(x):\n  m = M()\n  m(x)\n",
         ""},
        {"OfAnObject", "class A:\n  def __call__(self, x): pass\ndef f():\n  a = A()\n  a()\n",
         "5: `m.A.__call__` needs `x`"},
        {"OfAnObjectOfSomeBase",
         "from lib import B\nclass A(B):\n  def __call__(self, x): pass\ndef f():\n  a = A()\n"
         "  a()\n",
         ""},
    }),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Protocols, Objects,
    testing::ValuesIn(std::vector<Case>{
        {"ALoopOverItems",
         "class D:\n  def __getitem__(self, i):\n    return 1, 2, 3\ndef f():\n"
         "  for a, b in D(): pass\n",
         "5: cannot unpack tuple[1, 2, 3]"},
        {"ALoopOverADataset",
         "from torch.utils.data import Dataset\nclass D(Dataset):\n  def __getitem__(self, i):\n"
         "    return i, i\ndef f():\n  for a, b, c in D(): pass\n",
         "6: cannot unpack tuple[int, int]"},
        {"ALoopOverAGenerator",
         "class D:\n  def __iter__(self):\n    yield 1, 2\ndef f():\n"
         "  for a, b, c in D(): pass\n",
         "5: cannot unpack tuple[1, 2]"},
        {"ALoopOverItsOwnIterator",
         "class D:\n  def __iter__(self): return self\n  def __next__(self): return 1, 2\n"
         "def f():\n  for a, b, c in D(): pass\n",
         "5: cannot unpack tuple[1, 2]"},
        {"AnItem",
         "class D:\n  def __getitem__(self, i):\n    return 1, 2, 3\ndef f():\n"
         "  a, b = D()[0]\n",
         "5: cannot unpack tuple[1, 2, 3]"},
        {"ALoopThatFits",
         "class D:\n  def __getitem__(self, i):\n    return 1, 2, 3\ndef f():\n"
         "  for a, *b in D(): pass\n",
         ""},
        {"ItemsOfTwoSizes",
         "class D:\n  def __getitem__(self, i):\n    return (1, 2) if i else (1, 2, 3)\n"
         "def f():\n  for a, b in D(): pass\n",
         ""},
        {"ItemsOfAForeignClass",
         "from lib import B\nclass D(B):\n  def __getitem__(self, i):\n    return 1, 2, 3\n"
         "def f():\n  for a, b in D(): pass\n",
         ""},
        {"ItemsOfAnOverride",
         "class D:\n  def __getitem__(self, i):\n    return 1, 2, 3\nclass E(D):\n"
         "  def __getitem__(self, i):\n    return 1, 2\ndef f(d: D):\n  for a, b in d: pass\n",
         ""},
        {"ItemsOfAMethodThatIsReplaced",
         "class D:\n  def __getitem__(self, i):\n    return 1, 2, 3\n"
         "D.__getitem__ = lambda self, i: (1, 2)\ndef f():\n  for a, b in D(): pass\n",
         ""},
    }),
    [](const auto& info) { return info.param.name; });

constexpr char kSelfLacks[] = "5: no attribute `gate` in instance of #0.1";

constexpr char kFunction[] =
    "from torch.autograd import Function\nclass F(Function):\n  @staticmethod\n"
    "  def forward(ctx, x, y):\n    ctx.y = y\n    return x, 3\n";

TEST(AutogradFunctions, ReturnWhatForwardReturns) {
  EXPECT_EQ(
      FailuresOf(absl::StrCat(kFunction, "def f(x):\n  return F.apply(x, 1).transpose(0, 1)\n")),
      "8: no attribute `transpose` in tuple[?, 3]");
  EXPECT_EQ(
      FailuresOf(absl::StrCat(kFunction, "run = F.apply\ndef f(x):\n  a, b, c = run(x, 1)\n")),
      "9: cannot unpack tuple[?, 3]");
  EXPECT_EQ(
      FailuresOf(absl::StrCat(kFunction, "def f(x):\n  return F.apply(x, 1)[0].transpose(0, 1)\n")),
      "");
}

TEST(AutogradFunctions, TakeWhatForwardTakes) {
  EXPECT_EQ(FailuresOf(absl::StrCat(kFunction, "def f(x):\n  F.apply(x)\n  F.apply(x, 1)\n")),
            "8: `m.F.forward` needs `y`");
}

TEST(AutogradFunctions, AreUnknownWhereForwardMayBeAnother) {
  for (absl::string_view more :
       {"  @staticmethod\n  def setup_context(ctx, inputs, output): pass\n",
        "  @staticmethod\n  def apply(*args): return args[0]\n", "F.forward = lambda *a: a\n",
        "F.apply = lambda *a: a\n"}) {
    EXPECT_EQ(
        FailuresOf(absl::StrCat(kFunction, more, "def f(x):\n  F.apply(x).transpose(0, 1)\n")), "")
        << more;
  }
}

TEST(AutogradFunctions, AreUnknownBehindADecorator) {
  constexpr absl::string_view kDecorated =
      "import torch\nfrom lib import wrap\nclass F(torch.autograd.Function):\n  @staticmethod\n"
      "  @$0\n  def forward(ctx, x): return x, 3\ndef f(x): return F.apply(x).shape\n";
  EXPECT_EQ(FailuresOf(absl::Substitute(kDecorated, "wrap")), "");
  EXPECT_EQ(FailuresOf(absl::Substitute(kDecorated, "torch.amp.custom_fwd(cast_inputs=t)")), "");
  for (absl::string_view same :
       {"torch.cuda.amp.custom_fwd", "torch.amp.custom_fwd(device_type='cuda')"}) {
    EXPECT_EQ(FailuresOf(absl::Substitute(kDecorated, same)),
              "7: no attribute `shape` in tuple[?, 3]");
  }
}

INSTANTIATE_TEST_SUITE_P(
    OfSelf, Objects,
    testing::ValuesIn(std::vector<Case>{
        {"NobodySets",
         "class A:\n  def __init__(self):\n    self.x = 1\n  def g(self):\n    return self.gate\n",
         kSelfLacks},
        {"NobodySetsInAModule",
         "import torch\nclass A(torch.nn.Module):\n\n  def forward(self, x):\n"
         "    return self.gate(self.training)\n",
         kSelfLacks},
        {"ASubclassBinds",
         "class A:\n  def g(self):\n    return self.gate\nclass B(A):\n  gate = 1\nA()\n", ""},
        {"ASubclassDeclares",
         "class A:\n  def g(self):\n    return self.gate\nclass B(A):\n  gate: int\nA()\n", ""},
        {"ASubclassOfAnotherMayHave",
         "from lib import C\nclass A:\n  def g(self):\n    return self.gate\nclass B(A, C): pass\n"
         "A()\n",
         ""},
        {"ARenamedSubclassMayHave",
         "from lib import C\nclass A:\n  def g(self):\n    return self.gate\nZ = A\n"
         "class B(Z[int], C): pass\nA()\n",
         ""},
        {"NoSubclassBinds",
         "class A:\n\n\n  def g(self):\n    return self.gate\nclass B(A): pass\nA()\n", kSelfLacks},
        {"NobodyMakes", "class A:\n  def g(self):\n    return self.gate\nclass B(A): pass\n", ""},
        {"AMixinMayGet", "class AMixin:\n  def g(self):\n    return self.gate\n", ""},
        {"AClassLookedUpByText", "P = 'm.A'\nclass A:\n  def g(self):\n    return self.gate\n", ""},
        {"AnAbstractClassMayGet",
         "import abc\nclass A(abc.ABC):\n  def g(self):\n    return self.gate\n", ""},
        {"ADecoratorMayGive",
         "from lib import wrap\n@wrap\nclass A:\n  def g(self):\n    return self.gate\n", ""},
        {"SetByName",
         "class A:\n  def g(self, x):\n    setattr(self, 'gate', x)\n    return self.gate\n", ""},
        {"SetByAnyName",
         "class A:\n  def g(self, x):\n    setattr(self, x, x)\n    return self.gate\n", ""},
        {"HandedOver",
         "class A:\n  def __init__(self, x):\n    x(self)\n  def g(self):\n    return self.gate\n",
         ""},
        {"HandedToABase",
         "class B:\n  def __init__(self): pass\nclass A(B):\n"
         "  def __init__(self): B.__init__(self); print(self)\n\n  def g(self): return self.gate\n",
         "6: no attribute `gate` in instance of #0.3"},
        {"ThatAGetterAnswers",
         "class A:\n  def __getattr__(self, n): return n\n  def g(self):\n    return self.gate\n",
         ""},
        {"OfAForeignBase", "from lib import B\nclass A(B):\n  def g(self):\n    return self.gate\n",
         ""},
        {"OfAStaticMethod", "class A:\n  @staticmethod\n  def g(self):\n    return self.gate\n",
         ""},
        {"OfAPropertyOfItsOwn", "class A:\n\n  @property\n  def g(self):\n    return self.gate\n",
         kSelfLacks},
        {"OfANarrowedSelf",
         "class A:\n  def g(self):\n    if isinstance(self, B): return self.gate\n"
         "class B(A):\n  gate = 1\n",
         ""},
        {"OfAnotherSelf", "class A:\n  def g(self, x):\n    self = x\n    return self.gate\n", ""},
        {"OfAFunctionInAnotherClass",
         "class A:\n  def g(self):\n    def h(self): return self.gate\n    return h\n", ""},
        {"StoredFromOutside",
         "class A:\n  def g(self):\n    return self.gate\ndef f(a):\n  a.gate = 1\n", ""},
        {"Asked",
         "class A:\n  def g(self):\n    return self.gate if hasattr(self, 'gate') else 1\n", ""},
    }),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::understanding
