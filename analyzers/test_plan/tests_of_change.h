#ifndef ANALYZERS_TEST_PLAN_TESTS_OF_CHANGE_H_
#define ANALYZERS_TEST_PLAN_TESTS_OF_CHANGE_H_

// The tests of one change: what the change adds that needs some, which tests reach it, what they
// show, and how to run them.
//
//   TestsOfChange tests(change);
//   for (const NewDefinition& added : tests.unreached()) ...
//   result.tests = tests.Verify();
//
// Everything is found at the first question and remembered. Questions marked (index) load the index
// of the repository, those marked (texts) read files of it: ask them last. One thread. Borrows the
// change.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/test_plan/changed_code.h"
#include "analyzers/test_plan/new_definitions.h"
#include "analyzers/test_plan/new_settings.h"
#include "analyzers/test_plan/reachability.h"
#include "analyzers/test_plan/test_commands.h"
#include "analyzers/test_plan/test_ranking.h"
#include "analyzers/test_plan/test_text.h"
#include "analyzers/test_plan/test_verification.h"

namespace allreview::test_plan {

using Proof = TestVerification::Proof;

class TestsOfChange {
 public:
  explicit TestsOfChange(const change::AnalysedChange& change);
  ~TestsOfChange();
  TestsOfChange(const TestsOfChange&) = delete;
  TestsOfChange& operator=(const TestsOfChange&) = delete;

  // ---- What the change holds.
  const ChangeSize& size();
  const std::vector<ChangedDefinition>& changed_definitions();
  const std::vector<NewDefinition>& new_definitions();
  const std::vector<NewSetting>& new_settings();
  const std::vector<Trigger>& collectives();
  const std::vector<Trigger>& numerics();
  // By its title it takes an earlier change back.
  bool is_revert() const;

  // ---- What tests reach (index).
  // The repository is completely known and has tests: only then does absence prove anything.
  bool can_prove_absence();
  // New definitions that no test reaches. Empty when absence cannot be proven.
  const std::vector<NewDefinition>& unreached();
  Reachability& reachability();
  const std::vector<RankedFile>& ranking();

  // ---- What tests show of the change (index, texts). Best first; empty: nothing was found.
  // Tests that run on more than one rank.
  const std::vector<Proof>& parallel_proofs();
  // Tests that compare with a reference.
  const std::vector<Proof>& baseline_proofs();
  const std::vector<Proof>& gradient_proofs();
  // Tests in low and in full precision; both are needed.
  const std::vector<Proof>& low_precision_proofs();
  const std::vector<Proof>& full_precision_proofs();
  // Some file below tests has the setting's name: code, or lists of cases.
  bool TestsMention(const NewSetting& setting);

  // Everything, for documents (index, texts). Does nothing when the change holds no Python of the
  // product or its tests.
  // Commands are written in that style.
  TestVerification Verify(const CommandStyle& style = {});

 private:
  struct Evidence;
  // The files of a change; none for a scan, where nothing is new.
  const std::vector<change::AnalysedFile>& files() const;
  const Evidence& evidence();
  std::vector<const TestText*> TextsOf(const std::vector<const repository::IndexedFile*>& files);
  std::vector<const repository::IndexedFile*> EvidenceFiles(const std::vector<Trigger>& triggers);
  // Unchanged files of the same folder, a few.
  std::vector<const repository::IndexedFile*> SiblingsOf(const std::string& path);
  std::vector<ChosenTest> ChooseTests();
  // The one to show.
  const repository::IndexedFile* BestOf(const std::vector<const repository::IndexedFile*>& tests);
  Proof ProofAt(const TestText& text, const TestText::Hit& hit, const Phrase& what) const;
  const change::AnalysedFile* FindChanged(absl::string_view path) const;

  TestVerification::Row UnitTestRow();
  TestVerification::Row ParallelRow();
  TestVerification::Row NumericalRow();
  TestVerification::Row PrecisionRow();
  std::vector<Words> Notes(const std::vector<ChosenTest>& chosen);

  const change::AnalysedChange& change_;
  std::optional<ChangeSize> size_;
  std::optional<std::vector<ChangedDefinition>> changed_definitions_;
  std::optional<std::vector<NewDefinition>> new_definitions_, unreached_;
  std::optional<std::vector<NewSetting>> new_settings_;
  std::optional<std::vector<Trigger>> collectives_, numerics_;
  std::unique_ptr<Reachability> reachability_;
  std::optional<std::vector<RankedFile>> ranking_;
  std::map<std::string, std::unique_ptr<TestText>> texts_;  // By path.
  std::unique_ptr<Evidence> evidence_;
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_TESTS_OF_CHANGE_H_
