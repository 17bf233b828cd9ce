// What to look at after the merge.

#include <algorithm>
#include <set>

#include "sentences/phrases/consequences.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMost = 4;

// Null: the statement needs no watching.
const Phrase* ToWatch(const Consequence& statement) {
  const absl::string_view predicate = statement.predicate;
  if (predicate == "state-key-new" || predicate == "state-key-gone") return &phrases::kWatchLoad;
  if (predicate == "saved-key-new" || predicate == "saved-key-gone") return &phrases::kWatchResume;
  if (predicate == "default-changed" || predicate == "callers-get-new-default") {
    return &phrases::kWatchDefault;
  }
  if (predicate == "environment-variable-gone") return &phrases::kWatchVariable;
  if (predicate == "logged-key-gone") return &phrases::kWatchPanel;
  return nullptr;
}

}  // namespace

void AddWhatToWatch(Consequences& statements) {
  Consequences watched;
  std::set<const Phrase*> told;
  for (const Consequence& statement : statements) {
    const Phrase* phrase = ToWatch(statement);
    if (phrase == nullptr || watched.size() == kMost || !told.insert(phrase).second) continue;
    watched.push_back({.kind = v1::ChangeStatement::KIND_WATCH,
                       .subject = statement.subject,
                       .predicate = "watch",
                       .object = statement.object,
                       .weight = statement.weight,
                       .text = Sentence(*phrase, {{"name", statement.object}}),
                       .places = {statement.places[0]}});
  }
  statements.insert(statements.end(), watched.begin(), watched.end());
}

}  // namespace allreview::analysis
