#include "analyzers/worked_examples/value.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace allreview::worked_examples {
namespace {

constexpr size_t kMaxTextBytes = 400;
constexpr int kMaxDepth = 8;
constexpr int64_t kMaxShown = 64;

// Writes values to a text until it is too long or a value is unknown.
class Writer {
 public:
  bool Write(const Value& value, int depth) {
    if (depth > kMaxDepth || text_.size() > kMaxTextBytes) return false;
    switch (value.type) {
      case Type::kNone:
        return Put("None");
      case Type::kBool:
        return Put(value.integer != 0 ? "True" : "False");
      case Type::kInt:
        return Put(absl::StrCat(value.integer));
      case Type::kFloat:
        return !std::isnan(value.number) && Put(TextOfNumber(value.number));
      case Type::kText:
        return Put(absl::StrCat("\"", value.text, "\""));
      case Type::kList:
      case Type::kTuple:
        return WriteItems(value, depth);
      case Type::kDict:
        return WriteEntries(value, depth);
      case Type::kTensor:
        return WriteTensor(*value.tensor);
      default:
        return false;
    }
  }

  std::string text() && { return std::move(text_); }

 private:
  bool Put(absl::string_view text) {
    absl::StrAppend(&text_, text);
    return text_.size() <= kMaxTextBytes;
  }

  bool WriteItems(const Value& value, int depth) {
    const bool is_list = value.Is(Type::kList);
    if (value.parts != nullptr && value.parts->empty()) return false;
    Put(is_list ? "[" : "(");
    bool is_first = true;
    for (const Value& item : *value.items) {
      if (!is_first) Put(", ");
      is_first = false;
      if (!Write(item, depth + 1)) return false;
    }
    if (!is_list && value.items->size() == 1) Put(",");
    return Put(is_list ? "]" : ")");
  }

  bool WriteEntries(const Value& value, int depth) {
    Put("{");
    bool is_first = true;
    for (const auto& [key, item] : *value.entries) {
      if (!is_first) Put(", ");
      is_first = false;
      if (!Write(key, depth + 1) || !Put(": ") || !Write(item, depth + 1)) return false;
    }
    return Put("}");
  }

  bool WriteElement(double element, Dtype dtype) {
    if (std::isnan(element)) return false;
    if (dtype == Dtype::kBool) return Put(element != 0 ? "True" : "False");
    return Put(TextOfNumber(element));
  }

  // Brackets close and open where a row, a matrix and so on ends.
  bool WriteTensor(const Tensor& tensor) {
    const std::vector<double> elements = ElementsOf(tensor);
    const size_t rank = tensor.rank();
    if (static_cast<int64_t>(elements.size()) > kMaxShown) return false;
    if (rank == 0) return WriteElement(elements[0], tensor.dtype);
    if (elements.empty()) return Put("[]");
    for (size_t i = 0; i < elements.size(); ++i) {
      int64_t block = 1;
      size_t closed = 0;
      for (size_t dim = rank; dim-- > 0;) {
        block *= tensor.shape[dim];
        if (static_cast<int64_t>(i) % block != 0) break;
        ++closed;
      }
      if (i > 0) Put(absl::StrCat(std::string(closed, ']'), ", "));
      Put(std::string(closed, '['));
      if (!WriteElement(elements[i], tensor.dtype)) return false;
    }
    return Put(std::string(rank, ']'));
  }

  std::string text_;
};

std::optional<bool> AreEqualAt(const Value& a, const Value& b, int depth);

std::optional<bool> AreSequencesEqual(const Value& a, const Value& b, int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (a.type != b.type || a.items->size() != b.items->size()) return false;
  for (size_t i = 0; i < a.items->size(); ++i) {
    const std::optional<bool> equal = AreEqualAt((*a.items)[i], (*b.items)[i], depth + 1);
    if (!equal) return std::nullopt;
    if (!*equal) return false;
  }
  return true;
}

std::optional<bool> AreEqualAt(const Value& a, const Value& b, int depth) {
  const auto is_plain = [](const Value& value) {
    return value.IsNumber() || value.IsSequence() || value.Is(Type::kText) ||
           value.Is(Type::kNone) || value.Is(Type::kName);
  };
  if (!is_plain(a) || !is_plain(b)) return std::nullopt;
  if (a.IsInteger() && b.IsInteger()) return a.integer == b.integer;
  if (a.IsNumber() && b.IsNumber()) return a.AsNumber() == b.AsNumber();
  if (a.IsSequence() && b.IsSequence()) return AreSequencesEqual(a, b, depth);
  // A name may stand for anything.
  if (a.Is(Type::kName) != b.Is(Type::kName)) return std::nullopt;
  if (a.Is(Type::kName)) return a.text == b.text ? std::optional<bool>(true) : std::nullopt;
  return a.type == b.type && a.text == b.text;
}

}  // namespace

Value Value::Sequence(Type type, Items items) {
  return {.type = type, .items = std::make_shared<Items>(std::move(items))};
}

Value Value::Dict(Entries entries) {
  return {.type = Type::kDict, .entries = std::make_shared<Entries>(std::move(entries))};
}

Value Value::Of(Tensor tensor) {
  return {.type = Type::kTensor, .tensor = std::make_shared<Tensor>(std::move(tensor))};
}

std::optional<bool> TruthOf(const Value& value) {
  switch (value.type) {
    case Type::kNone:
      return false;
    case Type::kBool:
    case Type::kInt:
      return value.integer != 0;
    case Type::kFloat:
      return value.number != 0;
    case Type::kText:
      return !value.text.empty();
    case Type::kList:
    case Type::kTuple:
      return !value.items->empty();
    case Type::kDict:
      return !value.entries->empty();
    case Type::kTensor: {
      const std::vector<double> elements = ElementsOf(*value.tensor);
      if (elements.size() != 1 || std::isnan(elements[0])) return std::nullopt;
      return elements[0] != 0;
    }
    default:
      return std::nullopt;
  }
}

std::optional<bool> AreEqual(const Value& a, const Value& b) { return AreEqualAt(a, b, 0); }

std::string TextOfNumber(double number) {
  if (number == 0) return "0";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  if (number == std::trunc(number) && std::abs(number) < 1e15) {
    return absl::StrCat(static_cast<int64_t>(number));
  }
  return absl::StrFormat("%.4g", number);
}

std::optional<std::string> TextOf(const Value& value) {
  Writer writer;
  if (!writer.Write(value, 0)) return std::nullopt;
  return std::move(writer).text();
}

}  // namespace allreview::worked_examples
