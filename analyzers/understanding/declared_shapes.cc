#include "analyzers/understanding/declared_shapes.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/names.h"

namespace allreview::understanding {
namespace {

using ir::Type;

// The name that is written of one that is resolved: "N" of ":N" and
// "builtins.N".
absl::string_view LastPart(absl::string_view name) {
  return name.substr(name.find_last_of(".:") + 1);
}

// A word of jaxtyping: "4", "b", "h+1", "n=3"; "" for what may be any number.
absl::string_view SizeOfWord(absl::string_view word) {
  const size_t label = word.find('=');
  if (label != absl::string_view::npos) word.remove_prefix(label + 1);
  const bool is_any = word.empty() || word[0] == '_' || word.find_first_of("#?{") != word.npos;
  return is_any ? "" : word;
}

void Add(absl::string_view size, bool is_variadic, WrittenShape& shape) {
  if (is_variadic) {
    shape.has_rank = false;
    shape.sizes.clear();
  } else {
    shape.sizes.push_back(size);
  }
}

WrittenShape ShapeOfWords(absl::string_view words) {
  WrittenShape shape;
  for (absl::string_view word : absl::StrSplit(words, absl::ByAnyChar(" \t\n"), absl::SkipEmpty()))
    Add(SizeOfWord(word), word == "..." || word[0] == '*', shape);
  return shape;
}

WrittenShape ShapeOfList(const ir::File& file, ir::TypeId list) {
  WrittenShape shape;
  for (ir::TypeId size = list + 1; size < file.types[list].end; size = file.types[size].end) {
    const Type& type = file.types[size];
    const bool has_text = type.kind == Type::Kind::kName || type.kind == Type::Kind::kLiteral;
    const absl::string_view text = has_text ? absl::string_view(file.names[type.name]) : "";
    const bool is_any = absl::EndsWith(text, ".Any");
    Add(type.kind == Type::Kind::kName ? (is_any ? "" : LastPart(text)) : text,
        type.kind == Type::Kind::kEllipsis, shape);
  }
  return shape;
}

// Reads an expression from left to right; what waits for its right side lies on a stack.
class ExpressionReader {
 public:
  ExpressionReader(absl::string_view text, const SizeNames& names) : text_(text), names_(names) {}

  Size Read() {
    for (size_t at = 0; at < text_.size() && !is_wrong_;) {
      const char c = text_[at];
      if (absl::ascii_isspace(c)) {
        ++at;
      } else if (IsNameByte(c)) {
        size_t end = at;
        while (end < text_.size() && IsNameByte(text_[end])) ++end;
        Take(ValueOf(text_.substr(at, end - at)));
        at = end;
      } else {
        const bool is_quotient = absl::StartsWith(text_.substr(at), "//");
        TakeSign(is_quotient ? 'q' : c);
        at += is_quotient ? 2 : 1;
      }
    }
    is_wrong_ |= expects_value_;
    while (!is_wrong_ && !signs_.empty()) Apply();
    return is_wrong_ || values_.size() != 1 ? Size() : values_[0];
  }

 private:
  static int StrengthOf(char sign) { return sign == '(' ? 0 : sign == '+' || sign == '-' ? 1 : 2; }

  Size ValueOf(absl::string_view word) const {
    int64_t number = 0;
    if (absl::SimpleAtoi(word, &number)) return Size::Constant(number);
    const auto known = names_.find(word);
    return known == names_.end() ? Size() : known->second;
  }

  void Take(Size value) {
    is_wrong_ |= !expects_value_;
    expects_value_ = false;
    values_.push_back(std::move(value));
  }

