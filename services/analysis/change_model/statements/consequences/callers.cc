// Calls outside of the change that get something else although nobody edits them.

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "analyzers/moves/moves.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/consequences.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Parameter;
using repository::IndexedFile;

constexpr size_t kMaxCalls = 200;
constexpr size_t kMaxPlaces = 4;

const Parameter* Find(const Definition& function, absl::string_view name) {
  for (const Parameter& parameter : function.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

// What the call at that place hands over; null: nobody knows.
const repository::ArgumentFacts* ArgumentsAt(const IndexedFile& file,
                                             const repository::Place& place) {
  for (const repository::CallFacts& call : file.facts().calls) {
    if (call.place == place) return &call;
  }
  for (const repository::MethodCallFacts& call : file.facts().method_calls) {
    if (call.place == place) return &call;
  }
  return nullptr;
}

bool LeavesOut(const repository::ArgumentFacts& call, absl::string_view name, int position) {
  if (call.has_star || call.has_double_star || call.positional > position) return false;
  return std::find(call.keywords.begin(), call.keywords.end(), name) == call.keywords.end();
}

using FilesByPath = std::map<absl::string_view, const IndexedFile*>;

// Calls of the product that the change does not touch and that leave the parameter to its default.
std::vector<rules::Range> CallsLeavingOut(const change::AnalysedChange& change,
                                          const FilesByPath& files, const std::string& function,
                                          const Parameter& parameter, int position) {
  std::vector<rules::Range> calls;
  for (const repository::Call& call : change.project().CallersOf(function)) {
    if (calls.size() == kMaxCalls) break;
    const bool is_sure = call.confidence == repository::Confidence::kHigh && !call.is_reference;
    const auto file = files.find(call.path);
    if (!is_sure || paths::IsTestPath(call.path) || file == files.end()) continue;
    const bool is_touched =
        std::any_of(change.files().begin(), change.files().end(), [&](const AnalysedFile& changed) {
          return changed.changed->path == call.path &&
                 changed.lines.HasAdded(call.place.line, call.place.end_line);
        });
    const repository::ArgumentFacts* arguments = ArgumentsAt(*file->second, call.place);
    if (is_touched || arguments == nullptr) continue;
    if (LeavesOut(*arguments, parameter.name, position)) {
      calls.push_back(rules::RangeOf(call.path, call.place));
    }
  }
  return calls;
}

void CompareDefaults(const change::AnalysedChange& change, const FilesByPath& files,
                     const AnalysedFile& file, const Definition& before, const Definition& after,
                     Consequences& statements) {
  const bool is_method = after.kind == Definition::Kind::kMethod;
  for (size_t i = 0; i < after.parameters.size(); ++i) {
    const Parameter& parameter = after.parameters[i];
    const Parameter* old = Find(before, parameter.name);
    if (old == nullptr || !old->default_value || !parameter.default_value) continue;
    const std::string was = LineOf(old->default_value), is = LineOf(parameter.default_value);
    if (was == is) continue;
    std::vector<rules::Range> calls =
        CallsLeavingOut(change, files, absl::StrCat(file.after->name(), ".", after.name), parameter,
                        static_cast<int>(i) - (is_method ? 1 : 0));
    if (calls.empty()) continue;
    const rules::Range first = calls[0];
    Params params = {{"name", std::string(parameter.name)},
                     {"function", after.name},
                     {"after", is},
                     {"before", was},
                     {"place", absl::StrCat(first.path, ":", first.first_line)}};
    Consequence statement{.kind = v1::ChangeStatement::KIND_CALLERS,
                          .subject = IdOf(file.changed->path, after.name),
                          .predicate = "callers-get-new-default",
                          .object = std::string(parameter.name),
                          .weight = 75};
    statement.text = Counted(static_cast<int64_t>(calls.size()), phrases::kCallerGetsDefault,
                             phrases::kCallersGetDefault, std::move(params));
    statement.places = {rules::RangeOf(*file.after, parameter.node)};
    calls.resize(std::min(calls.size(), kMaxPlaces));
    statement.places.insert(statement.places.end(), calls.begin(), calls.end());
    statements.push_back(std::move(statement));
  }
}

}  // namespace

void AddEffectsOnCallers(const change::AnalysedChange& change, Consequences& statements) {
  FilesByPath files;
  for (const AnalysedFile& file : change.files()) {
    if (!IsChangedProduct(file)) continue;
    for (const Definition& after : file.after->definitions()) {
      if (after.kind == Definition::Kind::kClass) continue;
      if (!file.lines.TouchesDefinition(after.first_line, after.body.first_line())) continue;
      const Definition* before = change.moves().WhereFrom(after);
      if (before == nullptr) continue;
      if (files.empty()) {
        for (const IndexedFile* indexed : change.index().AllFiles()) {
          files.emplace(indexed->path(), indexed);
        }
      }
      CompareDefaults(change, files, file, *before, after, statements);
    }
  }
}

}  // namespace allreview::analysis
