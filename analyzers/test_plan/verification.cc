// TestsOfChange::Verify: the table of evidence and the commands.

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/facts.h"
#include "analyzers/test_plan/naming_tests.h"
#include "analyzers/test_plan/new_arithmetic.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "base/languages.h"
#include "sentences/phrases/tests.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using repository::IndexedFile;
using Row = TestVerification::Row;
using State = TestVerification::State;

constexpr size_t kRankedTests = 10;
constexpr size_t kMaxDefinitions = 12;
constexpr size_t kMaxProofs = 4;
constexpr size_t kMaxNames = 4;

// "`a`, `b` and 3 more".
Words ShortList(const std::vector<std::string>& names) {
  WordList shown{.joint = Joint::kComma, .items = {}};
  for (size_t i = 0; i < std::min(kMaxNames, names.size()); ++i) {
    shown.items.emplace_back(absl::StrCat("`", names[i], "`"));
  }
  const size_t more = names.size() - shown.items.size();
  if (more == 0) return shown;
  return Sentence(phrases::kAndMore, {{"names", shown}, {"count", absl::StrCat(more)}});
}

// Names of what triggers, each once.
Words NamesOf(const std::vector<Trigger>& triggers) {
  std::vector<std::string> names;
  for (const Trigger& trigger : triggers) {
    std::string name = trigger.definition == nullptr ? trigger.what : trigger.definition->name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return ShortList(names);
}

Row NotNeeded(absl::string_view check, const Phrase& why) {
  return {.check = std::string(check),
          .state = State::kNotNeeded,
          .location = "",
          .summary = why,
          .proofs = {}};
}

// Calls from Python to a kernel of CUDA lead through bindings that nobody reads.
Row DeviceRow(absl::string_view check, const std::vector<std::string>& kernels) {
  return {.check = std::string(check),
          .state = State::kUnknown,
          .location = "",
          .summary = Sentence(phrases::kNewDeviceKernel, {{"names", ShortList(kernels)}}),
          .proofs = {}};
}

// Folder that most of the proofs lie in; else where tests of the source would lie.
std::string LocationOf(const std::vector<Proof>& proofs) {
  return proofs.empty() ? "" : std::string(paths::FolderOf(proofs[0].path)) + "/";
}

Proof ProofOf(const reach::ReachingTest& test, absl::string_view definition) {
  const Phrase& how = test.relation == "calls"        ? phrases::kCalls
                      : test.relation == "constructs" ? phrases::kMakes
                      : test.relation == "sets up"    ? phrases::kSetsUp
                                                      : phrases::kReaches;
  absl::string_view name = test.name;
  absl::ConsumePrefix(&name, absl::StrCat(python::ModuleNameOf(test.path), "."));
  return {.path = test.path,
          .line = test.place.line,
          .test = std::string(name),
          .found = Sentence(how, {{"what", std::string(definition)}})};
}

Proof ProofOf(const Naming& naming, absl::string_view definition) {
  return {.path = naming.file->path(),
          .line = naming.line,
          .test = naming.function,
          .found = Sentence(phrases::kNames, {{"what", std::string(definition)}})};
}

// "2 of 3 changed definitions are reached by tests".
Words ReachedSummary(size_t looked_at, size_t reached, size_t total) {
  return Counted(
      static_cast<int64_t>(looked_at), phrases::kDefinitionReached,
      total > looked_at ? phrases::kLargestDefinitionsReached : phrases::kDefinitionsReached,
      {{"reached", absl::StrCat(reached)}, {"total", absl::StrCat(total)}});
}

// Of what no test reaches the names; numbers tell nothing then.
Words ReachedSummary(size_t looked_at, size_t total, size_t unclear,
                     const std::vector<std::string>& unreached) {
  if (!unreached.empty()) return ShortList(unreached);
  return ReachedSummary(looked_at, looked_at - unclear, total);
}

// Without declarations, the largest first.
std::vector<ChangedDefinition> ThatRun(std::vector<ChangedDefinition> definitions) {
  std::erase_if(definitions, [](const ChangedDefinition& changed) {
    return IsDeclaration(*changed.file->after, *changed.definition);
  });
  std::stable_sort(definitions.begin(), definitions.end(),
                   [](const ChangedDefinition& a, const ChangedDefinition& b) {
                     return a.changed_lines > b.changed_lines;
                   });
  return definitions;
}

}  // namespace

