// Which edits are offered: rules of the test propose what the code of the test asks for.

#include "analyzers/rules/checked_edits.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/fake_reader.h"
#include "analyzers/rules/analyse.h"
#include "analyzers/rules/apply_edits.h"
#include "analyzers/rules/rule.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using ::testing::Optional;

Node FunctionOf(Node call) { return call.child(Field::kFunction); }

// Finds `bad(<edit>)` and offers what stands in its argument, a string, in place of the call.
Observation BadCall(const python::Module& module, Node call) {
  const absl::string_view quoted = call.child(Field::kArguments).named_child(0).text();
  Observation observation = {.at = call};
  observation.edits = {Replace(module, call, std::string(quoted.substr(1, quoted.size() - 2)))};
  return observation;
}

void CheckBad(FileContext& file, Node call) {
  if (FunctionOf(call).text() == "bad") file.Report(BadCall(file.module(), call));
  if (FunctionOf(call).text() == "bad_too") file.Report({.at = call});
}

void CheckWorse(FileContext& file, Node call) {
  if (FunctionOf(call).text() == "worse") file.Report({.at = call});
}

void CheckBadInChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
      if (FunctionOf(call).text() == "wrong") change.Report(file, BadCall(*file.after, call));
    }
  }
}

// Parameters with a fault that only callers in other files bring to light.
void CheckUsers(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (const python::Definition& definition : file.after->definitions()) {
      const std::string name = absl::StrCat(file.after->name(), ".", definition.name);
      const Node parameters = definition.node.child(Field::kParameters);
      if (absl::StrContains(parameters.text(), "=fault") &&
          !change.project().CallersOf(name).empty()) {
        change.Report(file, {.at = parameters});
      }
    }
  }
}

Rule RuleOf(absl::string_view id) {
  Rule rule = {};
  rule.info.id = id;
  rule.info.title.en = id;
  return rule;
}

Rule RuleOfCalls(absl::string_view id, void (*check)(FileContext&, Node)) {
  Rule rule = RuleOf(id);
  rule.kinds[0] = NodeKind::kCall;
  rule.check = check;
  return rule;
}

Rule RuleOfChange(absl::string_view id, void (*check)(ChangeContext&)) {
  Rule rule = RuleOf(id);
  rule.check_change = check;
  return rule;
}

ChangedFile NewFile(const std::string& text) {
  ChangedFile file;
  file.path = file.old_path = "pkg/a.py";
  file.is_added = true;
  file.language = "python";
  file.after = text;
  change::ChangedHunk hunk;
  hunk.new_start = 1;
  for (char c : text) {
    if (c == '\n') hunk.added.push_back(++hunk.new_lines);
  }
  file.hunks = {hunk};
  return file;
}

// What becomes of the edits of the first finding of the rules "bad" and "wrong".
std::vector<Finding> Findings(const std::string& text,
                              std::map<std::string, std::string> repository = {},
                              double cpu_seconds = 60) {
  const Rule bad = RuleOfCalls("bad-call", CheckBad);
  const Rule worse = RuleOfCalls("worse-call", CheckWorse);
  const Rule wrong = RuleOfChange("wrong-call", CheckBadInChange);
  const Rule users = RuleOfChange("fault-of-users", CheckUsers);
  RuleSettings settings;
  for (const RuleInfo& rule : ListRules()) settings[std::string(rule.id)].is_enabled = false;
  const std::vector<ChangedFile> files = {NewFile(text)};
  repository["pkg/a.py"] = text;
  change::FakeReader reader(std::move(repository));
  WorkBudget budget("the review", {.cpu_seconds = cpu_seconds});
  const BudgetScope scope(&budget);
  return Analyze({.files = files,
                  .repository = &reader,
                  .settings = settings,
                  .extra_rules = {&bad, &worse, &wrong, &users}})
      .findings;
}

// How often edits are offered.
int Offered(const std::vector<Finding>& findings) {
  int offered = 0;
  for (const Finding& finding : findings) offered += !finding.edits.empty();
  return offered;
}

TEST(CheckedEdits, AreOfferedWhenTheFindingIsGone) {
  const std::vector<Finding> findings = Findings("x = bad('good()')\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(Offered(findings), 1);
  EXPECT_EQ(findings[0].after_code, "x = good()");
  EXPECT_EQ(Offered(Findings("x = wrong('good()')\n")), 1) << "of a rule of the change";
}

TEST(CheckedEdits, AreWithdrawnWhenTheFindingStays) {
  const std::vector<Finding> findings = Findings("x = bad('bad(0)')\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(Offered(findings), 0);
  EXPECT_EQ(findings[0].before_code, "x = bad('bad(0)')");
  EXPECT_EQ(findings[0].after_code, "");
  EXPECT_EQ(Offered(Findings("x = wrong('wrong(0)')\n")), 0) << "of a rule of the change";
}

TEST(CheckedEdits, AreWithdrawnWhenAnotherFindingAppears) {
  EXPECT_EQ(Offered(Findings("x = bad('worse()')\n")), 0);
  EXPECT_EQ(Offered(Findings("x = wrong('worse()')\n")), 0);
  EXPECT_EQ(Offered(Findings("x = worse() + bad('good()')\n")), 1) << "it was there before";
  EXPECT_EQ(Offered(Findings("x = worse() + bad('worse()')\n")), 0) << "one more in the line";
}

TEST(CheckedEdits, AreWithdrawnWhenTheyDamageTheFile) {
  EXPECT_EQ(Offered(Findings("x = bad(')')\n")), 0);
}

TEST(CheckedEdits, AreComparedLineByLineThoughLinesMove) {
  EXPECT_EQ(Offered(Findings("x = bad('''[\n  0,\n  1][0]''')\nworse()\nworse()\n")), 0)
      << "what stands in three quotes leaves two behind";
  const std::string two = "x = [bad('0'),\n  bad('1')]\nworse()\n";
  EXPECT_EQ(Offered(Findings(two)), 2);
}

TEST(CheckedEdits, OfSignaturesAreReviewedWithTheirUsers) {
  const std::string text = "def f(x=bad('fault()')):\n    return x\n";
  EXPECT_EQ(Offered(Findings(text)), 1) << "nobody calls it";
  EXPECT_EQ(Offered(Findings(
                text, {{"pkg/b.py", "from pkg.a import f\n\n\ndef g():\n    return f()\n"}})),
            0);
}

TEST(CheckedEdits, AreWithdrawnWhenThereIsNoTime) {
  const std::vector<Finding> findings = Findings("x = bad('good()')\n", {}, 1e-9);
  EXPECT_EQ(Offered(findings), 0);
}

TEST(ApplyEdits, TakesThemInAnyOrder) {
  EXPECT_THAT(ApplyEdits("abcd", {{"", 3, 4, "X"}, {"", 0, 1, ""}, {"", 2, 2, "-"}}),
              Optional(std::string("b-cX")));
}

TEST(ApplyEdits, RefusesThoseThatOverlapOrDoNotFit) {
  EXPECT_FALSE(ApplyEdits("abcd", {{"", 0, 2, ""}, {"", 1, 3, ""}}));
  EXPECT_FALSE(ApplyEdits("abcd", {{"", 3, 5, ""}}));
  EXPECT_FALSE(ApplyEdits("abcd", {{"", 2, 1, ""}}));
}

}  // namespace
}  // namespace allreview::rules
