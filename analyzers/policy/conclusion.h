#ifndef ANALYZERS_POLICY_CONCLUSION_H_
#define ANALYZERS_POLICY_CONCLUSION_H_

// What a review concludes, and whether the caller's gate is met. Pure functions of ledger, missing
// parts and findings.
//
//   Conclusion conclusion = Conclude({.ledger = ledger, .missing = missing, .counts =
//   budget.counts});
//   // {kIncomplete, "2 of 7 files were not reviewed, first `a/b.py` (not fetched)"}
//
//   blocked     there is a P0 or P1
//   incomplete  else, something that must be reviewed was not, or a service failed
//   findings    else, there are P2, P3 or questions
//   success     else
//
// Suppressed findings, rules on probation and praise do not count; folded and withheld findings do.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/policy/budget.h"
#include "analyzers/policy/ledger.h"
#include "sentences/sentence.h"

namespace allreview::policy {

// Same order as review.v1.Conclusion, which begins with "unspecified".
enum class Verdict { kSuccess, kFindings, kIncomplete, kBlocked };

struct MissingPart {
  std::string service = {};
  std::string reason = {};
  bool is_expected = false;  // Not configured: does not count.
};

struct ConclusionInput {
  const std::vector<LedgerEntry>& ledger;  // Merged.
  std::vector<MissingPart> missing = {};
  FindingCounts counts = {};
  // Parts of the input that could not be read and that no ledger entry names, for example a broken
  // file of a patch whose name is not known.
  int unread_parts = 0;
  // Parts of the review that its budget cut short and that no ledger entry names: "change model".
  std::vector<Words> cut_parts = {};
  std::vector<std::string> paths = {};  // Only what lies in these is reported. Empty: all is.
  bool is_scan = false;  // Files as they are: there is no change, and nothing to merge.
};

// The diagnostic of such a part has this code, and its message is phrases::kCutShort with the part.
inline constexpr char kCutPartCode[] = "PART_MISSING";

struct Conclusion {
  Verdict verdict = Verdict::kIncomplete;
  Words reason = {};  // One sentence, no period.
};

Conclusion Conclude(const ConclusionInput& input);

struct Gate {
  std::optional<Severity> fail_on;  // None: no gate.
  int tripping = 0;                 // Defects and questions at or above it.
  bool is_incomplete = false;       // Something that must be reviewed was not, whatever was found.
};

// `findings` are those that ApplyBudget saw.
Gate ApplyGate(std::optional<Severity> fail_on, const std::vector<FindingKey>& findings,
               const ConclusionInput& input);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_CONCLUSION_H_
