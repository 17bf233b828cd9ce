#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_split.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using Numbers = std::vector<double>;

constexpr int64_t kMaxTerms = 1 << 16;

// An operand with a letter for each dimension.
struct Labelled {
  Tensor tensor = {};
  std::string labels = {};
};

// The size of each letter. nullopt: the operands do not fit.
std::optional<std::map<char, int64_t>> SizesOf(Call& call, const std::vector<Labelled>& operands) {
  std::map<char, int64_t> sizes;
  for (const Labelled& operand : operands) {
    const bool fits = operand.labels.size() == operand.tensor.rank() &&
                      operand.tensor.dtype == operands[0].tensor.dtype;
    if (!fits) call.halt.Raise("another rank or dtype");
    for (size_t i = 0; fits && i < operand.labels.size(); ++i) {
      const auto [known, is_new] = sizes.emplace(operand.labels[i], operand.tensor.shape[i]);
      if (known->second != operand.tensor.shape[i]) call.halt.Raise("sizes that differ");
    }
    if (call.halt.stops()) return std::nullopt;
  }
  return sizes;
}

// All letters; nullopt: together they make too many products.
std::optional<std::string> LettersOf(Call& call, const std::map<char, int64_t>& sizes) {
  std::string letters;
  int64_t terms = 1;
  for (const auto& [label, size] : sizes) {
    letters += label;
    terms *= size;
    if (terms <= kMaxTerms) continue;
    call.Fail("too many products");
    return std::nullopt;
  }
  return letters;
}

// Sums the products of the operands' elements over all letters that the result does not have.
Value Contract(Call& call, const std::vector<Labelled>& operands, const std::string& result) {
  std::optional<std::map<char, int64_t>> known = SizesOf(call, operands);
  if (!known) return {};
  std::map<char, int64_t>& sizes = *known;
  std::vector<Numbers> elements;
  for (const Labelled& operand : operands) elements.push_back(call.Elements(operand.tensor));
  Sizes shape;
  for (const char label : result) {
    if (sizes.count(label) == 0) return call.halt.Raise("a letter that there is not");
    shape.push_back(sizes[label]);
  }
  const std::optional<std::string> letters = LettersOf(call, sizes);
  if (!letters) return {};
  int64_t terms = 1;
  for (const auto& [label, size] : sizes) terms *= size;
  const std::optional<int64_t> count = CountOf(shape);
  if (!count || call.halt.stops()) return call.Fail("a tensor that is too large");
  const auto place = [&](const std::string& labels, const std::map<char, int64_t>& at) {
    int64_t position = 0;
    for (const char label : labels) position = position * sizes[label] + at.at(label);
    return static_cast<size_t>(position);
  };
  Numbers sums(static_cast<size_t>(*count));
  std::map<char, int64_t> at;
  for (int64_t term = 0; term < terms; ++term) {
    int64_t rest = term;
    for (size_t i = letters->size(); i-- > 0;) {
      const char letter = (*letters)[i];
      at[letter] = rest % sizes[letter];
      rest /= sizes[letter];
    }
    double product = 1;
    for (size_t i = 0; i < operands.size(); ++i) {
      product *= elements[i][place(operands[i].labels, at)];
    }
    sums[place(result, at)] += product;
  }
  return Value::Of(NewTensor(std::move(shape), std::move(sums), operands[0].tensor.dtype));
}

Value Product(Call& call, const Tensor& a, const Tensor& b) {
  if (a.rank() == 0 || b.rank() == 0) return call.halt.Raise("a product of numbers");
  const size_t batch = std::max(a.rank(), b.rank());
  if (batch > 4) return call.Fail("a product of many dimensions");
  const std::string letters = "pq";
  std::string left = a.rank() == 1 ? "k" : "ik", right = b.rank() == 1 ? "k" : "kj";
  std::string result;
  if (a.rank() > 2 || b.rank() > 2) {
    if (a.rank() > 2) left = letters.substr(4 - a.rank()) + left;
    if (b.rank() > 2) right = letters.substr(4 - b.rank()) + right;
    if (a.rank() > 2 && b.rank() > 2 && a.rank() != b.rank()) return call.Fail("other batches");
    result = letters.substr(4 - batch);
  }
  result += std::string(a.rank() > 1 ? "i" : "") + (b.rank() > 1 ? "j" : "");
  return Contract(call, {{a, left}, {b, right}}, result);
}

Value MatMul(Call& call) {
  const Tensor a = call.AsTensor(0, "input"), b = call.AsTensor(1, "other");
  return call.halt.stops() ? Value() : Product(call, a, b);
}

// Of these ranks only.
template <size_t kLeft, size_t kRight>
Value StrictProduct(Call& call) {
  const Tensor a = call.AsTensor(0, "input"), b = call.AsTensor(1, "mat2");
  if (a.rank() != kLeft || b.rank() != kRight) return call.halt.Raise("another rank");
  return Product(call, a, b);
}

Value Outer(Call& call) {
  const Tensor a = call.AsTensor(0, "input"), b = call.AsTensor(1, "vec2");
  if (call.halt.stops()) return {};
  return Contract(call, {{a, "i"}, {b, "j"}}, "ij");
}

Value Linear(Call& call) {
  const Tensor x = call.AsTensor(0, "input"), weight = call.AsTensor(1, "weight");
  const Value* const bias = call.Get(2, "bias");
  if (x.rank() == 0 || x.rank() > 4 || call.halt.stops()) return call.Fail("another rank");
  const std::string batch = std::string("abc").substr(0, x.rank() - 1);
  const Value product = Contract(call, {{x, batch + "i"}, {weight, "oi"}}, batch + "o");
  if (bias == nullptr || bias->Is(Type::kNone) || call.halt.stops()) return product;
  return OperateOnTensors("+", product, *bias, call.halt);
}

Value Einsum(Call& call) {
  const Value equation = call.Require(0, "equation");
  if (!equation.Is(Type::kText)) return call.Fail("an equation that is not known");
  std::string text;
  for (const char c : equation.text) {
    if (c != ' ') text += c;
  }
  const size_t arrow = text.find("->");
  if (arrow == std::string::npos || text.find('.') != std::string::npos) {
    return call.Fail("an equation of another form");
  }
  std::vector<Labelled> operands;
  size_t position = 1;
  for (absl::string_view labels : absl::StrSplit(text.substr(0, arrow), ',')) {
    operands.push_back({call.AsTensor(position++, ""), std::string(labels)});
  }
  return call.halt.stops() ? Value() : Contract(call, operands, text.substr(arrow + 2));
}

}  // namespace

const Operations& ProductOperations() {
  static const Operations& all = *new Operations{
      {"matmul", MatMul},          {"mm", StrictProduct<2, 2>},  {"bmm", StrictProduct<3, 3>},
      {"mv", StrictProduct<2, 1>}, {"dot", StrictProduct<1, 1>}, {"outer", Outer},
      {"linear", Linear},          {"torch.einsum", Einsum},
  };
  return all;
}

}  // namespace allreview::worked_examples
