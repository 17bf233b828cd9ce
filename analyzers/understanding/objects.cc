// The part of Knowledge that knows what objects lack, and what a call of one runs.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/torch/class_attributes.h"
#include "analyzers/understanding/foreign_classes.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {
namespace {

constexpr size_t kMaxHeirs = 200;

}  // namespace

using Kind = Atom::Kind;

// Some code may give the class or objects of it such an attribute, or answer for it. It is none
// that their classes bind or store by name.
bool Knowledge::MayBeGiven(CodeRef a_class, absl::string_view name) {
  const ClassInfo& info = ClassOf(a_class);
  if (info.is_dynamic || absl::StartsWith(name, "__")) return true;
  if (program_.IsStored(name) || program_.IsSpelledOut(name)) return true;
  for (absl::string_view hook :
       {"__getattr__", "__getattribute__", "__slots__", "__new__", "__init_subclass__"}) {
    if (!ClassAttribute(a_class, hook).is_impossible()) return true;
  }
  const bool is_inherited =
      std::any_of(info.external.begin(), info.external.end(),
                  [&](const std::string& base) { return BaseHasAttribute(base, name); });
  if (is_inherited) return true;
  for (CodeRef own : info.own) {
    if (program_.FindDeclaration(own, name) || dynamic_code_.FillsObjects(own)) return true;
  }
  // An object may be turned into one of another class.
  return program_.IsStored("__class__") && program_.ClassesThatBind(name) > 0;
}

bool Knowledge::LacksAttribute(const Atom& instance, absl::string_view name) {
  return instance.is_exact && instance.parts.empty() && !MayBeGiven(instance.code, name);
}

absl::string_view Knowledge::SimpleName(CodeRef code) const {
  const absl::string_view name = program_.name(code.file, program_.code(code).name);
  return name.substr(name.rfind('.') + 1);
}

const ClassUses& Knowledge::class_uses() {
  if (!class_uses_) class_uses_.emplace(program_);
  return *class_uses_;
}

bool Knowledge::IsNamedPlainly(CodeRef a_class) {
  const ir::Code& code = program_.code(a_class);
  const CodeRef around = {a_class.file, code.parent};
  if (!around || program_.code(around).kind == ir::Code::Kind::kFunction) return false;
  const std::optional<ir::Register> local = program_.FindLocal(around, SimpleName(a_class));
  const Value named = local ? LocalOf(around, *local) : Value();
  const Atom* const only = named.only();
  return only != nullptr && only->kind == Kind::kClass && only->code == a_class;
}

bool Knowledge::IsStatic(CodeRef method) {
  const Value bound =
      ClassAttribute({method.file, program_.code(method).parent}, SimpleName(method));
  return std::any_of(bound.atoms().begin(), bound.atoms().end(), [](const Atom& atom) {
    return atom.text == "builtins.staticmethod" || atom.text == "builtins.classmethod";
  });
}

std::optional<std::vector<CodeRef>> Knowledge::WithHeirs(CodeRef a_class) {
  std::vector<CodeRef> heirs = {a_class};
  for (size_t i = 0; i < heirs.size(); ++i) {
    if (heirs.size() > kMaxHeirs) return std::nullopt;
    const absl::string_view name = SimpleName(heirs[i]);
    for (CodeRef candidate : class_uses().ThatInherit(name)) {
      if (std::find(heirs.begin(), heirs.end(), candidate) != heirs.end()) continue;
      const ClassInfo& info = ClassOf(candidate);
      if (!info.is_certain) return std::nullopt;
      const bool is_heir = std::find(info.own.begin(), info.own.end(), a_class) != info.own.end();
      if (is_heir) heirs.push_back(candidate);
    }
  }
  return heirs;
}

