#include "analyzers/rules/walk.h"

#include <string>
#include <vector>

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
  const auto old_module = *python::Module::Parse("a.py", std::string(before));
  const auto new_module = *python::Module::Parse("a.py", std::string(after));
  file.before = old_module.get();
  file.after = new_module.get();
  file.lines = ChangedLines(fixture.files[0].hunks);
  return static_cast<int>(WalkFile(Subscriptions({&rule}), {}, {}, file).findings.size());
}

TEST(NewOccurrences, AreThoseThatBecameMore) {
  EXPECT_EQ(NewCalls("def f():\n    old_api(1)\n", "def f():\n    old_api(2)\n"), 0);
  EXPECT_EQ(NewCalls("def f():\n    old_api(1)\n", "def g():\n    old_api(1)\n"), 0);
  EXPECT_EQ(NewCalls("old_api(1)\n", "x = old_api(0)\nold_api(1)\n"), 1);
  EXPECT_EQ(NewCalls("old_api(1)\nold_api(2)\n", "old_api(3)\n"), 0);
  EXPECT_EQ(NewCalls("pass\n", "old_api(1)\nold_api(2)\n"), 2);
}

// Lines of the functions that a rule is shown.
std::vector<int> FunctionsShown(absl::string_view names, absl::string_view file_names,
                                absl::string_view source) {
  Rule rule = {};
  rule.info.id = "shown";
  rule.names = names;
  rule.file_names = file_names;
  rule.kinds[0] = NodeKind::kFunctionDefinition;
  rule.check = +[](FileContext& file, Node node) { file.Report({.at = node}); };
  const Fixture fixture = *ParseFixture(source);
  AnalysedFile file;
  file.changed = &fixture.files[0];
  const auto module = *python::Module::Parse("a.py", std::string(source));
  file.after = module.get();
  file.lines = ChangedLines(fixture.files[0].hunks);
  std::vector<int> lines;
  for (const Finding& finding : WalkFile(Subscriptions({&rule}), {}, {}, file).findings) {
    lines.push_back(finding.range.first_line);
  }
  return lines;
}

TEST(Names, DecideWhichNodesARuleIsShown) {
  const absl::string_view source =
      "def f():\n    wait()\ndef g():\n    go()\ndef h():\n    def i():\n        x.wait()\n";
  EXPECT_EQ(FunctionsShown("", "", source), (std::vector<int>{1, 3, 5, 6}));
  EXPECT_EQ(FunctionsShown("wait stay", "", source), (std::vector<int>{1, 5, 6}));
  EXPECT_EQ(FunctionsShown("stay", "", source), (std::vector<int>{}));
  EXPECT_EQ(FunctionsShown("", "go", source), (std::vector<int>{1, 3, 5, 6}));
  EXPECT_EQ(FunctionsShown("wait", "stay", source), (std::vector<int>{}));
}

}  // namespace
}  // namespace allreview::rules
