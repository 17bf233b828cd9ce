#include "analyzers/scaling/size_reader.h"

#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace allreview::scaling {
namespace {

using python::Binding;
using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxDepth = 12;
constexpr size_t kMaxNameBytes = 40;
constexpr char kLoopVariable = '@';
constexpr char kMark = '\x1f';  // Before the bindings in an id.

// Calls that give a number which is no more than their first argument, up to constants.
bool IsRounding(absl::string_view name) {
  // The types of numpy and torch, and what makes a tensor of a number, change no size.
  for (absl::string_view known :
       {"int",     "ceil",    "floor",   "round",  "abs",       "item",    "float",  "int8",
        "int16",   "int32",   "int64",   "uint8",  "uint16",    "uint32",  "uint64", "intp",
        "float16", "float32", "float64", "tensor", "as_tensor", "asarray", "array"}) {
    if (name == known) return true;
  }
  return false;
}

// The name of such a value says less than what it is computed of.
bool IsFormula(Node value) {
  switch (value.kind()) {
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
    case Kind::kInteger:
    case Kind::kIdentifier:
    case Kind::kConditionalExpression:
    case Kind::kBooleanOperator:
      return true;
    case Kind::kCall: {
      const Node function = value.child(Field::kFunction);
      const absl::string_view name = function.Is(Kind::kAttribute)
                                         ? function.child(Field::kAttribute).text()
                                         : function.text();
      return name == "min" || name == "max" || (IsRounding(name) && name != "item");
    }
    default:
      return false;
  }
}

}  // namespace

bool HasLoopVariable(const Size& size) {
  for (const auto& [product, coefficient] : size.terms()) {
    for (const Factor& factor : product) {
      if (factor.dimension.front() == kLoopVariable) return true;
    }
  }
  return false;
}

Size Shape::Elements() const {
  Size size = Size::Constant(1);
  for (const Size& dimension : dims) size = size * dimension;
  return size;
}

std::optional<int> IntegerOf(Node expression) {
  expression = python::WithoutParentheses(expression);
  int sign = 1;
  if (expression.Is(Kind::kUnaryOperator)) {
    if (!absl::StartsWith(expression.text(), "-")) return std::nullopt;
    sign = -1;
    expression = expression.child(Field::kArgument);
  }
  int value = 0;
  if (!expression.Is(Kind::kInteger) || !absl::SimpleAtoi(expression.text(), &value)) {
    return std::nullopt;
  }
  return sign * value;
}

SizeReader::SizeReader(const python::Module& module, const python::Definition& function,
                       const python::Values& values, const std::map<std::string, Size>* aliases)
    : module_(module), function_(function), values_(values), aliases_(aliases) {
  CollectNames();
}

const Binding* SizeReader::BindingOf(Node identifier) const {
  const python::Scopes& scopes = module_.scopes();
  const int scope = scopes.LookUp(identifier, identifier.text());
  if (scope < 0) return nullptr;
  const auto bindings = scopes.BindingsOf(static_cast<uint32_t>(scope), identifier.text());
  const bool is_comprehension = scopes.scopes()[scope].kind == python::Scope::Kind::kComprehension;
  if (scope == 0 || is_comprehension) return bindings.size() == 1 ? bindings.begin() : nullptr;
  const Binding* nearest = nullptr;
  for (const Binding& binding : bindings) {
    if (binding.node.index() >= identifier.index()) break;
    // A count that goes on is the same count.
    if (binding.kind == Binding::Kind::kAugmented) continue;
    const bool is_assignment = binding.kind == Binding::Kind::kAssignment;
    if (is_assignment && python::StatementOf(binding.node).Contains(identifier)) continue;
    nearest = &binding;
  }
  return nearest;
}

std::string SizeReader::IdOf(Node name) const {
  if (!name.Is(Kind::kIdentifier)) return std::string(name.text());
  const Binding* binding = BindingOf(name);
  if (binding == nullptr) return std::string(name.text());
  return absl::StrCat(name.text(), std::string(1, kMark), binding->node.index());
}

Size SizeReader::SymbolOf(const std::string& name) const {
  if (aliases_ != nullptr) {
    const auto alias = aliases_->find(name);
    if (alias != aliases_->end()) return alias->second;
  }
  return Size::Symbol(name);
}

