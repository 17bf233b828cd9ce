#include "analyzers/python/control_flow.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

using Point = ControlFlow::Point;
using EdgeKind = ControlFlow::EdgeKind;
using Paths = ControlFlow::Paths;
using testing::ElementsAre;
using testing::IsEmpty;

// The graph of the module, or of its first definition.
class Graph {
 public:
  explicit Graph(std::string source) {
    absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse("pkg/m.py", std::move(source));
    EXPECT_OK(module);
    module_ = *std::move(module);
    const Node root = module_->tree().root();
    const Node owner = module_->definitions().empty() ? root : module_->definitions().front().node;
    flow_ = std::make_unique<ControlFlow>(*module_, owner);
  }

  const ControlFlow& flow() const { return *flow_; }
  const Module& module() const { return *module_; }

  // The point of the first statement or header on a line.
  Point At(int line) const {
    if (line == 0) return ControlFlow::kEntry;
    for (Node node : module_->tree().root().descendants()) {
      if (node.first_line() != line || node.Is(Kind::kBlock)) continue;
      const Point point = flow_->PointOf(node);
      if (point != ControlFlow::kNone) return point;
    }
    ADD_FAILURE() << "no point on line " << line;
    return ControlFlow::kNone;
  }

  // Line; "i" for the iterable of a `for`, and a quote for each earlier copy.
  std::string Name(Point point) const {
    if (point == ControlFlow::kEntry) return "in";
    if (point == ControlFlow::kExit) return "out";
    if (point == ControlFlow::kRaised) return "up";
    const Node node = flow_->NodeOf(point);
    int copies = 0;
    for (Point other = 3; other < point; ++other) copies += flow_->NodeOf(other) == node;
    const bool is_iterable = node.field() == Field::kRight && node.parent().Is(Kind::kForStatement);
    return absl::StrCat(node.first_line(), is_iterable ? "i" : "", std::string(copies, '\''));
  }

  // Edges of the reachable points: a>b next, a+b true, a-b false, a!b exception.
  std::string Edges() const {
    using Key = std::tuple<uint32_t, Point>;
    std::map<Key, std::string> lines;
    for (Point point = 0; point < flow_->size(); ++point) {
      if (!flow_->IsReachable(point)) continue;
      std::vector<std::string> edges;
      for (const ControlFlow::Edge& edge : flow_->From(point)) {
        edges.push_back(absl::StrCat(
            Name(point), std::string(1, ">+-!"[static_cast<int>(edge.kind)]), Name(edge.to)));
      }
      if (edges.empty()) continue;
      const Node node = flow_->NodeOf(point);
      const bool is_target = node.field() == Field::kLeft && node.parent().Is(Kind::kForStatement);
      lines[{node ? (is_target ? node.parent().child(Field::kRight).index() + 1 : node.index()) : 0,
             point}] = absl::StrJoin(edges, " ");
    }
    std::vector<std::string> all;
    for (const auto& [key, text] : lines) all.push_back(text);
    return absl::StrJoin(all, " ");
  }

  std::string Path(int from, Point to, const std::vector<int>& without, Paths paths) const {
    std::vector<Point> blocked;
    for (int line : without) blocked.push_back(At(line));
    std::vector<std::string> names;
    for (Point point : flow_->PathBetween(At(from), to, blocked, paths))
      names.push_back(Name(point));
    return absl::StrJoin(names, " ");
  }

  std::vector<std::string> Decisions(int line) const {
    std::vector<std::string> result;
    for (const ControlFlow::Decision& decision : flow_->DecisionsOver(At(line))) {
      result.push_back(absl::StrCat(decision.branch ? "" : "not ", decision.condition.text()));
    }
    return result;
  }

  // Lines of the bindings that reach the last use of x.
  std::string Reaching() const {
    std::vector<std::string> lines;
    for (const Binding* binding : flow_->DefinitionsReaching(LastUse())) {
      lines.push_back(absl::StrCat(binding->kind == Binding::Kind::kDelete ? "del " : "",
                                   binding->node.first_line()));
    }
    return absl::StrJoin(lines, " ");
  }

