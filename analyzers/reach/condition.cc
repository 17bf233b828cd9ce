#include "analyzers/reach/condition.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using Subject = Condition::Subject;

bool IsSelf(const CodeView& code, ir::Register reg) {
  const absl::string_view name = code.LastName(reg);
  return (name == "self" || name == "cls") && code.ParameterOf(reg) == 0u;
}

// The name in getattr(object, "name") or getattr(object, "name", default); empty: another call.
absl::string_view GetattrName(const CodeView& code, const Instruction& call) {
  if (call.operand_count < 3 || code.LastName(code.OperandOf(call, 0).value) != "getattr") {
    return "";
  }
  const ir::Constant* name = code.ConstantOf(code.OperandOf(call, 2).value);
  if (name == nullptr || name->kind != ir::Constant::Kind::kText) return "";
  return code.Name(name->text);
}

Condition AttributeOf(const CodeView& code, ir::Register object, absl::string_view name) {
  if (IsSelf(code, object)) return {.subject = Subject::kSelf, .name = std::string(name)};
  const Instruction* definition = code.DefinitionOf(code.Source(object));
  const bool is_getter = definition != nullptr && definition->op == Op::kCall &&
                         definition->operand_count == 1 &&
                         IsNamedLikeSettings(code.LastName(code.OperandOf(*definition, 0).value));
  if (!is_getter && !IsNamedLikeSettings(code.LastName(object))) return {};
  return {.subject = Subject::kSetting, .name = std::string(name)};
}

bool Compare(Operator op, double a, double b) {
  switch (op) {
    case Operator::kLess:
      return a < b;
    case Operator::kLessEqual:
      return a <= b;
    case Operator::kGreater:
      return a > b;
    default:
      return a >= b;
  }
}

// constant op subject  ->  subject op' constant
Operator Mirrored(Operator op) {
  switch (op) {
    case Operator::kLess:
      return Operator::kGreater;
    case Operator::kLessEqual:
      return Operator::kGreaterEqual;
    case Operator::kGreater:
      return Operator::kLess;
    case Operator::kGreaterEqual:
      return Operator::kLessEqual;
    default:
      return op;
  }
}

bool IsKnownComparison(Operator op) {
  switch (op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
    case Operator::kIs:
    case Operator::kIsNot:
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      return true;
    default:
      return false;
  }
}

bool IsNumber(Scalar::Kind kind) {
  return kind == Scalar::Kind::kBool || kind == Scalar::Kind::kNumber;
}

}  // namespace

Scalar Scalar::Of(absl::string_view written) {
  written = absl::StripAsciiWhitespace(written);
  if (written.size() >= 2 && (written[0] == '"' || written[0] == '\'') &&
      written.back() == written[0]) {
    return {.kind = Kind::kText, .text = std::string(written.substr(1, written.size() - 2))};
  }
  const std::string lower = absl::AsciiStrToLower(written);
  if (lower == "true" || lower == "false") return Bool(lower == "true");
  if (lower == "none" || lower == "null" || lower == "~" || lower.empty()) return {};
  double number = 0;
  if (absl::SimpleAtod(written, &number)) return {.kind = Kind::kNumber, .number = number};
  return {.kind = Kind::kText, .text = std::string(written)};
}

std::optional<Scalar> Scalar::Of(const ir::File& file, const ir::Constant& constant) {
  switch (constant.kind) {
    case ir::Constant::Kind::kNone:
      return Scalar();
    case ir::Constant::Kind::kFalse:
    case ir::Constant::Kind::kTrue:
      return Bool(constant.kind == ir::Constant::Kind::kTrue);
    case ir::Constant::Kind::kInteger:
      return Scalar{.kind = Kind::kNumber, .number = static_cast<double>(constant.integer)};
    case ir::Constant::Kind::kReal:
      return Scalar{.kind = Kind::kNumber, .number = constant.real};
    case ir::Constant::Kind::kText:
      return Scalar{.kind = Kind::kText, .text = file.names[constant.text]};
    default:
      return std::nullopt;
  }
}

bool Scalar::is_true() const {
  return kind == Kind::kText ? !text.empty() : kind != Kind::kNone && number != 0;
}

std::string Scalar::ToText() const {
  switch (kind) {
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return number != 0 ? "True" : "False";
    case Kind::kNumber:
      return absl::StrCat(number);
    case Kind::kText:
      break;
  }
  return absl::StrCat("\"", text, "\"");
}

std::optional<bool> Condition::HoldsFor(const Scalar& value) const {
  if (op == Operator::kNone) return value.is_true() == must_be;
  const bool are_numbers = IsNumber(value.kind) && IsNumber(constant.kind);
  const bool is_same = value.kind == constant.kind || are_numbers;
  switch (op) {
    case Operator::kEqual:
    case Operator::kIs:
    case Operator::kNotEqual:
    case Operator::kIsNot: {
      // An enumeration member may be given by its text.
      const bool is_none =
          value.kind == Scalar::Kind::kNone || constant.kind == Scalar::Kind::kNone;
      if (!is_same && !is_none) return std::nullopt;
      const bool is_equal =
          is_same && value.number == constant.number && value.text == constant.text;
      return (is_equal == (op == Operator::kEqual || op == Operator::kIs)) == must_be;
    }
    default:
      if (!are_numbers) return std::nullopt;
      return Compare(op, value.number, constant.number) == must_be;
  }
}

bool IsNamedLikeSettings(absl::string_view name) {
  return absl::EndsWith(name, "config") || absl::EndsWith(name, "args") ||
         absl::EndsWith(name, "cfg");
}

Condition SubjectOf(const CodeView& code, ir::Register reg) {
  if (const auto parameter = code.ParameterOf(reg)) {
    const absl::string_view name = code.Name(code.code().parameters[*parameter].name);
    return {.subject = Subject::kParameter, .name = std::string(name), .parameter = *parameter};
  }
  const Instruction* definition = code.DefinitionOf(code.Source(reg));
  if (definition == nullptr) return {};
  if (definition->op == Op::kAttribute) {
    return AttributeOf(code, code.OperandOf(*definition, 0).value, code.Name(definition->name));
  }
  if (definition->op != Op::kCall) return {};
  const absl::string_view name = GetattrName(code, *definition);
  if (name.empty()) return {};
  return AttributeOf(code, code.OperandOf(*definition, 1).value, name);
}

Condition ConditionOf(const CodeView& code, const Decision& decision) {
  const Instruction& branch = code.at(decision.branch);
  if (branch.operand_count == 0) return {};
  const ir::Register tested = code.OperandOf(branch, 0).value;
  const Instruction* definition = code.DefinitionOf(code.Source(tested));
  Condition condition;
  if (definition == nullptr || definition->op != Op::kCompare) {
    condition = SubjectOf(code, tested);
  } else if (IsKnownComparison(definition->detail)) {
    ir::Register one = code.OperandOf(*definition, 0).value;
    ir::Register other = code.OperandOf(*definition, 1).value;
    Operator op = definition->detail;
    if (code.ConstantOf(one) != nullptr) {
      std::swap(one, other);
      op = Mirrored(op);
    }
    const ir::Constant* constant = code.ConstantOf(other);
    const auto scalar = constant == nullptr ? std::nullopt : Scalar::Of(code.file(), *constant);
    if (!scalar) return {.must_be = decision.must_be};
    condition = SubjectOf(code, one);
    condition.op = op;
    condition.constant = *scalar;
  }
  condition.must_be = decision.must_be;
  return condition;
}

}  // namespace allreview::reach
