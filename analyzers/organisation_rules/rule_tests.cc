#include "analyzers/organisation_rules/rule_tests.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/house/house_of_change.h"
#include "analyzers/paths/paths.h"
#include "analyzers/python/syntax.h"
#include "analyzers/rules/engine.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "analyzers/values/values_of_change.h"
#include "base/hash.h"
#include "base/work_budget.h"

namespace allreview::organisation_rules {
namespace {

using rules::Finding;

constexpr double kMaxSeconds = 2;  // Of one test.

// All that the test's repository has is the file.
class NothingElse : public change::RepositoryReader {
 public:
  explicit NothingElse(const change::ChangedFile& file) : file_(file) {}
  absl::StatusOr<std::vector<change::TreeFile>> ListFiles(
      change::Side, const std::vector<std::string>& suffixes) override {
    std::vector<change::TreeFile> files;
    for (const std::string& suffix : suffixes) {
      if (files.empty() && absl::EndsWith(file_.path, suffix)) {
        files.push_back({file_.path, file_.after_blob_id});
      }
    }
    return files;
  }
  absl::Status Read(change::Side, const std::vector<change::TreeFile>& files,
                    const Receiver& receive) override {
    for (const change::TreeFile& file : files) receive(file, *file_.after);
    return absl::OkStatus();
  }

