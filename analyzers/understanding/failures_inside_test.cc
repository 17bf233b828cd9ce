// Calls that never come back because of what they hand over.

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

class FailuresInside : public testing::TestWithParam<Case> {};

TEST_P(FailuresInside, AreThoseThatTheCallIsToBlameFor) {
  EXPECT_EQ(FailuresOf(GetParam().source), GetParam().failures);
}

INSTANTIATE_TEST_SUITE_P(
    Calls, FailuresInside,
    testing::ValuesIn(std::vector<Case>{
        {"NoneForAnObject", "def g(x):\n  return x.shape\ndef f():\n  return g(None)\n",
         "4: never comes back: no attribute `shape` in None"},
        {"ADefaultThatIsNone", "def g(x, y=None):\n  return x + y.z\ndef f(x):\n  return g(x)\n",
         "4: never comes back: no attribute `z` in None"},
        {"OnASecondWayItIsFine",
         "def g(x, y=None):\n  if x:\n    return y.z\n  return x\ndef f(x):\n  return g(x)\n", ""},
        {"ThroughAnotherFunction",
         "def h(x):\n  return x.shape\ndef g(x):\n  return h(x)\ndef f():\n  return g(None)\n",
         "6: never comes back: no attribute `shape` in None"},
        {"WhatNeverEndsAnyway", "def g(x):\n  y = None\n  return y.z\ndef f():\n  return g(1)\n",
         "3: no attribute `z` in None"},
        {"WhatAlwaysRaises", "def g(x):\n  raise ValueError(x)\ndef f():\n  return g(1)\n", ""},
        {"ANameThatNoBranchKnows",
         "def g(x):\n  if x == 'a':\n    return 1\n  raise ValueError(x)\n"
         "def f():\n  return g('b')\ndef h():\n  return g('a')\n",
         "6: never comes back: it raises"},
        {"AnAssertion", "def g(x):\n  assert x is not None\n  return x\ndef f():\n  y = g(None)\n",
         "5: never comes back: it raises"},
        {"WhoseValueNobodyWants",
         "def g(x):\n  if x:\n    raise ValueError(x)\ndef f():\n  g('bad')\n", ""},
        {"InsideATry",
         "def g(x):\n  try:\n    return x.y\n  except AttributeError:\n    return 0\n"
         "def f():\n  return g(None)\n",
         ""},
        {"OfAMethodOfAnObjectThatIsMadeHere",
         "class A:\n  def g(self, x):\n    return x.y\ndef f():\n  return A().g(None)\n",
         "5: never comes back: no attribute `y` in None"},
        {"OfSelfWhichMayBeAnHeir",
         "class A:\n  def g(self, x):\n    return x.y\n  def f(self):\n    return self.g(None)\n",
         ""},
        {"OfAGenerator", "def g(x):\n  yield x.y\ndef f():\n  return g(None)\n", ""},
        {"OfACoroutine", "async def g(x):\n  return x.y\ndef f():\n  return g(None)\n", ""},
        {"WhatATextMayReplace",
         "def g(x):\n  return x.y\ndef f(m):\n  setattr(m, 'g', 1)\n  return g(None)\n", ""},
        {"OfPromises", "def g(x):\n  return x.y\ndef f(n: None):\n  return g(n)\n", ""},
        {"OfABranchThatAnAnnotationRulesOut",
         "class A:\n  name: str\ndef g(x, y):\n  if x is None:\n    return 1\n  return y.z\n"
         "def f(a: A):\n  return g(a.name, None)\n",
         ""},
        {"OfABranchThatAConstantRulesOut",
         "def g(x, y):\n  if x is None:\n    return 1\n  return y.z\ndef f():\n  return g(2, "
         "None)\n",
         "6: never comes back: no attribute `z` in None"},
        {"OfAFlagThatIsFalse",
         "def g(x, y=False):\n  if y:\n    return 1\n  return x.z\ndef f():\n  return g(None)\n",
         "6: never comes back: no attribute `z` in None"},
        {"OfTwoConditions",
         "def g(x, y=False):\n  if y and x:\n    return 1\n  return x.z\ndef f():\n  return "
         "g(None)\n",
         "6: never comes back: no attribute `z` in None"},
        {"OfOneOfTwoCallees",
         "def g(x):\n  return x.y\ndef h(x):\n  return x\n"
         "def f(c):\n  if c:\n    k = g\n  else:\n    k = h\n  return k(None)\n",
         ""},
        {"WhatFollowsIsNotReached",
         "def g(x):\n  return x.y\ndef f():\n  g(None)\n  z = None\n  return z.a\n",
         "4: never comes back: no attribute `y` in None"},
        {"APropertyIsNoCall",
         "def h(x):\n  return x.y\nclass A:\n  @property\n  def p(self):\n    return h(None)\n"
         "def f():\n  return A().p\n",
         "6: never comes back: no attribute `y` in None"},
        {"OfAMethodThatSomebodyReplaces",
         "class A:\n  def g(self, x):\n    return x.y\ndef f():\n  return A().g(None)\n"
         "def trace(o, name):\n  setattr(type(o), name, print)\n",
         ""},
        {"OfOneBranchWhereTheOtherIsNotUnderstood",
         "def g(x):\n  if len(x) > 2:\n    return sum(a / b for a, b in zip(x, []))\n"
         "  return x / x\ndef f(n):\n  return g([n / 2])\n",
         ""},
        {"CallsItself", "def g(x):\n  return g(None) if x else x.y\n", ""},
    }),
    [](const testing::TestParamInfo<Case>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace allreview::understanding
