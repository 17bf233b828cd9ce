#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {

Operation FindOperation(absl::string_view name) {
  static const Operations& all = *[] {
    auto* const operations = new Operations;
    for (const Operations* some :
         {&ElementwiseOperations(), &ReductionOperations(), &OrderOperations(), &ViewOperations(),
          &JoinOperations(), &IndexOperations(), &FactoryOperations(), &ProductOperations()}) {
      operations->insert(some->begin(), some->end());
    }
    return operations;
  }();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

}  // namespace allreview::worked_examples
