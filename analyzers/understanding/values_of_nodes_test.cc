#include "analyzers/understanding/values_of_nodes.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

using python::Kind;
using python::Node;

// Of the expressions of that text, in source order, what each may be: "int | None; 3".
std::string ValuesOf(absl::string_view text, std::string source) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse("m.py", std::move(source));
  EXPECT_OK(module);
  Program program;
  const uint32_t file = program.Add("m.py", ir::Lower(**module));
  Knowledge knowledge(program);
  ValuesOfNodes values(knowledge, file, **module);
  std::vector<std::string> texts;
  for (Node node : (*module)->tree().root().descendants()) {
    const bool is_expression = node.IsNamed() && !node.Is(Kind::kExpressionStatement) &&
                               !node.Is(Kind::kBlock) && !node.Is(Kind::kDottedName);
    if (is_expression && node.text() == text) texts.push_back(values.Of(node).ToText());
  }
  return absl::StrJoin(texts, "; ");
}

TEST(ValuesOfNodes, AreThoseOfCallsOperatorsAndAttributes) {
  const std::string source =
      "class A:\n  def __init__(self):\n    self.x = 3\n"
      "def f():\n  return A().x * 2 + len('ab')\n";
  EXPECT_EQ(ValuesOf("A()", source), "instance of #0.1");
  EXPECT_EQ(ValuesOf("A().x", source), "3");
  EXPECT_EQ(ValuesOf("A().x * 2", source), "6");
  EXPECT_EQ(ValuesOf("self.x", source), "3");  // What is stored.
}

TEST(ValuesOfNodes, AreNarrowedWhereTheNameStands) {
  const std::string source =
      "def f(flag):\n"
      "  x = 3 if flag else None\n"
      "  g(x)\n"
      "  if x is not None:\n"
      "    return x + 1\n"
      "  y = x\n";
  EXPECT_EQ(ValuesOf("x", source), "None | 3; None | 3; None | 3; 3; None");
  EXPECT_EQ(ValuesOf("3 if flag else None", source), "None | 3");
}

TEST(ValuesOfNodes, OfANameAreFoundInWhateverReadsIt) {
  for (const char* use : {"return x",
                          "y = x",
                          "y.z = x",
                          "y[0] = x",
                          "g(x)",
                          "g(a=x)",
                          "g(*x)",
                          "[x]",
                          "{0: x}",
                          "y = {x}",
                          "y = x,",
                          "if x: pass",
                          "while x: pass",
                          "assert x",
                          "for y in x: pass",
                          "with x as y: pass",
                          "raise x",
                          "f'{x}'",
                          "y = x.z",
                          "y = x[0]",
                          "y = y[x]",
                          "y = y[x:]",
                          "y = -x",
                          "y = not x",
                          "y = x < y",
                          "y = y and x",
                          "y = x or y",
                          "y = x if y else 0",
                          "y = 0 if x else y",
                          "await x",
                          "yield x",
                          "y += x",
                          "y: int = x",
                          "y = (x)",
                          "def h(a=x): pass",
                          "h = lambda a=x: 0",
                          "y = [z for z in x]",
                          "y = [x for z in y]",
                          "y = [z for z in y if x]",
                          "print(y := x)",
                          "class B(x): pass",
                          "a, b = x, 1"}) {
    const std::string text =
        ValuesOf("x", absl::StrCat("async def f(y):\n  x = 'a'\n  ", use, "\n"));
    EXPECT_EQ(text, "\"a\"; \"a\"") << use;
  }
}

TEST(ValuesOfNodes, KnowNamesOfTheModuleAndOfFunctionsAround) {
  const std::string source =
      "BLOCK = 128\n"
      "def f():\n"
      "  size = 4\n"
      "  def g():\n"
      "    return size * BLOCK\n"
      "  return g\n";
  EXPECT_EQ(ValuesOf("BLOCK", source), "128; 128");
  EXPECT_EQ(ValuesOf("size", source), "4; 4");
  EXPECT_EQ(ValuesOf("size * BLOCK", source), "512");
}

TEST(ValuesOfNodes, KnowComprehensionsOnceTheyAreFilled) {
  const std::string source = "def f():\n  y = [x + 1 for x in (1, 2)]\n  return y\n";
  EXPECT_EQ(ValuesOf("[x + 1 for x in (1, 2)]", source), "list[2 | 3...]");
  EXPECT_EQ(ValuesOf("x", source), "1 | 2; 1 | 2");
}

TEST(ValuesOfNodes, AreImpossibleWhereNothingRuns) {
  const std::string source = "def f():\n  x = None\n  if x is not None:\n    return g(x)\n";
  EXPECT_EQ(ValuesOf("g(x)", source), Value().ToText());
}

TEST(ValuesOfNodes, AreUnknownOfWhatIsNoExpression) {
  const std::string source = "def f(x):\n  x = 1\n  return a.x + g(x=2)\n";
  EXPECT_EQ(ValuesOf("x", source), "?; 1; ?; ?");
}

TEST(ValuesOfNodes, KnowTensors) {
  const std::string source =
      "import torch\n"
      "def f(n):\n"
      "  x = torch.zeros(2, 3, device='cpu').float()\n"
      "  return x.sum().item()\n";
  EXPECT_EQ(ValuesOf("x", source), "tensor[2, 3] float32 cpu; tensor[2, 3] float32 cpu");
}

}  // namespace
}  // namespace allreview::understanding
