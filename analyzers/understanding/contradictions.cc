// Values that contradict the annotation of what they are given to: shapes, dtypes, literals.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/understanding/atom.h"
#include "analyzers/understanding/declared_shapes.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;

// Names may be the same number, so only what differs for all numbers counts.
bool ShapesContradict(const Tensor& given, const Tensor& declared) {
  if (CertainlyDiffer(given.dtype, declared.dtype)) return true;
  const size_t rank = given.sizes.size(), least = declared.sizes.size();
  if (given.has_rank && (declared.has_rank ? rank != least : rank < least)) return true;
  for (int64_t i = 1; i <= static_cast<int64_t>(std::min(rank, least)); ++i) {
    if (Size::CertainlyDiffer(given.at(-i), declared.at(-i))) return true;
  }
  return false;
}

bool ValuesContradict(const Value& given, const Value& declared);

bool AtomsContradict(const Atom& given, const Atom& declared) {
  if (given.kind == Kind::kTensor && declared.kind == Kind::kNone) return true;
  if (given.kind != declared.kind) return false;
  switch (given.kind) {
    case Kind::kTensor: {
      const Tensor& tensor = TensorOf(given);
      // A promise that is no annotation may not hold.
      return (given.is_exact || tensor.is_declared) && ShapesContradict(tensor, TensorOf(declared));
    }
    case Kind::kText:
    case Kind::kInteger: {
      const bool are_constants = given.is_constant && given.is_exact && declared.is_constant;
      return are_constants && !(given.integer == declared.integer && given.text == declared.text);
    }
    case Kind::kTuple: {
      const bool are_alike =
          given.is_sized && declared.is_sized && given.parts.size() == declared.parts.size();
      for (size_t i = 0; are_alike && i < given.parts.size(); ++i) {
        if (ValuesContradict(given.parts[i], declared.parts[i])) return true;
      }
      return false;
    }
    default:
      return false;
  }
}

// No alternative is one that is declared. As deep as values are nested:
// Value::kMaxDepth.
bool ValuesContradict(const Value& given, const Value& declared) {
  const bool are_known = !given.is_open() && !declared.is_open() && !given.is_impossible();
  if (!are_known) return false;
  return std::all_of(given.atoms().begin(), given.atoms().end(), [&](const Atom& mine) {
    return std::all_of(declared.atoms().begin(), declared.atoms().end(),
                       [&](const Atom& theirs) { return AtomsContradict(mine, theirs); });
  });
}

bool MayContradict(const Value& value) {
  return !value.is_open() &&
         std::any_of(value.atoms().begin(), value.atoms().end(), [](const Atom& atom) {
           return atom.kind == Kind::kTensor || atom.kind == Kind::kTuple || atom.is_constant;
         });
}

// The only shape that an annotation speaks of, for names that it binds.
std::optional<WrittenShape> OnlyShapeOf(const ir::File& file, ir::TypeId annotation) {
  std::optional<WrittenShape> only;
  for (ir::TypeId i = annotation; i < file.types[annotation].end; ++i) {
    std::optional<WrittenShape> shape = WrittenShapeOf(file, i);
    if (shape && only) return std::nullopt;
    if (shape) only = std::move(shape);
  }
  return only;
}

// What a call gives the names of an annotation that stand alone. Those bound before stay.
void BindSizes(const Value& given, const WrittenShape& shape, SizeNames& names) {
  const Atom* const only = given.only();
  if (only == nullptr || only->kind != Kind::kTensor) return;
  const Tensor& tensor = TensorOf(*only);
  const bool fits =
      tensor.has_rank && (!shape.has_rank || shape.sizes.size() == tensor.sizes.size());
  for (size_t i = 1; fits && i <= std::min(shape.sizes.size(), tensor.sizes.size()); ++i) {
    const absl::string_view name = shape.sizes[shape.sizes.size() - i];
    const Size& size = tensor.sizes[tensor.sizes.size() - i];
    if (IsName(name) && size.is_known()) names.try_emplace(name, size);
  }
}

// `def f(x: Tensor[[N]]) -> Tensor[[2 * N]]: ...` declares what is defined elsewhere.
bool IsOnlyDeclared(const ir::File& file, const ir::Code& code) {
  bool has_ellipsis = false;
  for (const Instruction& instruction : code.instructions) {
    const bool is_plain = instruction.op == Op::kConstant || instruction.op == Op::kCopy ||
                          instruction.op == Op::kJump;
    if (!is_plain) return false;
    has_ellipsis |= instruction.op == Op::kConstant &&
                    file.constants[instruction.index].kind == ir::Constant::Kind::kEllipsis;
  }
  return has_ellipsis;
}

}  // namespace

// By the order in which the annotations of its parameters and result name them first.
const SizeNames& Knowledge::SizeNamesOf(CodeRef function) {
  const auto known = size_names_.find(function);
  if (known != size_names_.end()) return known->second;
  SizeNames& names = size_names_[function];
  const ir::File& file = program_.file(function.file).code;
  const ir::Code& code = file.codes[function.code];
  std::vector<ir::TypeId> annotations;
  for (const ir::Parameter& parameter : code.parameters)
    annotations.push_back(parameter.annotation);
  annotations.push_back(code.return_type);
  for (ir::TypeId annotation : annotations) {
    if (annotation == ir::kNone) continue;
    for (ir::TypeId i = annotation; i < file.types[annotation].end; ++i) {
      const std::optional<WrittenShape> shape = WrittenShapeOf(file, i);
      for (size_t at = 0; shape && at < shape->sizes.size(); ++at) {
        for (absl::string_view name : NamesIn(shape->sizes[at])) {
          const uint64_t id =
              IdOfPlace(function, PlaceKind::kAttribute, static_cast<uint32_t>(names.size()));
          if (id != 0 && !names.contains(name)) names.emplace(name, Size::Named(id, name));
        }
      }
    }
  }
  return names;
}

