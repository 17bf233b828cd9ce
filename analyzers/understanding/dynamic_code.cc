#include "analyzers/understanding/dynamic_code.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Register;

bool IsOneOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// One code, and who makes its temporaries.
class Reader {
 public:
  Reader(const ir::File& file, const ir::Code& code)
      : file_(file), code_(code), makers_(code.register_count, nullptr) {
    for (const Instruction& instruction : code.instructions) {
      if (instruction.result != ir::kNone) makers_[instruction.result] = &instruction;
    }
  }

  const ir::Operand& operand(const Instruction& instruction, uint32_t i) const {
    return code_.operands[instruction.first_operand + i];
  }
  const Instruction* maker(const Instruction& instruction, uint32_t i) const {
    const Register place = operand(instruction, i).value;
    return place == ir::kNone ? nullptr : makers_[place];
  }
  absl::string_view name(const Instruction& instruction) const {
    return instruction.name == ir::kNone ? "" : absl::string_view(file_.names[instruction.name]);
  }
  // A name by itself, or what ends in `.wanted`.
  bool IsNamed(const Instruction& instruction, uint32_t i, absl::string_view wanted) const {
    const Register place = operand(instruction, i).value;
    if (place == ir::kNone) return false;
    if (place < code_.locals.size()) return file_.names[code_.locals[place].name] == wanted;
    return makers_[place] != nullptr && name(*makers_[place]) == wanted;
  }

  // The call stores what it is given under a name that is computed.
  bool StoresUnderAnyName(const Instruction& call) const {
    const Instruction* const callee = maker(call, 0);
    if (callee == nullptr) return false;
    const bool stores = (callee->op == Op::kBuiltin && name(*callee) == "setattr") ||
                        (callee->op == Op::kAttribute &&
                         IsOneOf(name(*callee), {"__setattr__", "register_buffer", "add_module",
                                                 "register_parameter", "register_module"}));
    if (!stores) return false;
    for (uint32_t i = 1; i < call.operand_count; ++i) {
      const Instruction* const made = maker(call, i);
      if (made == nullptr || made->op != Op::kConstant) continue;
      if (file_.constants[made->index].kind == ir::Constant::Kind::kText) return false;
    }
    return true;
  }

  // The first argument is type(x) or x.__class__.
  bool TakesClassOfObject(const Instruction& call) const {
    const Instruction* const made = call.operand_count > 1 ? maker(call, 1) : nullptr;
    if (made == nullptr) return false;
    if (made->op == Op::kAttribute) return name(*made) == "__class__";
    const Instruction* const callee = made->op == Op::kCall ? maker(*made, 0) : nullptr;
    return callee != nullptr && callee->op == Op::kBuiltin && name(*callee) == "type";
  }

  // The first argument is sys.modules[name].
  bool TakesLoadedModule(const Instruction& call) const {
    const Instruction* const made = call.operand_count > 1 ? maker(call, 1) : nullptr;
    return made != nullptr && made->op == Op::kItem && IsNamed(*made, 0, "modules");
  }

  // The call hands `self` to somebody who is not of the class: not print(self), Base.f(self).
  bool HandsSelfOver(const Instruction& call) const {
    bool has_self = false;
    for (uint32_t i = 1; i < call.operand_count; ++i) has_self |= IsNamed(call, i, "self");
    const Instruction* const callee = has_self ? maker(call, 0) : nullptr;
    if (!has_self || callee == nullptr || callee->op == Op::kBuiltin) return has_self && !callee;
    if (callee->op != Op::kAttribute) return true;
    const Instruction* const owner = maker(*callee, 0);
    const absl::string_view of = owner == nullptr ? "" : name(*owner);
    const bool is_of_class = !of.empty() && absl::ascii_isupper(static_cast<unsigned char>(of[0]));
    return !is_of_class && !absl::StartsWith(name(*callee), "__");
  }

