#include "analyzers/tensor_expressions/refusal.h"

#include <array>
#include <iterator>

#include "sentences/phrases/refusals.h"

namespace allreview::tensor_expressions {
namespace {

struct Row {
  Refusal refusal;
  absl::string_view name;
  Phrase sentence;
};
constexpr Row kRows[] = {
    {Refusal::kUnknownValue, "unknown-value", phrases::kRefusalUnknownValue},
    {Refusal::kUnsupportedSyntax, "unsupported-syntax", phrases::kRefusalUnsupportedSyntax},
    {Refusal::kUnsupportedFunction, "unsupported-function", phrases::kRefusalUnsupportedFunction},
    {Refusal::kDataDependentBranch, "data-dependent-branch", phrases::kRefusalDataDependentBranch},
    {Refusal::kLoop, "loop", phrases::kRefusalLoop},
    {Refusal::kCustomAutograd, "custom-autograd", phrases::kRefusalCustomAutograd},
    {Refusal::kCollective, "collective", phrases::kRefusalCollective},
    {Refusal::kRandom, "random", phrases::kRefusalRandom},
    {Refusal::kIndexing, "indexing", phrases::kRefusalIndexing},
    {Refusal::kWritesPart, "writes-part", phrases::kRefusalWritesPart},
    {Refusal::kMatrixProduct, "matrix-product", phrases::kRefusalMatrixProduct},
    {Refusal::kShape, "shape", phrases::kRefusalShape},
    {Refusal::kInteger, "integer", phrases::kRefusalInteger},
    {Refusal::kSeveralAxes, "several-axes", phrases::kRefusalSeveralAxes},
    {Refusal::kTooLarge, "too-large", phrases::kRefusalTooLarge},
    {Refusal::kTooManyInputs, "too-many-inputs", phrases::kRefusalTooManyInputs},
    {Refusal::kTooManyPaths, "too-many-paths", phrases::kRefusalTooManyPaths},
    {Refusal::kTooDeep, "too-deep", phrases::kRefusalTooDeep},
    {Refusal::kInvalid, "invalid", phrases::kRefusalInvalid},
    {Refusal::kRelatedInputs, "related-inputs", phrases::kRefusalRelatedInputs},
    {Refusal::kTrivial, "trivial", phrases::kRefusalTrivial},
};

constexpr bool IsInOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (static_cast<size_t>(kRows[i].refusal) != i) return false;
  }
  return true;
}
static_assert(IsInOrder(), "one row for each refusal, in their order");

constexpr auto kAll = [] {
  std::array<Refusal, std::size(kRows)> all{};
  for (size_t i = 0; i < std::size(kRows); ++i) all[i] = kRows[i].refusal;
  return all;
}();

}  // namespace

absl::string_view RefusalName(Refusal refusal) { return kRows[static_cast<int>(refusal)].name; }

const Phrase& RefusalSentence(Refusal refusal) { return kRows[static_cast<int>(refusal)].sentence; }

absl::Span<const Refusal> AllRefusals() { return kAll; }

}  // namespace allreview::tensor_expressions