  void TakeSign(char sign) {
    if (sign == '(') {
      is_wrong_ |= !expects_value_;
      return signs_.push_back(sign);
    }
    is_wrong_ |= expects_value_ || !absl::StrContains("+-*q)", sign);
    while (!is_wrong_ && !signs_.empty() && signs_.back() != '(' &&
           (sign == ')' || StrengthOf(signs_.back()) >= StrengthOf(sign))) {
      Apply();
    }
    if (sign != ')') {
      expects_value_ = true;
      return signs_.push_back(sign);
    }
    is_wrong_ |= signs_.empty();
    if (!signs_.empty()) signs_.pop_back();
  }

  void Apply() {
    const char sign = signs_.back();
    signs_.pop_back();
    is_wrong_ |= sign == '(' || values_.size() < 2;
    if (is_wrong_) return;
    const Size right = std::move(values_.back());
    values_.pop_back();
    Size& left = values_.back();
    left = sign == '+'   ? left + right
           : sign == '-' ? left - right
           : sign == '*' ? left * right
                         : left.FloorDividedBy(right);
  }

  absl::string_view text_;
  const SizeNames& names_;
  bool expects_value_ = true, is_wrong_ = false;
  std::vector<Size> values_;
  std::vector<char> signs_;
};

}  // namespace

std::optional<WrittenShape> WrittenShapeOf(const ir::File& file, ir::TypeId generic) {
  const std::vector<Type>& types = file.types;
  if (types[generic].kind != Type::Kind::kGeneric) return std::nullopt;
  const ir::TypeId end = types[generic].end, first = types[generic + 1].end;
  if (first >= end) return std::nullopt;
  const ir::TypeId second = types[first].end;
  if (types[first].kind == Type::Kind::kList) {
    return second == end ? std::optional(ShapeOfList(file, first)) : std::nullopt;
  }
  if (second >= end || types[second].end != end) return std::nullopt;
  const Type& words = types[second];
  if (words.kind == Type::Kind::kEllipsis) return WrittenShape{.has_rank = false};
  if (words.kind == Type::Kind::kName) return ShapeOfWords(LastPart(file.names[words.name]));
  if (words.kind != Type::Kind::kLiteral) return std::nullopt;
  return ShapeOfWords(file.names[words.name]);
}

Tensor TensorOf(const WrittenShape& shape, const SizeNames& names) {
  Tensor tensor = {.has_rank = shape.has_rank, .is_declared = true};
  for (absl::string_view size : shape.sizes) {
    tensor.sizes.push_back(size.empty() ? Size() : SizeOfExpression(size, names));
  }
  return tensor;
}

Size SizeOfExpression(absl::string_view text, const SizeNames& names) {
  return ExpressionReader(text, names).Read();
}

bool IsName(absl::string_view expression) {
  return !expression.empty() && !absl::ascii_isdigit(expression[0]) &&
         std::all_of(expression.begin(), expression.end(), IsNameByte);
}

std::vector<absl::string_view> NamesIn(absl::string_view expression) {
  std::vector<absl::string_view> names;
  for (size_t at = 0; at < expression.size();) {
    size_t end = at;
    while (end < expression.size() && IsNameByte(expression[end])) ++end;
    const absl::string_view word = expression.substr(at, end - at);
    if (IsName(word)) names.push_back(word);
    at = std::max(end, at + 1);
  }
  return names;
}

Dtype DtypeOfAnnotation(absl::string_view name) {
  const bool says_one = absl::ConsumePrefix(&name, "jaxtyping.") && name != "Int";
  if (!says_one) return Dtype::kUnknown;
  return name == "Float" ? Dtype::kFloat : DtypeNamed(absl::AsciiStrToLower(name));
}

bool CanBeContradicted(const ir::File& file, ir::TypeId annotation) {
  for (ir::TypeId i = annotation; i < file.types[annotation].end; ++i) {
    const Type::Kind kind = file.types[i].kind;
    if (kind == Type::Kind::kList || kind == Type::Kind::kLiteral) return true;
    // Float[Tensor, "batch"]: a name in the place of a type.
    if (kind == Type::Kind::kGeneric && WrittenShapeOf(file, i)) return true;
  }
  return false;
}

}  // namespace allreview::understanding
