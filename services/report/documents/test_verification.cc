#include "services/report/documents/test_verification.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/display_text.h"
#include "services/report/finding_text.h"
#include "services/report/labels.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using analysis::v1::TestCheck;
using analysis::v1::TestCommand;
using analysis::v1::TestProof;

constexpr size_t kMaxCell = 400;  // Bytes.

constexpr int kMaxProofs = 4;

absl::string_view CheckLabel(absl::string_view check) {
  if (check == "unit-tests") return "Unit tests";
  if (check == "parallel") return "Parallel scenarios";
  if (check == "numerical-accuracy") return "Numerical accuracy";
  if (check == "precision") return "Precision modes";
  return "Other";
}

absl::string_view StateLabel(TestCheck::State state) {
  switch (state) {
    case TestCheck::STATE_FOUND:
      return "found";
    case TestCheck::STATE_MISSING:
      return "**missing**";
    case TestCheck::STATE_NOT_NEEDED:
      return "not needed";
    default:
      return "unknown";
  }
}

std::string ProofCell(const TestProof& proof) {
  const std::string place =
      proof.line() > 0 ? absl::StrCat(proof.path(), ":", proof.line()) : proof.path();
  const std::string test =
      proof.test().empty() ? "" : absl::StrCat(" ", MarkdownCellCode(Shorten(proof.test(), 80)));
  return absl::StrCat(MarkdownCellCode(place), test, " ", MarkdownCell(proof.found(), kMaxCell));
}

std::string Row(const TestCheck& check) {
  std::vector<std::string> parts = {
      absl::StrCat(StateLabel(check.state()), ": ", MarkdownCell(check.summary(), kMaxCell))};
  for (int i = 0; i < check.proofs_size() && i < kMaxProofs; ++i) {
    parts.push_back(ProofCell(check.proofs(i)));
  }
  if (check.proofs_size() > kMaxProofs) {
    parts.push_back(absl::StrCat("and ", check.proofs_size() - kMaxProofs, " more"));
  }
  return absl::StrCat(
      "| ", CheckLabel(check.check()), " | ",
      check.location().empty() ? "-" : MarkdownCellCode(Shorten(check.location(), 120)), " | ",
      absl::StrJoin(parts, "; "), " |\n");
}

std::string CommandLine(const TestCommand& command) {
  const std::string processes =
      command.processes() > 1 ? absl::StrCat(" (", command.processes(), " processes)") : "";
  return absl::StrCat("- ", MarkdownText(command.purpose()), processes, ": ",
                      MarkdownCode(Shorten(command.line(), 2000)), "\n");
}

}  // namespace

std::string TestVerificationMarkdown(const analysis::v1::TestEvidence& tests) {
  if (tests.checks().empty()) return "";
  std::string text =
      "**Test verification**\n\n| Check | Location | What was found |\n| --- | --- | --- |\n";
  for (const TestCheck& check : tests.checks()) text += Row(check);
  return text;
}

std::string TestCommandsMarkdown(const analysis::v1::TestEvidence& tests) {
  std::string text;
  for (const TestCommand& command : tests.commands()) text += CommandLine(command);
  for (const std::string& note : tests.notes()) {
    absl::StrAppend(&text, "- ", SentenceMarkdown(note), "\n");
  }
  return text;
}

}  // namespace allreview::report