std::vector<ChosenTest> TestsOfChange::ChooseTests() {
  std::vector<ChosenTest> chosen;
  std::set<std::string> words;
  for (const AnalysedFile& file : change_.files()) {
    if (file.after == nullptr) continue;
    if (paths::IsTestModule(file.changed->path)) {
      std::unique_ptr<TestText>& text = texts_[file.changed->path];
      if (text == nullptr) {
        text = std::make_unique<TestText>(file.changed->path, file.after->source());
      }
      chosen.push_back({.path = file.changed->path,
                        .file = nullptr,
                        .text = text.get(),
                        .words = {},
                        .is_changed = true});
    } else {
      words.merge(ChangedNames(file, changed_definitions()));
    }
  }
  for (ChosenTest& test : TestsThroughBindings()) chosen.push_back(std::move(test));
  if (changed_definitions().empty() && words.empty()) return chosen;
  std::vector<const IndexedFile*> top = TestsToRun();
  std::erase_if(top, [&](const IndexedFile* file) {
    return std::ranges::count(chosen, file->path(), &ChosenTest::path) > 0;
  });
  for (const TestText* text : TextsOf(top)) {
    chosen.push_back({.path = text->path(),
                      .file = repository().Find(text->path()),
                      .text = text,
                      .words = words});
  }
  return chosen;
}

Row TestsOfChange::UnitTestRow() {
  if (changed_definitions().empty()) {
    return NotNeeded("unit-tests", phrases::kNoDefinitionChanges);
  }
  std::vector<ChangedDefinition> definitions = ThatRun(changed_definitions());
  if (definitions.empty()) return NotNeeded("unit-tests", phrases::kOnlyDeclarations);
  const size_t total = definitions.size();
  if (total > kMaxDefinitions) definitions.resize(kMaxDefinitions);
  Row row{
      .check = "unit-tests", .state = State::kFound, .location = "", .summary = "", .proofs = {}};
  std::vector<std::string> unreached;
  std::set<std::string> shown;
  size_t unclear = 0;
  for (const ChangedDefinition& changed : definitions) {
    const std::string& name = changed.definition->name;
    const auto& tests = reaching_.Of(*changed.file, *changed.definition);
    if (tests.empty()) {
      const Naming naming = FindNaming(change_, repository(), *changed.definition);
      if (naming.is_certain) {
        if (row.proofs.size() < kMaxProofs) row.proofs.push_back(ProofOf(naming, name));
      } else if (MayTestsRun(*changed.file, *changed.definition)) {
        ++unclear;  // Tests may run it in a way that no text tells: nothing is said.
      } else {
        unreached.push_back(name);
      }
    } else if (row.proofs.size() < kMaxProofs && shown.insert(tests[0].name).second) {
      row.proofs.push_back(ProofOf(tests[0], name));
    }
  }
  row.location = LocationOf(row.proofs);
  row.summary = ReachedSummary(definitions.size(), total, unclear, unreached);
  if (!unreached.empty()) {
    row.state = can_prove_absence() ? State::kMissing : State::kUnknown;
  } else if (unclear == definitions.size()) {
    row.state = State::kUnknown;
  }
  return row;
}

Row TestsOfChange::ParallelRow() {
  if (collectives().empty()) {
    return NotNeeded("parallel", phrases::kNoNewCollective);
  }
  Row row{.check = "parallel",
          .state = State::kFound,
          .location = "",
          .summary = "",
          .proofs = parallel_proofs()};
  std::set<std::string> calls;
  for (const Trigger& trigger : collectives()) calls.insert(trigger.what);
  const Words names = ShortList({calls.begin(), calls.end()});
  row.location = LocationOf(row.proofs);
  if (row.proofs.empty()) {
    // What starts a test decides on how many ranks it runs: a launcher, a script, a workflow.
    if (MayTestsRunAny(collectives())) {
      row.state = State::kNotNeeded;
      row.summary = names;
      return row;
    }
    row.state = can_prove_absence() ? State::kMissing : State::kUnknown;
  }
  row.summary = Sentence(row.proofs.empty() ? phrases::kNewCallsUntested : phrases::kNewCallsTested,
                         {{"names", names}});
  return row;
}

// Little arithmetic: a test that compares values is enough.
Row TestsOfChange::ArithmeticRow() {
  const std::vector<Trigger> added = NewArithmetic(files(), change_.moves());
  if (added.empty()) return NotNeeded("numerical-accuracy", phrases::kNoNewNumericalCode);
  Row row{.check = "numerical-accuracy",
          .state = State::kFound,
          .location = "",
          .summary = "",
          .proofs = {}};
  for (const TestText* text : EvidenceOf(added)) {
    const TestText::Hit hit = text->FindBaseline();
    if (hit && row.proofs.size() < kMaxProofs) {
      row.proofs.push_back(ProofAt(*text, hit, phrases::kCompares));
    }
  }
  row.location = LocationOf(row.proofs);
  if (row.proofs.empty()) row.state = State::kUnknown;
  row.summary = Sentence(phrases::kNewNumericalCode,
                         {{"names", NamesOf(added)},
                          {"parts", row.proofs.empty() ? phrases::kNotComparedWithReference
                                                       : phrases::kValuesCompared}});
  return row;
}

