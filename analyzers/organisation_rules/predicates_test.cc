#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/organisation_rules/rule_set.h"
#include "analyzers/organisation_rules/rule_tests.h"
#include "analyzers/paths/glob.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::organisation_rules {
namespace {

// A condition on calls, code for which it holds, and code for which it does not, or is not known.
struct Case {
  const char* name;
  const char* where;
  std::vector<std::string> bad;
  std::vector<std::string> good;
  const char* query = "(call function: (_) @f arguments: (argument_list (_)? @x)) @call";
};

std::string Indented(absl::string_view text, absl::string_view indent) {
  return absl::StrReplaceAll(text, {{"\n", absl::StrCat("\n", indent)}});
}

// A test's code; "path: a.py\n---\n" before it names the file.
std::string TestItem(absl::string_view code) {
  const std::string head = "      - path: ";
  std::string path = "pkg/module.py";
  if (absl::ConsumePrefix(&code, "path: ")) {
    path = std::string(code.substr(0, code.find('\n')));
    code.remove_prefix(code.find('\n') + 1);
  }
  return absl::StrCat(head, path, "\n        code: |\n          ", Indented(code, "          "),
                      "\n");
}

std::string RuleOf(const Case& c) {
  std::string text = absl::StrCat(R"(rules:
  - id: some-rule
    title: Some title
    severity: P2
    impact: low
    pillar: correctness
    category: logic
    message: "`{call}` in {function}"
    consequence: It breaks
    advice: Do not
    why: Because.
    at: call
    query: |
      )",
                                  Indented(c.query, "      "), "\n    where:\n      ",
                                  Indented(c.where, "      "), "\n    tests:\n      bad:\n");
  for (const std::string& code : c.bad) absl::StrAppend(&text, TestItem(code));
  absl::StrAppend(&text, "      good:\n");
  for (const std::string& code : c.good) absl::StrAppend(&text, TestItem(code));
  return text;
}

