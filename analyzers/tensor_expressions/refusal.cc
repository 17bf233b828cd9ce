#include "analyzers/tensor_expressions/refusal.h"

#include <array>
#include <iterator>

namespace allreview::tensor_expressions {
namespace {

struct Row {
  Refusal refusal;
  absl::string_view name;
  absl::string_view sentence;
};
constexpr Row kRows[] = {
    {Refusal::kUnknownValue, "unknown-value", "the value of a name is not known"},
    {Refusal::kUnsupportedSyntax, "unsupported-syntax", "this form of Python is not read"},
    {Refusal::kUnsupportedFunction, "unsupported-function", "a function is not measured"},
    {Refusal::kDataDependentBranch, "data-dependent-branch", "a branch depends on the data"},
    {Refusal::kLoop, "loop", "a loop over tensors"},
    {Refusal::kCustomAutograd, "custom-autograd", "a custom autograd function"},
    {Refusal::kCollective, "collective", "the result depends on other ranks"},
    {Refusal::kRandom, "random", "the result is drawn at random"},
    {Refusal::kIndexing, "indexing", "elements are picked by index"},
    {Refusal::kWritesPart, "writes-part", "a part of a tensor is written"},
    {Refusal::kMatrixProduct, "matrix-product", "a matrix product, whose order is the library's"},
    {Refusal::kShape, "shape", "sizes and shapes, not elements"},
    {Refusal::kInteger, "integer", "arithmetic of whole numbers"},
    {Refusal::kSeveralAxes, "several-axes", "it reduces along more than one axis"},
    {Refusal::kTooLarge, "too-large", "too many operations"},
    {Refusal::kTooManyInputs, "too-many-inputs", "too many inputs"},
    {Refusal::kTooManyPaths, "too-many-paths", "too many paths through branches"},
    {Refusal::kTooDeep, "too-deep", "helpers call helpers too deeply"},
    {Refusal::kInvalid, "invalid", "PyTorch itself would refuse the shapes"},
    {Refusal::kRelatedInputs, "related-inputs",
     "an input was computed from another one, elsewhere"},
    {Refusal::kTrivial, "trivial", "a single exact step of its inputs"},
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

absl::string_view RefusalSentence(Refusal refusal) {
  return kRows[static_cast<int>(refusal)].sentence;
}

absl::Span<const Refusal> AllRefusals() { return kAll; }

}  // namespace allreview::tensor_expressions
