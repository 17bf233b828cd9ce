#include "analyzers/reach/code_view.h"

#include <algorithm>
#include <utility>

#include "analyzers/ir/encoding.h"
#include "analyzers/repository/facts.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using ir::Code;
using ir::Instruction;
using ir::Op;
using ir::Register;

constexpr size_t kMaxBlocks = 1500;  // Decisions cost about the square.
constexpr int kMaxCopies = 8;

bool IsName(Op op) {
  return op == Op::kGlobal || op == Op::kEnclosing || op == Op::kBuiltin || op == Op::kImportFrom;
}

}  // namespace

CodeView::CodeView(const ir::File& file, const Code& code) : file_(&file), code_(&code) {
  auto tables = std::make_shared<Tables>();
  tables->definitions.assign(code.register_count, ir::kNone);
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& instruction = code.instructions[i];
    if (instruction.op == Op::kCall) tables->by_line.emplace_back(instruction.line, i);
    const Register result = instruction.result;
    if (result == ir::kNone || result >= tables->definitions.size()) continue;
    uint32_t& definition = tables->definitions[result];
    definition = definition == ir::kNone ? i : kSeveral;
  }
  std::sort(tables->by_line.begin(), tables->by_line.end());
  tables_ = std::move(tables);
}

absl::string_view CodeView::Name(ir::NameId name) const {
  return name == ir::kNone ? absl::string_view() : absl::string_view(file_->names[name]);
}

const Instruction* CodeView::DefinitionOf(Register reg) const {
  if (reg >= tables_->definitions.size() || reg < code_->parameters.size()) return nullptr;
  if (reg < code_->locals.size() && code_->locals[reg].is_set_elsewhere) return nullptr;
  const uint32_t index = tables_->definitions[reg];
  return index == ir::kNone || index == kSeveral ? nullptr : &code_->instructions[index];
}

Register CodeView::Source(Register reg) const {
  for (int i = 0; i < kMaxCopies; ++i) {
    const Instruction* definition = DefinitionOf(reg);
    if (definition == nullptr || definition->op != Op::kCopy) return reg;
    reg = OperandOf(*definition, 0).value;
  }
  return reg;
}

std::optional<uint32_t> CodeView::ParameterOf(Register reg) const {
  reg = Source(reg);
  const bool is_parameter = reg < code_->parameters.size() &&
                            tables_->definitions[reg] == ir::kNone &&
                            !code_->locals[reg].is_set_elsewhere;
  return is_parameter ? std::make_optional(reg) : std::nullopt;
}

const ir::Constant* CodeView::ConstantOf(Register reg) const {
  const Instruction* definition = DefinitionOf(Source(reg));
  if (definition == nullptr || definition->op != Op::kConstant) return nullptr;
  return &file_->constants[definition->index];
}

absl::string_view CodeView::LastName(Register reg) const {
  for (int i = 0; i < kMaxCopies; ++i) {
    if (reg < code_->locals.size()) return Name(code_->locals[reg].name);
    const Instruction* definition = DefinitionOf(reg);
    if (definition == nullptr) return "";
    if (definition->op == Op::kCopy) {
      reg = OperandOf(*definition, 0).value;
      continue;
    }
    if (definition->op != Op::kAttribute && !IsName(definition->op)) return "";
    const absl::string_view name = Name(definition->name);
    return name.substr(name.rfind('.') + 1);
  }
  return "";
}

std::vector<uint32_t> CodeView::CallsOnLine(int line, absl::string_view name) const {
  std::vector<uint32_t> named, all;
  const auto& calls = tables_->by_line;
  for (auto at = std::lower_bound(calls.begin(), calls.end(), std::make_pair(line, 0u));
       at != calls.end() && at->first == line; ++at) {
    all.push_back(at->second);
    if (Calls(at->second, name)) named.push_back(at->second);
  }
  return named.empty() ? all : named;
}

bool CodeView::Calls(uint32_t call, absl::string_view name) const {
  return LastName(OperandOf(at(call), 0).value) == name;
}

std::optional<uint32_t> CodeView::FirstOf(uint32_t first_node, uint32_t end_node) const {
  for (uint32_t i = 0; i < code_->instructions.size(); ++i) {
    const uint32_t node = code_->instructions[i].node;
    if (node >= first_node && node < end_node) return i;
  }
  return std::nullopt;
}

uint32_t CodeView::BlockOf(uint32_t instruction) const {
  for (uint32_t block = 0; block < code_->blocks.size(); ++block) {
    if (instruction >= code_->blocks[block].first && instruction < code_->blocks[block].end) {
      return block;
    }
  }
  return ir::kNone;
}