Size SizeReader::Named(const std::string& id) const {
  const auto found = names_.find(id);
  if (found != names_.end()) return SymbolOf(found->second);
  std::string name;
  bool is_mark = false;
  for (char c : id) {
    is_mark = c == kMark || (is_mark && absl::ascii_isdigit(c));
    if (!is_mark) name += c;
  }
  return SymbolOf(name);
}

Size SizeReader::Opaque(Node expression) const {
  std::string name;
  for (char c : expression.text()) {
    const bool is_blank = absl::ascii_isspace(c);
    if (is_blank && (name.empty() || name.back() == ' ' || name.back() == '(')) continue;
    if (c == ')' && absl::EndsWith(name, " ")) name.pop_back();
    name += is_blank ? ' ' : c;
  }
  if (name.size() > kMaxNameBytes) {
    size_t end = kMaxNameBytes;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
    name = name.substr(0, end) + "…";
  }
  return Size::Symbol(name);
}

Size SizeReader::Read(Node expression, int depth) const {
  expression = python::WithoutParentheses(expression);
  if (depth > kMaxDepth) return Opaque(expression);
  if (const std::optional<Size> dimension = ReadDimension(expression)) return *dimension;
  switch (expression.kind()) {
    case Kind::kInteger:
    case Kind::kFloat: {
      double number = 1;
      return Size::Constant(absl::SimpleAtod(expression.text(), &number) ? number : 1);
    }
    case Kind::kIdentifier:
      return ReadName(expression, depth);
    case Kind::kCall:
      return ReadCall(expression, depth);
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
      return ReadOperator(expression, depth);
    case Kind::kConditionalExpression:
      return Read(expression.named_child(0), depth + 1) +
             Read(expression.named_child(2), depth + 1);
    case Kind::kBooleanOperator:
      return Read(expression.child(Field::kLeft), depth + 1);
    case Kind::kAttribute: {
      const absl::string_view name = expression.child(Field::kAttribute).text();
      if (name == "ndim" || name == "itemsize") return Size::Constant(1);
      return Opaque(expression);
    }
    case Kind::kNull:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kNone:
      return Size::Constant(1);
    default:
      return Opaque(expression);
  }
}

Size SizeReader::ReadName(Node identifier, int depth) const {
  const Size name = SymbolOf(std::string(identifier.text()));
  const Binding* binding = BindingOf(identifier);
  if (binding == nullptr) return name;
  if (binding->kind == Binding::Kind::kLoop) return LoopVariable(*binding).value_or(name);
  if (binding->kind != Binding::Kind::kAssignment || !binding->value) return name;
  const auto all = module_.scopes().BindingsOf(binding->scope, identifier.text());
  const bool is_certain = all.size() == 1 || module_.ReachingValue(identifier) == binding->value;
  if (!is_certain) return name;
  const Node value = python::WithoutParentheses(binding->value);
  if (const std::optional<Size> dimension = ReadDimension(value)) return *dimension;
  if (!IsFormula(value)) return name;
  const Size size = Read(value, depth + 1);
  // Among the module's names, only the constants are more than names.
  return binding->scope != 0 || size.IsConstant() ? size : name;
}

Size SizeReader::ReadCall(Node call, int depth) const {
  const Callee callee = CalleeOf(call);
  if (callee.name == "min" && callee.arguments.size() > 1) {
    std::optional<Size> best;
    for (Node argument : callee.arguments) {
      const Size size = Read(argument, depth + 1);
      const bool is_better = !best || (HasLoopVariable(*best) && !HasLoopVariable(size)) ||
                             (size.IsConstant() && !best->IsConstant());
      if (is_better) best = size;
    }
    return *best;
  }
  if (callee.name == "max" && callee.arguments.size() > 1) {
    Size sum, constant = Size::Constant(1);
    for (Node argument : callee.arguments) {
      const Size size = Read(argument, depth + 1);
      (size.IsConstant() ? constant : sum) = size.IsConstant() ? size : sum + size;
    }
    return sum.terms().empty() ? constant : sum;
  }
  if (IsRounding(callee.name)) {
    if (!callee.arguments.empty()) return Read(callee.arguments[0], depth + 1);
    if (callee.self) return Read(callee.self, depth + 1);
  }
  if (absl::StartsWith(callee.name, "log2") && !callee.arguments.empty()) {
    return Size::Logarithm(Read(callee.arguments[0], depth + 1));
  }
  return Opaque(call);
}