SizeNames Knowledge::SizesBoundBy(CodeRef function, const std::vector<Value>& parameters) {
  SizeNames names;
  const ir::Code& code = program_.code(function);
  for (size_t i = 0; i < parameters.size() && i < code.parameters.size(); ++i) {
    const ir::TypeId annotation = code.parameters[i].annotation;
    if (annotation == ir::kNone || !parameters[i].CanBe(Kind::kTensor)) continue;
    const std::optional<WrittenShape> shape =
        OnlyShapeOf(program_.file(function.file).code, annotation);
    if (shape) BindSizes(parameters[i], *shape, names);
  }
  return names;
}

std::optional<Value> Knowledge::PromisedByStub(CodeRef function, const Value* self,
                                               const Arguments& arguments) {
  const ir::Code& code = program_.code(function);
  if (code.return_type == ir::kNone || !IsOnlyDeclared(program_.file(function.file).code, code)) {
    return std::nullopt;
  }
  const SizeNames names = SizesBoundBy(function, ParametersOf(function, self, arguments));
  return ValueOfType({function.file, &names}, code.return_type, 0).Promised();
}

std::optional<Value> Knowledge::Contradicted(const Value& given, const TypeScope& scope,
                                             ir::TypeId annotation) {
  const bool may = annotation != ir::kNone && MayContradict(given) &&
                   CanBeContradicted(program_.file(scope.file).code, annotation);
  if (!may) return std::nullopt;
  Value declared = ValueOfType(scope, annotation, 0);
  return ValuesContradict(given, declared) ? std::optional(std::move(declared)) : std::nullopt;
}

// Of functions that nothing is known to replace, and methods that no subclass does.
std::optional<Contradiction> Knowledge::ContradictionOfCall(const Value& callee,
                                                            const Arguments& arguments) {
  Value called = callee;
  const Atom* only = called.only();
  if (only != nullptr && only->kind == Kind::kInstance && only->code && only->is_exact) {
    called = Bind(MethodThatCallRuns(only->code), called, {});
    only = called.only();
  }
  const bool is_code = only != nullptr && only->code &&
                       (only->kind == Kind::kFunction || only->kind == Kind::kMethod);
  if (!is_code) return std::nullopt;
  const CodeRef function = only->code;
  const Value* const self = only->kind == Kind::kMethod ? &only->parts[0] : nullptr;
  const ir::File& file = program_.file(function.file).code;
  const ir::Code& code = file.codes[function.code];
  const bool says_any = std::any_of(
      code.parameters.begin(), code.parameters.end(), [&](const ir::Parameter& parameter) {
        return parameter.annotation != ir::kNone && CanBeContradicted(file, parameter.annotation);
      });
  const bool may_be_another = (self != nullptr && !self->is_exact()) ||
                              (code.parent == 0 && program_.IsSpelledOut(file.names[code.name]));
  const bool may_fail = says_any && !may_be_another && WhyNotCallable(*only, arguments).empty();
  if (!may_fail) return std::nullopt;
  const std::vector<Value> given = ParametersOf(function, self, arguments);
  const SizeNames names = SizesBoundBy(function, given);
  for (uint32_t i = 0; i < given.size(); ++i) {
    const ir::Parameter& parameter = code.parameters[i];
    const bool is_one =
        parameter.is_positional() || parameter.kind == ir::Parameter::Kind::kKeywordOnly;
    if (!is_one) continue;
    std::optional<Value> declared =
        Contradicted(given[i], {function.file, &names}, parameter.annotation);
    // What a default says is the declaration's own business.
    if (!declared || (parameter.has_default && given[i] == DefaultsOf(function)[i])) continue;
    return Contradiction{function, i, given[i], *std::move(declared)};
  }
  return std::nullopt;
}

// True: in this state it does.
bool Machine::NoteContradiction(const Instruction& instruction, const State& state) {
  if (!names_results_) return false;
  Failure failure = {.kind = Failure::Kind::kAnnotation,
                     .instruction = NumberOf(instruction),
                     .is_guarded = IsGuarded()};
  if (instruction.op == Op::kCall) {
    std::optional<Contradiction> found =
        knowledge_.ContradictionOfCall(At(state, instruction, 0), called_with_);
    if (!found) return false;
    const ir::Code& callee = knowledge_.program().code(found->callee);
    failure.name = std::string(
        knowledge_.program().name(found->callee.file, callee.parameters[found->parameter].name));
    failure.object = std::move(found->given);
    failure.other = std::move(found->declared);
    failure.way = {{found->callee, 0}};
  } else {
    const bool returns = instruction.op == Op::kCopy && instruction.result == code_.result;
    const bool is_declared = instruction.op == Op::kDeclare && instruction.operand_count > 0;
    if (!returns && !is_declared) return false;
    const Value& given = At(state, instruction, 0);
    std::optional<Value> declared =
        knowledge_.Contradicted(given, {ref_.file, &knowledge_.SizeNamesOf(ref_)},
                                returns ? code_.return_type : instruction.type);
    if (!declared) return false;
    failure.name = returns ? "return" : file_.names[instruction.name];
    failure.object = given;
    failure.other = *std::move(declared);
  }
  Note(std::move(failure));
  return true;
}

}  // namespace allreview::understanding
