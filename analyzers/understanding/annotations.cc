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

Value Knowledge::PromisedBy(uint32_t file, ir::TypeId annotation) {
  return ValueOfType(file, annotation, 0).Promised();
}

// Tensor[[B, 3]]. A name stands for one number wherever the file says it in one function.
Value Knowledge::TensorOfType(uint32_t file, ir::TypeId list) {
  const std::vector<ir::Type>& types = program_.file(file).code.types;
  Tensor tensor = {.has_rank = true, .is_declared = true};
  for (ir::TypeId size = list + 1; size < types[list].end; size = types[size].end) {
    const ir::Type& type = types[size];
    const bool is_name = type.kind == ir::Type::Kind::kName;
    if (!is_name && type.kind != ir::Type::Kind::kLiteral) {
      tensor.sizes.emplace_back();
      continue;
    }
    absl::string_view text = program_.name(file, type.name);
    text = text.substr(text.find_last_of(".:") + 1);
    int64_t number = 0;
    const uint64_t id = IdOfPlace({file, 0}, PlaceKind::kAttribute, type.name);
    tensor.sizes.push_back(absl::SimpleAtoi(text, &number) ? Size::Constant(number)
                           : id != 0 && is_name            ? Size::Named(id, text)
                                                           : Size());
  }
  return Value::OfTensor(std::move(tensor));
}

Value Knowledge::ValueOfType(uint32_t file, ir::TypeId id, int depth) {
  if (depth > Value::kMaxDepth) return Value::Unknown();
  const std::vector<ir::Type>& types = program_.file(file).code.types;
  const ir::Type& type = types[id];
  switch (type.kind) {
    case ir::Type::Kind::kNone:
      return Value::None();
    case ir::Type::Kind::kName:
      return ValueOfTypeName(file, program_.name(file, type.name));
    case ir::Type::Kind::kGeneric:
      return ValueOfGeneric(file, id, depth);
    case ir::Type::Kind::kUnion: {
      Value value;
      for (ir::TypeId child = id + 1; child < type.end; child = types[child].end) {
        value = value.JoinedWith(ValueOfType(file, child, depth + 1));
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
Value Knowledge::ValueOfChoice(uint32_t file, const std::vector<ir::TypeId>& choices, int depth) {
  const std::vector<ir::Type>& types = program_.file(file).code.types;
  Value value;
  for (ir::TypeId choice : choices) {
    const ir::Type& type = types[choice];
    if (type.kind != ir::Type::Kind::kLiteral) {
      value = value.JoinedWith(ValueOfType(file, choice, depth + 1));
      continue;
    }
    int64_t number = 0;
    const absl::string_view text = program_.name(file, type.name);
    value = value.JoinedWith(absl::SimpleAtoi(text, &number) ? Value::Integer(number)
                                                             : Value::Text(text));
  }
  return value;
}

Value Knowledge::ValueOfGeneric(uint32_t file, ir::TypeId id, int depth) {
  const std::vector<ir::Type>& types = program_.file(file).code.types;
  const ir::TypeId base = id + 1;
  if (types[base].kind != ir::Type::Kind::kName) return Value::Unknown();
  const std::string plain = PlainName(program_.name(file, types[base].name));
  std::vector<ir::TypeId> arguments;
  for (ir::TypeId child = types[base].end; child < types[id].end; child = types[child].end) {
    arguments.push_back(child);
  }
  if (arguments.empty()) return Value::Unknown();
  const bool is_list = types[arguments[0]].kind == ir::Type::Kind::kList;
  if (plain.empty() && is_list && ValueOfType(file, base, depth).CanBe(Kind::kTensor)) {
    return TensorOfType(file, arguments[0]);
  }
  Value first = ValueOfType(file, arguments[0], depth + 1);
  if (plain == "optional") return first.JoinedWith(Value::None());
  if (plain == "final" || plain == "annotated" || plain == "classvar") return first;
  if (plain == "union" || plain == "literal") return ValueOfChoice(file, arguments, depth);
  if (plain == "list" || plain == "set" || plain == "frozenset") {
    return Value::Collection(plain == "list" ? Kind::kList : Kind::kSet, first);
  }
  if (plain == "tuple") {
    if (arguments.size() == 2 && types[arguments[1]].kind == ir::Type::Kind::kEllipsis) {
      return Value::Collection(Kind::kTuple, first);
    }
    std::vector<Value> elements;
    for (ir::TypeId argument : arguments)
      elements.push_back(ValueOfType(file, argument, depth + 1));
    return Value::Sequence(Kind::kTuple, std::move(elements));
  }
  if (plain == "dict") {
    const Value value =
        arguments.size() > 1 ? ValueOfType(file, arguments[1], depth + 1) : Value::Unknown();
    if (value.is_unknown()) return Value(Atom{.kind = Kind::kDict, .parts = {value}});
    return WithOthers(Atom{.kind = Kind::kDict}, first, value);
  }
  return Value::Unknown();
}

}  // namespace allreview::understanding
