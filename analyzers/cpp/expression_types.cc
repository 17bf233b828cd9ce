#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/cpp/declarators.h"
#include "analyzers/cpp/expressions.h"
#include "analyzers/cpp/library_results.h"
#include "analyzers/cpp/unit.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

Type Pointee(Type type) {
  if (type.pointers == 0) return {};
  --type.pointers;
  type.is_array = false;
  const size_t star = type.text.rfind('*');
  if (star != std::string::npos) type.text.erase(star, 1);
  while (!type.text.empty() && type.text.back() == ' ') type.text.pop_back();
  return type;
}

// Of an element of std::vector<T>, std::array<T, n> and the like.
Type ElementOf(const Type& type) {
  if (type.pointers > 0) return Pointee(type);
  if (absl::StrContains(type.text, "IntArrayRef")) return TypeOf("int64_t");
  const size_t first = type.text.find('<');
  if (first == std::string::npos) return {};
  const absl::string_view outer = absl::string_view(type.text).substr(0, first);
  if (absl::EndsWith(outer, "map") || absl::EndsWith(outer, "tuple") ||
      absl::EndsWith(outer, "pair")) {
    return {};
  }
  int depth = 0;
  for (size_t at = first; at < type.text.size(); ++at) {
    Poll();
    const char c = type.text[at];
    if (c == '<') ++depth;
    if ((c == ',' && depth == 1) || (c == '>' && --depth == 0)) {
      return TypeOf(absl::string_view(type.text).substr(first + 1, at - first - 1));
    }
  }
  return {};
}

bool IsPlainNumber(const Type& type) {
  return type.pointers == 0 && type.lanes == 1 && type.bits > 0 &&
         (type.kind == TypeKind::kInteger || type.kind == TypeKind::kFloating ||
          type.kind == TypeKind::kBool);
}

// What arithmetic makes of a small integer.
Type Promoted(const Type& type) {
  const bool is_small = type.kind == TypeKind::kBool ||
                        (type.kind == TypeKind::kInteger && type.bits > 0 && type.bits < 32);
  return is_small && type.pointers == 0 ? TypeOf("int") : type;
}

// The usual arithmetic conversions.
Type Common(const Type& left, const Type& right) {
  if (!IsPlainNumber(left) || !IsPlainNumber(right)) return {};
  const Type a = Promoted(left), b = Promoted(right);
  if (a.kind != b.kind) return a.kind == TypeKind::kFloating ? a : b;
  if (a.bits != b.bits) return a.bits > b.bits ? a : b;
  if (a.kind == TypeKind::kFloating) return a.format == b.format ? a : Type{};
  return a.is_signed ? b : a;
}

