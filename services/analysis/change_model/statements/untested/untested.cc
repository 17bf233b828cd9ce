#include "services/analysis/change_model/statements/untested/untested.h"

#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/consequences.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/consequences/make_statement.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using test_plan::TestVerification;
using State = TestVerification::Branch::State;

constexpr size_t kMaxBranches = 12, kMaxFunctions = 8;

Words WhyOf(const TestVerification::Branch& branch) {
  WordList why{.joint = Joint::kSemicolon, .items = {}};
  for (const TestVerification::Proof& proof : branch.proofs) {
    why.items.emplace_back(
        Sentence(phrases::kAsShownBy,
                 {{"found", proof.found}, {"place", absl::StrCat(proof.path, ":", proof.line)}}));
  }
  return why;
}

rules::Range LineOf(const std::string& path, int line) {
  return {.path = path, .first_line = line, .end_line = line + 1};
}

// Ranks that talk to each other in code that no test is known to run.
void AddUntestedCollectives(test_plan::TestsOfChange& tests, v1::ChangeModel* model) {
  if (tests.collectives().empty() || !tests.can_prove_absence()) return;
  size_t told = 0;
  for (const test_plan::Trigger& trigger : tests.collectives()) {
    const python::Definition* function = trigger.definition;
    if (function == nullptr || function->kind == python::Definition::Kind::kClass) continue;
    if (!tests.reaching().Of(*trigger.file, *function).empty()) continue;
    if (tests.MayTestsRun(*trigger.file, *function) || ++told > kMaxFunctions) continue;
    *model->add_statements() =
        ToProto({.kind = v1::ChangeStatement::KIND_UNTESTED,
                 .subject = IdOf(trigger.file->changed->path, function->name),
                 .predicate = "collective-never-run",
                 .object = trigger.what,
                 .weight = 85,
                 .text = Sentence(phrases::kCollectiveNeverRun,
                                  {{"function", function->name}, {"collective", trigger.what}}),
                 .places = {rules::RangeOf(*trigger.file->after, trigger.at)}});
  }
}

}  // namespace

void AddUntested(test_plan::TestsOfChange& tests, v1::ChangeModel* model) {
  AddUntestedCollectives(tests, model);
  size_t branches = 0, functions = 0;
  for (const TestVerification::Branch& branch : tests.branches()) {
    if (branch.state == State::kBothWays || branch.proofs.empty()) continue;
    if (++branches > kMaxBranches) break;
    const bool is_true = branch.state == State::kNeverTrue;
    *model->add_statements() =
        ToProto({.kind = v1::ChangeStatement::KIND_UNTESTED,
                 .subject = IdOf(branch.path, branch.function),
                 .predicate = is_true ? "never-true" : "never-false",
                 .object = branch.condition,
                 .weight = 70,
                 .text = Sentence(is_true ? phrases::kNeverTrue : phrases::kNeverFalse,
                                  {{"condition", branch.condition},
                                   {"function", branch.function},
                                   {"why", WhyOf(branch)}}),
                 .places = {LineOf(branch.path, branch.line)}});
  }
  for (const test_plan::NewDefinition& unreached : tests.unreached()) {
    if (++functions > kMaxFunctions) break;
    *model->add_statements() = ToProto(
        {.kind = v1::ChangeStatement::KIND_UNTESTED,
         .subject = IdOf(unreached.path(), unreached.definition->name),
         .predicate = "never-run",
         .object = "",
         .weight = 60 + unreached.statements,
         .text = Sentence(phrases::kNeverRun, {{"function", unreached.definition->name}}),
         .places = {rules::RangeOf(*unreached.file->after,
                                   unreached.definition->node.child(python::Field::kName))}});
  }
}

}  // namespace allreview::analysis