 private:
  Node LastUse() const {
    Node last;
    for (Node node : module_->tree().root().descendants()) {
      if (node.Is(Kind::kIdentifier) && node.text() == "x") last = node;
    }
    return last;
  }

  std::unique_ptr<Module> module_;
  std::unique_ptr<ControlFlow> flow_;
};

struct EdgeCase {
  const char* name;
  const char* source;
  const char* want;
};

class Edges : public testing::TestWithParam<EdgeCase> {};

INSTANTIATE_TEST_SUITE_P(
    Statements, Edges,
    testing::ValuesIn<EdgeCase>({
        {"Empty", "", "in>out"},
        {"Straight", "a = 1\nb = 2\n", "in>1 1>2 2>out"},
        {"Call", "f()\npass\n", "in>1 1>2 1!up 2>out"},
        {"OneLine", "a = 1; b = 2\n", "in>1 1>1 1>out"},
        {"If", "if c:\n  a = 1\nb = 2\n", "in>1 1+2 1-3 2>3 3>out"},
        {"IfElse", "if c:\n  a = 1\nelse:\n  a = 2\nb = 2\n", "in>1 1+2 1-4 2>5 4>5 5>out"},
        {"Elif", "if c:\n  a = 1\nelif d:\n  a = 2\nelse:\n  a = 3\n",
         "in>1 1+2 1-3 2>out 3+4 3-6 4>out 6>out"},
        {"ConditionCalls", "if c():\n  pass\n", "in>1 1+2 1-out 1!up 2>out"},
        {"IfTrue", "if True:\n  a = 1\nelse:\n  a = 2\n", "in>1 1+2 2>out"},
        {"IfZero", "if 0:\n  a = 1\nb = 1\n", "in>1 1-3 3>out"},
        {"While", "while c:\n  a = 1\nb = 2\n", "in>1 1+2 1-3 2>1 3>out"},
        {"WhileElse", "while c:\n  break\nelse:\n  a = 1\nb = 2\n", "in>1 1+2 1-4 2>5 4>5 5>out"},
        {"WhileTrue", "while True:\n  a = 1\nb = 2\n", "in>1 1+2 2>1"},
        {"WhileTrueBreak", "while 1:\n  if c:\n    break\n  continue\nb = 2\n",
         "in>1 1+2 2+3 2-4 3>5 4>1 5>out"},
        {"For", "for a in b:\n  c = a\nd = 1\n", "in>1i 1i>1 1+2 1-3 2>1 3>out"},
        {"ForElse", "for a in b:\n  if a:\n    break\n  continue\nelse:\n  c = 1\nd = 1\n",
         "in>1i 1i>1 1+2 1-6 2+3 2-4 3>7 4>1 6>7 7>out"},
        {"InnerBreak", "while a:\n  for b in c:\n    break\n  d = 1\n",
         "in>1 1+2i 1-out 2i>2 2+3 2-4 3>4 4>1"},
        {"With", "with f() as a:\n  b = a\nc = 1\n", "in>1 1>2 1!up 2>3 3>out"},
        {"Suppress", "import contextlib\nwith contextlib.suppress(E):\n  f()\nc = 1\n",
         "in>1 1>2 1!up 2>3 2!up 3>4 3!4 4>out"},
        {"Raises", "import pytest\nwith pytest.raises(E):\n  f()\nc = 1\n",
         "in>1 1>2 1!up 2>3 2!up 3>4 3!4 4>out"},
        {"Match", "match a:\n  case 1:\n    b = 1\n  case 2 if c:\n    b = 2\nd = 1\n",
         "in>1 1>2 2+3 2-4 3>6 4+5 4-6 5>6 6>out"},
        {"MatchAnything", "match a:\n  case 1:\n    b = 1\n  case _:\n    b = 2\nd = 1\n",
         "in>1 1>2 2+3 2-4 3>6 4+5 5>6 6>out"},
        {"MatchCapture", "match a:\n  case other:\n    b = 1\nd = 1\n", "in>1 1>2 2+3 3>4 4>out"},
        {"MatchDottedName", "match a:\n  case A.b:\n    b = 1\nd = 1\n",
         "in>1 1>2 2+3 2-4 3>4 4>out"},
        {"Raise", "if c:\n  raise E\nb = 1\n", "in>1 1+2 1-3 2!up 3>out"},
        {"Assert", "assert c\nb = 1\n", "in>1 1+2 1!up 2>out"},
        {"AssertFalse", "assert False, m\nb = 1\n", "in>1 1!up"},
        {"Return", "def f():\n  if c:\n    return 1\n  return g()\n",
         "in>2 2+3 2-4 3>out 4>out 4!up"},
        {"Nested", "def f():\n  def g():\n    h()\n  return g\n", "in>2 2>4 4>out"},
        {"NestedClass", "def f():\n  class A:\n    b = h()\n  return A\n", "in>2 2>4 2!up 4>out"},
        {"Lambda", "a = lambda: f()\n", "in>1 1>out"},
        {"Yield", "def f():\n  yield\n  a = 1\n", "in>2 2>3 2!up 3>out"},
        {"Await", "async def f():\n  await a\n  async for b in c:\n    pass\n",
         "in>2 2>3i 2!up 3i>3 3+4 3-out 4>3"},
    }),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Exceptions, Edges,
    testing::ValuesIn<EdgeCase>({
        {"Except", "try:\n  f()\nexcept E:\n  a = 1\nb = 1\n", "in>2 2>5 2!3 3+4 3!up 4>5 5>out"},
        {"ExceptAll", "try:\n  f()\nexcept:\n  a = 1\nb = 1\n", "in>2 2>5 2!3 3+4 4>5 5>out"},
        {"ExceptException", "try:\n  f()\nexcept Exception as e:\n  a = 1\n",
         "in>2 2>out 2!3 3+4 4>out"},
        {"TwoHandlers", "try:\n  f()\nexcept (A, B):\n  a = 1\nexcept C:\n  a = 2\n",
         "in>2 2>out 2!3 3+4 3-5 4>out 5+6 5!up 6>out"},
        {"Else", "try:\n  a = b[0]\nexcept E:\n  a = 1\nelse:\n  g()\n",
         "in>2 2>6 2!3 3+4 3!up 4>out 6>out 6!up"},
        {"ReRaise", "try:\n  f()\nexcept:\n  raise\n", "in>2 2>out 2!3 3+4 4!up"},
        {"RaiseInTry", "try:\n  raise E\nexcept E:\n  a = 1\n", "in>2 2!3 3+4 3!up 4>out"},
        {"NestedTry", "try:\n  try:\n    f()\n  except A:\n    a = 1\nexcept B:\n  a = 2\n",
         "in>3 3>out 3!4 4+5 4!6 5>out 6+7 6!up 7>out"},
        {"LoopInTry", "try:\n  for a in b:\n    pass\nexcept:\n  pass\n",
         "in>2i 2i>2 2+3 2-out 2!4 3>2 4+5 5>out"},
        {"Finally", "try:\n  f()\nfinally:\n  a = 1\nb = 1\n", "in>2 2>4 2!4' 4>5 4'!up 5>out"},
        {"ReturnThroughFinally", "def f():\n  try:\n    return 1\n  finally:\n    a = 1\n  b = 1\n",
         "in>3 3>5' 5'>out"},
        {"ReturnOverridden", "def f():\n  try:\n    g()\n  finally:\n    return 1\n",
         "in>3 3>5 3!5' 5>out 5'>out"},
        {"BreakThroughFinally",
         "while c:\n  try:\n    break\n  finally:\n    a = 1\n  b = 1\nd = 1\n",
         "in>1 1+3 1-7 3>5' 5'>7 7>out"},
        {"ContinueThroughFinally",
         "while c:\n  try:\n    if d:\n      continue\n  finally:\n    a = 1\n  b = 1\n",
         "in>1 1+3 1-out 3+4 3-6 4>6' 6>7 6'>1 7>1"},
        {"BreakInsideTry", "try:\n  while c:\n    break\nfinally:\n  a = 1\n",
         "in>2 2+3 2-5 3>5 5>out"},
        {"ExceptFinally", "try:\n  f()\nexcept E:\n  g()\nfinally:\n  a = 1\n",
         "in>2 2>6 2!3 3+4 3!6' 4>6 4!6' 6>out 6'!up"},
        {"ReturnThroughTwo",
         "def f():\n  try:\n    try:\n      return 1\n    finally:\n      a = 1\n  finally:\n    b "
         "= 1\n",
         "in>4 4>6' 6'>8' 8'>out"},
        {"ConditionEndsFinally", "try:\n  f()\nfinally:\n  if c:\n    a = 1\nb = 1\n",
         "in>2 2>4 2!4' 4+5 4-6 4'+5' 4'!up 5>6 5'!up 6>out"},
        {"Exit", "import sys\ntry:\n  sys.exit(1)\nexcept Exception:\n  a = 1\n",
         "in>1 1>3 1!up 3!up"},
        {"ExitCaught", "import sys\ntry:\n  sys.exit(1)\nexcept:\n  a = 1\n",
         "in>1 1>3 1!up 3!4 4+5 5>out"},
        {"ExitThroughFinally", "import sys\ntry:\n  sys.exit(1)\nfinally:\n  a = 1\nb = 1\n",
         "in>1 1>3 1!up 3!5' 5'!up"},
        {"ProcessExit", "import os\ntry:\n  os._exit(1)\nfinally:\n  a = 1\n",
         "in>1 1>3 1!up 3!up"},
        {"BuiltinExit", "exit(1)\na = 1\n", "in>1 1!up"},
        {"OwnExit", "from m import exit\nexit(1)\n", "in>1 1>2 1!up 2>out 2!up"},
        {"Skip", "import pytest\nif c:\n  pytest.skip('x')\na = 1\n",
         "in>1 1>2 1!up 2+3 2-4 3!up 4>out"},
        {"OneSuspectInTheMiddle", "try:\n  a = 1\n  b = a + 1\nexcept E:\n  pass\n",
         "in>2 2>3 3>out 3!4 4+5 4!up 5>out"},
    }),
    [](const auto& test) { return test.param.name; });

