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
             .title = "New function that no test reaches",
             .category = "tests",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kMedium,
             .message = "Which test runs `{symbol}` ({statements} statements, {branches} "
                        "branches)? None names it, nor a caller within three calls",
             .consequence = "The new code may be wrong in ways that nothing shows",
             .advice = "If none does, add one, for example in `{file}`",
             .why = "The change brings tests, but none of them seems to get to this function. "
                    "Tests find code in ways that no text tells, so this is a question.",
             .fix = "Name the test that covers the function, or write one.",
             .bad = "# --- pkg/core/scale.py\n"
                    "def scale(x):\n"
                    "    y = x * 2.0\n"
                    "    z = y + 1.0\n"
                    "    return z\n"
                    "\n"
                    "def clip(gradients, limit):\n"
                    "    total = 0.0\n"
                    "    for gradient in gradients:\n"
                    "        norm = gradient.norm()\n"
                    "        total += norm * norm\n"
                    "    factor = limit / (total ** 0.5 + 1e-6)\n"
                    "    if factor >= 1.0:\n"
                    "        return 1.0\n"
                    "    gradients[0].mul_(factor)\n"
                    "    return factor\n"
                    "# --- tests/test_scale.py\n"
                    "from pkg.core.scale import scale\n"
                    "\n"
                    "def test_scale():\n"
                    "    assert scale(1.0) == 3.0\n",
             .good = "# --- pkg/core/scale.py\n"
                     "def clip(gradients, limit):\n"
                     "    total = 0.0\n"
                     "    for gradient in gradients:\n"
                     "        norm = gradient.norm()\n"
                     "        total += norm * norm\n"
                     "    factor = limit / (total ** 0.5 + 1e-6)\n"
                     "    if factor >= 1.0:\n"
                     "        return 1.0\n"
                     "    gradients[0].mul_(factor)\n"
                     "    return factor\n"
                     "# --- tests/test_scale.py\n"
                     "from pkg.core.scale import clip\n"
                     "\n"
                     "def test_clip():\n"
                     "    assert clip([], 1.0) == 1.0\n",
             .references = {"catalogue: general TEST-UNREACHED"},
             .tier = Tier::kHint},
    .check_change = CheckChange};

}  // namespace allreview::rules
