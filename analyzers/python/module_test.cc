#include "analyzers/python/module.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

using testing::ElementsAre;

std::unique_ptr<Module> ModuleOf(std::string source, absl::string_view path = "pkg/sub/m.py") {
  absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(path, std::move(source));
  EXPECT_OK(module);
  return *std::move(module);
}

// Names of what is called, in source order; calls of MARK(x) give x.
std::vector<std::string> Marked(const Module& module) {
  std::vector<std::string> names;
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kCall) && node.child(Field::kFunction).text() == "MARK") {
      names.push_back(module.Resolve(Argument(node, 0, "")));
    }
  }
  return names;
}

struct NameCase {
  const char* name;
  const char* source;
  const char* want;
};

class Resolve : public testing::TestWithParam<NameCase> {};

INSTANTIATE_TEST_SUITE_P(
    Names, Resolve,
    testing::ValuesIn<NameCase>({
        {"Import", "import torch\nMARK(torch.nn.relu)\n", "torch.nn.relu"},
        {"ImportAs", "import torch.nn.functional as F\nMARK(F.relu)\n", "torch.nn.functional.relu"},
        {"DottedImport", "import torch.nn\nMARK(torch.nn.relu)\n", "torch.nn.relu"},
        {"FromImport", "from torch import distributed as dist\nMARK(dist.all_reduce)\n",
         "torch.distributed.all_reduce"},
        {"OneDot", "from .ops import f\nMARK(f)\n", "pkg.sub.ops.f"},
        {"TwoDots", "from .. import ops\nMARK(ops.f)\n", "pkg.ops.f"},
        {"DotsBeyondTheTop", "from .... import ops\nMARK(ops)\n", "....ops"},
        {"OwnFunction", "def f(): pass\nMARK(f)\n", "pkg.sub.m.f"},
        {"OwnMethod", "class C:\n  def f(self): pass\nMARK(C.f)\n", "pkg.sub.m.C.f"},
        {"SelfMethod", "class C:\n  def f(self): pass\n  def g(self): MARK(self.f)\n",
         "pkg.sub.m.C.f"},
        {"SelfAttribute", "class C:\n  def g(self): MARK(self.x)\n", ""},
        {"Builtin", "MARK(len)\n", "builtins.len"},
        {"ShadowedBuiltin", "len = 3\nMARK(len)\n", "pkg.sub.m.len"},
        {"Unknown", "MARK(nowhere.f)\n", ""},
        {"Parameter", "import torch\ndef f(torch): MARK(torch.x)\n", ""},
        {"LocalAssignment", "import torch\ndef f():\n  torch = g()\n  MARK(torch.x)\n", ""},
        {"LaterLocalAssignment", "import torch\ndef f():\n  MARK(torch.x)\n  torch = g()\n", ""},
        {"LoopTarget", "import torch\ndef f():\n  for a, torch in y:\n    MARK(torch.x)\n", ""},
        {"WithTarget", "import torch\ndef f():\n  with y as torch:\n    MARK(torch.x)\n", ""},
        {"ExceptTarget",
         "import torch\ndef f():\n  try:\n    pass\n  except E as torch:\n    MARK(torch.x)\n", ""},
        {"ComprehensionTarget", "import torch\ny = [MARK(torch.x) for torch in z]\n", ""},
        {"AfterComprehension", "import torch\ny = [torch for torch in z]\nMARK(torch.x)\n",
         "torch.x"},
        {"Walrus", "import torch\ndef f():\n  if [(torch := 1) for a in b]:\n    MARK(torch.x)\n",
         ""},
        {"LambdaParameter", "import torch\ny = lambda torch: MARK(torch.x)\n", ""},
        {"DefaultSeesTheOuterScope", "import torch\ndef f(torch=MARK(torch.x)): pass\n", "torch.x"},
        {"ClassScopeIsInvisible",
         "import torch\nclass C:\n  torch = 1\n  def f(self): MARK(torch.x)\n", "torch.x"},
        {"Global", "import torch\ndef f():\n  global torch\n  MARK(torch.x)\n", "torch.x"},
        {"TryExceptImport",
         "try:\n  import fast as a\nexcept ImportError:\n  import slow as a\nMARK(a.f)\n",
         "fast.f"},
        {"TryExceptNone", "try:\n  import fast\nexcept ImportError:\n  fast = None\nMARK(fast.f)\n",
         "fast.f"},
        {"ImportOrValue", "if x:\n  import fast\nelse:\n  fast = make()\nMARK(fast.f)\n",
         "pkg.sub.m.fast.f"},
        {"Alias", "import torch\ndef f():\n  s = torch.softmax\n  MARK(s)\n", "torch.softmax"},
        {"AliasOfAlias", "import torch\na = torch\nb = a.nn\ndef f(): MARK(b.x)\n", "torch.nn.x"},
        {"AliasBoundTwice",
         "import torch\ndef f(y):\n  s = torch.a\n  if y: s = torch.b\n  MARK(s)\n", ""},
        {"Parentheses", "import torch\nMARK((torch).nn)\n", "torch.nn"},
        {"CallResult", "import torch\nMARK(torch.f().g)\n", ""},
        {"LocalImport", "def f():\n  import torch\n  MARK(torch.x)\n", "torch.x"},
        {"MatchCapture", "import torch\nmatch y:\n  case torch:\n    MARK(torch.x)\n",
         "pkg.sub.m.torch.x"},
        {"KeywordPatternCapture",
         "import torch\ndef f(y):\n  match y:\n    case P(x=torch):\n      MARK(torch.x)\n", ""},
        {"RestOfMapping",
         "import torch\ndef f(y):\n  match y:\n    case {1: 2, **torch}:\n      MARK(torch.x)\n",
         ""},
        {"RestOfSequence",
         "import torch\ndef f(y):\n  match y:\n    case [1, *torch]:\n      MARK(torch.x)\n", ""},
        {"TypeAlias", "import torch\ndef f():\n  type torch = int\n  MARK(torch.x)\n", ""},
    }),
    [](const testing::TestParamInfo<NameCase>& info) { return info.param.name; });

