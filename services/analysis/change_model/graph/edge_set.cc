#include "services/analysis/change_model/graph/edge_set.h"

#include <utility>

#include "base/utf8.h"
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

}  // namespace allreview::analysis
