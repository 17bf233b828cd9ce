#include "analyzers/rules/file_facts.h"

namespace allreview::rules {

const python::ControlFlow& FileFacts::FlowAround(python::Node node) {
  const python::Definition* function = module_.EnclosingFunction(node);
  const python::Node owner = function == nullptr ? module_.tree().root() : function->node;
  std::unique_ptr<python::ControlFlow>& flow = flows_[owner.index()];
  if (flow == nullptr) flow = std::make_unique<python::ControlFlow>(module_, owner);
  return *flow;
}

}  // namespace allreview::rules