TEST_P(Resolve, FollowsPythonsRules) {
  EXPECT_THAT(Marked(*ModuleOf(GetParam().source)), ElementsAre(GetParam().want));
}

TEST(ModuleName, IsThatOfThePath) {
  EXPECT_EQ(ModuleNameOf("a/b/c.py"), "a.b.c");
  EXPECT_EQ(ModuleNameOf("a/b/__init__.py"), "a.b");
  EXPECT_EQ(ModuleNameOf("src/a.py"), "a");
  EXPECT_EQ(ModuleNameOf("README.md"), "");
}

TEST(ModuleName, OfAPackageIsWhereItsDotsStart) {
  EXPECT_THAT(Marked(*ModuleOf("from .x import f\nMARK(f)\n", "pkg/__init__.py")),
              ElementsAre("pkg.x.f"));
}

TEST(Definitions, AreQualifiedAndNested) {
  const auto module = ModuleOf(R"(
class A(Base, metaclass=M):
    @property
    def f(self, a, /, b: int = 1, *c, d=2, **e) -> str:
        """First sentence here. Second.

        More."""
        async def inner(): pass

    class B: pass
if x:
    def g(*, k): pass
)");
  std::vector<std::string> found;
  for (const Definition& d : module->definitions()) {
    found.push_back(absl::StrCat(d.name, " ", d.first_line, "-", d.end_line, " ",
                                 d.is_conditional ? "maybe " : "", module->SignatureOf(d), " | ",
                                 module->DocumentationOf(d)));
  }
  EXPECT_THAT(found,
              ElementsAre("A 2-11 class A(Base, metaclass=M) | ",
                          "A.f 3-9 def f(self, a, /, b: int = 1, *c, d=2, **e) -> str | First "
                          "sentence here.",
                          "A.f.inner 8-9 async def inner() | ", "A.B 10-11 class B | ",
                          "g 12-13 maybe def g(*, k) | "));
  EXPECT_EQ(module->definitions()[1].kind, Definition::Kind::kMethod);
  EXPECT_EQ(module->definitions()[2].kind, Definition::Kind::kFunction);
}

// Text of the value that MARK(name) certainly has there.
std::string ValueAtMark(std::string source) {
  const auto module = ModuleOf(std::move(source));
  for (Node node : module->tree().root().descendants()) {
    if (node.Is(Kind::kCall) && node.child(Field::kFunction).text() == "MARK") {
      return std::string(module->ReachingValue(Argument(node, 0, "")).text());
    }
  }
  return "no mark";
}

struct ValueCase {
  const char* name;
  const char* source;
  const char* want;
};

class ReachingValue : public testing::TestWithParam<ValueCase> {};

