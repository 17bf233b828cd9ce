// Arguments of what @dataclass makes, and of what super() finds.

#include <string>
#include <vector>

#include "analyzers/understanding/failures_of.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* source;    // Of a dataclass without its import.
  const char* failures;  // "": none is certain.
};

class Dataclasses : public testing::TestWithParam<Case> {};

TEST_P(Dataclasses, TakeTheirFields) {
  EXPECT_EQ(FailuresOf(std::string("from dataclasses import dataclass, field, KW_ONLY, InitVar\n") +
                       GetParam().source),
            GetParam().failures);
}

INSTANTIATE_TEST_SUITE_P(
    All, Dataclasses,
    testing::ValuesIn(std::vector<Case>{
        {"Missing", "@dataclass\nclass A:\n  x: int\n  y: int = 1\nA()\n", "6: `m.A` needs `x`"},
        {"Present", "@dataclass\nclass A:\n  x: int\n  y: int = 1\nA(1)\nA(1, 2)\nA(x=1)\n", ""},
        {"TooMany", "@dataclass\nclass A:\n  x: int\nA(1, 2)\n",
         "5: `m.A` takes 1 positional arguments, not 2"},
        {"NoSuchField", "@dataclass\nclass A:\n  x: int = 1\nA(y=2)\n",
         "5: `m.A` takes no argument `y`"},
        {"ByModule",
         "import dataclasses as d\n@d.dataclass(frozen=True)\nclass A:\n  x: int\nA()\n",
         "6: `m.A` needs `x`"},
        {"Inherited", "@dataclass\nclass B:\n  x: int\n@dataclass\nclass A(B):\n  y: int\nA(1)\n",
         "8: `m.A` needs `y`"},
        {"InheritedInOrder",
         "@dataclass\nclass B:\n  x: int\n  y: int = 1\n@dataclass\nclass A(B):\n  x: int = 3\n"
         "A()\nA(1, 2, 3)\n",
         "10: `m.A` takes 2 positional arguments, not 3"},
        {"OfAnHeirWithoutDecorator", "@dataclass\nclass B:\n  x: int\nclass A(B):\n  y: int\nA()\n",
         "7: `m.B` needs `x`"},
        {"OfAnHeirWithInit",
         "@dataclass\nclass B:\n  x: int\nclass A(B):\n  def __init__(self): pass\nA()\n", ""},
        {"WithItsOwnInit",
         "@dataclass\nclass A:\n  x: int\n  def __init__(self, y): pass\nA(1)\nA()\n",
         "7: `m.A.__init__` needs `y`"},
        {"OfAnEnumeration",
         "import enum\n@dataclass(frozen=True)\nclass A(enum.Enum):\n  X = 1\nclass B(enum.Enum):\n"
         "  Y = (1, 2)\n  def __init__(self, a, b): pass\nA(1)\nB((1, 2))\n",
         ""},
        {"WithoutInit", "@dataclass(init=False)\nclass A:\n  x: int\nA()\n", ""},
        {"WithUnknownOptions", "@dataclass(**f())\nclass A:\n  x: int\nA()\n", ""},
        {"KeywordOnly", "@dataclass(kw_only=True)\nclass A:\n  x: int\nA(1)\n",
         "5: `m.A` needs `x`"},
        {"KeywordOnlyFrom", "@dataclass\nclass A:\n  x: int\n  _: KW_ONLY\n  y: int = 1\nA(1, 2)\n",
         "7: `m.A` takes 1 positional arguments, not 2"},
        {"KeywordOnlyBefore",
         "@dataclass(kw_only=True)\nclass B:\n  x: int\n@dataclass\nclass A(B):\n  y: int\n"
         "A(1, x=2)\n",
         ""},
        {"Factory", "@dataclass\nclass A:\n  x: list = field(default_factory=list)\nA()\n", ""},
        {"FieldWithoutDefault", "@dataclass\nclass A:\n  x: list = field(repr=False)\nA()\n",
         "5: `m.A` needs `x`"},
        {"FieldThatIsNoParameter",
         "@dataclass\nclass A:\n  x: int = field(init=False)\nA()\nA(x=1)\n",
         "6: `m.A` takes no argument `x`"},
        {"FieldOfAnotherMaker",
         "from lib import make\n@dataclass\nclass A:\n  x: int = make(init=False)\nA(y=1)\n", ""},
        {"InitVariable", "@dataclass\nclass A:\n  x: InitVar[int]\nA()\n", "5: `m.A` needs `x`"},
        {"ClassVariable",
         "from typing import ClassVar\n@dataclass\nclass A:\n  x: ClassVar[int] = 1\nA(x=2)\n",
         "6: `m.A` takes no argument `x`"},
        {"WithoutAnnotation", "@dataclass\nclass A:\n  x = 1\nA(x=2)\n",
         "5: `m.A` takes no argument `x`"},
        {"UnderACondition", "@dataclass\nclass A:\n  if f():\n    x: int\nA(x=2)\nA()\n", ""},
        {"WithAForeignBase", "from lib import B\n@dataclass\nclass A(B):\n  x: int = 1\nA(y=2)\n",
         ""},
        {"WithAnotherDecorator",
         "from lib import wrap\n@wrap\n@dataclass\nclass A:\n  x: int\nA()\n", ""},
        {"WithADecoratorOfItsOwn",
         "def wrap(c): return dataclass(c)\n@wrap\nclass A:\n  x: int\nA()\n", ""},
        {"OfABaseThatIsDecorated",
         "from lib import wrap\n@wrap\nclass B: pass\n@dataclass\nclass A(B):\n  x: int\nA()\n",
         ""},
        {"AttributeThatIsNoField",
         "@dataclass\nclass A:\n  x: int = 1\ndef f():\n  a = A()\n  return a.x, a.y\n",
         "7: no attribute `y` in instance of #0.1"},
        {"FieldThatIsNotNone",
         "@dataclass\nclass A:\n  x: str = None\ndef f():\n  return A('a').x.upper()\n", ""},
    }),
    [](const auto& info) { return info.param.name; });

