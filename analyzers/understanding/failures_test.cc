// What certainly fails, and what only may.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "analyzers/understanding/knowledge.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

struct Case {
  const char* name;
  const char* source;
  const char* failures;  // "": none is certain.
};

class Failures : public testing::TestWithParam<Case> {};

TEST_P(Failures, AreThoseThatAreCertain) {
  EXPECT_EQ(FailuresOf(GetParam().source), GetParam().failures);
}

INSTANTIATE_TEST_SUITE_P(
    Attributes, Failures,
    testing::ValuesIn(std::vector<Case>{
        {"OfNone", "def f(x):\n  if x is None:\n    return x.shape\n",
         "3: no attribute `shape` in None"},
        {"OfANoneThatIsCertain", "def f(p):\n  x = None\n  if p.s is None:\n    return x.y\n",
         "4: no attribute `y` in None"},
        {"OfWhatANoneAttributeOfAnObjectThatWasReadAvoids",
         "class A:\n  def __init__(self):\n    self.y = 1\ndef f(p):\n  p.n\n  x = None\n"
         "  if p.s is None:\n    x = A()\n    p.s = 3\n  return x.y\n",
         ""},
        {"WhereAnotherPathCallsWhatFailsItself",
         "def g():\n  x = None\n  return x.y\ndef f(p):\n  if p:\n    v = g()\n  else:\n    v = "
         "None\n"
         "  return v.z\n",
         "3: no attribute `y` in None"},
        {"WhereAnotherPathRaises",
         "def g():\n  raise ValueError\ndef f(p):\n  if p:\n    v = g()\n  else:\n    v = None\n"
         "  return v.z\n",
         "8: no attribute `z` in None"},
        {"LettersOfAText", "def f():\n  for c in 'ab':\n    c.size\n",
         "3: no attribute `size` in str"},
        {"LettersOfAPromisedText", "def f(x: str):\n  for c in x:\n    c.size\n", ""},
        {"PartsOfAPromisedText", "def f(x: str):\n  for c in x.split():\n    c.size\n", ""},
        {"OfAMemberThatAForeignBaseMakes",
         "from other import Names\nclass A(Names):\n  ROW = 'row'\ndef f():\n  return "
         "A.ROW.value\n",
         ""},
        {"ReplacedUnderAComputedName",
         "class A:\n  def __init__(self):\n    self.x = None\n  def put(self, name, value):\n"
         "    setattr(self, name, value)\ndef f():\n  a = A()\n  return a.x.y\n",
         ""},
        {"AskedForBefore",
         "def f():\n  x = (1, 2)\n  if hasattr(x, 'shape'):\n    return x.shape\n  return x.size\n",
         "5: no attribute `size` in tuple[1, 2]"},
        {"OfWhatIsNotNone", "def f(x):\n  if x is not None:\n    return x.shape\n", ""},
        {"OfNoneOnOneWay", "def f(x):\n  if g():\n    x = None\n  return x.shape\n", ""},
        {"OfATuple", "def f():\n  x = (1, 2)\n  return x.append(3)\n",
         "3: no attribute `append` in tuple[1, 2]"},
        {"OfAList", "def f():\n  x = [1, 2]\n  return x.append(3)\n", ""},
        {"OfAnAnnotation", "def f(x: str):\n  return x.shape\n", ""},
        {"OfAnInstance",
         "class A:\n  def __init__(self):\n    self.x = 1\ndef f():\n  return A().y\n",
         "5: no attribute `y` in instance of #0.1"},
        {"OfAnInstanceThatOthersFill",
         "class A:\n  pass\ndef f():\n  return A().y\ndef g(a):\n  a.y = 1\n", ""},
        {"OfAnInstanceFilledByName",
         "class A:\n  pass\ndef f():\n  return A().y\ndef g(a):\n  setattr(a, 'y', 1)\n", ""},
        {"OfAnInstanceThatAnswersAnything",
         "class A:\n  def __getattr__(self, name):\n    return name\ndef f():\n  return A().y\n",
         ""},
        {"OfAClassWithAForeignBase",
         "from lib import B\nclass A(B):\n  pass\ndef f():\n  return A().y\n", ""},
        {"OfAnEnumeration",
         "from enum import Enum\nclass A(Enum):\n  ONE = 1\ndef f():\n  return A.TWO\n",
         "5: no attribute `TWO` in class #0.1"},
        {"OfAFieldWithADefault",
         "class A:\n  x: object = None\n  def f(self):\n    return self.x.shape\n", ""},
        {"OfAClassAttributeSetElsewhere",
         "class A:\n  x = None\n  def f(self):\n    return A.x.shape\ndef g():\n  A.x = 1\n", ""},
        {"OfWhatAnInnerFunctionBinds",
         "def f():\n  x = None\n  def g():\n    nonlocal x\n    x = 1\n  g()\n  return x.real\n",
         ""},
    }),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Calls, Failures,
    testing::ValuesIn(std::vector<Case>{
        {"NeedMore", "def g(a, b, c=1): pass\ndef f(x):\n  g(x)\n", "3: `m.g` needs `b`"},
        {"TakeLess", "def g(a): pass\ndef f(x):\n  g(x, 2)\n",
         "3: `m.g` takes 1 positional arguments, not 2"},
        {"TakeNoSuchName", "def g(a): pass\ndef f(x):\n  g(x, b=2)\n",
         "3: `m.g` takes no argument `b`"},
        {"GetItTwice", "def g(a): pass\ndef f(x):\n  g(x, a=2)\n", "3: `m.g` gets `a` twice"},
        {"WithStars", "def g(a): pass\ndef f(x):\n  g(*x)\n  g(**x)\n", ""},
        {"ThatTakeAnything", "def g(*a, **b): pass\ndef f(x):\n  g(x, 2, c=x)\n", ""},
        {"OfAConstructor", "class A:\n  def __init__(self, x): pass\ndef f():\n  return A()\n",
         "4: `m.A.__init__` needs `x`"},
        {"OfAMethod",
         "class A:\n  def go(self, x): pass\ndef f():\n  a = A()\n  return a.go(1, 2)\n",
         "5: `m.A.go` takes 2 positional arguments, not 3"},
        {"OfSelf", "class A:\n  def go(self, x): pass\n  def f(self):\n    return self.go(1, 2)\n",
         ""},
        {"OfADecoratedFunction",
         "from lib import wrap\n@wrap\ndef g(a): pass\ndef f():\n  return g()\n", ""},
        {"OfTheNearerBase",
         "class R:\n  def go(self): pass\nclass A(R): pass\nclass B:\n  def go(self, x): pass\n"
         "class C(A, B): pass\ndef f():\n  return C().go()\n",
         ""},
        {"OfADictionary", "def f():\n  d = {'a': 1}\n  return d('a')\n",
         "3: a dict cannot be called"},
    }),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Rest, Failures,
    testing::ValuesIn(std::vector<Case>{
        {"MissingKey", "def f():\n  d = {'a': 1}\n  return d['b']\n",
         "3: nothing under \"b\" in dict[\"a\": 1]"},
        {"KeyThatAFunctionMayAdd",
         "def f():\n  d = {'a': 1}\n  def g(): d['b'] = 2\n  g()\n  return d['b']\n", ""},
        {"BeyondTheEnd", "NAMES = ('a', 'b')\ndef f():\n  return NAMES[2]\n",
         "3: nothing under 2 in tuple[\"a\", \"b\"]"},
        {"EmptyLoop", "def f():\n  x = []\n  for i in range(len(x)):\n    x[i] = x[i] + 1\n", ""},
        {"Unpack", "def g(): return 1, 2, 3\ndef f():\n  a, b = g()\n",
         "3: cannot unpack tuple[1, 2, 3]"},
        {"UnpackWithAStar", "def g(): return 1, 2, 3\ndef f():\n  a, *b = g()\n", ""},
        {"UnpackAStarredShape", "def f(k):\n  a, b, c = *k.shape, 1\n  return a\n", ""},
        {"Operator", "def f():\n  return 'a' + 1\n", "2: operator refuses \"a\" and 1"},
        {"OrderOfNone", "def f():\n  return None < 2\n", "2: operator refuses None and 2"},
        {"OrderOfTwoKinds", "def f():\n  return 'a' >= 2\n", "2: operator refuses \"a\" and 2"},
        {"OrderOfTuples", "def f():\n  return (1, 2) < (1, 3)\n", ""},
        {"OrderOfAPromise", "def f(x: int):\n  return x < 'a'\n", ""},
        {"OrderOfWhatMayBeNone", "def f(a):\n  x = None\n  if a:\n    x = 1\n  return x < 2\n", ""},
        {"TimesNone", "def f():\n  return 2 * None\n", "2: operator refuses 2 and None"},
        {"RestOfNone", "def f():\n  return None % 2\n", "2: operator refuses None and 2"},
        {"FormattedNone", "def f():\n  return '%s' % None\n", ""},
        {"NoneOrAType", "def f():\n  return int | None\n", ""},
        {"NegativeNone", "def f():\n  x = None\n  return -x\n", "3: operator refuses None"},
        {"OperatorOnAPromise", "def f(x: list):\n  return x[1:] - 1\n", ""},
        {"Unbound", "def f():\n  del x\n  x = 1\n", ""},
        {"DecoratedWithOptions",
         "import torch\n@torch.compiler.disable(recursive=False)\ndef f(x):\n  return x\nf(1)\n",
         ""},
        {"ContinuedLine", "def f(a, \\\n  b):\n  return f(a, \\\n    b)\n", ""},
        {"SetByAMethodOfAnInnerClass",
         "def f(x):\n  leak = None\n  class A:\n    def g(self):\n      nonlocal leak\n"
         "      leak = 1\n  x.run(A)\n  return leak()\n",
         ""},
        {"ListGrowsByATuple", "def f():\n  x = [1]\n  x += 2, 3\n  return x\n", ""},
        {"BoundByTheImport", "__path__ = f(__path__, __name__)\n", ""},
        {"UnboundAfterDelete", "def f():\n  x = 1\n  del x\n  return x\n", "4: `x` has no value"},
        {"BoundOnOneWay", "def f(a):\n  if a:\n    x = 1\n  return x\n", ""},
        {"BoundBeforeFinally",
         "def f(a):\n  try:\n    if a():\n      x = a()\n  finally:\n    if a():\n      a(x)\n",
         ""},
        {"BoundByAs", "def f(a, b):\n  with a(1) if b else a() as x:\n    pass\n  return x\n", ""},
        {"BoundByAsInParentheses", "def f(a):\n  with (\n    a() as x\n  ):\n    return x\n", ""},
        {"DeletedWithItsAttribute", "def f():\n  x = g()\n  del x.grad, x\n", ""},
        {"ComparedTensor", "def f(x):\n  return (x == 1).sum()\n", ""},
        {"NameOfAClassBody", "X = 1\nclass A:\n  X = X\n", ""},
    }),
    [](const auto& info) { return info.param.name; });

