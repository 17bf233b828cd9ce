#include "analyzers/python/traits.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/guards.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

using testing::ElementsAre;

std::unique_ptr<Module> ModuleOf(const std::string& code) {
  absl::StatusOr<std::unique_ptr<Module>> module =
      Module::Parse("m.py", absl::StrCat("import torch, triton\n", code));
  EXPECT_OK(module);
  return *std::move(module);
}

// The argument of the last MARK(...).
Node Marked(const Module& module) {
  Node found;
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(Kind::kCall) && node.child(Field::kFunction).text() == "MARK") {
      found = Argument(node, 0, "");
    }
  }
  return found;
}

struct GuardCase {
  const char* name;
  const char* code;
  ZeroGuard::Kind want;
};

class ZeroGuards : public testing::TestWithParam<GuardCase> {};

TEST_P(ZeroGuards, AreFound) {
  const auto module = ModuleOf(GetParam().code);
  EXPECT_EQ(FindZeroGuard(*module, Marked(*module)).kind, GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    All, ZeroGuards,
    testing::ValuesIn<GuardCase>({
        {"None", "def f(a, n):\n  return a / MARK(n)\n", ZeroGuard::Kind::kNone},
        {"Clamp", "def f(a, n):\n  return a / MARK(n.clamp(min=1))\n", ZeroGuard::Kind::kClamp},
        {"ClampBefore", "def f(a, n):\n  m = n.clamp_min(1)\n  return a / MARK(m)\n",
         ZeroGuard::Kind::kClamp},
        {"Max", "def f(a, n):\n  return a / MARK(max(n, 1))\n", ZeroGuard::Kind::kClamp},
        {"MaxOfRow", "def f(a, n):\n  return a / MARK(n.max(1))\n", ZeroGuard::Kind::kNone},
        {"Finfo", "def f(a, n):\n  return a / MARK(n * torch.finfo(n.dtype).tiny)\n",
         ZeroGuard::Kind::kClamp},
        {"Epsilon", "def f(a, n, eps):\n  return a / MARK(n + eps)\n", ZeroGuard::Kind::kEpsilon},
        {"LiteralEpsilon", "def f(a, n):\n  return a / MARK((n ** 2 + 1e-6).sqrt())\n",
         ZeroGuard::Kind::kEpsilon},
        {"Plus", "def f(a, n, b):\n  return a / MARK(n + b)\n", ZeroGuard::Kind::kNone},
        {"PlusZero", "def f(a, n):\n  return a / MARK(n + 0.0)\n", ZeroGuard::Kind::kNone},
        {"EarlierEpsilon", "def f(h):\n  h = h + 1e-9\n  return h / MARK(h.sum())\n",
         ZeroGuard::Kind::kNone},
        {"EarlierEpsilonOfItself", "def f(a, h):\n  h += 1e-9\n  return a / MARK(h)\n",
         ZeroGuard::Kind::kEpsilon},
        {"ClampedInPlace", "def f(a, n):\n  n.clamp_(min=1)\n  return a / MARK(n)\n",
         ZeroGuard::Kind::kClamp},
        {"ZerosReplaced", "def f(a, n):\n  n[n == 0] = 1\n  return a / MARK(n)\n",
         ZeroGuard::Kind::kMasked},
        {"If", "def f(a, n):\n  if n > 0:\n    return a / MARK(n)\n", ZeroGuard::Kind::kCondition},
        {"IfOfBase", "def f(a, m):\n  if m.any():\n    return a / MARK(m.sum())\n",
         ZeroGuard::Kind::kCondition},
        {"IfNotNone", "def f(a, m):\n  if m is not None:\n    return a / MARK(m.sum())\n",
         ZeroGuard::Kind::kNone},
        {"Else", "def f(a, n):\n  if n == 0:\n    b = 1\n  else:\n    b = a / MARK(n)\n",
         ZeroGuard::Kind::kCondition},
        {"ConditionalExpression", "def f(a, n):\n  return a / MARK(n) if n else 0\n",
         ZeroGuard::Kind::kCondition},
        {"And", "def f(a, n):\n  return n and a / MARK(n) > 3\n", ZeroGuard::Kind::kCondition},
        {"Comprehension", "def f(a, ns):\n  return [a / MARK(n) for n in ns if n]\n",
         ZeroGuard::Kind::kCondition},
        {"EarlyReturn", "def f(a, n):\n  if n == 0:\n    return 0\n  b = 1\n  return a / MARK(n)\n",
         ZeroGuard::Kind::kEarlyExit},
        {"EarlyReturnForOther",
         "def f(a, n, k):\n  if k == 0:\n    return 0\n  return a / MARK(n)\n",
         ZeroGuard::Kind::kNone},
        {"NoReturn", "def f(a, n):\n  if n == 0:\n    print(n)\n  return a / MARK(n)\n",
         ZeroGuard::Kind::kNone},
        {"Replaced", "def f(a, n):\n  if n == 0:\n    n = 1\n  return a / MARK(n)\n",
         ZeroGuard::Kind::kCondition},
        {"Assert", "def f(a, n):\n  assert n > 0\n  for _ in a:\n    yield a / MARK(n)\n",
         ZeroGuard::Kind::kEarlyExit},
        {"Where", "def f(a, n):\n  return torch.where(n > 0, a / MARK(n), 0)\n",
         ZeroGuard::Kind::kMasked},
        {"NanToNum", "def f(a, n):\n  return (a / MARK(n)).nan_to_num()\n",
         ZeroGuard::Kind::kMasked},
        {"Name", "def f(a, safe_n):\n  return a / MARK(safe_n)\n", ZeroGuard::Kind::kName},
    }),
    [](const testing::TestParamInfo<GuardCase>& info) { return info.param.name; });

struct TraitCase {
  const char* name;
  const char* decorator;
  bool FunctionTraits::*want;
};

class Traits : public testing::TestWithParam<TraitCase> {};

TEST_P(Traits, ComeFromDecorators) {
  const auto module = ModuleOf(absl::StrCat(
      "import functools\nfrom triton import jit\nfrom m import jit_fuser\nclass C:\n  @",
      GetParam().decorator, "\n  def f(self): pass\n  def g(self): pass\n"));
  EXPECT_TRUE(TraitsOf(*module, *module->FindDefinition("C.f")).*GetParam().want);
  EXPECT_FALSE(TraitsOf(*module, *module->FindDefinition("C.g")).*GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    All, Traits,
    testing::ValuesIn<TraitCase>({
        {"Static", "staticmethod", &FunctionTraits::is_static},
        {"Class", "classmethod", &FunctionTraits::is_class_method},
        {"Property", "property", &FunctionTraits::is_property},
        {"CachedProperty", "functools.cached_property", &FunctionTraits::is_property},
        {"Setter", "f.setter", &FunctionTraits::is_property},
        {"Compiled", "torch.compile", &FunctionTraits::is_compiled},
        {"CompiledWithOptions", "torch.compile(dynamic=True)", &FunctionTraits::is_compiled},
        {"CompiledByPartial", "functools.partial(torch.compile, dynamic=True)",
         &FunctionTraits::is_compiled},
        {"Fused", "jit_fuser", &FunctionTraits::is_compiled},
        {"Triton", "triton.jit", &FunctionTraits::is_triton},
        {"ImportedTriton", "jit", &FunctionTraits::is_triton},
        {"NoGrad", "torch.no_grad()", &FunctionTraits::is_no_grad},
        {"InferenceMode", "torch.inference_mode()", &FunctionTraits::is_no_grad},
    }),
    [](const testing::TestParamInfo<TraitCase>& info) { return info.param.name; });

TEST(Traits, AutotuneIsTheDecorator) {
  const auto module =
      ModuleOf("@triton.autotune(configs=[a], key=['n'])\n@triton.jit\ndef f(): pass\n");
  EXPECT_EQ(TraitsOf(*module, *module->FindDefinition("f")).autotune.text(),
            "triton.autotune(configs=[a], key=['n'])");
}

TEST(Comments, AreThoseAboveAndBeside) {
  const auto module = ModuleOf(
      "# far\n\n# above\n# just above\na = 1  # of another\nx = ['# text',\n"
      "     3]  # beside\n");
  Node statement;
  for (Node child : module->tree().root().children()) {
    if (child.IsNamed() && !child.Is(Kind::kComment)) statement = child;
  }
  EXPECT_THAT(CommentsOn(*module, statement), ElementsAre("above", "just above", "beside"));
  EXPECT_THAT(CommentsOn(*module, statement, 1), ElementsAre("beside"));
}

TEST(NoGrad, HoldsInContextsDecoratorsAndAutogradFunctions) {
  struct {
    const char* code;
    bool want;
  } const cases[] = {
      {"def f():\n  MARK(x)\n", false},
      {"def f():\n  with torch.no_grad():\n    MARK(x)\n", true},
      {"def f():\n  with a, torch.inference_mode() as b:\n    MARK(x)\n", true},
      {"def f():\n  with torch.set_grad_enabled(False):\n    MARK(x)\n", true},
      {"def f():\n  with torch.set_grad_enabled(True):\n    MARK(x)\n", false},
      {"@torch.no_grad()\ndef f():\n  MARK(x)\n", true},
      {"def f():\n  with torch.no_grad():\n    def g():\n      MARK(x)\n", false},
      {"class F(torch.autograd.Function):\n  @staticmethod\n  def forward(ctx, x):\n    MARK(x)\n",
       true},
  };
  for (const auto& test : cases) {
    const auto module = ModuleOf(test.code);
    EXPECT_EQ(IsUnderNoGrad(*module, Marked(*module)), test.want) << test.code;
  }
}

TEST(CompilingDecorators, HoldOneOfTheNames) {
  for (absl::string_view name : absl::StrSplit(kCompilingDecorators, ' ')) {
    int compiled = 0;
    for (absl::string_view path : {"torch.", "torch.jit.", ""}) {
      const auto module = ModuleOf(absl::StrCat("@", path, name, "\ndef f(x):\n  return x\n"));
      compiled += TraitsOf(*module, module->definitions()[0]).is_compiled;
    }
    EXPECT_GT(compiled, 0) << name;
  }
}

}  // namespace
}  // namespace allreview::python