 private:
  const change::ChangedFile& file_;
};

// The lines between what both versions begin and end with are one hunk.
change::ChangedHunk HunkBetween(absl::string_view before, absl::string_view after) {
  const std::vector<absl::string_view> a = absl::StrSplit(before, '\n');
  const std::vector<absl::string_view> b = absl::StrSplit(after, '\n');
  const size_t shorter = std::min(a.size(), b.size());
  size_t same = 0, tail = 0;
  while (same < shorter && a[same] == b[same]) ++same;
  while (tail < shorter - same && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  change::ChangedHunk hunk;
  hunk.old_lines = static_cast<int>(a.size() - same - tail);
  hunk.new_lines = static_cast<int>(b.size() - same - tail);
  hunk.old_start = static_cast<int>(same) + (hunk.old_lines > 0);
  hunk.new_start = static_cast<int>(same) + (hunk.new_lines > 0);
  for (int i = 0; i < hunk.old_lines; ++i) hunk.removed.push_back(static_cast<int>(same) + 1 + i);
  for (int i = 0; i < hunk.new_lines; ++i) hunk.added.push_back(static_cast<int>(same) + 1 + i);
  return hunk;
}

change::ChangedFile ChangeOf(const RuleTest& test, const std::string& code) {
  change::ChangedFile file;
  file.path = file.old_path = test.path;
  file.language = "python";
  file.role = paths::IsTestPath(test.path) ? change::FileRole::kTest : change::FileRole::kSource;
  file.is_added = !test.has_before;
  if (test.has_before) file.before = test.before;
  file.after = code;
  file.after_blob_id = GitBlobId(code);
  file.hunks.push_back(HunkBetween(test.before, code));
  return file;
}

struct Review {
  std::vector<Finding> findings;
  std::string trouble;  // The file was not reviewed to its end.
};

// Reviews with one rule alone.
class Reviewer {
 public:
  Reviewer(const OrganisationRule& rule, const std::function<double()>& cpu_seconds)
      : rule_(rule), cpu_seconds_(cpu_seconds) {}
  Review Run(const RuleTest& test, const std::string& code) const;
  const OrganisationRule& rule() const { return rule_; }

 private:
  const OrganisationRule& rule_;
  const std::function<double()>& cpu_seconds_;
};

Review Reviewer::Run(const RuleTest& test, const std::string& code) const {
  const std::vector<change::ChangedFile> files = {ChangeOf(test, code)};
  NothingElse reader(files[0]);
  WorkBudget budget("the test", {});
  const BudgetScope scope(&budget);
  const change::AnalysedChange change =
      change::ParseChange({.files = files,
                           .repository = &reader,
                           .limits = {.file_seconds = kMaxSeconds},
                           .keep_for_queries = true,
                           .cpu_seconds = cpu_seconds_});
  house::HouseOfChange house(change);
  test_plan::TestsOfChange tests(change);
  values::ValuesOfChange values(change);
  rules::RulesInput input{.change = change,
                          .house = house,
                          .tests = tests,
                          .values = values,
                          .extra_rules = {&rule_.rule}};
  for (const rules::RuleInfo& other : rules::ListRules()) {
    input.settings[std::string(other.id)].is_enabled = false;
  }
  input.settings[std::string(rule_.rule.info.id)].is_enabled = true;
  rules::RulesResult result = rules::RunRules(input);
  rules::FinishFindings(input, &result);
  Review review{.findings = std::move(result.findings), .trouble = {}};
  for (const change::Coverage& coverage : result.coverage)
    review.trouble = English(coverage.reason);
  return review;
}

std::string Apply(std::string code, std::vector<rules::Edit> edits) {
  std::sort(edits.begin(), edits.end(),
            [](const rules::Edit& a, const rules::Edit& b) { return a.first_byte > b.first_byte; });
  int64_t limit = static_cast<int64_t>(code.size());
  for (const rules::Edit& edit : edits) {
    if (edit.end_byte > limit) continue;  // Lies in one that was applied.
    code.replace(static_cast<size_t>(edit.first_byte),
                 static_cast<size_t>(edit.end_byte - edit.first_byte), edit.replacement);
    limit = edit.first_byte;
  }
  return code;
}

int ErrorsIn(absl::string_view code) {
  const auto tree = python::SyntaxTree::Parse(code);
  return tree.ok() ? tree->error_count() : 1;
}

// What is wrong with the rewrite of what was found; empty: nothing.
std::string CheckRewrite(const Reviewer& reviewer, const RuleTest& test,
                         const std::vector<Finding>& findings) {
  std::vector<rules::Edit> edits;
  for (const Finding& finding : findings) {
    edits.insert(edits.end(), finding.edits.begin(), finding.edits.end());
  }
  if (edits.empty()) return "the fix changes nothing";
  const std::string fixed = Apply(test.code, edits);
  if (ErrorsIn(fixed) > ErrorsIn(test.code)) {
    return absl::StrCat("the fix leaves no Python behind: ", Quoted(fixed));
  }
  const std::string wanted(absl::StripAsciiWhitespace(test.fixed));
  if (!wanted.empty() && absl::StripAsciiWhitespace(fixed) != wanted) {
    return absl::StrCat("the fix makes ", Quoted(fixed), ", wanted ", Quoted(wanted));
  }
  if (reviewer.Run(test, fixed).findings.size() >= findings.size()) {
    return absl::StrCat("the rule still finds as much after its fix: ", Quoted(fixed));
  }
  return "";
}

std::string LinesOf(const std::vector<Finding>& findings) {
  std::vector<int> lines;
  for (const Finding& finding : findings) lines.push_back(finding.range.first_line);
  return absl::StrJoin(lines, ", ");
}

std::string RunTest(const Reviewer& reviewer, const RuleTest& test) {
  if (ErrorsIn(test.code) > 0) return "the code is not valid Python";
  const Review review = reviewer.Run(test, test.code);
  if (!review.trouble.empty()) return review.trouble;
  const std::string lines = LinesOf(review.findings);
  if (!test.is_bad) {
    return review.findings.empty() ? ""
                                   : absl::StrCat("wanted nothing, found it in line ", lines, ": ",
                                                  review.findings[0].problem);
  }
  if (review.findings.empty()) return "wanted a finding, found nothing";
  if (!test.lines.empty() && absl::StrJoin(test.lines, ", ") != lines) {
    return absl::StrCat("wanted findings in lines ", absl::StrJoin(test.lines, ", "),
                        ", found them in ", lines);
  }
  return reviewer.rule().rewrite ? CheckRewrite(reviewer, test, review.findings) : "";
}

}  // namespace

std::vector<TestResult> RunTests(const RuleSet& rules, const std::function<double()>& cpu_seconds) {
  std::vector<TestResult> results;
  for (const auto& rule : rules.owned()) {
    const Reviewer reviewer(*rule, cpu_seconds);
    for (const RuleTest& test : rule->tests) {
      results.push_back({.rule_id = std::string(rule->rule.info.id),
                         .name = absl::StrCat(test.is_bad ? "bad " : "good ", test.number),
                         .file = rule->file,
                         .line = test.line,
                         .failure = RunTest(reviewer, test)});
    }
  }
  return results;
}

}  // namespace allreview::organisation_rules
