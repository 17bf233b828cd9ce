#ifndef GATEWAY_DOCUMENT_CHECK_GRAPH_H_
#define GATEWAY_DOCUMENT_CHECK_GRAPH_H_

// What a mermaid diagram of ours shows, as far as checks ask: its nodes, groups and arrows. Pure.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::document_check {

struct GraphNode {
  std::string id;
  std::string label;   // Without entities: "NEW route".
  std::string group;   // The innermost group around it: "pkg/router.py"; empty: none.
  std::string status;  // "added", "removed" or "modified"; empty: unchanged.
};

struct Graph {
  enum class Kind { kFlow, kSequence, kClass, kOther };
  Kind kind = Kind::kOther;
  std::vector<GraphNode> nodes;
  std::set<std::string> linked;  // Ids at either end of an arrow or message.
};

Graph ReadGraph(absl::string_view mermaid);

// "route" of "NEW route<br/>now calls f".
std::string NameInLabel(absl::string_view label);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_GRAPH_H_