class Super : public testing::TestWithParam<Case> {};

TEST_P(Super, FindsTheNextClass) { EXPECT_EQ(FailuresOf(GetParam().source), GetParam().failures); }

INSTANTIATE_TEST_SUITE_P(
    All, Super,
    testing::ValuesIn(std::vector<Case>{
        {"NeedsMore",
         "class B:\n  def __init__(self, x): pass\nclass A(B):\n  def __init__(self):\n"
         "    super().__init__()\n",
         "5: `m.B.__init__` needs `x`"},
        {"Fits",
         "class B:\n  def __init__(self, x): pass\nclass A(B):\n  def __init__(self):\n"
         "    super().__init__(1)\n",
         ""},
        {"BehindABaseOfAnotherProject",
         "import torch\nclass P:\n  def __init__(self, x): pass\nclass A(torch.nn.Module, P):\n"
         "  def __init__(self):\n    super().__init__()\n",
         ""},
        {"BeforeABaseOfAnotherProject",
         "import torch\nclass P:\n  def __init__(self, x): pass\nclass A(P, torch.nn.Module):\n"
         "  def __init__(self):\n    super().__init__()\n",
         "6: `m.P.__init__` needs `x`"},
        {"OfAnyMethod",
         "class B:\n  def go(self): pass\nclass A(B):\n  def go(self, x):\n    super().go(x)\n",
         "5: `m.B.go` takes 1 positional arguments, not 2"},
        {"OverOneWithout",
         "class C:\n  def __init__(self, x): pass\nclass B(C): pass\nclass A(B):\n"
         "  def __init__(self): super().__init__()\n",
         "5: `m.C.__init__` needs `x`"},
        {"WithASubclassThatPutsOneBetween",
         "class B:\n  def __init__(self, x): pass\nclass A(B):\n  def __init__(self):\n"
         "    super().__init__()\nclass M(B):\n  def __init__(self): super().__init__(1)\n"
         "class D(A, M): pass\n",
         ""},
        {"WithASubclassThatPutsNoneBetween",
         "class B:\n  def __init__(self, x): pass\nclass A(B):\n  def __init__(self):\n"
         "    super().__init__()\nclass M:\n  def __init__(self): pass\nclass D(A, M): pass\n",
         "5: `m.B.__init__` needs `x`"},
        {"WithASubclassOfAnUnknownBase",
         "from lib import M\nclass B:\n  def __init__(self, x): pass\nclass A(B):\n"
         "  def __init__(self):\n    super().__init__()\nclass D(A, M()): pass\n",
         ""},
        {"OverAForeignBase",
         "from lib import B\nclass A(B):\n  def __init__(self):\n    super().__init__(1, 2)\n", ""},
        {"WithStars",
         "class B:\n  def __init__(self, x): pass\nclass A(B):\n  def __init__(self, *a):\n"
         "    super().__init__(*a)\n",
         ""},
        {"OfADecoratedMethod",
         "from lib import wrap\nclass B:\n  @wrap\n  def __init__(self, x): pass\nclass A(B):\n"
         "  def __init__(self):\n    super().__init__()\n",
         ""},
        {"OfAPatchedMethod",
         "class B:\n  def go(self): pass\nclass A(B):\n  def go(self, x):\n    super().go(x)\n"
         "B.go = f\n",
         ""},
        {"OfADecoratedClass",
         "from lib import wrap\nclass B:\n  def __init__(self, x): pass\n@wrap\nclass A(B):\n"
         "  def __init__(self):\n    super().__init__()\n",
         ""},
        {"OfAModuleOfTorch",
         "from torch import nn\nclass A(nn.Module):\n  def __init__(self, c):\n"
         "    super().__init__(c)\n",
         "4: `torch.nn.Module.__init__` takes no arguments"},
        {"OfAModuleOfTorchByName",
         "import torch\nfrom abc import ABC\nclass B(torch.nn.Module): pass\nclass A(B, ABC):\n"
         "  def __init__(self, c):\n    super(A, self).__init__()\n"
         "    super().__init__(config=c)\n",
         "7: `torch.nn.Module.__init__` takes no arguments"},
        {"OfAModuleOfTorchThatGetsNothing",
         "from torch import nn\nclass A(nn.Module):\n  def __init__(self, *a, **k):\n"
         "    super().__init__()\n    super().__init__(*a, **k)\n",
         ""},
        {"OfAModuleThatCallsFurther",
         "from torch import nn\nclass A(nn.Module):\n  call_super_init = True\n"
         "  def __init__(self, c):\n    super().__init__(c)\n",
         ""},
        {"OfAModuleBesideAnotherBase",
         "from torch import nn\nfrom lib import B\nclass A(nn.Module, B):\n"
         "  def __init__(self, c):\n    super().__init__(c)\n",
         ""},
        {"OfAModuleWithAHeirOfAnotherBase",
         "from torch import nn\nfrom lib import B\nclass A(nn.Module):\n"
         "  def __init__(self, c):\n    super().__init__(c)\nclass D(A, B): pass\n",
         ""},
        {"OfAModuleWithAHeirThatPutsOneBetween",
         "from torch import nn\nclass A(nn.Module):\n  def __init__(self, c):\n"
         "    super().__init__(c)\nclass B(nn.Module):\n  def __init__(self, c): pass\n"
         "class D(A, B): pass\n",
         ""},
        {"OfAModuleToMixIn",
         "from torch import nn\nclass GateMixin(nn.Module):\n  def __init__(self, c):\n"
         "    super().__init__(c)\n",
         ""},
        {"OfAnObject",
         "class A:\n  def __init__(self, c):\n    super().__init__(c)\ndef f(): A(1)\n",
         "3: `object.__init__` takes no arguments"},
        {"OfAnObjectThatNobodyMakes",
         "class A:\n  def __init__(self, c):\n    super().__init__(c)\n", ""},
    }),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::understanding
