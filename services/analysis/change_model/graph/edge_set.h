#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGE_SET_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGE_SET_H_

#include <map>
#include <set>
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

  // Both sides import something from the module: another way to import it, or a further name of it,
  // makes no new dependency. Told only where something between the two files begins or ends.
  void KeepImport(const std::string& from, const std::string& module, const rules::Range& range);
  // What the change adds related to nothing before. Ids of added symbols.
  void MarkNew(const std::set<std::string>& added);

  std::map<Key, v1::Edge>& edges() { return edges_; }

 private:
  std::map<Key, v1::Edge> edges_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_EDGE_SET_H_
