#include "analyzers/reach/name_users.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using ir::Code;
using ir::Instruction;
using ir::NameId;
using ir::Op;
using ir::Register;
using repository::IndexedFile;
using NameIds = absl::flat_hash_set<NameId>;

// The function whose call runs the code; empty: import does.
std::string RunnerOf(const ir::File& file, const Code* code) {
  std::string runner;
  while (true) {
    const bool is_function = code->kind == Code::Kind::kFunction;
    if (is_function) runner = file.names[code->name];
    if (code->parent == ir::kNone) return runner;
    code = &file.codes[code->parent];
  }
}

// The name, and those under which the file imports it.
NameIds IdsOf(const IndexedFile& file, const ir::File& code, absl::string_view name) {
  std::set<std::string> names = {std::string(name)};
  for (const repository::NameFacts& bound : file.facts().names) {
    if (repository::LastPart(bound.imported) == name) names.insert(bound.name);
  }
  NameIds ids;
  for (NameId i = 0; i < code.names.size(); ++i) {
    if (names.count(code.names[i]) > 0) ids.insert(i);
  }
  return ids;
}

class Scan {
 public:
  Scan(const ir::File& file, const Code& code, const NameIds& ids, absl::string_view name,
       Texts texts)
      : file_(file), code_(code), ids_(ids), name_(name), texts_(texts) {}

  bool Uses() {
    FindExports();
    return std::any_of(code_.instructions.begin(), code_.instructions.end(),
                       [&](const Instruction& one) { return Uses(one); }) ||
           std::any_of(code_.operands.begin(), code_.operands.end(), [&](const ir::Operand& one) {
             const bool is_local = one.value != ir::kNone && one.value < code_.locals.size();
             return is_local && Is(code_.locals[one.value].name);
           });
  }

 private:
  bool Is(NameId name) const { return name != ir::kNone && ids_.contains(name); }

  // What stands in __all__.
  void FindExports() {
    absl::flat_hash_set<Register> lists;
    for (const Instruction& one : code_.instructions) {
      const bool is_export = one.op == Op::kSetGlobal && one.name != ir::kNone &&
                             file_.names[one.name] == "__all__" && one.operand_count > 0;
      if (is_export) lists.insert(code_.operands[one.first_operand].value);
    }
    for (const Instruction& one : code_.instructions) {
      if (!lists.contains(one.result)) continue;
      for (uint32_t i = 0; i < one.operand_count; ++i) {
        exported_.insert(code_.operands[one.first_operand + i].value);
      }
    }
  }

  bool Uses(const Instruction& one) const {
    switch (one.op) {
      case Op::kGlobal:
      case Op::kEnclosing:
      case Op::kBuiltin:
      case Op::kAttribute:
        return Is(one.name);
      case Op::kImportFrom:  // Under any name; that of a module is among the ids.
        return code_.kind != Code::Kind::kModule && one.name != ir::kNone &&
               repository::LastPart(file_.names[one.name]) == name_;
      case Op::kConstant: {
        if (texts_ == Texts::kIgnored) return false;
        const ir::Constant& constant = file_.constants[one.index];
        return constant.kind == ir::Constant::Kind::kText && Is(constant.text) &&
               !exported_.contains(one.result);
      }
      default:
        return false;
    }
  }

  const ir::File& file_;
  const Code& code_;
  const NameIds& ids_;
  const absl::string_view name_;
  const Texts texts_;
  absl::flat_hash_set<Register> exported_;
};

}  // namespace

std::set<std::string> UsersOf(const IndexedFile& file, const ir::File& code, absl::string_view name,
                              Texts texts) {
  std::set<std::string> users;
  const NameIds ids = IdsOf(file, code, name);
  for (const Code& one : code.codes) {
    Poll();
    if (Scan(code, one, ids, name, texts).Uses()) users.insert(RunnerOf(code, &one));
  }
  return users;
}

}  // namespace allreview::reach
