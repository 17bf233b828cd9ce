#ifndef ANALYZERS_RULES_PERFORMANCE_EXCHANGED_H_
#define ANALYZERS_RULES_PERFORMANCE_EXCHANGED_H_

// Tensors that the ranks exchange. What is read from them is a decision that all must know, so that
// waiting for it is meant.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

class ExchangedTensors {
 public:
  ExchangedTensors(const python::Module& module, const python::Definition& function);
  // The tensor, or what it is computed from, is among the exchanged ones.
  bool Include(Node tensor) const;

 private:
  const python::Module& module_;
  std::vector<absl::string_view> exchanged_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_EXCHANGED_H_
