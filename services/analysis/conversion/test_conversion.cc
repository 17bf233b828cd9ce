// What is known of the tests of a change, as messages.

#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "sentences/messages/text.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

// Enumerations of proto/ begin with "unspecified".
constexpr v1::TestCheck::State StateOf(test_plan::TestVerification::State state) {
  return static_cast<v1::TestCheck::State>(static_cast<int>(state) + 1);
}
static_assert(StateOf(test_plan::TestVerification::State::kUnknown) ==
              v1::TestCheck::STATE_UNKNOWN);

v1::TestProof ToProto(const test_plan::TestVerification::Proof& found) {
  v1::TestProof proof;
  proof.set_path(ToDisplayText(found.path));
  proof.set_line(found.line);
  proof.set_test(ToDisplayText(found.test));
  proof.set_found(ToDisplayText(English(found.found)));
  *proof.mutable_found_text() = ToText(found.found);
  return proof;
}

v1::BranchReach ToProto(const test_plan::TestVerification::Branch& branch) {
  using State = test_plan::TestVerification::Branch::State;
  v1::BranchReach proto;
  proto.set_symbol(ToDisplayText(absl::StrCat(branch.path, ":", branch.function)));
  proto.set_condition(ToDisplayText(branch.condition));
  proto.mutable_range()->set_path(ToDisplayText(branch.path));
  proto.mutable_range()->set_side(change::v1::SIDE_RIGHT);
  proto.mutable_range()->set_first_line(branch.line);
  proto.mutable_range()->set_end_line(branch.line + 1);
  proto.set_state(branch.state == State::kNeverTrue    ? v1::BranchReach::STATE_NEVER_TRUE
                  : branch.state == State::kNeverFalse ? v1::BranchReach::STATE_NEVER_FALSE
                                                       : v1::BranchReach::STATE_BOTH_WAYS);
  for (const auto& proof : branch.proofs) *proto.add_proofs() = ToProto(proof);
  return proto;
}

}  // namespace

v1::TestEvidence ToProto(const test_plan::TestVerification& tests) {
  v1::TestEvidence proto;
  for (const test_plan::TestVerification::Row& row : tests.rows) {
    v1::TestCheck& check = *proto.add_checks();
    check.set_check(row.check);
    check.set_state(StateOf(row.state));
    check.set_location(ToDisplayText(row.location));
    check.set_summary(ToDisplayText(English(row.summary)));
    *check.mutable_summary_text() = ToText(row.summary);
    for (const auto& proof : row.proofs) *check.add_proofs() = ToProto(proof);
  }
  for (const test_plan::TestVerification::Command& command : tests.commands) {
    v1::TestCommand& copy = *proto.add_commands();
    copy.set_purpose(command.purpose);
    copy.set_line(ToDisplayText(command.line));
    copy.set_processes(command.processes);
  }
  for (const test_plan::TestVerification::RankedTest& test : tests.ranking) {
    v1::RankedTest& copy = *proto.add_ranking();
    copy.set_path(ToDisplayText(test.path));
    copy.set_is_changed(test.is_changed);
  }
  for (const test_plan::TestVerification::Branch& branch : tests.branches) {
    *proto.add_branches() = ToProto(branch);
  }
  for (const Words& note : tests.notes) {
    proto.add_notes(ToDisplayText(English(note)));
    *proto.add_note_texts() = ToText(note);
  }
  return proto;
}

}  // namespace allreview::analysis
