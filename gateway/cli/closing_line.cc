#include "gateway/cli/closing_line.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/output.h"

namespace allreview::cli {

using review::v1::Finished;

int ExitCodeOf(const Finished& finished, bool is_gate_off) {
  if (!is_gate_off && finished.gate().tripping() > 0) return kExitFindings;
  const bool is_incomplete =
      finished.gate().is_incomplete() || finished.conclusion() == review::v1::CONCLUSION_INCOMPLETE;
  return is_incomplete ? kExitIncomplete : kExitOk;
}

std::string ClosingLine(const Finished& finished, const ReviewPlan& plan, int code) {
  std::vector<std::string> files;
  for (const std::string& output : plan.outputs) {
    if (output != "-") files.push_back(PrintableText(output));
  }
  const bool is_silent = files.size() == plan.outputs.size();
  if (code == kExitOk && !is_silent) return "";
  std::string line = "allreview: ";
  if (code == kExitFindings) {
    const int gate = finished.gate().fail_on() - finding::v1::SEVERITY_P0;
    absl::StrAppend(&line, finished.gate().tripping(),
                    finished.gate().tripping() == 1 ? " finding" : " findings",
                    " at or above the gate P", gate, "; ");
  } else if (code == kExitIncomplete) {
    absl::StrAppend(&line, "the review is incomplete: ");
  }
  absl::StrAppend(&line, PrintableText(finished.conclusion_reason()));
  if (!files.empty()) absl::StrAppend(&line, "; wrote ", absl::StrJoin(files, ", "));
  return absl::StrCat(line, "\n");
}

}  // namespace allreview::cli
