#include "analyzers/rules/shared/nodes_of_kinds.h"

#include <algorithm>

namespace allreview::rules {

std::vector<python::Node> NodesOfKinds(python::Node below,
                                       std::initializer_list<python::Kind> kinds) {
  std::vector<python::Node> nodes;
  for (python::Kind kind : kinds) {
    for (python::Node node : below.descendants(kind)) nodes.push_back(node);
  }
  if (kinds.size() == 1) return nodes;
  std::sort(nodes.begin(), nodes.end(),
            [](python::Node a, python::Node b) { return a.index() < b.index(); });
  return nodes;
}

}  // namespace allreview::rules
