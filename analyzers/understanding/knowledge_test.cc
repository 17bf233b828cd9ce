#include "analyzers/understanding/knowledge.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/lower.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/print.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

constexpr char kFolder[] = "analyzers/understanding/testdata/";

uint32_t Add(Program& program, const std::string& path, std::string source) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse(path, std::move(source));
  EXPECT_OK(module);
  return program.Add(path, ir::Lower(**module));
}

std::string Fixture(const std::string& name) {
  std::ifstream stream(absl::StrCat(kFolder, name));
  std::stringstream content;
  content << stream.rdbuf();
  return content.str();
}

// What the function of that name returns.
std::string Returned(std::string source, absl::string_view function) {
  Program program;
  const uint32_t file = Add(program, "pkg/m.py", std::move(source));
  Knowledge knowledge(program);
  return knowledge.Analyse(*program.FindCode(file, function)).returned.ToText();
}

TEST(Knowledge, KnowsTheNamesOfAFile) {
  Program program;
  const uint32_t file = Add(program, "pkg/values.py", Fixture("values.py"));
  Add(program, "pkg/other.py", Fixture("other.py"));
  Knowledge knowledge(program);
  EXPECT_TRUE(MatchesGolden(absl::StrCat(kFolder, "values.txt"), Print(knowledge, file)));
}

TEST(Knowledge, AnswersAlikeWhateverWasAskedBefore) {
  Program program;
  const uint32_t file = Add(program, "pkg/values.py", Fixture("values.py"));
  Add(program, "pkg/other.py", Fixture("other.py"));
  Knowledge all(program);
  const uint32_t codes = static_cast<uint32_t>(program.file(file).code.codes.size());
  std::vector<Value> backwards(codes);
  for (uint32_t code = codes; code-- > 0;) backwards[code] = all.Analyse({file, code}).returned;
  for (uint32_t code = 0; code < codes; ++code) {
    Knowledge fresh(program);
    EXPECT_EQ(fresh.Analyse({file, code}).returned.ToText(), backwards[code].ToText())
        << program.FullName({file, code});
  }
}

// What an inner function returns depends on the call of the outer one that it stands in.
TEST(Knowledge, RunsInnerFunctionsAnewForEachOuterCall) {
  EXPECT_EQ(Returned("def outer(v):\n  w = v\n  def inner():\n    return w\n  return inner()\n"
                     "def f():\n  return outer(1), outer(None)\n",
                     "f"),
            "tuple[1, None]");
}

// A class in a function is asked for its bases while the function runs, or the other way round.
TEST(Knowledge, KnowsAClassInAFunctionFromBothSides) {
  Program program;
  const uint32_t file = Add(program, "pkg/m.py",
                            "class B:\n  def go(self): return 1\ndef f():\n  class A(B):\n"
                            "    def get(self): return self.go()\n  return A().get()\n");
  for (const bool inner_first : {false, true}) {
    Knowledge knowledge(program);
    if (inner_first) knowledge.Analyse(*program.FindCode(file, "f.A.get"));
    EXPECT_EQ(knowledge.Analyse(*program.FindCode(file, "f")).returned.ToText(), "1")
        << inner_first;
  }
}

// The function needs what the class in it is, and the class what the function binds.
TEST(Knowledge, AnswersAlikeWhereQuestionsMeetInARing) {
  Program program;
  const uint32_t file = Add(program, "pkg/m.py",
                            "def f():\n  class A:\n    x = 1\n  class B:\n    y = A()\n"
                            "  return B.y, B.y.x\n");
  const CodeRef function = *program.FindCode(file, "f"), a_class = *program.FindCode(file, "f.B");
  Knowledge alone(program), after(program);
  after.Analyse(a_class);
  EXPECT_EQ(after.Analyse(function).returned.ToText(), alone.Analyse(function).returned.ToText());
  Knowledge other(program), before(program);
  before.Analyse(function);
  EXPECT_EQ(before.Analyse(a_class).values.size(), other.Analyse(a_class).values.size());
  for (size_t i = 0; i < other.Analyse(a_class).values.size(); ++i) {
    EXPECT_EQ(before.Analyse(a_class).values[i].ToText(),
              other.Analyse(a_class).values[i].ToText());
  }
}

// Its base is made by a module that makes objects of it.
TEST(Knowledge, KnowsAClassThatItsBaseUsesWhenItIsAskedAlone) {
  Program program;
  const uint32_t heir = Add(program, "heir.py", "from base import B\nclass A(B):\n  x = 1\n");
  Add(program, "base.py", "import heir\nclass B:\n  y = 2\nmade = heir.A()\nb = made.y\n");
  Knowledge knowledge(program);
  const CodeRef a_class = *program.FindCode(heir, "A");
  EXPECT_THAT(knowledge.ClassOf(a_class).own, testing::SizeIs(2));
  EXPECT_EQ(knowledge.ClassAttribute(a_class, "y").ToText(), "2");
}

TEST(Knowledge, TakesFunctionsThatCallEachOtherToBeUnknown) {
  EXPECT_EQ(Returned("def f(x):\n  return g(x)\ndef g(x):\n  return f(x)\n", "f"), "?");
}

TEST(Knowledge, EndsLoopsThatCount) {
  EXPECT_EQ(Returned("def f():\n  i = 0\n  while True:\n    i += 1\n    if i > 5: return i\n", "f"),
            "int >= 1");
}

TEST(Knowledge, EndsLoopsThatNest) {
  EXPECT_EQ(Returned("def f():\n  x = ()\n  while g():\n    x = (x, 1)\n  return x\n", "f"),
            "tuple[] | tuple[?, 1]");
}

TEST(Knowledge, GivesUpWithinItsBudget) {
  std::string source;
  for (int i = 0; i < 60; ++i) {
    absl::StrAppend(&source, "def f", i, "(x):\n  a = f", i + 1, "((x, 1))\n  b = f", i + 1,
                    "((x, 2))\n  return a, b\n");
  }
  Program program;
  const uint32_t file = Add(program, "pkg/m.py", absl::StrCat(source, "def f60(x): return x\n"));
  Knowledge knowledge(program);
  const auto& run = knowledge.Analyse(*program.FindCode(file, "f0"));
  EXPECT_TRUE(run.is_cut);
  EXPECT_GT(knowledge.cuts(), 0);
}

}  // namespace
}  // namespace allreview::understanding