bool IsBuiltinIndex(absl::string_view name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

class Types {
 public:
  explicit Types(const Unit& unit) : unit_(unit) {}

  Type Of(Node expression, int depth = 0) {
    Poll();
    if (depth > kMaxDepth || --steps_left_ < 0) return {};
    ++depth;
    switch (expression.kind()) {
      case Kind::kParenthesizedExpression:
        return Of(expression.named_child(0), depth);
      case Kind::kNumberLiteral:
        return OfNumber(expression.text());
      case Kind::kTrue:
      case Kind::kFalse:
        return TypeOf("bool");
      case Kind::kCharLiteral:
        return TypeOf("char");
      case Kind::kStringLiteral:
      case Kind::kConcatenatedString:
        return TypeOf("const char *");
      case Kind::kIdentifier:
        return OfName(expression, depth);
      case Kind::kFieldExpression:
        return OfField(expression, depth);
      case Kind::kCallExpression:
        return OfCall(expression, depth);
      case Kind::kCastExpression:
      case Kind::kCompoundLiteralExpression:
        return unit_.Resolved(TypeOf(expression.child(Field::kType).text()), expression);
      case Kind::kSizeofExpression:
      case Kind::kAlignofExpression:
        return TypeOf("size_t");
      case Kind::kBinaryExpression:
        return OfBinary(expression, depth);
      case Kind::kUnaryExpression: {
        const bool is_not = expression.child(Field::kOperator).text() == "!";
        return is_not ? TypeOf("bool") : Promoted(Of(expression.child(Field::kArgument), depth));
      }
      default:
        return OfOther(expression, depth);
    }
  }

  // Of a variable, from its value where it is `auto`.
  Type OfVariable(const Variable& variable, int depth) {
    if (!variable.type.is_auto) return unit_.Resolved(variable.type, variable.name_node);
    if (depth > kMaxDepth || --steps_left_ < 0) return {};
    Node value = variable.initializer;
    if (value.Is(Kind::kInitializerList) || value.Is(Kind::kArgumentList)) {
      value = value.named_child_count() == 1 ? value.named_child(0) : Node();
    }
    if (!value || variable.name_node.parent().Is(Kind::kStructuredBindingDeclarator)) return {};
    Type type = Of(value, depth + 1);
    if (variable.is_element) type = unit_.Resolved(ElementOf(type), variable.name_node);
    type.is_auto = true;
    return type;
  }

 private:
  static constexpr int kMaxDepth = 48;

  static Type OfNumber(absl::string_view text) {
    const bool is_hexadecimal = absl::StartsWith(text, "0x") || absl::StartsWith(text, "0X");
    if (!is_hexadecimal && text.find_first_of(".eE") != absl::string_view::npos) {
      const bool is_float = absl::EndsWith(text, "f") || absl::EndsWith(text, "F");
      return TypeOf(is_float ? "float" : "double");
    }
    const size_t end = text.find_last_not_of("uUlLzZ");
    const absl::string_view suffix = end == absl::string_view::npos ? "" : text.substr(end + 1);
    const bool is_unsigned = suffix.find_first_of("uU") != absl::string_view::npos;
    // More digits than an int certainly holds.
    const bool is_long =
        suffix.find_first_of("lLzZ") != absl::string_view::npos || text.size() - suffix.size() > 10;
    return TypeOf(is_long ? (is_unsigned ? "unsigned long" : "long")
                          : (is_unsigned ? "unsigned int" : "int"));
  }

  Type OfName(Node name, int depth) {
    if (const Variable* variable = unit_.DeclarationOf(name)) return OfVariable(*variable, depth);
    if (IsBuiltinIndex(name.text())) return TypeOf("dim3");
    if (name.text() == "warpSize") return TypeOf("int");
    if (unit_.ConstantOf(name)) return TypeOf("int");
    return {};
  }

  Type OfField(Node expression, int depth) {
    const Node object = expression.child(Field::kArgument);
    const absl::string_view field = expression.child(Field::kField).text();
    if (object.Is(Kind::kThis)) {
      const Variable* member = unit_.MemberAt(object, field);
      return member == nullptr ? Type{} : OfVariable(*member, depth);
    }
    const Type type = Of(object, depth);
    const bool is_axis = field == "x" || field == "y" || field == "z" || field == "w";
    if (type.kind == TypeKind::kDim3 && is_axis) return TypeOf("unsigned int");
    if (type.lanes > 1 && is_axis) {
      Type lane = type;
      lane.lanes = 1;
      return lane;
    }
    const Variable* member = unit_.MemberOfType(type, field);
    return member == nullptr ? Type{} : OfVariable(*member, depth);
  }

  Type OfCall(Node call, int depth) {
    const Node function = call.child(Field::kFunction);
    if (function.Is(Kind::kPrimitiveType)) return TypeOf(function.text());
    const absl::string_view name = LastName(function);
    const std::vector<Node> arguments = ArgumentsOf(call);
    const std::vector<Node> types = TemplateArgumentsOf(function);
    const bool names_result = absl::EndsWith(name, "cast") || name == "item" || name == "min" ||
                              name == "max" || absl::EndsWith(name, "data_ptr");
    if (names_result && types.size() == 1) {
      const bool is_pointer = absl::EndsWith(name, "data_ptr");
      return unit_.Resolved(TypeOf(absl::StrCat(types[0].text(), is_pointer ? " *" : "")), call);
    }
    if (name == "size") return TypeOf(arguments.empty() ? "size_t" : "int64_t");
    if ((name == "min" || name == "max") && arguments.size() == 2) {
      return Common(Of(arguments[0], depth), Of(arguments[1], depth));
    }
    if (absl::StartsWith(name, "__shfl") && arguments.size() >= 2) return Of(arguments[1], depth);
    if (absl::StartsWith(name, "shfl") && !arguments.empty()) return Of(arguments[0], depth);
    if ((name == "__ldg" || absl::StartsWith(name, "atomic")) && !arguments.empty()) {
      return Pointee(Of(arguments[0], depth));
    }
    if (const absl::string_view known = ResultOfLibraryCall(name); !known.empty()) {
      return TypeOf(known);
    }
    if (MakesTensor(function.text())) return TypeOf("at::Tensor");
    if (IsTensorMethod(name) && Of(ObjectOf(call), depth).kind == TypeKind::kTensor) {
      return TypeOf("at::Tensor");
    }
    return OfNamedCall(function, name, types.empty());
  }

  // `int64_t(x)`, or a call of a function of this file.
  Type OfNamedCall(Node function, absl::string_view name, bool is_plain) {
    const Type constructed = TypeOf(function.text());
    if (constructed.kind != TypeKind::kUnknown) return constructed;
    if (!is_plain || ObjectOf(function.parent())) return {};
    Type result;
    bool is_found = false;
    for (const Function* candidate : unit_.FunctionsNamed(name)) {
      if (candidate->is_method) continue;
      if (is_found && candidate->return_type.text != result.text) return {};
      result = candidate->return_type;
      is_found = true;
    }
    return result.is_auto ? Type{} : unit_.Resolved(result, function);
  }

  Type OfBinary(Node expression, int depth) {
    const absl::string_view sign = expression.child(Field::kOperator).text();
    static constexpr absl::string_view kTruths[] = {"==", "!=", "<", ">", "<=", ">=", "&&", "||"};
    if (std::find(std::begin(kTruths), std::end(kTruths), sign) != std::end(kTruths)) {
      return TypeOf("bool");
    }
    const Type left = Of(expression.child(Field::kLeft), depth);
    if (sign == "<<" || sign == ">>") return IsPlainNumber(left) ? Promoted(left) : Type{};
    const Type right = Of(expression.child(Field::kRight), depth);
    if (left.is_pointer() && right.is_pointer()) return sign == "-" ? TypeOf("ptrdiff_t") : Type{};
    if (left.is_pointer()) return left;
    if (right.is_pointer()) return right;
    return Common(left, right);
  }

  Type OfOther(Node expression, int depth) {
    switch (expression.kind()) {
      case Kind::kConditionalExpression: {
        const Type a = Of(expression.child(Field::kConsequence), depth);
        const Type b = Of(expression.child(Field::kAlternative), depth);
        return a.is_pointer() ? a : Common(a, b);
      }
      case Kind::kAssignmentExpression:
        return Of(expression.child(Field::kLeft), depth);
      case Kind::kUpdateExpression:
        return Of(expression.child(Field::kArgument), depth);
      case Kind::kCommaExpression:
        return Of(expression.child(Field::kRight), depth);
      case Kind::kSubscriptExpression:
        return unit_.Resolved(ElementOf(Of(expression.child(Field::kArgument), depth)), expression);
      case Kind::kPointerExpression: {
        Type type = Of(expression.child(Field::kArgument), depth);
        if (expression.child(Field::kOperator).text() == "*") return Pointee(type);
        ++type.pointers;
        absl::StrAppend(&type.text, " *");
        return type;
      }
      default:
        return {};
    }
  }

  const Unit& unit_;
  int steps_left_ = 300;
};

}  // namespace

Type TypeOfExpression(const Unit& unit, Node expression) {
  Type type = Types(unit).Of(expression);
  type.is_reference = false;
  return type;
}

Type TypeOfVariable(const Unit& unit, const Variable& variable) {
  return Types(unit).OfVariable(variable, 0);
}

}  // namespace allreview::cpp
