#include "analyzers/rules/rules.h"

namespace allreview::rules {

extern const Rule kSoftmaxBeforeCrossEntropy;

const std::vector<const Rule*>& AllRules() {
  static const auto* const rules = new std::vector<const Rule*>{
      // Sorted by id; a test says so.
      &kSoftmaxBeforeCrossEntropy,
  };
  return *rules;
}

}  // namespace allreview::rules