TEST_P(Edges, AreThoseOfPython) { EXPECT_EQ(Graph(GetParam().source).Edges(), GetParam().want); }

TEST(PointOf, FindsTheStatementOrHeaderThatEvaluates) {
  const Graph graph(
      "def f(a=d()):\n"
      "  if g(a):\n"
      "    # why\n"
      "    h = lambda: k(a)\n"
      "  for i in j(a):\n"
      "    def inner(b=m()):\n"
      "      return n()\n"
      "  class C:\n"
      "    o = p()\n"
      "  return [q(z) for z in a]\n");
  std::map<std::string, Point> points;
  for (Node node : graph.module().tree().root().descendants()) {
    if (node.Is(Kind::kCall)) {
      points[std::string(node.child(Field::kFunction).text())] = graph.flow().PointOf(node);
    }
    if (node.Is(Kind::kComment)) points["#"] = graph.flow().PointOf(node);
  }
  EXPECT_EQ(points["d"], ControlFlow::kNone);
  EXPECT_EQ(points["#"], ControlFlow::kNone);
  EXPECT_EQ(points["k"], ControlFlow::kNone);
  EXPECT_EQ(points["n"], ControlFlow::kNone);
  EXPECT_EQ(graph.Name(points["g"]), "2");
  EXPECT_EQ(graph.Name(points["j"]), "5i");
  EXPECT_EQ(graph.Name(points["m"]), "6");
  EXPECT_EQ(graph.Name(points["p"]), "8");
  EXPECT_EQ(graph.Name(points["q"]), "10");
}

