// A change that adds code paths and no tests.

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  test_plan::TestsOfChange& tests = change.tests();
  const std::vector<test_plan::NewDefinition> missing = FindMissingTests(tests);
  if (missing.empty()) return;
  const test_plan::NewDefinition& largest = missing[0];
  const std::string brings =
      tests.size().test_lines == 0
          ? "adds no test"
          : absl::StrCat("adds ", tests.size().test_lines, " lines of tests for ",
                         tests.size().source_lines, " lines of code");
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
    .info = {.id = "untested-code-path",
             .title = "New code path without any test",
             .category = "tests",
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "No test exercises the new code: {count} new public functions and methods "
                        "({statements} statements) are not reached from the tests within three "
                        "calls, and the change {brings}. Untested: {untested}",
             .consequence = "Nothing shows that the new code works, and nothing will show when it "
                            "breaks",
             .advice = "Add tests, for example in `{file}`",
             .why = "Code that was never run by a test is wrong more often than not, and in "
                    "training code the damage shows up weeks later. The rule speaks of a change "
                    "as a whole: at least ten statements that no test reaches and no line of "
                    "tests, or fifty and next to none. Tests reach code by its name, or through "
                    "up to three callers; registries, overrides, code that runs at import and "
                    "strings in tests are taken into account, and what cannot be told counts as "
                    "reached.",
             .fix = "Write one test for each new function, or for the path that leads through "
                    "them.",
             .bad = "# --- pkg/core/scale.py\n"
                    "def scale_gradients(gradients, limit):\n"
                    "    total = 0.0\n"
                    "    for gradient in gradients:\n"
                    "        if gradient is None:\n"
                    "            continue\n"
                    "        norm = gradient.norm()\n"
                    "        total += norm * norm\n"
                    "    factor = limit / (total ** 0.5 + 1e-6)\n"
                    "    if factor >= 1.0:\n"
                    "        return 1.0\n"
                    "    for gradient in gradients:\n"
                    "        gradient.mul_(factor)\n"
                    "    return factor\n"
                    "# --- tests/test_other.py unchanged\n"
                    "def test_other():\n"
                    "    assert 1 + 1 == 2\n",
             .good = "# --- pkg/core/scale.py\n"
                     "def scale_gradients(gradients, limit):\n"
                     "    total = 0.0\n"
                     "    for gradient in gradients:\n"
                     "        if gradient is None:\n"
                     "            continue\n"
                     "        norm = gradient.norm()\n"
                     "        total += norm * norm\n"
                     "    factor = limit / (total ** 0.5 + 1e-6)\n"
                     "    if factor >= 1.0:\n"
                     "        return 1.0\n"
                     "    for gradient in gradients:\n"
                     "        gradient.mul_(factor)\n"
                     "    return factor\n"
                     "# --- tests/test_scale.py\n"
                     "from pkg.core.scale import scale_gradients\n"
                     "\n"
                     "def test_scale_gradients():\n"
                     "    assert scale_gradients([], 1.0) == 1.0\n",
             .references = {"catalogue: general TEST-MISSING"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
