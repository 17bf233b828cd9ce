#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGE_SET_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGE_SET_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analyzers/rules/finding.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Edges by what they relate, each once.
class EdgeSet {
 public:
  using Key = std::tuple<std::string, std::string, v1::Edge::Kind>;

  // The edge of that key, made at the first call; its range is then `range`. Null for an edge from
  // a symbol to itself, and where an end is not known.
  v1::Edge* Add(const std::string& from, const std::string& to, v1::Edge::Kind kind,
                const rules::Range& range);
  void Add(v1::Edge edge);
  bool Has(const std::string& from, const std::string& to, v1::Edge::Kind kind) const {
    return edges_.count({from, to, kind}) > 0;
  }

  std::map<Key, v1::Edge>& edges() { return edges_; }

 private:
  std::map<Key, v1::Edge> edges_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGE_SET_H_
