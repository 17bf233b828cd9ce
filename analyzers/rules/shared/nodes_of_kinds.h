#ifndef ANALYZERS_RULES_SHARED_NODES_OF_KINDS_H_
#define ANALYZERS_RULES_SHARED_NODES_OF_KINDS_H_

#include <initializer_list>
#include <vector>

#include "analyzers/python/syntax.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {

// Nodes of several kinds below a node, in source order. For one kind: Node::descendants.
std::vector<python::Node> NodesOfKinds(python::Node below,
                                       std::initializer_list<python::Kind> kinds);

// ForEachOwnNode of function_body.h for several kinds.
template <typename Visit>
void ForEachOwnNode(python::Node body, std::initializer_list<python::Kind> kinds,
                    const Visit& visit) {
  NestedCode nested(body, {python::Kind::kFunctionDefinition, python::Kind::kClassDefinition,
                           python::Kind::kLambda});
  for (python::Node node : NodesOfKinds(body, kinds)) {
    if (!nested.Holds(node)) visit(node);
  }
}

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_NODES_OF_KINDS_H_