Row TestsOfChange::NumericalRow() {
  const std::vector<Trigger>& added = tensor_code();
  if (added.empty()) {
    if (!device_kernels().empty()) return DeviceRow("numerical-accuracy", device_kernels());
    return ArithmeticRow();
  }
  const bool needs_gradient = std::any_of(
      added.begin(), added.end(), [](const Trigger& trigger) { return trigger.needs_gradient; });
  Row row{.check = "numerical-accuracy",
          .state = State::kFound,
          .location = "",
          .summary = "",
          .proofs = baseline_proofs()};
  const bool has_baseline = !row.proofs.empty();
  const bool has_gradient = !gradient_proofs().empty();
  if (needs_gradient || has_gradient) {
    row.proofs.insert(row.proofs.end(), gradient_proofs().begin(), gradient_proofs().end());
  }
  row.location = LocationOf(row.proofs);
  if (!has_baseline || (needs_gradient && !has_gradient)) {
    row.state = can_prove_absence() ? State::kMissing : State::kUnknown;
  }
  WordList parts{.joint = Joint::kComma,
                 .items = {has_baseline ? phrases::kComparedWithReference
                                        : phrases::kNotComparedWithReference}};
  if (needs_gradient) {
    parts.items.emplace_back(has_gradient ? phrases::kGradientsLookedAt
                                          : phrases::kGradientsNotLookedAt);
  }
  row.summary = Sentence(phrases::kNewNumericalCode,
                         {{"names", NamesOf(added)}, {"parts", std::move(parts)}});
  return row;
}

Row TestsOfChange::PrecisionRow() {
  std::vector<Trigger> sensitive;
  for (const Trigger& trigger : numerics()) {
    if (IsSensitiveToTypes(trigger)) sensitive.push_back(trigger);
  }
  if (sensitive.empty()) {
    if (!device_kernels().empty()) return DeviceRow("precision", device_kernels());
    return NotNeeded("precision", phrases::kNoNewKernel);
  }
  Row row{.check = "precision",
          .state = State::kFound,
          .location = "",
          .summary = "",
          .proofs = low_precision_proofs()};
  const bool has_low = !row.proofs.empty();
  const bool has_full = !full_precision_proofs().empty();
  row.proofs.insert(row.proofs.end(), full_precision_proofs().begin(),
                    full_precision_proofs().end());
  row.location = LocationOf(row.proofs);
  if (!has_low || !has_full) {
    row.state = can_prove_absence() ? State::kMissing : State::kUnknown;
  }
  row.summary = Sentence(has_low && has_full ? phrases::kTestedInBothPrecisions
                         : has_low           ? phrases::kTestedInLowPrecision
                         : has_full          ? phrases::kTestedInFullPrecision
                                             : phrases::kNoPrecisionNamed,
                         {{"names", NamesOf(sensitive)}});
  return row;
}

TestVerification TestsOfChange::Verify(const CommandStyle& style) {
  TestVerification result;
  if (change_.is_scan()) return result;
  bool has_product = false, has_tests = false;
  for (const change::ChangedFile& file : change_.changed_files()) {
    if (ReaderOf(file.language) != Reader::kPython || file.is_deleted) continue;
    has_product = has_product || paths::IsProductSource(file.path);
    has_tests = has_tests || paths::IsTestModule(file.path);
  }
  if (!has_product && !has_tests && change_.cpp_files().empty()) return result;
  if (has_product && !changed_definitions().empty()) {
    result.rows = {UnitTestRow(), ParallelRow(), NumericalRow(), PrecisionRow()};
  }
  const std::vector<ChosenTest> chosen = ChooseTests();
  result.commands = MakeCommands(chosen, style);
  result.notes = Notes(chosen);
  if (has_product) result.branches = branches();
  if (ranking_) {
    for (size_t i = 0; i < std::min(kRankedTests, ranking_->size()); ++i) {
      const std::string& path = (*ranking_)[i].file->path();
      result.ranking.push_back({path, FindChanged(path) != nullptr});
    }
  }
  return result;
}

}  // namespace allreview::test_plan
