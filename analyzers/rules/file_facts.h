#ifndef ANALYZERS_RULES_FILE_FACTS_H_
#define ANALYZERS_RULES_FILE_FACTS_H_

// What rules share about one version of a file, made when the first of them asks.
//
// For one thread. What it is given must outlive it.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"

namespace allreview::values {
class ValuesOfChange;  // analyzers/values/values_of_change.h
}  // namespace allreview::values

namespace allreview::rules {

class FileFacts {
 public:
  // `values`: of the change that the file belongs to; null: nobody knows any.
  explicit FileFacts(const python::Module& module, values::ValuesOfChange* values = nullptr)
      : module_(module), values_of_change_(values) {}

  // Graph of the innermost function around the node, or of the module. Of a function's own
  // definition, its body.
  const python::ControlFlow& FlowAround(python::Node node);
  const python::Values& values() {
    if (!values_) values_.emplace(module_);
    return *values_;
  }
  values::ValuesOfChange* values_of_change() const { return values_of_change_; }

 private:
  const python::Module& module_;
  values::ValuesOfChange* const values_of_change_;
  std::optional<python::Values> values_;
  std::map<uint32_t, std::unique_ptr<python::ControlFlow>> flows_;  // By index of the function.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FILE_FACTS_H_