TEST(FailuresOfPrograms, LeaveImportsInARingOpen) {
  Program program;
  Add(program, "pkg/a.py", "from pkg.b import x\ndef f():\n  return x.y\n");
  Add(program, "pkg/b.py", "from pkg.a import x\n");
  EXPECT_EQ(FailuresOf(program), "");
}

TEST(FailuresOfPrograms, FollowImportsAndBases) {
  Program program;
  Add(program, "pkg/base.py", "class Base:\n  def __init__(self, size): pass\n");
  Add(program, "pkg/__init__.py", "from .base import Base\n");
  Add(program, "pkg/use.py",
      "import pkg\nclass Mine(pkg.Base):\n  pass\ndef f():\n  return Mine(1, depth=2)\n");
  EXPECT_EQ(FailuresOf(program), "5: `pkg.base.Base.__init__` takes no argument `depth`");
}

// A function over its budget is not judged: a state that never ran may have gone well.
TEST(FailuresOfPrograms, AreNotToldOfWhatWasCutShort) {
  std::string source = "def f(a):\n";
  for (int i = 0; i < 40; ++i) absl::StrAppend(&source, "  while a():\n    x", i, " = [a()]\n");
  for (int i = 0; i < 4000; ++i) absl::StrAppend(&source, "  a(1, 2, 3, 4, 5, 6, 7, 8)\n");
  Program program;
  Add(program, "m.py", absl::StrCat(source, "  return None.shape\n"));
  Knowledge knowledge(program);
  const auto& run = knowledge.Analyse(*program.FindCode(0, "f"));
  ASSERT_TRUE(run.is_partial);
  EXPECT_TRUE(run.failures.empty());
}

// What only an import binds in a module is known, however long its body is.
TEST(FailuresOfPrograms, AreToldOfImportsOfAModuleThatWasCutShort) {
  std::string source = "from pkg import other, twice\ntwice = 1\n";
  for (int i = 0; i < 40; ++i) absl::StrAppend(&source, "while a():\n  x", i, " = [a()]\n");
  for (int i = 0; i < 4000; ++i) absl::StrAppend(&source, "a(1, 2, 3, 4, 5, 6, 7, 8)\n");
  Program program;
  Add(program, "pkg/m.py",
      absl::StrCat(source, "def f():\n  other.gone()\ndef g():\n  twice.gone()\n"));
  Add(program, "pkg/other.py", "here = 1\n");
  Add(program, "pkg/twice.py", "here = 1\n");
  Knowledge knowledge(program);
  ASSERT_TRUE(knowledge.Analyse({0, 0}).is_partial);
  const auto& failures = knowledge.Analyse(*program.FindCode(0, "f")).failures;
  ASSERT_EQ(failures.size(), 1);
  EXPECT_EQ(failures[0].name, "gone");
  EXPECT_TRUE(knowledge.Analyse(*program.FindCode(0, "g")).failures.empty());
}

}  // namespace
}  // namespace allreview::understanding