Size SizeReader::ReadOperator(Node expression, int depth) const {
  if (expression.Is(Kind::kUnaryOperator)) {
    const Size size = Read(expression.child(Field::kArgument), depth + 1);
    return absl::StartsWith(expression.text(), "-") ? Size() - size : size;
  }
  const absl::string_view op = expression.child(Field::kOperator).text();
  const Node right_node = expression.child(Field::kRight);
  const Size left = Read(expression.child(Field::kLeft), depth + 1);
  Size right = Read(right_node, depth + 1);
  if (op == "+") return left + right;
  if (op == "-") return left - right;
  if (op == "*") return left * right;
  if (op == "/" || op == "//") return left / right;
  if (op == "%") return right;
  if (op == "**" && right.IsConstant() && right.constant() >= 1 && right.constant() <= 6) {
    Size power = left;
    for (int i = 1; i < right.constant(); ++i) power = power * left;
    return power;
  }
  return left.IsConstant() && right.IsConstant() ? Size::Constant(1) : Opaque(expression);
}

std::optional<Size> SizeReader::ReadDimension(Node expression) const {
  if (expression.Is(Kind::kSubscript)) {
    const Node of = module_.Dereference(expression.child(Field::kValue));
    const std::optional<int> index = IntegerOf(expression.child(Field::kSubscript));
    if (!index) return std::nullopt;
    if (of.Is(Kind::kAttribute) && of.child(Field::kAttribute).text() == "shape") {
      return DimensionOf(ShapeOf(of.child(Field::kObject)), *index);
    }
    if (!of.Is(Kind::kCall)) return std::nullopt;
    const Node function = of.child(Field::kFunction);
    if (function.child(Field::kAttribute).text() != "size") return std::nullopt;
    return DimensionOf(ShapeOf(function.child(Field::kObject)), *index);
  }
  if (!expression.Is(Kind::kCall)) return std::nullopt;
  const Node function = expression.child(Field::kFunction);
  const python::Arguments arguments = python::ArgumentsOf(expression);
  if (function.text() == "len" && arguments.positional.size() == 1) {
    return CountOfObject(arguments.positional[0]);
  }
  if (!function.Is(Kind::kAttribute)) return std::nullopt;
  const absl::string_view method = function.child(Field::kAttribute).text();
  const Node self = function.child(Field::kObject);
  const Node index = python::Argument(expression, 0, "dim");
  if (method == "size" && index && IntegerOf(index)) {
    return DimensionOf(ShapeOf(self), *IntegerOf(index));
  }
  if (method != "numel" && method != "nelement") return std::nullopt;
  const Shape shape = ShapeOf(self);
  if (shape.is_closed()) return shape.Elements();
  return self.Is(Kind::kIdentifier) ? Named(absl::StrCat(IdOf(self), ".numel()"))
                                    : Opaque(expression);
}

std::optional<Size> SizeReader::LoopVariable(const Binding& binding) const {
  Node loop = binding.node;
  while (loop && !loop.Is(Kind::kForStatement) && !loop.Is(Kind::kForInClause))
    loop = loop.parent();
  const Node iterable = python::WithoutParentheses(loop.child(Field::kRight));
  if (!iterable.Is(Kind::kCall)) return std::nullopt;
  const std::string callee = CalleeOf(iterable).name;
  const Node left = loop.child(Field::kLeft);
  const bool is_counter = callee == "range" || callee == "trange" || callee == "static_range"
                              ? left == binding.node
                              : callee == "enumerate" && left.named_child(0) == binding.node;
  if (!is_counter) return std::nullopt;
  return Size::Symbol(absl::StrCat(std::string(1, kLoopVariable), iterable.index()));
}

Size SizeReader::Bound(const Size& size) const {
  Size result = size;
  for (int round = 0; round < 4 && HasLoopVariable(result); ++round) {
    Size next;
    for (const auto& [product, coefficient] : result.terms()) {
      Size term = Size::Constant(coefficient);
      bool is_negative = false;
      for (const Factor& factor : product) {
        Size value = Size::Symbol(factor.dimension);
        uint32_t index = 0;
        if (factor.dimension.front() == kLoopVariable &&
            absl::SimpleAtoi(factor.dimension.substr(1), &index)) {
          is_negative = is_negative || coefficient < 0 || factor.power < 0;
          value = LastOf(module_.tree().node(index));
        }
        for (int i = 0; i < std::abs(factor.power); ++i) {
          term = factor.power > 0 ? term * value : term / value;
        }
      }
      if (!is_negative) next = next + term;
    }
    result = next;
  }
  return result;
}

}  // namespace allreview::scaling
