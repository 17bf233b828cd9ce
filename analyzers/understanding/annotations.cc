// The part of Knowledge that knows what an annotation promises.

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// "List" of "typing.List" and "list" of "builtins.list", in small letters.
std::string PlainName(absl::string_view name) {
  for (absl::string_view prefix :
       {"typing.", "typing_extensions.", "builtins.", "collections.abc.", "collections."}) {
    if (absl::ConsumePrefix(&name, prefix)) return absl::AsciiStrToLower(name);
  }
  return "";
}

}  // namespace

Value Knowledge::PromisedBy(CodeRef around, ir::TypeId annotation) {
  return ValueOfType({around.file, &SizeNamesOf(around)}, annotation, 0).Promised();
}

// Tensor[[B, 3]], Float[Tensor, "b 3"]; none: it is neither.
std::optional<Value> Knowledge::TensorOfType(const TypeScope& scope, ir::TypeId generic) {
  const ir::File& file = program_.file(scope.file).code;
  const std::optional<WrittenShape> shape = WrittenShapeOf(file, generic);
  const ir::TypeId base = generic + 1;
  if (!shape || file.types[base].kind != ir::Type::Kind::kName) return std::nullopt;
  const absl::string_view name = file.names[file.types[base].name];
  const bool is_words = file.types[file.types[base].end].kind != ir::Type::Kind::kList;
  if (is_words && !absl::StartsWith(name, "jaxtyping.")) return std::nullopt;
  const ir::TypeId array = is_words ? file.types[base].end : base;
  if (!ValueOfType(scope, array, Value::kMaxDepth).CanBe(Kind::kTensor)) return std::nullopt;
  Tensor tensor = understanding::TensorOf(*shape, *scope.names);
  tensor.dtype = DtypeOfAnnotation(name);
  return Value::OfTensor(std::move(tensor));
}

Value Knowledge::ValueOfType(const TypeScope& scope, ir::TypeId id, int depth) {
  if (depth > Value::kMaxDepth) return Value::Unknown();
  const std::vector<ir::Type>& types = program_.file(scope.file).code.types;
  const ir::Type& type = types[id];
  switch (type.kind) {
    case ir::Type::Kind::kNone:
      return Value::None();
    case ir::Type::Kind::kName:
      return ValueOfTypeName(scope.file, program_.name(scope.file, type.name));
    case ir::Type::Kind::kGeneric:
      return ValueOfGeneric(scope, id, depth);
    case ir::Type::Kind::kUnion: {
      Value value;
      for (ir::TypeId child = id + 1; child < type.end; child = types[child].end) {
        value = value.JoinedWith(ValueOfType(scope, child, depth + 1));
      }
      return value;
    }
    default:
      return Value::Unknown();
  }
}

Value Knowledge::ValueOfTypeName(uint32_t file, absl::string_view written) {
  const std::string plain = PlainName(written);
  if (plain == "int") return Value::Some(Kind::kInteger);
  // Whole numbers pass for reals.
  if (plain == "float") return Value::Some(Kind::kReal).JoinedWith(Value::Some(Kind::kInteger));
  if (plain == "bool") return Value::SomeBool();
  if (plain == "str") return Value::Some(Kind::kText);
  if (plain == "bytes") return Value::Some(Kind::kBytes);
  if (plain == "tuple") return Value::Collection(Kind::kTuple, Value::Unknown());
  if (plain == "list") return Value::Collection(Kind::kList, Value::Unknown());
  if (plain == "set") return Value::Collection(Kind::kSet, Value::Unknown());
  if (plain == "dict") return Value(Atom{.kind = Kind::kDict, .parts = {Value::Unknown()}});
  if (!plain.empty()) return Value::Unknown();
  const Program::File& importing = program_.file(file);
  const Value named = Forced(
      OfAbsoluteName(python::AbsoluteName(written, importing.module, importing.is_package), {}));
  const Atom* const only = named.only();
  if (only == nullptr) return Value::Unknown();
  if (only->kind == Kind::kExternal) {
    const bool is_tensor = only->text == "torch.Tensor" || only->text == "torch.nn.Parameter" ||
                           only->text == "torch.nn.parameter.Parameter";
    return is_tensor ? Value::OfTensor({}) : Value::InstanceOfExternal(only->text);
  }
  if (only->kind != Kind::kClass) return Value::Unknown();
  // What looks like it will do for a protocol.
  const ClassInfo& info = ClassOf(only->code);
  for (const std::string& base : info.external) {
    if (absl::EndsWith(base, ".Protocol") || absl::EndsWith(base, ".TypedDict")) {
      return Value::Unknown();
    }
  }
  return Value::InstanceOf(only->code);
}

// Union[a, b], Literal["a", 1].
Value Knowledge::ValueOfChoice(const TypeScope& scope, const std::vector<ir::TypeId>& choices,
                               int depth) {
  const std::vector<ir::Type>& types = program_.file(scope.file).code.types;
  Value value;
  for (ir::TypeId choice : choices) {
    const ir::Type& type = types[choice];
    if (type.kind != ir::Type::Kind::kLiteral) {
      value = value.JoinedWith(ValueOfType(scope, choice, depth + 1));
      continue;
    }
    int64_t number = 0;
    const absl::string_view text = program_.name(scope.file, type.name);
    value = value.JoinedWith(absl::SimpleAtoi(text, &number) ? Value::Integer(number)
                                                             : Value::Text(text));
  }
  return value;
}

Value Knowledge::ValueOfGeneric(const TypeScope& scope, ir::TypeId id, int depth) {
  const std::vector<ir::Type>& types = program_.file(scope.file).code.types;
  const ir::TypeId base = id + 1;
  if (types[base].kind != ir::Type::Kind::kName) return Value::Unknown();
  const std::string plain = PlainName(program_.name(scope.file, types[base].name));
  std::vector<ir::TypeId> arguments;
  for (ir::TypeId child = types[base].end; child < types[id].end; child = types[child].end) {
    arguments.push_back(child);
  }
  if (arguments.empty()) return Value::Unknown();
  if (plain.empty()) return TensorOfType(scope, id).value_or(Value::Unknown());
  Value first = ValueOfType(scope, arguments[0], depth + 1);
  if (plain == "optional") return first.JoinedWith(Value::None());
  if (plain == "final" || plain == "annotated" || plain == "classvar") return first;
  if (plain == "union" || plain == "literal") return ValueOfChoice(scope, arguments, depth);
  if (plain == "list" || plain == "set" || plain == "frozenset") {
    return Value::Collection(plain == "list" ? Kind::kList : Kind::kSet, first);
  }
  if (plain == "tuple") {
    if (arguments.size() == 2 && types[arguments[1]].kind == ir::Type::Kind::kEllipsis) {
      return Value::Collection(Kind::kTuple, first);
    }
    std::vector<Value> elements;
    for (ir::TypeId argument : arguments)
      elements.push_back(ValueOfType(scope, argument, depth + 1));
    return Value::Sequence(Kind::kTuple, std::move(elements));
  }
  if (plain == "dict") {
    const Value value =
        arguments.size() > 1 ? ValueOfType(scope, arguments[1], depth + 1) : Value::Unknown();
    if (value.is_unknown()) return Value(Atom{.kind = Kind::kDict, .parts = {value}});
    return WithOthers(Atom{.kind = Kind::kDict}, first, value);
  }
  return Value::Unknown();
}

}  // namespace allreview::understanding