constexpr char kLaunch[] =
    "def f(x, c):\n"
    "  h = launch(x)\n"  // 2
    "  if c:\n"          // 3
    "    return None\n"  // 4
    "  try:\n"
    "    y = work()\n"        // 6
    "  except ValueError:\n"  // 7
    "    y = 0\n"             // 8
    "  finally:\n"
    "    h.wait()\n"  // 10
    "  return y\n";   // 11

TEST(Dominance, HoldsOverNormalPaths) {
  const Graph graph(kLaunch);
  const auto dominates = [&](int a, int b) {
    return graph.flow().Dominates(graph.At(a), graph.At(b));
  };
  EXPECT_TRUE(dominates(2, 11));
  EXPECT_TRUE(dominates(3, 4));
  EXPECT_FALSE(dominates(4, 11));
  EXPECT_TRUE(dominates(10, 11));
  EXPECT_TRUE(dominates(6, 10));
  EXPECT_TRUE(dominates(10, 10));
  // Only an exception leads to the handler.
  EXPECT_TRUE(dominates(6, 8));
  EXPECT_FALSE(dominates(11, 6));
  EXPECT_FALSE(graph.flow().Dominates(ControlFlow::kNone, 1));
}

TEST(PostDominance, CountsExceptionsWhenAsked) {
  const Graph graph(kLaunch);
  const auto post_dominates = [&](int a, int b, Paths paths) {
    return graph.flow().PostDominates(graph.At(a), graph.At(b), paths);
  };
  EXPECT_TRUE(post_dominates(10, 6, Paths::kNormal));
  EXPECT_TRUE(post_dominates(10, 6, Paths::kAll));
  EXPECT_FALSE(post_dominates(10, 2, Paths::kNormal));
  EXPECT_TRUE(post_dominates(11, 8, Paths::kNormal));
  EXPECT_FALSE(post_dominates(11, 8, Paths::kAll));
  EXPECT_FALSE(post_dominates(11, 6, Paths::kAll));
}