const std::vector<Case>& Cases() {
  static const std::vector<Case>& cases = *new std::vector<Case>{
      {"Matches", "- matches: '^log_'", {"log_x(1)"}, {"x(1)", "xlog_(1)"}},
      {"MatchesCapture",
       "- matches: {capture: \"@x\", regex: '^[0-9]+$'}",
       {"f(12)"},
       {"f(a)", "f()"}},
      {"Text",
       "- text: {capture: f, is: [print, pprint]}",
       {"print(1)", "pprint(1)"},
       {"printer(1)"}},
      {"Kind", "- kind: {capture: x, is: integer}", {"f(1)"}, {"f(a)", "f()"}},
      {"Captured", "- captured: x", {"f(1)"}, {"f()"}},
      {"Same", "- same: [f, x]", {"f(f)"}, {"f(x)", "f()"}},
      {"Not", "- not: {captured: x}", {"f()"}, {"f(1)"}},
      {"Any",
       "- any: [{text: {capture: f, is: a}}, {text: {capture: f, is: b}}]",
       {"a(1)", "b(1)"},
       {"c(1)"}},
      {"All", "- all: [{captured: x}, {matches: a}]", {"a(1)"}, {"a()", "b(1)"}},
      {"SeveralKeys", "{captured: x, matches: a}", {"a(1)"}, {"a()", "b(1)"}},
      {"Path", "- path: megatron/core/**/*.py", {"path: megatron/core/a/b.py\nf(1)"}, {"f(1)"}},
      {"Test", "- test: false", {"f(1)"}, {"path: tests/test_x.py\nf(1)"}},
      {"Changed", "- changed: true", {"f(1)"}, {"x = 1"}},
      {"InFunction",
       "- in-function: '(^|\\.)forward$'",
       {"class A:\n  def forward(self):\n    f(1)"},
       {"f(1)", "def forward_all():\n  f(1)"}},
      {"InClass",
       "- in-class: Config$",
       {"class MyConfig:\n  x = f(1)"},
       {"class Other:\n  x = f(1)", "f(1)"}},
      {"InLoop",
       "- in-loop: true",
       {"for i in x:\n  f(i)", "y = [f(i) for i in x]"},
       {"f(1)", "for i in x:\n  def g():\n    f(i)"}},
      {"Inside",
       "- inside: {kind: [try_statement]}",
       {"try:\n  f(1)\nexcept E:\n  pass"},
       {"f(1)"}},
      {"InsideWith",
       "- inside-with: torch.no_grad",
       {"import torch\nwith torch.no_grad():\n  f(1)",
        "from torch import no_grad\nwith no_grad() as n:\n  f(1)"},
       {"f(1)", "import torch\nwith torch.enable_grad():\n  f(1)", "with no_grad():\n  f(1)"}},
      {"Contains",
       "- contains: {capture: call, query: \"(lambda) @inner\"}",
       {"f(lambda: 1)"},
       {"f(1)", "x = [lambda: 1]; f(2)"}},
      {"ContainsWhere",
       "- contains: {query: '(identifier) @inner', where: [{matches: '^y'}, {not: {same: [inner, "
       "f]}}]}",
       {"f(yes)"},
       {"f(no)", "y(1)"}},
      {"ContainsQueryPredicate",
       "- contains: {query: '((identifier) @inner (#eq? @inner \"y\"))'}",
       {"f(y)"},
       {"f(x)"}},
      {"ResolvesTo",
       "- resolves-to: {capture: call, name: torch.distributed.all_reduce}",
       {"import torch.distributed as dist\ndist.all_reduce(x)",
        "from torch.distributed import all_reduce as r\nr(x)"},
       {"dist.all_reduce(x)", "import other as dist\ndist.all_reduce(x)"}},
      {"ResolvesToBelow",
       "- resolves-to: {capture: f, name: [torch.distributed.*, os.system]}",
       {"import torch\ntorch.distributed.barrier()", "import os\nos.system(x)"},
       {"import torch\ntorch.zeros(1)"}},
      {"Imports",
       "- imports: torch",
       {"import torch.nn as nn\nf(1)", "from torch import x\nf(1)"},
       {"import torchvision\nf(1)", "f(1)"}},
      {"InClassDerivedFrom",
       "- in-class-derived-from: torch.nn.Module",
       {"import torch.nn as nn\nclass A(nn.Module):\n  def g(self):\n    f(1)",
        "from torch import nn\nclass A(nn.Linear):\n  pass\nclass B(A):\n  def g(self):\n    f(1)"},
       {"class A:\n  x = f(1)", "from other import Base\nclass A(Base):\n  x = f(1)", "f(1)"}},
      {"NotInClassDerivedFrom",
       "- not: {in-class-derived-from: torch.nn.Module}",
       {"class A:\n  x = f(1)", "f(1)"},
       {"from other import Base\nclass A(Base):\n  x = f(1)"}},
      {"DecoratedWith",
       "- decorated-with: torch.compile",
       {"import torch\n@torch.compile(mode=m)\ndef g():\n  f(1)",
        "import torch\n@torch.compile\ndef g():\n  f(1)"},
       {"def g():\n  f(1)", "@compile\ndef g():\n  f(1)"},
       "(call function: (identifier) @f (#eq? @f \"f\")) @call"},
      {"ArgumentMissing",
       "- argument: {name: group, position: 1, given: false}",
       {"f(1)", "f(1, other=2)"},
       {"f(1, 2)", "f(1, group=2)", "f(*a)", "f(**k)"}},
      {"ArgumentMatches",
       "- argument: {call: call, name: flag, matches: '^True$'}",
       {"f(flag=True)"},
       {"f()", "f(flag=False)", "f(**k)"}},
      {"HotPath",
       "- hot-path: true",
       {"import torch\nclass A(torch.nn.Module):\n  def forward(self, x):\n    return f(x)"},
       {"f(1)", "def setup(x):\n  return f(x)"}},
      {"RankDependent",
       "- rank-dependent: x",
       {"import torch.distributed as dist\nf(dist.get_rank() == 0)"},
       {"f(1)", "f()"}},
      {"NoGrad",
       "- no-grad: true",
       {"import torch\n@torch.no_grad()\ndef g():\n  f(1)"},
       {"f(1)"},
       "(call function: (identifier) @f) @call"},
      {"Compiled",
       "- compiled: true",
       {"import torch\n@torch.compile\ndef g():\n  f(1)"},
       {"def g():\n  f(1)"}},
      {"IsTensor",
       "- is-tensor: x",
       {"import torch\nf(torch.zeros(3))"},
       {"f(1)", "f(unknown)"},
       "(call function: (identifier) @f arguments: (argument_list (_) @x)) @call"},
      {"IsNoTensor", "- not: {is-tensor: x}", {"f(1)"}, {"f(unknown)"}},
      {"Type",
       "- type: {capture: x, is: [number, string]}",
       {"f(1)", "f('a')"},
       {"f(None)", "f(unknown)"}},
      {"Device",
       "- device: {capture: x, is: cpu}",
       {"import torch\nf(torch.zeros(3))"},
       {"import torch\nf(torch.zeros(3, device='cuda'))", "f(unknown)"},
       "(call function: (identifier) @f arguments: (argument_list (_) @x)) @call"},
      {"Dtype",
       "- dtype: {capture: x, is: [float16, bfloat16]}",
       {"import torch\nf(torch.zeros(3, dtype=torch.bfloat16))"},
       {"import torch\nf(torch.zeros(3, dtype=torch.float32))", "f(unknown)"},
       "(call function: (identifier) @f arguments: (argument_list (_) @x)) @call"},
      {"Number",
       "- number: {capture: x, above: 0, below: 1e-6}",
       {"EPS = 1e-8\nf(EPS)", "f(1e-7)"},
       {"f(1e-5)", "f(0)", "f(unknown)"}},
      {"QueryPredicates",
       "- captured: f",
       {"print(1)", "log(2)"},
       {"f(1)", "logger(1)"},
       "((call function: (identifier) @f) @call (#match? @f \"^(print|log)$\"))"},
      {"QueryPredicatesByPattern",
       "- captured: f",
       {"a(1)", "b.b(1)"},
       {"b(1)", "b.c(1)"},
       "((call function: (identifier) @f) @call (#eq? @f \"a\"))\n"
       "((call function: (attribute attribute: (identifier) @f)) @call (#not-eq? @f \"c\"))"},
  };
  return cases;
}