// A class that nobody makes objects of may wait for subclasses of others.
bool Knowledge::SelfLacks(CodeRef method, const Value& self, absl::string_view name) {
  const Atom* const only = self.only();
  const CodeRef a_class = {method.file, program_.code(method).parent};
  const bool is_self = only != nullptr && only->kind == Kind::kInstance && !only->is_exact &&
                       a_class && only->code == a_class;
  if (!is_self || program_.IsStored(name) || program_.ClassesThatBind(name) > 0) return false;
  if (MayBeGiven(a_class, name) || class_uses().IsDeclared(name)) return false;
  if (!IsNamedPlainly(a_class) || IsStatic(method)) return false;
  const std::optional<std::vector<CodeRef>> heirs = WithHeirs(a_class);
  if (!heirs) return false;
  bool is_made = false;
  for (CodeRef heir : *heirs) {
    if (MayBeGiven(heir, name)) return false;
    is_made |= class_uses().IsCalled(SimpleName(heir));
  }
  const std::vector<std::string>& bases = ClassOf(a_class).external;
  const bool is_abstract = std::any_of(bases.begin(), bases.end(), [](const std::string& base) {
    return base == "abc.ABC" || absl::EndsWith(base, ".Protocol");
  });
  const bool waits_for_heirs = is_abstract || absl::EndsWith(SimpleName(a_class), "Mixin") ||
                               class_uses().IsNamedInText(SimpleName(a_class));
  return is_made || (heirs->size() == 1 && !waits_for_heirs);
}

// Others may give a class what another class has.
bool Knowledge::ClassLacks(CodeRef a_class, absl::string_view name) {
  return program_.ClassesThatBind(name) == 0 && !absl::StartsWith(name, "_") && name != "mro" &&
         !MayBeGiven(a_class, name) && ClassAttribute(a_class, "_missing_").is_impossible();
}

Value Knowledge::ForeignMethod(const Atom& instance, absl::string_view name, Place place) {
  const ClassInfo& info = ClassOf(instance.code);
  const bool returns_it =
      !info.is_dynamic && !program_.IsStored(name) &&
      std::any_of(info.external.begin(), info.external.end(),
                  [&](const std::string& base) { return ReturnsItsObject(base, name); });
  if (!returns_it) return Value::Unknown();
  return Value(Atom{.kind = Kind::kMethod,
                    .text = std::string(name),
                    .parts = {Value(instance)},
                    .origin = place});
}

bool Knowledge::IsGeneric(const Value& value) {
  const Atom* const only = value.only();
  if (only == nullptr) return false;
  if (only->kind == Kind::kExternal) return IsKnownBase(only->text);
  if (only->kind != Kind::kClass) return false;
  const std::vector<std::string>& bases = ClassOf(only->code).external;
  return std::any_of(bases.begin(), bases.end(), [](const std::string& base) {
    return base == "typing.Generic" || absl::EndsWith(base, ".Protocol");
  });
}

Value Knowledge::MethodThatCallRuns(CodeRef a_class) {
  Value method = ClassAttribute(a_class, "__call__");
  if (!method.is_impossible()) return method;
  const std::vector<std::string>& bases = ClassOf(a_class).external;
  const bool is_module = std::any_of(bases.begin(), bases.end(), [](const std::string& base) {
    return torch::IsModule(base) || absl::StartsWith(base, "torch.nn.modules.");
  });
  return is_module ? ClassAttribute(a_class, "forward") : Value();
}

// They may change what `forward` gets.
bool Knowledge::MayHavePreHooks(const Atom& module) {
  const auto mentions = [&](uint32_t file) {
    return program_.file(file).names.contains("register_forward_pre_hook");
  };
  for (CodeRef own : ClassOf(module.code).own) {
    if (mentions(own.file)) return true;
  }
  return mentions(module.origin.file) || !module.parts.empty();
}

std::string Knowledge::WhyNotCallableObject(const Atom& object,
                                            const std::vector<CallArgument>& arguments) {
  if (!object.code || !object.is_exact || ClassOf(object.code).is_dynamic) return "";
  const bool calls_itself = !ClassAttribute(object.code, "__call__").is_impossible();
  if (!calls_itself && (program_.IsStored("forward") || MayHavePreHooks(object))) return "";
  const Value method = MethodThatCallRuns(object.code);
  const Atom* const only = method.only();
  const Value self(object);
  return only != nullptr && only->kind == Kind::kFunction
             ? WhyNotFitting(only->code, &self, arguments)
             : "";
}

}  // namespace allreview::understanding
