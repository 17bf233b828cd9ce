#include "services/analysis/change_model/graph/edge_set.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {

v1::Edge* EdgeSet::Add(const std::string& from, const std::string& to, v1::Edge::Kind kind,
                       const rules::Range& range) {
  if (from.empty() || to.empty() || from == to) return nullptr;
  const auto [place, is_new] = edges_.try_emplace({from, to, kind});
  v1::Edge& edge = place->second;
  if (is_new) {
    edge.set_kind(kind);
    edge.set_from(ToDisplayText(from));
    edge.set_to(ToDisplayText(to));
    *edge.mutable_range() = ToProto(range);
    edge.set_confidence(finding::v1::CONFIDENCE_HIGH);
  }
  return &edge;
}

void EdgeSet::Add(v1::Edge edge) {
  Key key(edge.from(), edge.to(), edge.kind());
  edges_.emplace(std::move(key), std::move(edge));
}

void EdgeSet::KeepImport(const std::string& from, const std::string& module,
                         const rules::Range& range) {
  const bool is_touched = std::any_of(edges_.begin(), edges_.end(), [&](const auto& one) {
    const v1::Edge& edge = one.second;
    return (edge.is_new() || edge.is_removed()) && PathOfId(edge.from()) == PathOfId(from) &&
           PathOfId(edge.to()) == PathOfId(module);
  });
  if (!is_touched) return;
  v1::Edge* edge = Add(from, module, v1::Edge::KIND_IMPORTS, range);
  if (edge == nullptr) return;
  edge->set_is_new(false);
  edge->set_is_removed(false);
}

void EdgeSet::MarkNew(const std::set<std::string>& added) {
  for (auto& [key, edge] : edges_) {
    const bool is_added = added.count(edge.from()) > 0 || added.count(edge.to()) > 0;
    if (is_added && !edge.is_removed()) edge.set_is_new(true);
  }
}

}  // namespace allreview::analysis
