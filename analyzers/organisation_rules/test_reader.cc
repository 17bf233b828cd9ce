#include "analyzers/organisation_rules/test_reader.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/organisation_rules/fields.h"

namespace allreview::organisation_rules {
namespace {

constexpr char kDefaultPath[] = "pkg/module.py";

std::vector<int> ReadLines(const YamlNode& node, Problems& problems) {
  std::vector<int> lines;
  for (const YamlNode* item : ReadScalars(node, "\"lines\"", problems)) {
    int line = 0;
    if (!absl::SimpleAtoi(item->scalar, &line) || line < 1) {
      problems.Add(*item, absl::StrCat("line ", Quoted(item->scalar)), "write a number from 1 on");
    }
    lines.push_back(line);
  }
  return lines;
}

// Code, or a mapping with what else is to be said.
// What the rule finds in the code of a test, and what its fix makes of that.
void ReadFindings(Fields& fields, bool has_rewrite, Problems& problems, RuleTest& test) {
  if (const YamlNode* lines = fields.Find("lines")) test.lines = ReadLines(*lines, problems);
  test.fixed = fields.OptionalText("fixed");
  if (test.fixed.empty() || has_rewrite) return;
  problems.Add(*fields.Find("fixed"),
               "the test says what the fix makes of it, but the rule has no \"fix\"",
               "add one, or leave this out");
}

RuleTest ReadTest(const YamlNode& node, bool is_bad, int number, bool has_rewrite,
                  Problems& problems) {
  RuleTest test{.is_bad = is_bad,
                .number = number,
                .line = node.line,
                .path = kDefaultPath,
                .code = {},
                .before = {},
                .lines = {},
                .fixed = {}};
  if (node.kind == YamlNode::Kind::kScalar) {
    test.code = ReadText(node, "a test", problems).empty() ? "" : node.scalar;
    return test;
  }
  Fields fields(node, "a test", problems);
  if (!fields.is_mapping()) return test;
  if (!fields.Text("code", "add the code, as a block: code: |").empty()) {
    test.code = fields.Find("code")->scalar;
  }
  const std::string path = fields.OptionalText("path");
  if (!path.empty()) test.path = path;
  if (!path.empty() && !absl::EndsWith(path, ".py")) {
    problems.Add(*fields.Find("path"), absl::StrCat("path ", Quoted(path)),
                 "rules see Python only: end it in .py");
  }
  if (const YamlNode* before = fields.Find("before")) {
    test.before = before->scalar;
    test.has_before = true;
  }
  if (is_bad) ReadFindings(fields, has_rewrite, problems, test);
  fields.Finish();
  return test;
}

}  // namespace

std::vector<RuleTest> ReadTests(const YamlNode* node, const YamlNode& rule, bool has_rewrite,
                                Problems& problems) {
  std::vector<RuleTest> tests;
  if (node == nullptr) {
    problems.Add(rule, "the rule has no \"tests\"",
                 "add tests: {bad: [code that it finds], good: [code that it passes over]}");
    return tests;
  }
  Fields fields(*node, "\"tests\"", problems);
  for (const bool is_bad : {true, false}) {
    const absl::string_view key = is_bad ? "bad" : "good";
    const YamlNode* list = fields.Require(
        key, is_bad ? "add code that the rule finds" : "add code that it passes over");
    if (list == nullptr) continue;
    if (list->kind != YamlNode::Kind::kSequence || list->items.empty()) {
      problems.Add(*list, absl::StrCat(Quoted(key), " is ", Describe(*list)),
                   "write a list with at least one piece of code");
      continue;
    }
    int number = 0;
    for (const YamlNode& item : list->items) {
      tests.push_back(ReadTest(item, is_bad, ++number, has_rewrite, problems));
    }
  }
  fields.Finish();
  return tests;
}

}  // namespace allreview::organisation_rules
