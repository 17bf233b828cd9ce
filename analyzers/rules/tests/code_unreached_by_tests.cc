// A change with tests that leave a large new function out.

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  const std::vector<test_plan::NewDefinition> unreached = FindUnreachedCode(tests);
  if (unreached.empty()) return;
  const test_plan::NewDefinition& largest = unreached[0];
  change.Report(*largest.file, {.at = largest.definition->node.child(Field::kName),
                                .params = {{"symbol", largest.definition->name},
                                           {"statements", absl::StrCat(largest.statements)},
                                           {"branches", absl::StrCat(largest.branches)},
                                           {"file", SuggestedTestFile(largest.path(), tests)}},
                                .related = RelatedDefinitions(unreached),
                                .new_code = TestSkeleton({largest}, tests),
                                .kind = Kind::kQuestion});
}

}  // namespace

extern constinit const Rule kCodeUnreachedByTests = {
    .info = {.id = "code-unreached-by-tests",
             .title = {"New function that no test reaches", "没有测试覆盖到的新函数"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = {"Which test runs `{symbol}` ({statements} statements, {branches} "
                         "branches)? No test mentions it or a caller within three calls",
                         "哪个测试会执行 `{symbol}`（{statements} 条语句，{branches} "
                         "个分支）？没有测试提到它，也没有测试提到它三层调用以内的调用方"},
             .consequence = {"The new code may be wrong without anything showing it",
                             "新代码可能有错，却没有任何东西能暴露出来"},
             .advice = {"If no test does, add one, for example in `{file}`",
                        "如果确实没有，请补充一个，例如放在 `{file}` 中"},
             .why =
                 "The change includes tests, but none of them seems to reach this function. Tests "
                 "can reach code in ways that the source does not show, so this is a question.",
             .fix = "Name the test that covers the function, or add one.",
             .bad = R"py(
# --- pkg/core/scale.py
def scale(x):
    y = x * 2.0
    z = y + 1.0
    return z

def clip(gradients, limit):
    total = 0.0
    for gradient in gradients:
        norm = gradient.norm()
        total += norm * norm
    factor = limit / (total ** 0.5 + 1e-6)
    if factor >= 1.0:
        return 1.0
    gradients[0].mul_(factor)
    return factor
# --- tests/test_scale.py
from pkg.core.scale import scale

def test_scale():
    assert scale(1.0) == 3.0
)py",
             .good = R"py(
# --- pkg/core/scale.py
def clip(gradients, limit):
    total = 0.0
    for gradient in gradients:
        norm = gradient.norm()
        total += norm * norm
    factor = limit / (total ** 0.5 + 1e-6)
    if factor >= 1.0:
        return 1.0
    gradients[0].mul_(factor)
    return factor
# --- tests/test_scale.py
from pkg.core.scale import clip

def test_clip():
    assert clip([], 1.0) == 1.0
)py",
             .tier = Tier::kHint},
    .check_change = CheckChange};

}  // namespace allreview::rules
