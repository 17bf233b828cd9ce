#include "tools/debug/phases_of_change.h"

#include "absl/strings/str_cat.h"
#include "analyzers/diff/print_structure.h"
#include "analyzers/diff/unified_diff.h"
#include "proto/print/print_message.h"

namespace allreview::debug {
namespace {

std::string PrintDiff(const ReviewedChange& reviewed) {
  if (reviewed.diff.empty() && reviewed.diff_bytes > 0) {
    return absl::StrCat("... a diff of ", reviewed.diff_bytes, " bytes; at most ", kMaxDiffBytes,
                        " are printed\n");
  }
  return diff::PrintStructure(diff::ParseUnifiedDiff(reviewed.diff));
}

std::string PrintLedger(const ReviewedChange& reviewed) {
  return PrintFields(reviewed.review, {"totals", "ledger", "conclusion", "conclusion_reason",
                                       "receipt", "missing", "diagnostics", "gate", "counts"});
}

}  // namespace

const std::vector<PhaseOfChange>& PhasesOfChange() {
  using Change = const ReviewedChange&;
  static const std::vector<PhaseOfChange>& phases = *new std::vector<PhaseOfChange>{
      {"diff", "files and hunks, classified", PrintDiff},
      {"change", "both sides as rules see them, and the changed lines",
       [](Change reviewed) { return reviewed.change; }},
      {"moves", "what was moved, renamed and split, and what is new or gone",
       [](Change reviewed) { return reviewed.moves; }},
      {"intent", "what authors say around it, and what for",
       [](Change reviewed) { return reviewed.intent; }},
      {"house", "what the repository asks of new code, and where it says so",
       [](Change reviewed) { return reviewed.house; }},
      {"plan", "which tests there are, and the commands that run them",
       [](Change reviewed) { return reviewed.plan; }},
      {"bindings", "what C++ and CUDA bind to Python, with which functions, and who calls it",
       [](Change reviewed) { return reviewed.bindings; }},
      {"findings", "what rules found, with parameters and evidence",
       [](Change reviewed) {
         return PrintFields(reviewed.review, {"findings", "folded"});
       }},
      {"model", "the change model that documents are made from",
       [](Change reviewed) { return PrintMessage(reviewed.review.model()); }},
      {"playbook", "the conventions of the repository",
       [](Change reviewed) { return PrintMessage(reviewed.review.playbook()); }},
      {"numerics", "measurements of changed arithmetic, and what was not measured",
       [](Change reviewed) { return PrintMessage(reviewed.review.numerics()); }},
      {"ledger", "the decision: what became of each file, counts and conclusion", PrintLedger}};
  return phases;
}

}  // namespace allreview::debug