TEST(PathBetween, IsTheShortestWithoutWhatIsBarred) {
  const Graph graph(kLaunch);
  EXPECT_EQ(graph.Path(2, ControlFlow::kExit, {10}, Paths::kNormal), "3 4 out");
  EXPECT_EQ(graph.Path(2, ControlFlow::kExit, {4}, Paths::kNormal), "3 6 10 11 out");
  EXPECT_EQ(graph.Path(2, ControlFlow::kExit, {4, 10}, Paths::kAll), "");
  EXPECT_EQ(graph.Path(6, ControlFlow::kRaised, {}, Paths::kAll), "10 up");
  EXPECT_EQ(graph.Path(8, ControlFlow::kRaised, {}, Paths::kNormal), "");
  EXPECT_EQ(graph.Path(6, ControlFlow::kRaised, {}, Paths::kNormal), "");
  EXPECT_EQ(graph.Path(6, graph.At(10), {}, Paths::kAll), "10");
}

TEST(PathBetween, GoesAroundALoop) {
  const Graph graph("for a in b:\n  if c:\n    d = 1\n");
  EXPECT_EQ(graph.Path(3, graph.At(3), {}, Paths::kNormal), "1 2 3");
  EXPECT_EQ(graph.Path(3, graph.At(3), {2}, Paths::kNormal), "");
}

TEST(PathBetween, KeepsTheReasonsOfFinallyApart) {
  const Graph graph(
      "def f():\n"
      "  try:\n"
      "    if c:\n"
      "      return 1\n"  // 4
      "  finally:\n"
      "    d = 1\n"  // 6
      "  e = 1\n");  // 7
  EXPECT_EQ(graph.Path(4, graph.At(7), {}, Paths::kAll), "");
  EXPECT_TRUE(graph.flow().PostDominates(graph.At(6), graph.At(4), Paths::kAll));
  EXPECT_TRUE(graph.flow().Dominates(graph.At(6), graph.At(7)));
  EXPECT_TRUE(graph.flow().Dominates(graph.At(3), graph.At(6)));
}

TEST(Decisions, AreConditionsAroundAndEarlyExits) {
  const Graph graph(
      "def f(a, b):\n"
      "  if a is None:\n"
      "    return\n"
      "  assert b, 'b'\n"
      "  for i in a:\n"
      "    if i < 0:\n"
      "      continue\n"
      "    elif i > 9:\n"
      "      g(i)\n"  // 9
      "    else:\n"
      "      h(i)\n"  // 11
      "    k(i)\n"    // 12
      "  while b > 0:\n"
      "    b -= 1\n"    // 14
      "  return b\n");  // 15
  EXPECT_THAT(graph.Decisions(2), IsEmpty());
  EXPECT_THAT(graph.Decisions(3), ElementsAre("a is None"));
  EXPECT_THAT(graph.Decisions(9), ElementsAre("not a is None", "b", "not i < 0", "i > 9"));
  EXPECT_THAT(graph.Decisions(11), ElementsAre("not a is None", "b", "not i < 0", "not i > 9"));
  EXPECT_THAT(graph.Decisions(12), ElementsAre("not a is None", "b", "not i < 0"));
  EXPECT_THAT(graph.Decisions(14), ElementsAre("not a is None", "b", "b > 0"));
  EXPECT_THAT(graph.Decisions(15), ElementsAre("not a is None", "b", "not b > 0"));
}

