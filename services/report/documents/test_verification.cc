#include "services/report/documents/test_verification.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"

namespace allreview::report {
namespace {

using analysis::v1::TestCheck;
using analysis::v1::TestCommand;
using analysis::v1::TestProof;

constexpr absl::string_view kUnitTests = "unit-tests";

absl::string_view CheckLabel(Language language, absl::string_view check) {
  static constexpr Phrase kUnit("Unit tests", "单元测试");
  static constexpr Phrase kParallel("Parallel scenarios", "并行场景");
  static constexpr Phrase kAccuracy("Numerical accuracy", "数值精度");
  static constexpr Phrase kPrecision("Precision modes", "精度模式");
  static constexpr Phrase kOther("Other", "其他");
  if (check == kUnitTests) return kUnit.In(language);
  if (check == "parallel") return kParallel.In(language);
  if (check == "numerical-accuracy") return kAccuracy.In(language);
  if (check == "precision") return kPrecision.In(language);
  return kOther.In(language);
}

absl::string_view StateLabel(Language language, TestCheck::State state) {
  static constexpr Phrase kFound("found", "已有");
  static constexpr Phrase kMissing("**missing**", "**缺失**");
  static constexpr Phrase kUnknown("unknown", "未知");
  switch (state) {
    case TestCheck::STATE_FOUND:
      return kFound.In(language);
    case TestCheck::STATE_MISSING:
      return kMissing.In(language);
    default:
      return kUnknown.In(language);
  }
}

// "`a.py:3` `test_f`".
std::string TestCode(const TestProof& proof) {
  const std::string place =
      proof.line() > 0 ? absl::StrCat(proof.path(), ":", proof.line()) : proof.path();
  return absl::StrCat(
      MarkdownCode(place),
      proof.test().empty() ? "" : absl::StrCat(" ", MarkdownCode(Shorten(proof.test(), 80))));
}

// A class or function of a file of tests may help them, or nobody.
bool IsTest(const TestProof* proof) {
  const absl::string_view name = proof->test();
  return name.empty() || absl::StartsWithIgnoreCase(name.substr(name.rfind('.') + 1), "test");
}

// Those of tests that the change brings first; helpers where there is no test.
std::vector<const TestProof*> BestFirst(const TestCheck& check,
                                        const std::set<std::string>& changed) {
  std::vector<const TestProof*> proofs;
  for (const TestProof& proof : check.proofs()) proofs.push_back(&proof);
  if (std::any_of(proofs.begin(), proofs.end(), IsTest)) {
    std::erase_if(proofs, [](const TestProof* proof) { return !IsTest(proof); });
  }
  std::stable_partition(proofs.begin(), proofs.end(),
                        [&](const TestProof* proof) { return changed.contains(proof->path()); });
  return proofs;
}

// That a test reaches a definition says nothing of its changed lines: the tests are named, not
// counted.
bool IsUncounted(const TestCheck& check) {
  return check.check() == kUnitTests && check.state() != TestCheck::STATE_MISSING;
}

bool IsUntold(const TestCheck& check) { return IsUncounted(check) && check.proofs().empty(); }

// Checks of which the same is to be said stand in one item.
std::string Item(Language language, const std::vector<const TestCheck*>& checks,
                 const std::set<std::string>& changed) {
  static constexpr Phrase kItem("- {labels}, {state}: {summary}\n",
                                "- {labels}，{state}：{summary}\n");
  static constexpr Phrase kProofs("- {labels}:\n", "- {labels}：\n");
  const TestCheck& first = *checks.front();
  std::vector<std::string> labels;
  for (const TestCheck* check : checks) labels.emplace_back(CheckLabel(language, check->check()));
  std::string text = Say(language, IsUncounted(first) ? kProofs : kItem,
                         {{"labels", absl::StrJoin(labels, Comma(language))},
                          {"state", StateLabel(language, first.state())},
                          {"summary", first.state() == TestCheck::STATE_MISSING
                                          ? MissingText(language, first)
                                          : SentenceMarkdown(language, first.summary())}});
  // What one test shows stands in one line.
  std::vector<std::pair<std::string, std::vector<std::string>>> tests;
  for (const TestProof* proof : BestFirst(first, changed)) {
    const std::string test = TestCode(*proof);
    auto known = std::find_if(tests.begin(), tests.end(),
                              [&](const auto& other) { return other.first == test; });
    if (known == tests.end()) known = tests.insert(tests.end(), {test, {}});
    known->second.push_back(MarkdownProse(proof->found()));
  }
  for (const auto& [test, found] : tests) {
    absl::StrAppend(&text, "  - ", test, " ", absl::StrJoin(found, Comma(language)), "\n");
  }
  return text;
}

std::string CommandLine(Language language, const TestCommand& command) {
  static constexpr Phrase kProcesses("{count} processes", "{count} 个进程");
  const std::string processes =
      command.processes() > 1
          ? Say(language, kProcesses, {{"count", absl::StrCat(command.processes())}})
          : "";
  return absl::StrCat("- ", MarkdownText(PurposeLabel(language, command.purpose())),
                      InBrackets(language, processes), Colon(language),
                      MarkdownCode(Shorten(command.line(), 2000)), "\n");
}

// "- `a.py:3` `size > 1` in `gather`: no test makes it true (`tests/test_a.py:9`: starts one
// rank)".
std::string BranchLine(Language language, const analysis::v1::BranchReach& branch) {
  static constexpr Phrase kTrue("- {place} {condition}: no test makes it true{why}",
                                "- {place} {condition}：没有测试使其为真{why}");
  static constexpr Phrase kFalse("- {place} {condition}: no test makes it false{why}",
                                 "- {place} {condition}：没有测试使其为假{why}");
  const bool is_true = branch.state() == analysis::v1::BranchReach::STATE_NEVER_TRUE;
  std::vector<std::string> why;
  for (const TestProof& proof : branch.proofs()) {
    why.push_back(absl::StrCat(MarkdownCode(absl::StrCat(proof.path(), ":", proof.line())),
                               Colon(language), MarkdownProse(proof.found())));
  }
  const std::string place = absl::StrCat(branch.range().path(), ":", branch.range().first_line());
  return absl::StrCat(Say(language, is_true ? kTrue : kFalse,
                          {{"place", MarkdownCode(place)},
                           {"condition", MarkdownCode(Shorten(branch.condition(), 120))},
                           {"why", InBrackets(language, absl::StrJoin(why, Semicolon(language)))}}),
                      "\n");
}

std::string Branches(Language language, const analysis::v1::TestEvidence& tests) {
  constexpr int kMost = 8;
  std::string text;
  int told = 0;
  for (const analysis::v1::BranchReach& branch : tests.branches()) {
    const bool is_open = branch.state() == analysis::v1::BranchReach::STATE_NEVER_TRUE ||
                         branch.state() == analysis::v1::BranchReach::STATE_NEVER_FALSE;
    if (is_open && ++told <= kMost) text += BranchLine(language, branch);
  }
  return text;
}

// Of a check that only names what no test runs; others are a sentence by themselves.
std::string AboutMissing(Language language, const TestCheck& check, const Phrase& phrase) {
  const std::string problem = CleanLine(Shorten(check.summary(), 400));
  const bool is_names = check.check() == kUnitTests && absl::StartsWith(problem, "`");
  if (!is_names) return SentenceMarkdown(language, problem);
  return Say(language, phrase, {{"problem", MarkdownProse(absl::StripSuffix(problem, "."))}});
}

}  // namespace

absl::string_view PurposeLabel(Language language, absl::string_view purpose) {
  static constexpr std::array<Phrase, 5> kPurposes = {Phrase("install", "安装"),
                                                      {"format", "格式化"},
                                                      {"lint", "静态检查"},
                                                      {"test", "测试"},
                                                      {"wider", "更大范围"}};
  for (const Phrase& known : kPurposes) {
    if (known.In(Language::kEnglish) == purpose) return known.In(language);
  }
  return purpose;
}

const TestCheck* MissingUnitTests(const analysis::v1::TestEvidence& tests) {
  for (const TestCheck& check : tests.checks()) {
    if (check.check() == kUnitTests && check.state() == TestCheck::STATE_MISSING) return &check;
  }
  return nullptr;
}

std::string MissingText(Language language, const TestCheck& check) {
  static constexpr Phrase kUntested("No test found that runs {problem}.",
                                    "{problem} 没有测试覆盖。");
  return AboutMissing(language, check, kUntested);
}

std::string TestToAdd(Language language, const TestCheck& check) {
  static constexpr Phrase kAdd("Add a test that runs {problem}.", "为 {problem} 补充测试。");
  return AboutMissing(language, check, kAdd);
}

std::string TestVerificationMarkdown(Language language, const analysis::v1::TestEvidence& tests) {
  static constexpr Phrase kTitle("**Test verification**", "**测试核对**");
  std::set<std::string> changed;
  for (const analysis::v1::RankedTest& test : tests.ranking()) {
    if (test.is_changed()) changed.insert(test.path());
  }
  std::vector<std::vector<const TestCheck*>> items;
  for (const TestCheck& check : tests.checks()) {
    if (check.state() == TestCheck::STATE_NOT_NEEDED || IsUntold(check)) continue;
    const bool is_same = !items.empty() && items.back().front()->state() == check.state() &&
                         items.back().front()->summary() == check.summary();
    if (!is_same) items.emplace_back();
    items.back().push_back(&check);
  }
  std::string text;
  for (const auto& checks : items) text += Item(language, checks, changed);
  text += Branches(language, tests);
  return text.empty() ? "" : absl::StrCat(kTitle.In(language), "\n\n", text);
}

std::string TestCommandsMarkdown(Language language, const analysis::v1::TestEvidence& tests) {
  std::string text;
  for (const TestCommand& command : tests.commands()) {
    // Whole folders are what CI runs.
    if (command.purpose() != "wider") text += CommandLine(language, command);
  }
  for (const std::string& note : tests.notes()) {
    absl::StrAppend(&text, "- ", SentenceMarkdown(language, note), "\n");
  }
  return text;
}

}  // namespace allreview::report
