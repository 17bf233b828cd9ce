// Comparisons that always come out the same.

#include <string>
#include <vector>

#include "analyzers/understanding/failures_of.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* source;
  const char* failures;  // "": none is certain.
};

class Comparisons : public testing::TestWithParam<Case> {};

TEST_P(Comparisons, AreToldWhenTheirSidesAreNeverEqual) {
  EXPECT_EQ(FailuresOf(GetParam().source), GetParam().failures);
}

INSTANTIATE_TEST_SUITE_P(
    All, Comparisons,
    testing::ValuesIn(std::vector<Case>{
        {"TextAndNumber",
         "import os\ndef f():\n  rank = os.environ.get('RANK')\n  if rank == 0:\n    return 1\n",
         "4: never equal: None | str and 0"},
        {"TextAndNumberWithADefault",
         "import os\ndef f():\n  rank = os.environ.get('RANK', 0)\n  if rank == 0:\n    return 1\n",
         ""},
        {"TextMadeANumber",
         "import os\ndef f():\n  if int(os.environ.get('RANK')) == 0:\n    return 1\n", ""},
        {"NotEqual", "def f(x):\n  y = str(x)\n  return y != 1\n", "3: never equal: str and 1"},
        {"EqualConstants", "MODE = 'a'\ndef f():\n  return MODE == 'b'\n", ""},
        {"ListAndNumber", "def f(x):\n  y = [x, 1]\n  assert y == 2\n",
         "3: never equal: list[?, 1] and 2"},
        {"ListAndTuple", "def f(x):\n  return [x] == (x, 1)\n",
         "2: never equal: list[?] and tuple[?, 1]"},
        {"MemberAndText",
         "from enum import Enum\nclass A(Enum):\n  X = 'x'\ndef f():\n  return A.X == 'x'\n",
         "5: never equal: instance of #0.1.X and \"x\""},
        {"MemberOfText",
         "from enum import Enum\nclass A(str, Enum):\n  X = 'x'\ndef f():\n  return A.X == 'x'\n",
         ""},
        {"MemberOfAnIntEnumeration",
         "from enum import IntEnum\nclass A(IntEnum):\n  X = 1\ndef f():\n  return A.X == 1\n", ""},
        {"MemberThatComparesItself",
         "from enum import Enum\nclass A(Enum):\n  X = 'x'\n  def __eq__(self, o): return True\n"
         "def f():\n  return A.X == 'x'\n",
         ""},
        {"ValueOfAMember",
         "from enum import Enum\nclass A(Enum):\n  X = 'x'\ndef f():\n  return A.X.value == 'x'\n",
         ""},
        {"MembersOfTwo",
         "from enum import Enum\nclass A(Enum):\n  X = 1\nclass B(Enum):\n  X = 1\n"
         "def f():\n  return A.X == B.X\n",
         "7: never equal: instance of #0.1.X and instance of #0.2.X"},
        {"MembersOfOne",
         "from enum import Enum\nclass A(Enum):\n  X = 1\n  Y = 2\ndef f():\n  return A.X == A.Y\n",
         ""},
        {"MemberOfAMember",
         "from enum import Enum\nclass A(Enum):\n  X = 1\n  Y = 2\n"
         "def f():\n  a = A.X\n  return a == a.Y\n",
         ""},
        {"PropertyOfAMember",
         "from enum import Enum\nclass A(Enum):\n  X = 1\n  @property\n  def y(self): return 'x'\n"
         "def f():\n  return A.X.y == 'x'\n",
         ""},
        {"MemberThatIsPromised",
         "from enum import Enum\nclass A(Enum):\n  X = 'x'\ndef f(a: A):\n  return a == 'x'\n", ""},
        {"InATuple", "def f(x):\n  return str(x) in (1, 2)\n",
         "2: never equal: str and tuple[1, 2]"},
        {"InAMixedTuple", "def f(x):\n  return str(x) in (1, 'a')\n", ""},
        {"InASet", "def f(x):\n  return len(x) not in {'a', 'b'}\n",
         "2: never equal: int >= 0 and set[\"a\" | \"b\"...]"},
        {"InKeys", "def f(x):\n  return len(x) in {'a': 1}\n",
         "2: never equal: int >= 0 and dict[\"a\": 1]"},
        {"InUnknownKeys", "def f(x):\n  return len(x) in {'a': 1, x: 2}\n", ""},
        {"InAListThatOthersFill", "def f(x):\n  a = ['a']\n  x(a)\n  return 1 in a\n", ""},
        {"InNothing", "def f(x):\n  return x in () or 1 in []\n", ""},
        {"WithNone", "def f(x):\n  return len(x) == None\n", ""},
        {"AConstantThatIsNone", "MODE = None\ndef f():\n  return MODE == 'a'\n", ""},
        {"WhatReturnsNothing", "def g(x): print(x)\ndef f(x):\n  return g(x) == 'a'\n",
         "3: never equal: None and \"a\""},
        {"WhatReturnsOnOneWay", "def g(x):\n  if x: return 'a'\ndef f(x):\n  return g(x) == 'a'\n",
         ""},
        {"AMethodThatIsNotCalled",
         "class A:\n  def name(self): return 'x'\ndef f():\n  a = A()\n  return a.name == 'x'\n",
         "5: never equal: method #0.2 and \"x\""},
        {"AMethodThatMayBeReplaced",
         "class A:\n  def name(self): return 'x'\ndef f(x):\n  a = A()\n  a.name = x\n"
         "  return a.name == 'x'\n",
         ""},
        {"Types", "def f(x):\n  return type(x) == 1 or int == 'int'\n", ""},
        {"ChangedInALoop", "def f(x):\n  y = ''\n  while x:\n    if y == 1: return y\n    y = 1\n",
         ""},
        {"OnOneWay", "def f(x):\n  y = 1 if x else 'a'\n  return y == 'a'\n", ""},
        {"OfAnUnknownObject", "def f(x):\n  y = x or 'a'\n  return y == 1\n", ""},
        {"SetElsewhere",
         "MODE = 'a'\ndef g(x):\n  global MODE\n  MODE = x\ndef f():\n  return MODE == 1\n", ""},
        {"ThatNobodyReads", "def f(x):\n  str(x) == 1\n", ""},
    }),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace allreview::understanding
