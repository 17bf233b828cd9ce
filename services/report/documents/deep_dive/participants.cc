#include "services/report/documents/deep_dive/participants.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {

using analysis::v1::ChangedSymbol;

// The class around a function, or nothing: who stands inside of a function is part of it.
absl::string_view Participants::OwnerOf(absl::string_view path, absl::string_view name) const {
  absl::string_view scope = ScopeOf(name);
  while (!scope.empty()) {
    const ChangedSymbol* around = index_.Symbol(absl::StrCat(path, ":", scope));
    if (around == nullptr || !IsFunction(*around)) break;
    scope = ScopeOf(scope);
  }
  return scope;
}

std::string Participants::Join(const std::string& id, Sequence& sequence) const {
  Participant participant;
  const absl::string_view path = SymbolPath(id);
  if (path.empty()) {
    // It is in another project, or not resolved: "torch.distributed", "self.router".
    const absl::string_view scope = ScopeOf(id);
    participant.key = std::string(scope.empty() || scope == "self" ? id : scope);
    participant.lines = {participant.key};
  } else {
    const absl::string_view name = SymbolName(id);
    const ChangedSymbol* symbol = index_.Symbol(id);
    const bool is_class = symbol != nullptr && symbol->kind() == analysis::v1::SYMBOL_KIND_CLASS;
    const absl::string_view scope = is_class ? name : OwnerOf(path, name);
    participant.key = absl::StrCat(path, ":", scope);
    participant.path = std::string(path);
    if (!scope.empty()) participant.lines.emplace_back(scope);
    participant.lines.emplace_back(FileName(path));
    if (const ChangedSymbol* owner = index_.Symbol(participant.key)) {
      const bool is_new = owner->status() == ChangedSymbol::STATUS_ADDED;
      participant.mark = is_new ? Mark::kNew : Mark::kNone;
    }
  }
  const std::string key = participant.key;
  const bool is_known = std::any_of(sequence.participants.begin(), sequence.participants.end(),
                                    [&](const Participant& other) { return other.key == key; });
  if (!is_known) sequence.participants.push_back(std::move(participant));
  return key;
}

bool ShareBase(const ModelIndex& index, const std::string& a, const std::string& b) {
  using analysis::v1::Edge;
  std::set<std::string> bases;
  for (const Edge* edge : index.EdgesFrom(a)) {
    if (edge->kind() == Edge::KIND_INHERITS) bases.insert(edge->to());
  }
  const auto edges = index.EdgesFrom(b);
  return std::any_of(edges.begin(), edges.end(), [&](const Edge* edge) {
    return edge->kind() == Edge::KIND_INHERITS && bases.count(edge->to()) > 0;
  });
}

}  // namespace allreview::report::deep_dive