 private:
  const ir::File& file_;
  const ir::Code& code_;
  std::vector<const Instruction*> makers_;  // By register: the last of them.
};

}  // namespace

bool DynamicCode::CodeFills(CodeRef ref, bool is_class_body) const {
  const ir::File& file = program_.file(ref.file).code;
  const ir::Code& code = program_.code(ref);
  const Reader reader(file, code);
  return std::any_of(
      code.instructions.begin(), code.instructions.end(), [&](const Instruction& instruction) {
        const absl::string_view name = reader.name(instruction);
        switch (instruction.op) {
          case Op::kBuiltin:
            return IsOneOf(name, {"exec", "vars"}) || (is_class_body && name == "locals");
          case Op::kAttribute:
            return IsOneOf(name, {"__dict__", "_modules", "_buffers", "_parameters"});
          case Op::kCall:
            return reader.StoresUnderAnyName(instruction) || reader.HandsSelfOver(instruction);
          default:
            return false;
        }
      });
}

bool DynamicCode::CodeReplaces(CodeRef ref) const {
  const ir::Code& code = program_.code(ref);
  const Reader reader(program_.file(ref.file).code, code);
  return std::any_of(code.instructions.begin(), code.instructions.end(),
                     [&](const Instruction& instruction) {
                       return instruction.op == Op::kCall && reader.StoresUnderAnyName(instruction);
                     });
}

template <typename Predicate>
bool DynamicCode::AnyCodeOf(CodeRef a_class, Predicate fills) const {
  std::vector<CodeRef> waiting = {a_class};
  while (!waiting.empty()) {
    const CodeRef current = waiting.back();
    waiting.pop_back();
    if (fills(current)) return true;
    for (uint32_t inner : program_.InnerCodes(current)) waiting.push_back({a_class.file, inner});
  }
  return false;
}

bool DynamicCode::FillsObjects(CodeRef a_class) {
  if (const auto known = classes_.find(a_class); known != classes_.end()) return known->second;
  return classes_[a_class] = AnyCodeOf(a_class, [&](CodeRef code) {
           return CodeFills(code, program_.code(code).kind == ir::Code::Kind::kClass);
         });
}

bool DynamicCode::ReplacesAttributes(CodeRef a_class) {
  if (const auto known = replacing_.find(a_class); known != replacing_.end()) return known->second;
  return replacing_[a_class] = AnyCodeOf(a_class, [&](CodeRef code) { return CodeReplaces(code); });
}

bool DynamicCode::FillsModule(uint32_t number) {
  if (const auto known = modules_.find(number); known != modules_.end()) return known->second;
  const ir::File& file = program_.file(number).code;
  bool fills = false;
  for (const ir::Code& code : file.codes) {
    const Reader reader(file, code);
    fills |= std::any_of(
        code.instructions.begin(), code.instructions.end(), [&](const Instruction& instruction) {
          const absl::string_view name = reader.name(instruction);
          if (instruction.op == Op::kBuiltin) {
            return IsOneOf(name, {"globals", "vars", "exec", "locals", "__import__", "setattr"});
          }
          if (instruction.op != Op::kAttribute) return false;
          return name == "__dict__" || (name == "modules" && reader.IsNamed(instruction, 0, "sys"));
        });
  }
  return modules_[number] = fills;
}

const DynamicCode::Stores& DynamicCode::Anywhere() {
  if (anywhere_) return *anywhere_;
  Stores stores;
  for (uint32_t number = 0; number < program_.size(); ++number) {
    const ir::File& file = program_.file(number).code;
    for (const ir::Code& code : file.codes) {
      const Reader reader(file, code);
      for (const Instruction& call : code.instructions) {
        if (call.op != Op::kCall || !reader.StoresUnderAnyName(call)) continue;
        stores.replaces_methods |= reader.TakesClassOfObject(call);
        stores.fills_modules |= reader.TakesLoadedModule(call);
      }
    }
  }
  return anywhere_.emplace(stores);
}

}  // namespace allreview::understanding
