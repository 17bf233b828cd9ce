// A test that cannot fail.

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// Tests whose point is that nothing is raised say so by their name.
bool IsSmokeTest(absl::string_view name) {
  for (absl::string_view word :
       {"smoke", "constructor", "does_not", "no_error", "doesnt", "without_error", "runs", "import",
        "not_raise", "instantiat", "init", "crash", "hang", "benchmark", "noop", "no_op", "accept",
        "is_safe", "perf"}) {
    if (absl::StrContains(name, word)) return true;
  }
  return false;
}

// The text says that not raising is the point.
bool SaysThatItMustNotRaise(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view phrase :
       {"not raise", "n't raise", "no-op", "noop", "no error", "without error", "no exception",
        "not crash", "not fail", "smoke"}) {
    if (absl::StrContains(lower, phrase)) return true;
  }
  return false;
}

// The file uses the function for something else: it is no test, whatever its name.
bool IsUsedByName(const Module& module, Node name) {
  for (Node node : module.tree().root().descendants()) {
    if (node.Is(NodeKind::kIdentifier) && node != name && node.text() == name.text() &&
        node.field() != Field::kAttribute) {
      return true;
    }
  }
  return false;
}

// Names of functions that check something on behalf of a test.
bool LooksLikeCheck(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(absl::StripPrefix(name, "_"));
  for (absl::string_view prefix :
       {"assert", "check", "verify", "expect", "compare", "run", "validate", "test", "raises",
        "warns", "fail", "approx", "allclose", "ensure", "gradcheck", "load_state_dict"}) {
    if (absl::StartsWith(lower, prefix)) return true;
  }
  for (absl::string_view part : {"assert", "_test", "compare", "check", "verify", "_equal"}) {
    if (absl::StrContains(lower, part)) return true;
  }
  return false;
}

absl::string_view CalledName(Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  return function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute).text()
                                           : function.text();
}

// Something in the body can make the test fail on purpose. A call of a function or method of the
// same file counts when it is not understood: it may hold the assertion.
bool CanFail(const Module& module, Node body) {
  for (Node node : body.descendants()) {
    if (node.Is(NodeKind::kAssertStatement) || node.Is(NodeKind::kRaiseStatement)) return true;
    if (node.Is(NodeKind::kYield)) return true;  // A fixture, or a test of another framework.
    if (!node.Is(NodeKind::kCall)) continue;
    if (LooksLikeCheck(CalledName(node))) return true;
    const std::string name = module.Resolve(node.child(Field::kFunction));
    const std::string own = module.name() + ".";
    if (absl::StartsWith(name, own)) {
      const Definition* callee = module.FindDefinition(name.substr(own.size()));
      if (callee == nullptr || callee->kind == Definition::Kind::kClass) continue;
      for (Node inner : callee->body.descendants()) {
        if (inner.Is(NodeKind::kAssertStatement) || inner.Is(NodeKind::kRaiseStatement)) {
          return true;
        }
        if (inner.Is(NodeKind::kCall) && LooksLikeCheck(CalledName(inner))) return true;
      }
    }
    // Methods of the test class and of fixtures that another file defines.
    const Node function = node.child(Field::kFunction);
    if (name.empty() && function.Is(NodeKind::kAttribute) &&
        function.child(Field::kObject).text() == "self") {
      return true;
    }
    // Helpers that the test imports from other test code.
    if (absl::StrContains(name, "test")) return true;
  }
  return false;
}

bool IsSkipped(const Definition& definition) {
  for (Node decorator : definition.decorators) {
    const absl::string_view text = decorator.text();
    if (absl::StrContains(text, "skip") || absl::StrContains(text, "xfail") ||
        absl::StrContains(text, "fixture")) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node node) {
  if (!file.is_test()) return;
  const Module& module = file.module();
  const Definition* test = module.EnclosingDefinition(node);
  if (test == nullptr || test->node != node || !absl::StartsWith(test->simple_name, "test_")) {
    return;
  }
  if (test->parent >= 0 && module.definitions()[test->parent].kind != Definition::Kind::kClass) {
    return;  // A function inside of a function is not collected.
  }
  if (IsSmokeTest(absl::AsciiStrToLower(test->simple_name)) || IsSkipped(*test)) return;
  if (CanFail(module, test->body) || SaysThatItMustNotRaise(node.text())) return;
  const Node name = node.child(Field::kName);
  if (IsUsedByName(module, name)) return;
  // Only a new test: an old one that was edited has its reasons.
  file.Report({.at = name, .params = {{"test", std::string(test->simple_name)}}});
}

}  // namespace

extern constinit const Rule kTestWithoutAssertion = {
    .info = {.id = "test-without-assertion",
             .title = {"Test without an assertion", "没有断言的测试"},
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = {"`{test}` checks nothing: it passes whatever the code under test returns",
                         "`{test}` 没有检查任何东西：无论被测代码返回什么都会通过"},
             .consequence = {"A regression in what `{test}` seems to cover is not noticed",
                             "`{test}` 看似覆盖的内容发生回归时不会被发现"},
             .advice =
                 {"Check the result with an assertion, or say in the name that it is a smoke test",
                  "对结果做断言，或者在测试名中注明这是冒烟测试"},
             .why = "A test without an assertion passes as long as nothing raises, but looks like "
                    "coverage. Assertions in helpers of the same file, pytest.raises, "
                    "torch.testing and functions named check, verify, compare or run count.",
             .fix = "Compare the result with the expected one, for tensors with "
                    "torch.testing.assert_close.",
             .bad = R"py(
# --- tests/test_scale.py
from pkg.ops import scale

def test_scale_doubles():
    result = scale(2.0)
    print(result)
)py",
             .good = R"py(
# --- tests/test_scale.py
from pkg.ops import scale

def test_scale_doubles():
    assert scale(2.0) == 4.0
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
