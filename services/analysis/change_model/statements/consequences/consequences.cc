#include "services/analysis/change_model/statements/consequences/consequences.h"

#include <algorithm>
#include <map>

#include "analyzers/paths/paths.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxOfKind = 12;

}  // namespace

bool IsChangedProduct(const change::AnalysedFile& file) {
  return file.before != nullptr && file.after != nullptr &&
         paths::IsProductSource(file.changed->path) && !paths::IsTestPath(file.changed->path);
}

void AddConsequences(const change::AnalysedChange& change, const std::function<bool()>& should_stop,
                     v1::ChangeModel* model) {
  if (change.is_scan()) return;
  Consequences statements;
  for (auto* add : {AddEffectsOnCheckpoints, AddEffectsOnConfigurations, AddEffectsOnCallers,
                    AddEffectsOnObservers, AddEffectsOnTexts, AddRemovedNames}) {
    if (should_stop && should_stop()) break;
    add(change, statements);
  }
  AddWhatToWatch(statements);
  std::stable_sort(statements.begin(), statements.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  std::map<int, int> of_kind;
  for (const Consequence& statement : statements) {
    if (++of_kind[statement.kind] <= kMaxOfKind) *model->add_statements() = ToProto(statement);
  }
}

}  // namespace allreview::analysis
