// What modules of the program lack: the part of Knowledge and Machine that says so.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/star_imports.h"

namespace allreview::understanding {

using ir::BlockId;
using ir::Instruction;
using ir::Op;
using ir::Operator;
using ir::Register;

namespace {

// A function may bind it: `global name`.
bool IsSetByFunction(const ir::File& file, absl::string_view name) {
  return std::any_of(file.codes.begin(), file.codes.end(), [&](const ir::Code& code) {
    return std::any_of(
        code.instructions.begin(), code.instructions.end(), [&](const Instruction& instruction) {
          return instruction.op == Op::kSetGlobal && file.names[instruction.name] == name;
        });
  });
}

}  // namespace

bool Knowledge::MayBeNeighbour(uint32_t number, absl::string_view name) const {
  return understanding::MayBeNeighbour(program_, number, name);
}

bool Knowledge::ModuleLacks(absl::string_view module, absl::string_view name) {
  const std::optional<uint32_t> number = program_.FindModule(module);
  if (!number || name.empty() || absl::StartsWith(name, "__")) return false;
  if (program_.FindLocal({*number, 0}, name)) return false;
  // A package may have modules that are not written in Python, or made when it is built.
  const bool may_be_module = !absl::ascii_isupper(static_cast<unsigned char>(name[0]));
  const StarSources sources = StarSourcesOf(program_, *number, name);
  if (!sources.is_certain || !sources.files.empty()) return false;
  if (program_.IsStored(name) || program_.IsSpelledOut(name)) return false;
  const bool may_have = std::any_of(sources.seen.begin(), sources.seen.end(), [&](uint32_t seen) {
    const Program::File& file = program_.file(seen);
    if ((file.is_package && may_be_module) || program_.FindDeclaration({seen, 0}, name))
      return true;
    for (absl::string_view hook : {name, absl::string_view("__getattr__")}) {
      if (program_.FindLocal({seen, 0}, hook)) return true;
    }
    return program_.IsOwnPackage(absl::StrCat(file.module, ".", name)) ||
           IsSetByFunction(file.code, name) || dynamic_code_.FillsModule(seen);
  });
  return !may_have && !dynamic_code_.FillsOtherModules();
}

bool Machine::NoteImport(const Instruction& instruction) {
  const Program::File& file = knowledge_.program().file(ref_.file);
  const absl::string_view as_written = file_.names[instruction.name];
  const std::string name = python::AbsoluteName(as_written, file.module, file.is_package);
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || knowledge_.MayBeNeighbour(ref_.file, as_written)) return false;
  const absl::string_view module = absl::string_view(name).substr(0, dot);
  if (!knowledge_.ModuleLacks(module, absl::string_view(name).substr(dot + 1))) return false;
  if (IsForTypeCheckers(visited_)) return false;
  Note({.kind = Failure::Kind::kImport,
        .instruction = NumberOf(instruction),
        .name = name,
        .is_guarded = IsGuarded()});
  return true;
}

bool Machine::AsksForTypeCheckers(const Instruction& branch, BlockId target) const {
  if (branch.op != Op::kBranch || branch.targets[0] == branch.targets[1]) return false;
  Register condition = OperandOf(branch, 0).value;
  const Instruction* maker = plan_.maker(condition);
  const bool is_negated =
      maker != nullptr && maker->op == Op::kUnary && maker->detail == Operator::kNot;
  if (is_negated) {
    condition = OperandOf(*maker, 0).value;
    maker = plan_.maker(condition);
  }
  if (target != branch.targets[is_negated ? 1 : 0]) return false;
  const ir::NameId name = condition < code_.locals.size() ? code_.locals[condition].name
                          : maker != nullptr              ? maker->name
                                                          : ir::kNone;
  return name != ir::kNone && file_.names[name] == "TYPE_CHECKING";
}

// Every way to the block goes through such a branch.
bool Machine::IsForTypeCheckers(BlockId wanted) const {
  std::set<BlockId> seen = {wanted};
  std::vector<BlockId> waiting = {wanted};
  while (!waiting.empty()) {
    const BlockId target = waiting.back();
    waiting.pop_back();
    if (target == 0) return false;
    for (BlockId from = 0; from < code_.blocks.size(); ++from) {
      const ir::Block& block = code_.blocks[from];
      if (block.first == block.end) continue;
      const Instruction& end = code_.instructions[block.end - 1];
      const bool leads = end.targets[0] == target || end.targets[1] == target ||
                         std::count(block.handlers.begin(), block.handlers.end(), target) > 0;
      if (!leads || AsksForTypeCheckers(end, target)) continue;
      if (seen.insert(from).second) waiting.push_back(from);
    }
  }
  return true;
}

}  // namespace allreview::understanding
