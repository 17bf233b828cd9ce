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
#include <set>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/test_plan/changed_branches.h"
#include "analyzers/test_plan/changed_code.h"
#include "analyzers/test_plan/new_definitions.h"
#include "analyzers/test_plan/new_settings.h"
#include "analyzers/test_plan/reaching_tests.h"
#include "analyzers/test_plan/repository_files.h"
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
  const std::vector<Trigger>& tensor_code();
  // In files of CUDA, by name (texts).
  const std::vector<std::string>& device_kernels();
  // By its title it takes an earlier change back.
  bool is_revert() const;

  // ---- What tests reach (index).
  // The repository is completely known and has tests: only then does absence prove anything.
  bool can_prove_absence();
  // New definitions that no test reaches. Empty when absence cannot be proven.
  const std::vector<NewDefinition>& unreached();
  // Some test imports it, or something of its package.
  bool TestsImportPackageOf(const NewDefinition& added);
  const RepositoryFiles& repository();
  // Tests that run a definition, by calls.
  ReachingTests& reaching() { return reaching_; }
  // Some test says its name, or may come to it in a way that nobody can follow.
  bool MayTestsRun(const change::AnalysedFile& file, const python::Definition& definition);
  // So it is for the function around one of them; nobody knows who runs what stands in no function.
  bool MayTestsRunAny(const std::vector<Trigger>& triggers);
  // Conditions that the change adds or alters, as tests make them (texts).
  const std::vector<TestVerification::Branch>& branches();
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
  // product or its tests, and no C++.
  // Commands are written in that style.
  TestVerification Verify(const CommandStyle& style = {});

 private:
  struct Evidence;
  // The files of a change; none for a scan, where nothing is new.
  const std::vector<change::AnalysedFile>& files() const;
  const Evidence& evidence();
  bool MayBeReached(const NewDefinition& added);
  // Its file names others as holders of its copyright than the files beside it.
  bool IsForeign(const NewDefinition& added);
  std::vector<const TestText*> TextsOf(const std::vector<const repository::IndexedFile*>& files);
  // What tests say that run one of these: without the other tests of their files, with the helpers
  // that they import.
  std::vector<const TestText*> EvidenceOf(const std::vector<Trigger>& triggers);
  const TestText* WithoutOtherTests(const repository::IndexedFile& file, const TestText& text,
                                    const std::set<std::string>& tests);
  // Unchanged files of the same folder, a few.
  std::vector<const repository::IndexedFile*> SiblingsOf(const std::string& path);
  std::vector<const repository::IndexedFile*> TestsToRun();
  std::vector<ChosenTest> ChooseTests();
  // Of what the change edits in C++ and CUDA.
  std::vector<ChosenTest> TestsThroughBindings();
  Proof ProofAt(const TestText& text, const TestText::Hit& hit, const Phrase& what) const;
  const change::AnalysedFile* FindChanged(absl::string_view path) const;

  TestVerification::Row UnitTestRow();
  TestVerification::Row ParallelRow();
  TestVerification::Row NumericalRow();
  TestVerification::Row ArithmeticRow();
  TestVerification::Row PrecisionRow();
  std::vector<Words> Notes(const std::vector<ChosenTest>& chosen);

  const change::AnalysedChange& change_;
  std::optional<ChangeSize> size_;
  std::optional<std::vector<ChangedDefinition>> changed_definitions_;
  std::optional<std::vector<NewDefinition>> new_definitions_, unreached_;
  std::optional<std::vector<NewSetting>> new_settings_;
  std::optional<std::vector<Trigger>> collectives_, numerics_, tensor_code_;
  std::optional<std::vector<std::string>> device_kernels_;
  std::optional<RepositoryFiles> repository_;
  ReachingTests reaching_;
  std::optional<std::vector<TestVerification::Branch>> branches_;
  std::optional<std::vector<RankedFile>> ranking_;
  std::map<std::string, std::unique_ptr<TestText>> texts_;  // By path.
  // Of single tests, and what they point into.
  std::vector<std::unique_ptr<TestText>> cut_texts_;
  std::vector<std::unique_ptr<std::string>> cut_contents_;
  std::unique_ptr<Evidence> evidence_;
};

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_TESTS_OF_CHANGE_H_
