#include "services/report/documents/test_verification.h"

#include <array>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"

namespace allreview::report {
namespace {

using analysis::v1::TestCheck;
using analysis::v1::TestCommand;
using analysis::v1::TestProof;

constexpr size_t kMaxCell = 400;  // Bytes.

constexpr int kMaxProofs = 4;

absl::string_view CheckLabel(Language language, absl::string_view check) {
  static constexpr Phrase kUnit("Unit tests", "单元测试");
  static constexpr Phrase kParallel("Parallel scenarios", "并行场景");
  static constexpr Phrase kAccuracy("Numerical accuracy", "数值精度");
  static constexpr Phrase kPrecision("Precision modes", "精度模式");
  static constexpr Phrase kOther("Other", "其他");
  if (check == "unit-tests") return kUnit.In(language);
  if (check == "parallel") return kParallel.In(language);
  if (check == "numerical-accuracy") return kAccuracy.In(language);
  if (check == "precision") return kPrecision.In(language);
  return kOther.In(language);
}

absl::string_view StateLabel(Language language, TestCheck::State state) {
  static constexpr Phrase kFound("found", "已有");
  static constexpr Phrase kMissing("**missing**", "**缺失**");
  static constexpr Phrase kNotNeeded("not needed", "不需要");
  static constexpr Phrase kUnknown("unknown", "未知");
  switch (state) {
    case TestCheck::STATE_FOUND:
      return kFound.In(language);
    case TestCheck::STATE_MISSING:
      return kMissing.In(language);
    case TestCheck::STATE_NOT_NEEDED:
      return kNotNeeded.In(language);
    default:
      return kUnknown.In(language);
  }
}

std::string ProofCell(const TestProof& proof) {
  const std::string place =
      proof.line() > 0 ? absl::StrCat(proof.path(), ":", proof.line()) : proof.path();
  const std::string test =
      proof.test().empty() ? "" : absl::StrCat(" ", MarkdownCellCode(Shorten(proof.test(), 80)));
  return absl::StrCat(MarkdownCellCode(place), test, " ", MarkdownCell(proof.found(), kMaxCell));
}

std::string Row(Language language, const TestCheck& check) {
  static constexpr Phrase kMore("and {count} more", "另有 {count} 处");
  std::vector<std::string> parts = {absl::StrCat(StateLabel(language, check.state()),
                                                 Colon(language),
                                                 MarkdownCell(check.summary(), kMaxCell))};
  for (int i = 0; i < check.proofs_size() && i < kMaxProofs; ++i) {
    parts.push_back(ProofCell(check.proofs(i)));
  }
  if (check.proofs_size() > kMaxProofs) {
    parts.push_back(
        Say(language, kMore, {{"count", absl::StrCat(check.proofs_size() - kMaxProofs)}}));
  }
  return absl::StrCat(
      "| ", CheckLabel(language, check.check()), " | ",
      check.location().empty() ? "-" : MarkdownCellCode(Shorten(check.location(), 120)), " | ",
      absl::StrJoin(parts, Semicolon(language)), " |\n");
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
  return text.empty() ? "" : absl::StrCat("\n", text);
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

std::string TestVerificationMarkdown(Language language, const analysis::v1::TestEvidence& tests) {
  static constexpr Phrase kTitle("**Test verification**", "**测试核对**");
  static constexpr Phrase kHead("| Check | Location | What was found |",
                                "| 检查项 | 位置 | 发现 |");
  if (tests.checks().empty()) return "";
  std::string text =
      absl::StrCat(kTitle.In(language), "\n\n", kHead.In(language), "\n| --- | --- | --- |\n");
  for (const TestCheck& check : tests.checks()) text += Row(language, check);
  return text + Branches(language, tests);
}

std::string TestCommandsMarkdown(Language language, const analysis::v1::TestEvidence& tests) {
  std::string text;
  for (const TestCommand& command : tests.commands()) text += CommandLine(language, command);
  for (const std::string& note : tests.notes()) {
    absl::StrAppend(&text, "- ", SentenceMarkdown(language, note), "\n");
  }
  return text;
}

}  // namespace allreview::report