TEST(Decisions, DoNotHoldBehindABreakOrAHandler) {
  const Graph graph(
      "while a:\n"
      "  if b:\n"
      "    break\n"
      "c = 1\n"  // 4
      "try:\n"
      "  if d():\n"
      "    raise E\n"
      "except E:\n"
      "  pass\n"   // 9
      "e = 1\n");  // 10
  EXPECT_THAT(graph.Decisions(4), IsEmpty());
  EXPECT_THAT(graph.Decisions(9), IsEmpty());
  EXPECT_THAT(graph.Decisions(10), IsEmpty());
}

TEST(Decisions, HoldInFinallyOnlyIfTheyDoForEachReason) {
  const Graph graph(
      "if a:\n"
      "  try:\n"
      "    if b:\n"
      "      raise E\n"
      "  finally:\n"
      "    c = 1\n");  // 6
  EXPECT_THAT(graph.Decisions(6), ElementsAre("a"));
}

struct ReachCase {
  const char* name;
  const char* source;
  const char* want;  // Lines that bind the last x.
};

class Reaching : public testing::TestWithParam<ReachCase> {};

INSTANTIATE_TEST_SUITE_P(
    Definitions, Reaching,
    testing::ValuesIn<ReachCase>({
        {"Straight", "x = 1\nx = 2\nf(x)\n", "2"},
        {"OldValue", "x = [1]\nx = torch.tensor(x)\n", "1"},
        {"Augmented", "x = 1\nx += g\n", "1"},
        {"AfterAugmented", "x = 1\nx += g\nf(x)\n", "2"},
        {"If", "x = 1\nif c:\n  x = 2\nf(x)\n", "1 3"},
        {"IfElse", "x = 0\nif c:\n  x = 1\nelse:\n  x = 2\nf(x)\n", "3 5"},
        {"EarlyReturn", "def g(c):\n  x = 1\n  if c:\n    x = 2\n    return\n  f(x)\n", "2"},
        {"Parameter", "def g(x):\n  f(x)\n", "1"},
        {"ParameterOrLocal", "def g(x, c):\n  if c:\n    x = 1\n  f(x)\n", "1 3"},
        {"Loop", "x = 1\nfor i in y:\n  f(i)\n  x = 2\ng(x)\n", "1 4"},
        {"AroundTheLoop", "x = 1\nfor i in y:\n  if i:\n    x = 2\n  f(x)\n", "1 4"},
        {"LoopTarget", "x = 1\nfor x in y:\n  f(x)\n", "2"},
        {"AfterTheLoop", "x = 1\nfor x in y:\n  pass\nf(x)\n", "1 2"},
        {"Iterable", "x = 1\nfor i in f(x):\n  pass\n", "1"},
        {"IterableIsReadOnce", "x = 1\nfor x in f(x):\n  pass\n", "1"},
        {"Unpacking", "x, y = g()\nf(x)\n", "1"},
        {"With", "with g() as x:\n  f(x)\n", "1"},
        {"WithinWith", "x = 0\nwith g() as x, h(x) as y:\n  pass\n", "2"},
        {"Walrus", "if (x := g()) and f(x):\n  pass\n", "1"},
        {"WalrusOnTheSide", "x = 0\nif c and (x := g()):\n  pass\nf(x)\n", "1 2"},
        {"WalrusOfItself", "x = 0\nif (x := f(x)):\n  pass\n", "1"},
        {"Import", "try:\n  import x\nexcept ImportError:\n  x = None\nf(x)\n", "2 4"},
        {"HandlerSeesTheOldValue", "x = 0\ntry:\n  x = g()\nexcept E:\n  f(x)\n", "1"},
        {"HandlerSeesEarlierInTry", "x = 0\ntry:\n  x = g()\n  h()\nexcept E:\n  f(x)\n", "1 3"},
        {"FinallySeesAll", "x = 0\ntry:\n  x = g()\nexcept E:\n  x = 2\nfinally:\n  f(x)\n",
         "1 3 5"},
        {"AfterFinally", "x = 0\ntry:\n  x = g()\nfinally:\n  h()\nf(x)\n", "3"},
        {"ExceptName", "x = 0\ntry:\n  g()\nexcept E as x:\n  f(x)\n", "4"},
        {"Deleted", "x = 0\nif c:\n  del x\nf(x)\n", "1 del 3"},
        {"Pattern", "match y:\n  case [x, 1]:\n    f(x)\n", "2"},
        {"Comprehension", "x = 0\ny = [f(x) for x in z]\n", "2"},
        {"InComprehension", "x = 0\ny = [f(z, x) for z in w]\n", "1"},
        {"InLambda", "x = 0\ny = lambda: f(x)\n", ""},
        {"NestedFunction", "def g():\n  x = 0\n  def h():\n    return x\n", ""},
        {"Nonlocal", "def g():\n  x = 0\n  def h():\n    nonlocal x\n    x = 1\n  h()\n  f(x)\n",
         "2 5"},
        {"Global", "x = 0\nx = 1\nf(x)\ny = lambda: 1\n", "2"},
        {"Unreachable", "def g():\n  x = 1\n  return\n  f(x)\n", ""},
        {"Unknown", "f(x)\n", ""},
    }),
    [](const auto& test) { return test.param.name; });

