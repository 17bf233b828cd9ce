#ifndef ANALYZERS_RULES_FILE_FACTS_H_
#define ANALYZERS_RULES_FILE_FACTS_H_

// What rules share about one version of a file, made when the first of them asks.
//
// For one thread. The module must outlive it.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"

namespace allreview::rules {

class FileFacts {
 public:
  explicit FileFacts(const python::Module& module) : module_(module) {}

  // Graph of the innermost function around the node, or of the module. Of a function's own
  // definition, its body.
  const python::ControlFlow& FlowAround(python::Node node);
  const python::Values& values() {
    if (!values_) values_.emplace(module_);
    return *values_;
  }

 private:
  const python::Module& module_;
  std::optional<python::Values> values_;
  std::map<uint32_t, std::unique_ptr<python::ControlFlow>> flows_;  // By index of the function.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FILE_FACTS_H_
