#include "services/analysis/change_model/examples/numbers.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace allreview::analysis {
namespace {

using python::Node;
using worked_examples::Dtype;
using worked_examples::Sizes;
using worked_examples::Value;

// The words of a name: {"top", "k"} of "top_k".
std::vector<std::string> WordsOf(absl::string_view name) {
  return absl::StrSplit(absl::AsciiStrToLower(name), '_', absl::SkipEmpty());
}

bool HasAny(const std::vector<std::string>& words,
            std::initializer_list<absl::string_view> wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

bool IsWord(absl::string_view text) {
  return !text.empty() && !absl::ascii_isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

std::optional<int64_t> FactorOf(absl::string_view text, const SizesByName& sizes) {
  int64_t number = 0;
  if (absl::SimpleAtoi(text, &number)) return number;
  const auto found = sizes.find(std::string(text));
  return found == sizes.end() ? std::nullopt : std::optional<int64_t>(found->second);
}

// Sums of products and quotients, without parentheses.
std::optional<int64_t> SizeOf(absl::string_view dim, const SizesByName& sizes) {
  int64_t sum = 0;
  for (absl::string_view term : absl::StrSplit(dim, '+')) {
    int64_t product = 1;
    char op = '*';
    while (!term.empty()) {
      const size_t end = term.find_first_of("*/");
      const std::optional<int64_t> factor =
          FactorOf(absl::StripAsciiWhitespace(term.substr(0, end)), sizes);
      if (!factor || (op == '/' && (*factor <= 0 || product % *factor != 0))) return std::nullopt;
      product = op == '*' ? product * *factor : product / *factor;
      if (product > worked_examples::kMaxElements) return std::nullopt;
      if (end == absl::string_view::npos) break;
      op = term[end];
      term.remove_prefix(end + 1);
      if (!term.empty() && term[0] == '/') term.remove_prefix(1);  // `//`
    }
    sum += product;
  }
  return sum;
}

// Powers of a primitive root: all differ, and neither rows nor columns do so by a constant.
double FloatAt(int64_t i, int64_t count, int salt) {
  struct Field {
    int64_t prime, root;
  };
  constexpr Field kFields[] = {{7, 3}, {11, 2}, {17, 3}, {29, 2}, {67, 2}};
  Field field = kFields[4];
  for (const Field& candidate : kFields) {
    if (candidate.prime > count) {
      field = candidate;
      break;
    }
  }
  int64_t power = 1;
  for (int64_t k = 0; k < i + salt; ++k) power = power * field.root % field.prime;
  return 0.5 * static_cast<double>(power);
}

double IntegerAt(const std::vector<std::string>& words, int64_t i, int salt) {
  if (HasAny(words, {"seqlens", "offsets", "cumsum"})) return static_cast<double>(2 * i);
  if (HasAny(words, {"position", "positions", "pos"})) return static_cast<double>(i);
  if (HasAny(words, {"length", "lengths", "lens", "counts", "count", "sizes"})) {
    return static_cast<double>(1 + (i + salt) % 2);
  }
  return static_cast<double>((i + salt) % 2);
}

}  // namespace

std::optional<Value> LiteralOf(Node node) {
  using python::Kind;
  int64_t integer = 0;
  double number = 0;
  switch (node.kind()) {
    case Kind::kInteger:
      if (absl::SimpleAtoi(node.text(), &integer)) return Value::Int(integer);
      return std::nullopt;
    case Kind::kFloat:
      if (absl::SimpleAtod(node.text(), &number)) return Value::Float(number);
      return std::nullopt;
    case Kind::kTrue:
      return Value::Bool(true);
    case Kind::kFalse:
      return Value::Bool(false);
    case Kind::kNone:
      return Value::None();
    case Kind::kString:
      return Value::Text(python::Module::StringContent(node));
    case Kind::kList:
      if (node.named_child_count() == 0) return Value::List({});
      return std::nullopt;
    case Kind::kDictionary:
      if (node.named_child_count() == 0) return Value::Dict({});
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::vector<std::string> SizeNamesIn(absl::string_view dim) {
  std::vector<std::string> names;
  for (absl::string_view part : absl::StrSplit(dim, absl::ByAnyChar("*/+ "), absl::SkipEmpty())) {
    if (IsWord(part)) names.emplace_back(part);
  }
  return names;
}

std::optional<Sizes> ShapeOf(const Dims& dims, const SizesByName& sizes) {
  Sizes shape;
  for (const std::string& dim : dims) {
    const std::optional<int64_t> size = SizeOf(dim, sizes);
    if (!size || *size < 1) return std::nullopt;
    shape.push_back(*size);
  }
  const std::optional<int64_t> count = worked_examples::CountOf(shape);
  if (!count || *count > 64) return std::nullopt;
  return shape;
}

std::optional<Dtype> DtypeFor(absl::string_view name, absl::string_view known,
                              absl::string_view told) {
  if (known == "integer") return Dtype::kInt64;
  if (known == "bool") return Dtype::kBool;
  if (known == "float32" || known == "float64") return Dtype::kFloat32;
  if (!known.empty()) return std::nullopt;
  if (absl::StrContains(told, "LongTensor") || absl::StrContains(told, "IntTensor")) {
    return Dtype::kInt64;
  }
  if (absl::StrContains(absl::AsciiStrToLower(told), "bool")) return Dtype::kBool;
  const std::vector<std::string> words = WordsOf(name);
  if (words.empty()) return std::nullopt;
  if (HasAny(words, {"mask", "masks"}) || absl::EndsWith(name, "routing_map")) return Dtype::kBool;
  if (HasAny({words.back()}, {"ids", "idx", "index", "indices", "labels", "targets", "length",
                              "lengths", "lens", "seqlens", "positions", "counts", "offsets"})) {
    return Dtype::kInt64;
  }
  if (IsNamedLikeInteger(name) || words.back() == "k") return Dtype::kInt64;
  return Dtype::kFloat32;
}

Value TensorFor(absl::string_view name, const Sizes& shape, Dtype dtype, int salt) {
  const int64_t count = worked_examples::CountOf(shape).value_or(0);
  const std::vector<std::string> words = WordsOf(name);
  std::vector<double> data;
  for (int64_t i = 0; i < count; ++i) {
    data.push_back(dtype == Dtype::kBool    ? static_cast<double>((i * 2 + salt) % 3 != 0)
                   : dtype == Dtype::kInt64 ? IntegerAt(words, i, salt)
                                            : FloatAt(i, count, salt));
  }
  return Value::Of(worked_examples::NewTensor(shape, std::move(data), dtype));
}

bool IsNamedLikeInteger(absl::string_view name) {
  std::vector<std::string> words = WordsOf(name);
  if (!words.empty() && words.front() == "get") words.erase(words.begin());
  if (words.empty()) return false;
  if (HasAny({words.back()},
             {"size",      "rank",       "count",  "len",    "length",   "idx",     "index",
              "step",      "steps",      "degree", "dim",    "offset",   "seqlen",  "epoch",
              "iteration", "iterations", "topk",   "stride", "multiple", "divisor", "alignment"})) {
    return true;
  }
  return words.size() > 1 && HasAny({words.front()}, {"num", "n"}) &&
         !HasAny({words.back()}, {"tensor", "list", "dict", "map", "fn", "cache", "mask", "str"});
}

Value SizeFor(absl::string_view written, int variant) {
  constexpr int64_t kSizes[] = {2, 6, 4, 8};
  const size_t digit = written.find_last_of("0123456789");
  const size_t dim =
      digit == absl::string_view::npos ? 0 : static_cast<size_t>(written[digit] - '0');
  return Value::Int(kSizes[(dim + static_cast<size_t>(variant)) % 4]);
}

Value IntegerFor(absl::string_view name, const std::optional<Value>& fallback, int seed) {
  const bool is_small = fallback && fallback->IsInteger() && fallback->integer <= 8;
  if (is_small && (seed % 2 == 0 || fallback->integer > 1)) return *fallback;
  const std::vector<std::string> words = WordsOf(name);
  if (name == "k" || name == "topk" || absl::EndsWith(name, "top_k"))
    return Value::Int(1 + seed % 2);
  if (HasAny(words, {"rank", "index", "idx", "id"})) return Value::Int(1);
  if (HasAny(words, {"tp", "pp", "cp", "ep", "dp", "parallel", "world", "degree"})) {
    return Value::Int(seed % 4 == 3 ? 4 : 2);
  }
  if (HasAny(words, {"len", "length", "multiple", "alignment", "divisor"})) return Value::Int(4);
  if (HasAny(words, {"hidden", "vocab", "seq", "seqlen", "sequence", "dim", "channels"})) {
    return Value::Int(seed % 4 == 3 ? 12 : 8);
  }
  if (HasAny(words, {"heads", "experts", "layers"})) return Value::Int(4);
  if (HasAny(words, {"size", "num", "n"})) return Value::Int(2 + seed % 4);
  return Value::Int(3 + seed % 4);
}

Value IntegersFor(int number) {
  Value::Items items;
  for (int i = 1; i <= 3; ++i) items.push_back(Value::Int(10 * number + i));
  return Value::List(std::move(items));
}

}  // namespace allreview::analysis
