// Functions and methods of Python itself.

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using Type = Constant::Type;

std::optional<bool> IsInstance(const Constant& value, absl::string_view type) {
  if (value.type == Type::kNone) return false;
  if (value.type == Type::kText) return type == "str";
  if (value.type == Type::kBool) return type == "bool" || type == "int";
  if (value.type == Type::kNumber) return type == (value.is_whole ? "int" : "float");
  if (value.type != Type::kSequence) return std::nullopt;
  return type == value.text;
}

}  // namespace

std::optional<Known> Interpreter::OfBuiltin(absl::string_view name, Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (name == "getattr" || name == "hasattr") return OfGetattr(call);
  if (name == "setattr") {
    RunSetattr(call);
    return Known{Constant::None(), {}};
  }
  if (arguments.positional.empty() || arguments.has_star || arguments.has_double_star) {
    return std::nullopt;
  }
  Known value = Evaluate(arguments.positional[0]);
  const Constant first = value.value;
  value.value = {};
  if (name == "isinstance" && arguments.positional.size() == 2) {
    const std::optional<bool> is = IsInstance(first, arguments.positional[1].text());
    if (is && first.is_known()) value.value = Constant::Bool(*is);
  } else if (name == "len") {
    if (first.type == Type::kText) value.value = Constant::Number(first.text.size());
    if (first.type == Type::kSequence) value.value = Constant::Number(first.elements.size());
  } else if (name == "bool") {
    if (first.Truth()) value.value = Constant::Bool(*first.Truth());
  } else if ((name == "list" || name == "tuple") && first.type == Type::kSequence) {
    value.value = Constant::Sequence(name, first.elements);
  } else if (name == "int" && first.is_number() && first.is_whole) {
    value.value = Constant::Number(first.number);
  } else if ((name == "max" || name == "min") && arguments.positional.size() == 2) {
    const Known second = Evaluate(arguments.positional[1]);
    if (!first.is_number() || !second.value.is_number()) return Known();
    const bool takes_first = (first.number >= second.value.number) == (name == "max");
    value.value = takes_first ? first : second.value;
    value.reasons.insert(second.reasons.begin(), second.reasons.end());
  }
  return value.is_known() ? value : Known();
}

Known Interpreter::OfGetattr(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() < 2) return {};
  const Known object = Evaluate(arguments.positional[0]);
  const Known name = Evaluate(arguments.positional[1]);
  if (object.value.type != Type::kObject || name.value.type != Type::kText) return {};
  Known field = OfField(object.value.object, name.value.text);
  if (!field.is_known()) return {};
  const bool asks = call.child(Field::kFunction).text() == "hasattr";
  return asks ? Known{Constant::Bool(true), {}} : field;
}

void Interpreter::RunSetattr(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 3) return;
  const Known object = Evaluate(arguments.positional[0]);
  if (object.value.type != Type::kObject) return;
  const Known name = Evaluate(arguments.positional[1]);
  if (name.value.type != Type::kText) return TaintObject(object.value.object);
  Write({object.value.object, name.value.text}, Evaluate(arguments.positional[2]));
}

// Methods of texts: "a".lower().
std::optional<Known> Interpreter::OfTextMethod(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute)) return std::nullopt;
  const absl::string_view method = function.child(Field::kAttribute).text();
  const bool changes = method == "lower" || method == "upper" || method == "strip";
  if (!changes && method != "startswith" && method != "endswith") return std::nullopt;
  Known text = Evaluate(function.child(Field::kObject));
  if (text.value.type != Type::kText) return Known();
  if (changes) {
    if (!python::ArgumentsOf(call).positional.empty()) return Known();
    const std::string& old = text.value.text;
    text.value = Constant::Text(method == "lower"   ? absl::AsciiStrToLower(old)
                                : method == "upper" ? absl::AsciiStrToUpper(old)
                                                    : std::string(absl::StripAsciiWhitespace(old)));
    return text;
  }
  const Known part = Evaluate(python::Argument(call, 0, "prefix"));
  if (part.value.type != Type::kText) return Known();
  text.value =
      Constant::Bool(method == "startswith" ? absl::StartsWith(text.value.text, part.value.text)
                                            : absl::EndsWith(text.value.text, part.value.text));
  text.reasons.insert(part.reasons.begin(), part.reasons.end());
  return text;
}

// {}.get("key", default)
std::optional<Known> Interpreter::OfGet(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute) || function.child(Field::kAttribute).text() != "get")
    return std::nullopt;
  const Known dictionary = Evaluate(function.child(Field::kObject));
  if (dictionary.value.type != Type::kSequence || !dictionary.value.elements.empty()) {
    return std::nullopt;
  }
  const Node otherwise = python::Argument(call, 1, "default");
  return otherwise ? Evaluate(otherwise) : Known{Constant::None(), {}};
}

}  // namespace allreview::constraints