class Conditions : public testing::TestWithParam<Case> {};

TEST_P(Conditions, HoldForTheBadAndNotForTheGood) {
  const std::string text = RuleOf(GetParam());
  const LoadedRules loaded = LoadRules({{"rules.yaml", text}}, {});
  for (const Problem& problem : loaded.problems)
    ADD_FAILURE() << problem.ToString() << "\n" << text;
  for (const TestResult& result : RunTests(*loaded.rules)) {
    EXPECT_EQ(result.failure, "") << result.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, Conditions, testing::ValuesIn(Cases()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Conditions, AreAllInTheTable) {
  for (const std::string& key : PredicateKeys()) {
    bool is_tested = false;
    for (const Case& c : Cases()) is_tested |= absl::StrContains(c.where, key + ":");
    EXPECT_TRUE(is_tested) << key;
  }
}

TEST(Conditions, AreAllDocumented) {
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile("docs/organisation_rules.md"));
  for (const std::string& key : PredicateKeys()) {
    EXPECT_TRUE(absl::StrContains(text, absl::StrCat("`", key, ": "))) << key;
  }
}

TEST(Glob, KnowsFolders) {
  for (const char* path : {"a/b.py", "a/x/b.py", "a/x/y/b.py"}) {
    EXPECT_TRUE(paths::FitsGlob("a/**/b.py", path)) << path;
    EXPECT_TRUE(paths::FitsGlob("a/", path)) << path;
    EXPECT_TRUE(paths::FitsGlob("**/b.py", path)) << path;
    EXPECT_TRUE(paths::FitsGlob("**", path)) << path;
  }
  EXPECT_TRUE(paths::FitsGlob("*.py", "b.py"));
  EXPECT_TRUE(paths::FitsGlob("a/?.py", "a/b.py"));
  EXPECT_FALSE(paths::FitsGlob("*.py", "a/b.py"));
  EXPECT_FALSE(paths::FitsGlob("a/**/b.py", "a/xb.py"));
  EXPECT_FALSE(paths::FitsGlob("a/", "ab/c.py"));
  EXPECT_FALSE(paths::FitsGlob("a?b.py", "a/b.py"));
  EXPECT_FALSE(paths::FitsGlob(std::string(500, '*') + "x", std::string(500, 'y')));
}

}  // namespace
}  // namespace allreview::organisation_rules
