#include "analyzers/understanding/star_imports.h"

#include <algorithm>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Register;

enum class Handed { kYes, kNo, kPerhaps };

// The one instruction that makes a value; null: several do, or none.
const Instruction* MakerOf(const ir::Code& code, Register place) {
  const Instruction* maker = nullptr;
  for (const Instruction& instruction : code.instructions) {
    if (instruction.result != place) continue;
    if (maker != nullptr) return nullptr;
    maker = &instruction;
  }
  return maker;
}

// The display that __all__ is bound to, if nothing else is done with it.
const Instruction* DisplayOfAll(const ir::Code& code, Register all) {
  const Instruction* made = MakerOf(code, all);
  const bool is_used =
      code.locals[all].is_set_elsewhere ||
      std::any_of(code.operands.begin(), code.operands.end(),
                  [&](const ir::Operand& operand) { return operand.value == all; });
  if (made == nullptr || is_used) return nullptr;
  if (made->op == Op::kCopy) made = MakerOf(code, code.operands[made->first_operand].value);
  const bool is_display = made != nullptr && (made->op == Op::kList || made->op == Op::kTuple) &&
                          made->detail == ir::Operator::kNone;
  return is_display ? made : nullptr;
}

Handed HandsOn(const Program& program, uint32_t number, absl::string_view name) {
  const std::optional<Register> all = program.FindLocal({number, 0}, "__all__");
  if (!all) return absl::StartsWith(name, "_") ? Handed::kNo : Handed::kYes;
  const ir::File& file = program.file(number).code;
  const ir::Code& code = file.codes[0];
  const Instruction* const display = DisplayOfAll(code, *all);
  if (display == nullptr) return Handed::kPerhaps;
  Handed handed = Handed::kNo;
  for (uint32_t i = 0; i < display->operand_count; ++i) {
    const ir::Operand& operand = code.operands[display->first_operand + i];
    const Instruction* const element = MakerOf(code, operand.value);
    const bool is_text = operand.kind == ir::Operand::Kind::kPlain && element != nullptr &&
                         element->op == Op::kConstant &&
                         file.constants[element->index].kind == ir::Constant::Kind::kText;
    if (!is_text) return Handed::kPerhaps;
    if (file.names[file.constants[element->index].text] == name) handed = Handed::kYes;
  }
  return handed;
}

// The modules that a module imports everything from; none: another project's is among them.
std::optional<std::vector<uint32_t>> StarImportsOf(const Program& program, uint32_t number) {
  const Program::File& file = program.file(number);
  std::vector<uint32_t> modules;
  for (const Instruction& instruction : file.code.codes[0].instructions) {
    if (instruction.op != Op::kImportAll) continue;
    const absl::string_view written = file.code.names[instruction.name];
    const std::optional<uint32_t> module =
        program.FindModule(python::AbsoluteName(written, file.module, file.is_package));
    if (!module || MayBeNeighbour(program, number, written)) return std::nullopt;
    modules.push_back(*module);
  }
  if (modules.empty()) return std::nullopt;  // Nobody could read the file.
  return modules;
}

// It is a module of the package, or made when it is asked for.
bool MayFindOtherwise(const Program& program, uint32_t number, absl::string_view name) {
  return program.FindLocal({number, 0}, "__getattr__") ||
         program.IsOwnPackage(absl::StrCat(program.file(number).module, ".", name));
}

}  // namespace

bool MayBeNeighbour(const Program& program, uint32_t importing, absl::string_view name) {
  const absl::string_view top = name.substr(0, name.find('.'));
  if (top.empty() || !program.IsOwnPackage(top)) return false;
  const absl::string_view module = program.file(importing).module;
  const size_t dot = module.rfind('.');
  return dot != absl::string_view::npos &&
         program.IsOwnPackage(absl::StrCat(module.substr(0, dot), ".", top));
}

StarSources StarSourcesOf(const Program& program, uint32_t file, absl::string_view name) {
  StarSources sources = {.seen = {file}};
  for (size_t i = 0; i < sources.seen.size(); ++i) {
    const uint32_t importing = sources.seen[i];
    if (!program.file(importing).has_star_import) continue;
    const std::optional<std::vector<uint32_t>> modules = StarImportsOf(program, importing);
    sources.is_certain &= modules.has_value();
    if (!modules) continue;
    for (uint32_t module : *modules) {
      if (std::find(sources.seen.begin(), sources.seen.end(), module) != sources.seen.end()) {
        continue;
      }
      const Handed handed = HandsOn(program, module, name);
      if (handed == Handed::kNo) continue;
      const bool is_own = program.FindLocal({module, 0}, name).has_value();
      (is_own ? sources.files : sources.seen).push_back(module);
      const bool may_find = is_own || program.file(module).has_star_import;
      sources.is_certain &= handed == Handed::kYes || !may_find;
      sources.is_certain &= is_own || !MayFindOtherwise(program, module, name);
    }
  }
  return sources;
}

}  // namespace allreview::understanding
