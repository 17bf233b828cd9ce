#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_LOCAL_FUNCTIONS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_LOCAL_FUNCTIONS_H_

// Functions inside of a function, by name: "outer.inner" where they nest.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::analysis {

struct LocalFunction {
  python::Node node;  // Its definition, without decorators; the lambda of `name = lambda: 0`.
  bool runs = false;  // The function around it calls it or hands it to a call.
};

using LocalFunctions = std::map<std::string, LocalFunction>;

LocalFunctions LocalFunctionsOf(const python::Definition& function);

// "f" of `def f` and of `f = lambda: 0`; empty: no function, or one without a name.
absl::string_view NameOfLocal(python::Node function);

// In which of them a walk in source order is.
class LocalNames {
 public:
  void Enter(python::Node function);
  void LeaveBefore(uint32_t index);
  const std::string& name() const { return name_; }  // Empty: in none.

 private:
  std::vector<std::pair<uint32_t, size_t>> ends_;  // And how long the name was outside.
  std::string name_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_LOCAL_FUNCTIONS_H_
