// @pytest.mark.skip without a reason: nobody will know when to enable the test again.

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

struct Mark {
  absl::string_view name;
  int reason_position;  // Index of the positional argument that holds the reason; -1: keyword only.
  bool is_quarantine = false;  // The test may still run elsewhere, unlike a skipped one.
};

// Marks that keep a test from running. The conditions of skipif and skipIf come first.
constexpr Mark kMarks[] = {{"pytest.mark.skip", 0},
                           {"pytest.mark.skipif", -1},
                           {"unittest.skip", 0},
                           {"unittest.skipIf", 1},
                           {"unittest.skipUnless", 1},
                           {"pytest.mark.flaky", -1, true},
                           {"pytest.mark.flaky_in_dev", -1, true}};
constexpr absl::string_view kNames = "flaky flaky_in_dev skip skipIf skipUnless skipif";
static_assert(std::all_of(std::begin(kMarks), std::end(kMarks),
                          [](const Mark& mark) { return ListsLastPart(kNames, mark.name); }));

bool HasCommentNear(const Module& module, Node decorator) {
  const python::SyntaxTree& tree = module.tree();
  const int line = decorator.first_line();
  for (int near : {line - 1, line}) {
    if (near < 1) continue;
    const absl::string_view text = tree.LineText(near);
    const size_t hash = text.find('#');
    // The fixtures' own annotations explain nothing.
    if (hash == absl::string_view::npos) continue;
    const absl::string_view comment = text.substr(hash);
    if (!absl::StrContains(comment, "expect:") && !absl::StrContains(comment, "silent:")) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node decorator) {
  if (!file.is_test()) return;
  const Module& module = file.module();
  const Node expression = decorator.named_child(0);
  const bool is_call = expression.Is(NodeKind::kCall);
  const std::string name =
      module.Resolve(is_call ? expression.child(Field::kFunction) : expression);
  for (const Mark& mark : kMarks) {
    if (name != mark.name) continue;
    if (is_call) {
      const python::Arguments arguments = python::ArgumentsOf(expression);
      if (arguments.has_star || arguments.has_double_star) return;
      if (python::KeywordArgument(expression, "reason")) return;
      // @pytest.mark.flaky(reruns=3) runs the test, and more than once.
      if (mark.is_quarantine && !arguments.keywords.empty()) return;
      const int given = static_cast<int>(arguments.positional.size());
      if (mark.reason_position >= 0 && given > mark.reason_position) return;
    } else if (absl::EndsWith(name, "skipif") || absl::EndsWith(name, "If") ||
               absl::EndsWith(name, "Unless")) {
      return;  // Without a call it does not work at all; not this rule's business.
    }
    if (HasCommentNear(module, decorator)) return;
    const python::Definition* test = module.EnclosingDefinition(decorator);
    Observation observation{
        .at = decorator,
        .params = {{"mark", std::string(name)},
                   {"test", test == nullptr ? "" : std::string(test->simple_name)}}};
    if (mark.is_quarantine) {
      observation.severity = Severity::kP2;
      observation.impact = Impact::kMedium;
    }
    file.Report(std::move(observation));
    return;
  }
}

}  // namespace

extern constinit const Rule kTestDisabledWithoutReason = {
    .info =
        {.id = "test-disabled-without-reason",
         .title = {"Test disabled without a reason", "测试被禁用却没有说明理由"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .pillar = Pillar::kMaintainability,
         .message = {"`{test}` is disabled by `{mark}` without a reason",
                     "`{test}` 被 `{mark}` 禁用，没有说明理由"},
         .consequence = {"What `{test}` covered can break unnoticed, and nobody will know when to "
                         "enable it again",
                         "`{test}` 覆盖的内容出了问题也不会被发现，也没有人知道何时该重新启用它"},
         .advice = {"Add `reason=` with the issue that tracks it",
                    "在 `reason=` 中写明跟踪它的 issue"},
         .why = "A skipped test looks green. Without a reason, nobody can tell whether the skip is "
                "still needed, and it stays forever.",
         .fix = "Say why in `reason=`, with a link to the issue, or fix the test. A comment next "
                "to the mark counts as a reason.",
         .bad = R"py(
# --- tests/test_a.py
import pytest

@pytest.mark.skip
def test_a():
    assert f() == 1
)py",
         .good = R"py(
# --- tests/test_a.py
import pytest

@pytest.mark.skip(reason="hangs on one GPU, issue 12")
def test_a():
    assert f() == 1
)py",
         .references = {"https://docs.pytest.org/en/stable/how-to/skipping.html"},
         .version = 2},
    .kinds = {NodeKind::kDecorator},
    .names = kNames,
    .check = Check};

}  // namespace allreview::rules
