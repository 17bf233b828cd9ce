// The contexts of Python.

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/house/house_of_change.h"
#include "analyzers/moves/moves.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/rules/finding_of.h"
#include "analyzers/rules/fingerprint.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

Spot SpotOf(const python::Module& module, Side side, Node at) {
  const python::SyntaxTree& tree = module.tree();
  Spot spot{.tree = &tree,
            .range = RangeOf(module, at, side),
            .node_kind = KindName(at.kind()),
            .text = at.text()};
  const python::Definition* const definition = module.EnclosingDefinition(at);
  if (definition != nullptr) spot.symbol = definition->name;
  if (const Node statement = python::StatementOf(at)) {
    spot.statement = {tree.LineStart(statement.first_line()),
                      tree.LineStart(python::HeaderLastLine(statement) + 1)};
    spot.statement_index = statement.index();
    spot.tokens = [statement] { return StatementTokens(statement); };
  }
  return spot;
}

std::optional<Cause> FindCause(const Rule& rule, const AnalysedFile& file,
                               const Observation& observation) {
  const Node because = observation.because ? observation.because : observation.at;
  return FindCause(rule, file, because, [&](Node node) -> std::optional<FunctionLines> {
    const python::Definition* const function = file.after->EnclosingFunction(node);
    if (function == nullptr) return std::nullopt;
    return FunctionLines{function->first_line, function->end_line - 1};
  });
}

void Report(const AnalysedFile& file, const Rule& rule, Observation observation,
            std::vector<Finding>* findings) {
  std::optional<Cause> cause = observation.cause;
  if (!cause) cause = FindCause(rule, file, observation);
  if (!cause || !Admits(file.changed->path, rule)) return;
  Spot spot = SpotOf(*file.after, Side::kRight, observation.at);
  Finding finding =
      MakeFinding(rule, *file.changed, std::move(spot), SaidBy(std::move(observation)));
  finding.cause = *std::move(cause);
  Add(std::move(finding), findings);
}

}  // namespace

Range RangeOf(const python::Module& module, python::Node node, Side side) {
  return RangeIn(module.path(), node, side);
}

Range RangeOf(absl::string_view path, const repository::Place& place) {
  return {.path = std::string(path),
          .first_line = place.line,
          .end_line = place.end_line,
          .first_column = place.column,
          .end_column = place.end_column,
          .first_byte = place.first_byte,
          .end_byte = place.end_byte};
}

Edit Replace(const python::Module& module, python::Node node, std::string replacement) {
  return {.path = module.path(),
          .first_byte = node.first_byte(),
          .end_byte = node.end_byte(),
          .replacement = std::move(replacement)};
}

Cause CauseIn(const AnalysedFile& file, int first, int last) {
  return CauseIn(*file.changed, file.lines, first, last);
}

const python::ControlFlow& FileContext::flow(Node node) const { return facts_.FlowAround(node); }
const python::Values& FileContext::values() const { return facts_.values(); }

std::string FileContext::AbsoluteName(const python::Definition& definition) const {
  return absl::StrCat(module().name(), ".", definition.name);
}

void FileContext::Report(Observation observation) {
  rules::Report(file_, rule_, std::move(observation), findings_);
}

const std::vector<AnalysedFile>& ChangeContext::files() const { return input_.change.files(); }
const std::vector<ChangedFile>& ChangeContext::changed_files() const {
  return input_.change.changed_files();
}
const Description& ChangeContext::description() const { return input_.change.description(); }
repository::RepositoryIndex& ChangeContext::index() { return input_.change.index(); }
repository::Project& ChangeContext::project() { return input_.change.project(); }
const moves::Moves& ChangeContext::moves() const { return input_.change.moves(); }
bool ChangeContext::IsNew(const python::Definition& definition) const {
  return moves().IsNew(definition);
}
const python::Definition* ChangeContext::Before(const python::Definition& definition) const {
  return moves().WhereFrom(definition);
}
RepositoryTexts& ChangeContext::texts() { return input_.change.texts(); }
const house::Policy& ChangeContext::house() { return input_.house.policy(); }
const std::vector<house::FileHabits>& ChangeContext::habits() { return input_.house.habits(); }
const spelling::Dictionary* ChangeContext::spelling() const { return input_.spelling; }

test_plan::TestsOfChange& ChangeContext::tests() {
  if (!tests_lock_) tests_lock_.emplace(shared_.tests_mutex);
  return input_.tests;
}

std::vector<std::reference_wrapper<const AnalysedFile>> ChangeContext::python_files() const {
  std::vector<std::reference_wrapper<const AnalysedFile>> readable;
  for (const AnalysedFile& file : files()) {
    const bool is_skipped = rule_.skips_tests && file.changed->role == FileRole::kTest;
    if (file.after != nullptr && !is_skipped) readable.emplace_back(file);
  }
  return readable;
}

void ChangeContext::Report(const AnalysedFile& file, Observation observation) {
  rules::Report(file, rule_, std::move(observation), findings_);
}

void ChangeContext::ReportBefore(const AnalysedFile& file, Observation observation) {
  if (!observation.cause || !Admits(file.changed->path, rule_)) return;
  const Cause cause = *observation.cause;
  Spot spot = SpotOf(*file.before, Side::kLeft, observation.at);
  Finding finding =
      MakeFinding(rule_, *file.changed, std::move(spot), SaidBy(std::move(observation)));
  finding.cause = cause;
  Add(std::move(finding), findings_);
}

}  // namespace allreview::rules