INSTANTIATE_TEST_SUITE_P(
    Values, ReachingValue,
    testing::ValuesIn<ValueCase>({
        {"Plain", "def f():\n  x = 1\n  MARK(x)\n", "1"},
        {"Nearest", "def f():\n  x = 1\n  x = 2\n  MARK(x)\n", "2"},
        {"OwnStatement", "def f():\n  x = 1\n  x = MARK(x)\n", "1"},
        {"InnerBlock", "def f(c):\n  x = 1\n  if c:\n    MARK(x)\n", "1"},
        {"OnlySometimes", "def f(c):\n  x = 1\n  if c:\n    x = 2\n  MARK(x)\n", ""},
        {"SameBranch", "def f(c):\n  x = 1\n  if c:\n    x = 2\n    MARK(x)\n", "2"},
        {"OtherBranch", "def f(c):\n  if c:\n    x = 2\n  else:\n    MARK(x)\n", ""},
        {"AroundALoop", "def f(y):\n  x = 1\n  for i in y:\n    MARK(x)\n    x = 2\n", ""},
        {"Augmented", "def f():\n  x = 1\n  x += 1\n  MARK(x)\n", ""},
        {"Unpacked", "def f(y):\n  x, z = y\n  MARK(x)\n", ""},
        {"Parameter", "def f(x):\n  MARK(x)\n", ""},
        {"Chained", "def f():\n  x = z = 1\n  MARK(x)\n", "1"},
        {"Annotated", "def f():\n  x: int = 1\n  MARK(x)\n", "1"},
        {"Later", "def f():\n  MARK(x)\n  x = 1\n", ""},
        {"FromAnInnerFunction", "def f():\n  x = 1\n  def g(): MARK(x)\n", ""},
        {"InAComprehension", "def f(y):\n  x = 1\n  z = [MARK(x) for i in y]\n", "1"},
        {"Deleted", "def f():\n  x = 1\n  del x\n  MARK(x)\n", ""},
        {"WalrusBeforeUse", "def f(y):\n  x = 1\n  g((x := y), MARK(x))\n", ""},
    }),
    [](const testing::TestParamInfo<ValueCase>& info) { return info.param.name; });

TEST_P(ReachingValue, IsCertainOrAbsent) {
  EXPECT_EQ(ValueAtMark(GetParam().source), GetParam().want) << GetParam().source;
}

TEST(Statements, EndWithTheirHeader) {
  const auto module = ModuleOf("@d\ndef f(\n    x,\n):\n    g(x)\n");
  const Node name = module->definitions()[0].node.child(Field::kName);
  const Node statement = StatementOf(name);
  EXPECT_TRUE(statement.Is(Kind::kDecoratedDefinition));
  EXPECT_EQ(statement.first_line(), 1);
  EXPECT_EQ(HeaderLastLine(statement), 4);
}

TEST(Enclosing, FindsDefinitionsOfEachKind) {
  const auto module = ModuleOf("class C:\n  x = 1\n  def f(self):\n    return 2\ny = 3\n");
  std::vector<std::string> found;
  for (Node node : module->tree().root().descendants()) {
    if (!node.Is(Kind::kInteger)) continue;
    const Definition* d = module->EnclosingDefinition(node);
    const Definition* f = module->EnclosingFunction(node);
    const Definition* c = module->EnclosingClass(node);
    found.push_back(
        absl::StrCat(d ? d->name : "-", " ", f ? f->name : "-", " ", c ? c->name : "-"));
  }
  EXPECT_THAT(found, ElementsAre("C - C", "C.f C.f C", "- - -"));
}

TEST(Arguments, StopBeingPositionalAfterAStar) {
  const auto module = ModuleOf("f(a, *b, c, k=1, **d)\n");
  const Arguments arguments = ArgumentsOf(module->tree().root().named_child(0).named_child(0));
  EXPECT_EQ(arguments.positional.size(), 1u);
  EXPECT_EQ(arguments.after_star.size(), 1u);
  EXPECT_EQ(arguments.keywords.size(), 1u);
  EXPECT_TRUE(arguments.has_star);
  EXPECT_TRUE(arguments.has_double_star);
}

TEST(Calls, AreFoundByTheLastNameOfWhatTheyCall) {
  const auto module = ModuleOf("a.f(1)\nf(2)\n(g)(3)\nf.g(4, f(5))\nf()(6)\nh[f](7)\nf2(8)\n");
  const auto texts = [&](std::initializer_list<absl::string_view> names) {
    std::vector<std::string> texts;
    for (Node call : module->CallsOf(names)) texts.emplace_back(call.text());
    return texts;
  };
  EXPECT_THAT(texts({"f"}), ElementsAre("a.f(1)", "f(2)", "f(5)", "f()"));
  EXPECT_THAT(texts({"g", "f2"}), ElementsAre("(g)(3)", "f.g(4, f(5))", "f2(8)"));
  EXPECT_THAT(texts({"h"}), ElementsAre());
}