// Some path leads from the entry to the block when one way of a branch is closed.
bool CodeView::Reaches(uint32_t block, uint32_t without_branch, int without_target) const {
  std::vector<bool> seen(code_->blocks.size(), false);
  std::vector<uint32_t> queue = {0};
  seen[0] = true;
  const auto add = [&](ir::BlockId next) {
    if (next == ir::kNone || seen[next]) return;
    seen[next] = true;
    queue.push_back(next);
  };
  while (!queue.empty()) {
    const ir::Block& at = code_->blocks[queue.back()];
    if (queue.back() == block) return true;
    queue.pop_back();
    for (ir::BlockId handler : at.handlers) add(handler);
    if (at.first == at.end) continue;
    const uint32_t last = at.end - 1;
    for (int target = 0; target < 2; ++target) {
      if (last == without_branch && target == without_target) continue;
      add(code_->instructions[last].targets[target]);
    }
  }
  return false;
}

std::vector<Decision> CodeView::DecisionsBefore(uint32_t instruction) const {
  return DecisionsBefore(instruction, [](uint32_t) { return true; });
}

std::vector<Decision> CodeView::DecisionsBefore(uint32_t instruction,
                                                const std::function<bool(uint32_t)>& wants) const {
  std::vector<Decision> decisions;
  const uint32_t block = BlockOf(instruction);
  if (block == ir::kNone || code_->blocks.size() > kMaxBlocks) return decisions;
  for (uint32_t i = 0; i < code_->instructions.size(); ++i) {
    const Instruction& branch = code_->instructions[i];
    if (branch.op != Op::kBranch || branch.targets[0] == branch.targets[1] || !wants(i)) continue;
    Poll();
    const bool by_true = Reaches(block, i, 1), by_false = Reaches(block, i, 0);
    // Neither: nothing leads there at all. Both: it does not matter.
    if (by_true != by_false) decisions.push_back({i, by_true});
  }
  return decisions;
}

// Some path leads from the block to itself.
bool CodeView::Returns(uint32_t block) const {
  std::vector<bool> seen(code_->blocks.size(), false);
  std::vector<uint32_t> queue = {block};
  while (!queue.empty()) {
    const ir::Block& at = code_->blocks[queue.back()];
    queue.pop_back();
    if (at.first == at.end) continue;
    for (ir::BlockId next : code_->instructions[at.end - 1].targets) {
      if (next == block) return true;
      if (next == ir::kNone || seen[next]) continue;
      seen[next] = true;
      queue.push_back(next);
    }
  }
  return false;
}

bool CodeView::IsInLoop(uint32_t instruction) const {
  const uint32_t block = BlockOf(instruction);
  return block != ir::kNone && Returns(block);
}

bool CodeView::HasLoop() const {
  if (code_->blocks.size() > kMaxBlocks) return true;
  for (uint32_t i = 0; i < code_->blocks.size(); ++i) {
    const ir::Block& block = code_->blocks[i];
    bool calls = false, appends = false;
    for (uint32_t at = block.first; at < block.end; ++at) {
      calls |= code_->instructions[at].op == Op::kCall;
      appends |= code_->instructions[at].op == Op::kAppend;
    }
    Poll();
    if (calls && !appends && Returns(i)) return true;
  }
  return false;
}

Codes::Known& Codes::KnownOf(const repository::IndexedFile& file) {
  const auto [entry, is_new] = files_.try_emplace(&file);
  Known& known = entry->second;
  if (!is_new) return known;
  known.file = ir::Decode(repository::EncodedCodeOfFacts(file.encoded_facts()));
  if (!known.file) return known;
  for (uint32_t i = 0; i < known.file->codes.size(); ++i) {
    const Code& code = known.file->codes[i];
    const bool is_module = code.kind == Code::Kind::kModule;
    const auto [name, is_first] = known.by_name.try_emplace(
        is_module ? absl::string_view() : absl::string_view(known.file->names[code.name]), i);
    if (!is_first) name->second = std::nullopt;
  }
  return known;
}

const ir::File* Codes::FileOf(const repository::IndexedFile& file) {
  const Known& known = KnownOf(file);
  return known.file ? &*known.file : nullptr;
}

std::optional<CodeView> Codes::Find(const repository::IndexedFile& file, absl::string_view symbol) {
  Known& known = KnownOf(file);
  const auto found = known.by_name.find(symbol);
  if (found == known.by_name.end() || !found->second) return std::nullopt;
  const uint32_t code = *found->second;
  const auto view = known.views.find(code);
  if (view != known.views.end()) return view->second;
  return known.views.emplace(code, CodeView(*known.file, known.file->codes[code])).first->second;
}

}  // namespace allreview::reach
