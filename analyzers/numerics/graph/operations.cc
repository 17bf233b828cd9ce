#include "analyzers/numerics/graph/operations.h"

namespace allreview::numerics {
namespace {

#define WITHOUT_PARENTHESES(...) __VA_ARGS__
#define OPERATION(kind, enumerator, name, operands, parameters, flags) \
  {Operation::enumerator,                                              \
   name,                                                               \
   OperationKind::kind,                                                \
   operands,                                                           \
   {WITHOUT_PARENTHESES parameters},                                   \
   flags},
constexpr OperationInfo kOperations[] = {
#include "analyzers/numerics/graph/operations.inc"
};

}  // namespace

const OperationInfo& InfoOf(Operation operation) {
  return kOperations[static_cast<size_t>(operation)];
}

absl::Span<const OperationInfo> AllOperations() { return kOperations; }

}  // namespace allreview::numerics
