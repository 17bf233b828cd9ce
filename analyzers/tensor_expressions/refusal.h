#ifndef ANALYZERS_TENSOR_EXPRESSIONS_REFUSAL_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_REFUSAL_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sentences/phrase.h"

namespace allreview::tensor_expressions {

// Why an expression is not measured. A metric counts them by RefusalName.
enum class Refusal : uint8_t {
  kUnknownValue,
  kUnsupportedSyntax,
  kUnsupportedFunction,
  kDataDependentBranch,
  kLoop,
  kCustomAutograd,
  kCollective,
  kRandom,
  kIndexing,
  kWritesPart,
  kMatrixProduct,
  kShape,
  kInteger,
  kSeveralAxes,
  kTooLarge,
  kTooManyInputs,
  kTooManyPaths,
  kTooDeep,
  kInvalid,
  kRelatedInputs,
  kTrivial,
};

// "data-dependent-branch".
absl::string_view RefusalName(Refusal refusal);
// What people read: "data-dependent branch". Its id is "refusal-" and the name.
const Phrase& RefusalSentence(Refusal refusal);
// In the order of the enumeration.
absl::Span<const Refusal> AllRefusals();

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_REFUSAL_H_