TEST_P(Reaching, AreThoseThatRunBefore) {
  EXPECT_EQ(Graph(GetParam().source).Reaching(), GetParam().want);
}

TEST(Dominators, FollowTheDefinition) {
  // 0 -> 1 -> {2, 3} -> 4 -> 1, 4 -> 5; 6 -> 5 is not reachable.
  const Dominators dominators({{1}, {2, 3}, {4}, {4}, {1, 5}, {}, {5}}, 0);
  EXPECT_EQ(dominators.ImmediateDominator(4), 1);
  EXPECT_EQ(dominators.ImmediateDominator(5), 4);
  EXPECT_TRUE(dominators.Dominates(1, 5));
  EXPECT_FALSE(dominators.Dominates(2, 4));
  EXPECT_FALSE(dominators.Dominates(5, 4));
  EXPECT_FALSE(dominators.IsReachable(6));
  EXPECT_FALSE(dominators.Dominates(0, 6));
}

TEST(ControlFlow, CopesWithDeepNesting) {
  std::string source;
  for (int i = 0; i < 150; ++i) {
    const std::string indent(i, ' ');
    absl::StrAppend(&source, indent, "try:\n", indent, " f()\n", indent, "finally:\n");
  }
  absl::StrAppend(&source, std::string(150, ' '), "g()\n");
  const Graph graph(source);
  EXPECT_LT(graph.flow().size(), 10'000);
}

TEST(ControlFlow, CopesWithManyExits) {
  std::string source = "def f(a):\n";
  for (int i = 0; i < 20'000; ++i) absl::StrAppend(&source, "  if a(", i, "):\n    return\n");
  const Graph graph(source);
  EXPECT_TRUE(graph.flow().Dominates(graph.At(2), graph.At(30'000)));
  EXPECT_EQ(graph.Decisions(2'000).size(), 999u);
}

TEST(ControlFlow, CopesWithBrokenCode) {
  for (const char* source :
       {"if\n", "while True\n", "for in x:\n  y\n", "try:\n  f()\n", "break\n", "continue\n",
        "with :\n  f()\n", "match x:\n", "def f(:\n  return (\n", "return 1\n", "try:\nexcept:\n",
        "if x:\n", "try:\n  f()\nfinally:\n"}) {
    const Graph graph(source);
    EXPECT_GE(graph.flow().size(), 3) << source;
    graph.flow().DecisionsOver(graph.flow().size() - 1);
  }
}

}  // namespace
}  // namespace allreview::python