// The scope's kind and the lines of what binds the name, for each `x` that is read by MARK(x).
std::vector<std::string> MeaningsOf(const Module& module) {
  std::vector<std::string> meanings;
  const Scopes& scopes = module.scopes();
  for (Node call : module.CallsOf({"MARK"})) {
    const Node name = Argument(call, 0, "");
    const Scopes::Meaning meaning = scopes.MeaningOf(name, name.text());
    EXPECT_EQ(meaning.scope, scopes.LookUp(name, name.text()));
    EXPECT_EQ(meaning.use_scope, scopes.ScopeOf(name));
    EXPECT_EQ(meaning.bindings.empty(), meaning.scope < 0);
    std::string& text = meanings.emplace_back(absl::StrCat(meaning.scope, ":"));
    for (const Binding& binding : meaning.bindings) {
      EXPECT_EQ(static_cast<int>(binding.scope), meaning.scope);
      absl::StrAppend(&text, " ", binding.node.first_line());
    }
  }
  return meanings;
}

TEST(Scopes, TellWhatANameMeansAndWhatBindsIt) {
  const auto module = ModuleOf(
      "x = 1\n"
      "x = 2\n"
      "class C:\n"
      "  x = 3\n"
      "  MARK(x)\n"  // The class's own.
      "  def f(self):\n"
      "    MARK(x)\n"  // Not the class's.
      "    y = 4\n"
      "    def g():\n"
      "      global x\n"
      "      MARK(x); MARK(y)\n"
      "    [MARK(z) for z in y]\n"
      "MARK(nowhere)\n");
  EXPECT_THAT(MeaningsOf(*module), ElementsAre("1: 4", "0: 1 2", "0: 1 2", "2: 8", "4: 12", "-1:"));
}

TEST(Argument, IsThatOfItsPlaceOrItsName) {
  const auto module = ModuleOf(
      "f(a, k=1)\nf(*s, b, k=2)\nf(a, *s, k=3)\nf(x for x in y)\nf(  # none\n)\nf(a, **d)\n"
      "f(a, b,\n  # comment\n  c)\nf\n");
  std::vector<std::string> found;
  for (Node call : module->CallsOf({"f"})) {
    const Arguments all = ArgumentsOf(call);
    for (int position = 0; position < 4; ++position) {
      const Node value = Argument(call, position, "k");
      EXPECT_EQ(value, position < static_cast<int>(all.positional.size())
                           ? all.positional[static_cast<size_t>(position)]
                           : KeywordArgument(call, "k"));
      found.emplace_back(value.text());
    }
  }
  EXPECT_THAT(found, ElementsAre("a", "1", "1", "1",            //
                                 "2", "2", "2", "2",            //
                                 "a", "3", "3", "3",            //
                                 "(x for x in y)", "", "", "",  //
                                 "", "", "", "",                //
                                 "a", "", "", "",               //
                                 "a", "b", "c", ""));
}

TEST(SelfAttributes, ListTheirValues) {
  const auto module = ModuleOf(
      "class C:\n  def __init__(self):\n    self.a = 1\n    self.b = 2\n  def f(self):\n    "
      "self.a = 3\n");
  std::vector<std::string> values;
  for (Node value : module->SelfAttributeValues(module->definitions()[0], "a")) {
    values.emplace_back(value.text());
  }
  EXPECT_THAT(values, ElementsAre("1", "3"));
}

TEST(Module, SurvivesBrokenSource) {
  // Each prefix of a file with everything in it must give a module, whatever it holds.
  const std::string source =
      "from . import (a as b,\n c)\n@d(x)\nasync def f(a, /, *b: int, c=lambda y: [z for z in y], "
      "**k) -> T:\n  global q, r\n  with m as (n, o): pass\n  match a:\n    case P(x, *y, z=w): "
      "pass\n  try: pass\n  except* E as e: del e, a[0]\nclass C(f'{x!r:>{w}}', m=1): x: int = 1\n"
      "x = y = *a, b\nprint >>f, 1\n";
  for (size_t size = 0; size <= source.size(); ++size) {
    const auto module = ModuleOf(source.substr(0, size));
    for (Node node : module->tree().root().descendants()) {
      module->Resolve(node);
      module->ReachingValue(node);
      HeaderLastLine(StatementOf(node));
    }
  }
}

}  // namespace
}  // namespace allreview::python
