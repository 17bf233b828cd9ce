#include "analyzers/test_plan/print_verification.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/outline.h"

namespace allreview::test_plan {
namespace {

absl::string_view NameOf(TestVerification::State state) {
  static constexpr absl::string_view kNames[] = {"found", "missing", "not needed", "unknown"};
  return kNames[static_cast<int>(state)];
}

absl::string_view NameOf(TestVerification::Branch::State state) {
  static constexpr absl::string_view kNames[] = {"both ways", "never true", "never false"};
  return kNames[static_cast<int>(state)];
}

void Add(const TestVerification::Proof& proof, Outline& outline) {
  outline.Add(1, absl::StrCat(proof.path, ":", proof.line, proof.test.empty() ? "" : " ",
                              proof.test, " ", Excerpt(English(proof.found), 200)));
}

}  // namespace

std::string PrintVerification(const TestVerification& tests) {
  Outline outline;
  for (const TestVerification::Row& row : tests.rows) {
    outline.Add(0, absl::StrCat(row.check, " ", NameOf(row.state), " ", Excerpt(row.location), " ",
                                Excerpt(English(row.summary), 200)));
    for (const TestVerification::Proof& proof : row.proofs) Add(proof, outline);
  }
  for (const TestVerification::Command& command : tests.commands) {
    outline.Add(0, absl::StrCat("command ", command.purpose, " ", Excerpt(command.line, 200),
                                " processes ", command.processes));
  }
  for (const TestVerification::RankedTest& test : tests.ranking) {
    outline.Add(0, absl::StrCat("run ", test.path, test.is_changed ? " changed" : ""));
  }
  for (const TestVerification::Branch& branch : tests.branches) {
    outline.Add(0, absl::StrCat("branch ", branch.path, ":", branch.line, " ", branch.function, " ",
                                Excerpt(branch.condition, 200), " ", NameOf(branch.state)));
    for (const TestVerification::Proof& proof : branch.proofs) Add(proof, outline);
  }
  for (const Words& note : tests.notes) {
    outline.Add(0, absl::StrCat("note ", Excerpt(English(note), 200)));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::test_plan
