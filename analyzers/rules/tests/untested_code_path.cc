// A change that adds code paths and no tests.

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

constexpr Phrase kAddsNoTest("adds-no-test", "adds no test", "没有新增测试");
constexpr Phrase kAddsFewTests("adds-few-tests",
                               "adds {tests} lines of tests for {lines} lines of code",
                               "为 {lines} 行代码只新增了 {tests} 行测试");
constexpr Phrase kPhrases[] = {kAddsNoTest, kAddsFewTests};

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  const std::vector<test_plan::NewDefinition> missing = FindMissingTests(tests);
  if (missing.empty()) return;
  const test_plan::NewDefinition& largest = missing[0];
  const Sentence brings =
      tests.size().test_lines == 0
          ? Sentence(kAddsNoTest)
          : Sentence(kAddsFewTests, {{"tests", absl::StrCat(tests.size().test_lines)},
                                     {"lines", absl::StrCat(tests.size().source_lines)}});
  change.Report(*largest.file, {.at = largest.definition->node.child(Field::kName),
                                .params = {{"count", absl::StrCat(missing.size())},
                                           {"statements", absl::StrCat(StatementsOf(missing))},
                                           {"brings", brings},
                                           {"untested", DefinitionList(missing)},
                                           {"file", SuggestedTestFile(largest.path(), tests)}},
                                .related = RelatedDefinitions(missing),
                                .new_code = TestSkeleton(missing, tests)});
}

}  // namespace

extern constinit const Rule kUntestedCodePath = {
    .info =
        {.id = "untested-code-path",
         .title = {"New code path without any test", "新的代码路径没有任何测试"},
         .severity = Severity::kP2,
         .impact = Impact::kMedium,
         .pillar = Pillar::kMaintainability,
         .message =
             {"No test exercises the new code: {count} new public functions and methods "
              "({statements} statements) cannot be reached from the tests within three calls, and "
              "the change {brings}. Untested: {untested}",
              "没有测试执行到新代码：{count} 个新的公开函数和方法（{statements} "
              "条语句）在三层调用以内都不会被测试覆盖，而本次变更{brings}。未测试：{untested}"},
         .consequence =
             {"Nothing shows that the new code works, and nothing will show that it breaks",
              "没有任何东西能证明新代码可用，它出问题时也不会有任何提示"},
         .advice = {"Add tests, for example in `{file}`", "补充测试，例如放在 `{file}` 中"},
         .phrases = kPhrases,
         .why = "Code that no test has ever run is often wrong, and in training code the damage "
                "appears weeks later. The rule looks at the change as a whole: at least ten "
                "statements that no test reaches and no line of tests, or fifty statements and "
                "almost no tests. Tests reach code by its name, or through up to three callers; "
                "registries, overrides, code that runs at import and strings in tests are taken "
                "into account, and doubtful cases count as reached.",
         .fix =
             "Write one test for each new function, or one for the path that leads through them.",
         .bad = R"py(
# --- pkg/core/scale.py
def scale_gradients(gradients, limit):
    total = 0.0
    for gradient in gradients:
        if gradient is None:
            continue
        norm = gradient.norm()
        total += norm * norm
    factor = limit / (total ** 0.5 + 1e-6)
    if factor >= 1.0:
        return 1.0
    for gradient in gradients:
        gradient.mul_(factor)
    return factor
# --- tests/test_other.py unchanged
def test_other():
    assert 1 + 1 == 2
)py",
         .good = R"py(
# --- pkg/core/scale.py
def scale_gradients(gradients, limit):
    total = 0.0
    for gradient in gradients:
        if gradient is None:
            continue
        norm = gradient.norm()
        total += norm * norm
    factor = limit / (total ** 0.5 + 1e-6)
    if factor >= 1.0:
        return 1.0
    for gradient in gradients:
        gradient.mul_(factor)
    return factor
# --- tests/test_scale.py
from pkg.core.scale import scale_gradients

def test_scale_gradients():
    assert scale_gradients([], 1.0) == 1.0
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules
