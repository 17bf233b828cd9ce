#include "analyzers/rules/walk.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/fixture.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

// Findings of a rule that counts calls of `old_api` by their callee.
int NewCalls(absl::string_view before, absl::string_view after) {
  const auto check = +[](FileContext& file, Node call) {
    if (call.child(Field::kFunction).text() != "old_api") return;
    file.Report({.at = call, .identity = "old_api"});
  };
  Rule rule = {};
  rule.info.id = "old-api";
  rule.kinds[0] = NodeKind::kCall;
  rule.check = check;
  rule.concern = Concern::kNewOccurrences;
  const Fixture fixture =
      *ParseFixture(absl::StrCat("# --- a.py before\n", before, "# --- a.py after\n", after));
  AnalysedFile file;
  file.changed = &fixture.files[0];
  file.before = *python::Module::Parse("a.py", std::string(before));
  file.after = *python::Module::Parse("a.py", std::string(after));
  file.lines = ChangedLines(fixture.files[0].hunks);
  return static_cast<int>(WalkFile(Subscriptions({&rule}), {}, &file).findings.size());
}

TEST(NewOccurrences, AreThoseThatBecameMore) {
  EXPECT_EQ(NewCalls("def f():\n    old_api(1)\n", "def f():\n    old_api(2)\n"), 0);
  EXPECT_EQ(NewCalls("def f():\n    old_api(1)\n", "def g():\n    old_api(1)\n"), 0);
  EXPECT_EQ(NewCalls("old_api(1)\n", "x = old_api(0)\nold_api(1)\n"), 1);
  EXPECT_EQ(NewCalls("old_api(1)\nold_api(2)\n", "old_api(3)\n"), 0);
  EXPECT_EQ(NewCalls("pass\n", "old_api(1)\nold_api(2)\n"), 2);
}

}  // namespace
}  // namespace allreview::rules
