// The part of the shapes that is about several tensors: cat, stack, einsum.

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/understanding/tensor_shapes.h"

namespace allreview::understanding {
namespace {

// torch.cat leaves out tensors of the shape [0] whatever the others are.
bool MayBeLeftOut(const Tensor& tensor) {
  if (!tensor.has_rank) return true;
  return tensor.sizes.size() == 1 && tensor.sizes[0].constant().value_or(0) == 0;
}

std::string Different(absl::string_view verb, const Tensor& a, const Tensor& b) {
  return absl::StrCat("cannot ", verb, " ", ShapeText(a), " and ", ShapeText(b));
}

// What the letters of an equation stand for.
struct Letters {
  std::map<char, Size> sizes;
  std::string why;
};

void Read(const Tensor& operand, absl::string_view subscripts, Letters& letters) {
  if (!operand.has_rank) return;
  if (operand.sizes.size() != subscripts.size()) {
    letters.why = absl::StrCat("`", subscripts, "` is not as many letters as ", ShapeText(operand),
                               " has dimensions");
    return;
  }
  for (size_t i = 0; i < subscripts.size(); ++i) {
    Size& known = letters.sizes[subscripts[i]];
    const Size& size = operand.sizes[i];
    const bool is_one = known.constant() == 1 || size.constant() == 1;  // Which is broadcast.
    if (!is_one && known.constant() && size.constant() && !(known == size)) {
      letters.why = absl::StrCat("`", std::string(1, subscripts[i]), "` is ", known.ToText(),
                                 " and ", size.ToText());
      return;
    }
    if (!known.is_known() || known.constant() == 1) known = size;
    if (!known.constant() && size.constant() && !is_one) known = size;
  }
}

// "ab,bc" has the implied result "ac": letters that stand once, sorted.
std::string ImpliedResult(absl::string_view operands) {
  std::map<char, int> uses;
  for (const char letter : operands) {
    if (absl::ascii_isalpha(static_cast<unsigned char>(letter))) ++uses[letter];
  }
  std::string result;
  for (const auto& [letter, count] : uses) {
    if (count == 1) result.push_back(letter);
  }
  return result;
}

}  // namespace

Shaped Concatenated(const std::vector<Tensor>& tensors, int64_t dim) {
  Shaped result;
  if (tensors.empty()) return result;
  const bool are_vectors = std::all_of(tensors.begin(), tensors.end(), [](const Tensor& tensor) {
    return tensor.has_rank && tensor.sizes.size() == 1;
  });
  if (!are_vectors && std::any_of(tensors.begin(), tensors.end(), MayBeLeftOut)) return result;
  const Tensor& first = tensors[0];
  const std::optional<size_t> place = DimensionOf(first, dim, result.why);
  if (!place) return result;
  std::vector<Size> sizes = first.sizes;
  for (size_t i = 1; i < tensors.size(); ++i) {
    const Tensor& next = tensors[i];
    if (next.sizes.size() != sizes.size()) return {.why = Different("concatenate", first, next)};
    for (size_t j = 0; j < sizes.size(); ++j) {
      if (j == *place) {
        sizes[j] = sizes[j] + next.sizes[j];
      } else if (Size::CertainlyDiffer(sizes[j], next.sizes[j])) {
        return {.why = absl::StrCat(Different("concatenate", first, next), ": ", sizes[j].ToText(),
                                    " and ", next.sizes[j].ToText(), " in dimension ", j)};
      } else if (!sizes[j].is_known() || next.sizes[j].constant()) {
        sizes[j] = next.sizes[j];
      }
    }
  }
  return {.tensor = {.has_rank = true, .sizes = std::move(sizes)}};
}

Shaped Stacked(const std::vector<Tensor>& tensors, int64_t dim) {
  if (tensors.empty()) return {};
  for (const Tensor& next : tensors) {
    if (!next.has_rank || !tensors[0].has_rank) return {};
    const bool is_certain =
        next.sizes.size() != tensors[0].sizes.size() ||
        !std::equal(next.sizes.begin(), next.sizes.end(), tensors[0].sizes.begin(),
                    [](const Size& a, const Size& b) { return !Size::CertainlyDiffer(a, b); });
    if (is_certain) return {.why = Different("stack", tensors[0], next)};
  }
  Shaped result;
  const std::optional<size_t> place = DimensionOf(tensors[0], dim, result.why, 1);
  if (!place) return result;
  result.tensor = {.has_rank = true, .sizes = tensors[0].sizes};
  result.tensor.sizes.insert(result.tensor.sizes.begin() + static_cast<int64_t>(*place),
                             Size::Constant(static_cast<int64_t>(tensors.size())));
  return result;
}

Shaped Contracted(absl::string_view equation, const std::vector<Tensor>& operands) {
  const std::string plain = absl::StrReplaceAll(equation, {{" ", ""}});
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(plain, absl::MaxSplits("->", 1));
  if (absl::StrContains(plain, ".")) return {};
  const std::vector<absl::string_view> each = absl::StrSplit(sides.first, ',');
  if (each.size() != operands.size()) {
    return {.why = absl::StrCat("`", plain, "` is for ", each.size(), " tensors, not ",
                                operands.size())};
  }
  Letters letters;
  for (size_t i = 0; i < each.size(); ++i) {
    Read(operands[i], each[i], letters);
    if (!letters.why.empty()) return {.why = std::move(letters.why)};
  }
  const std::string result =
      absl::StrContains(plain, "->") ? std::string(sides.second) : ImpliedResult(sides.first);
  Tensor tensor = {.has_rank = true};
  for (const char letter : result) {
    if (!absl::StrContains(sides.first, std::string(1, letter))) {
      return {.why = absl::StrCat("`", std::string(1, letter), "` stands in no operand of `", plain,
                                  "`")};
    }
    tensor.sizes.push_back(letters.sizes[letter]);
  }
  return {.tensor = std::move(tensor)};
}

}  // namespace allreview::understanding
