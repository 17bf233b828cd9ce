#include "analyzers/reach/code_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/encoding.h"
#include "analyzers/ir/operators.h"
#include "analyzers/repository/facts.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using ir::Code;
using ir::Instruction;
using ir::Op;
using ir::Register;

constexpr int kMaxDepth = 6;         // Of an expression that is written down.
constexpr size_t kMaxText = 120;     // Bytes of it.
constexpr size_t kMaxBlocks = 1500;  // Decisions cost about the square.
constexpr int kMaxCopies = 8;

std::string TextOf(const ir::File& file, const ir::Constant& constant) {
  switch (constant.kind) {
    case ir::Constant::Kind::kNone:
      return "None";
    case ir::Constant::Kind::kFalse:
      return "False";
    case ir::Constant::Kind::kTrue:
      return "True";
    case ir::Constant::Kind::kInteger:
      return absl::StrCat(constant.integer);
    case ir::Constant::Kind::kReal:
      return absl::StrCat(constant.real);
    case ir::Constant::Kind::kText:
      return absl::StrCat("\"", file.names[constant.text], "\"");
    default:
      return "…";
  }
}

bool IsName(Op op) {
  return op == Op::kGlobal || op == Op::kEnclosing || op == Op::kBuiltin || op == Op::kImportFrom;
}

}  // namespace

CodeView::CodeView(const ir::File& file, const Code& code)
    : file_(&file), code_(&code), definitions_(code.register_count, ir::kNone) {
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const Register result = code.instructions[i].result;
    if (result == ir::kNone || result >= definitions_.size()) continue;
    definitions_[result] = definitions_[result] == ir::kNone ? i : kSeveral;
  }
}

absl::string_view CodeView::Name(ir::NameId name) const {
  return name == ir::kNone ? absl::string_view() : absl::string_view(file_->names[name]);
}

const Instruction* CodeView::DefinitionOf(Register reg) const {
  if (reg >= definitions_.size() || reg < code_->parameters.size()) return nullptr;
  if (reg < code_->locals.size() && code_->locals[reg].is_set_elsewhere) return nullptr;
  const uint32_t index = definitions_[reg];
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
  const bool is_parameter = reg < code_->parameters.size() && definitions_[reg] == ir::kNone &&
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

std::string CodeView::Text(Register reg) const {
  std::string text = Text(reg, kMaxDepth);
  if (text.size() > kMaxText) {
    text.resize(kMaxText);
    while (!text.empty() && (text.back() & 0x80) != 0) text.pop_back();
    text += "…";
  }
  return text;
}

std::string CodeView::Text(Register reg, int depth) const {
  if (depth == 0 || reg == ir::kNone) return "…";
  // A local name stands for itself.
  if (reg < code_->locals.size()) return std::string(Name(code_->locals[reg].name));
  const Instruction* definition = DefinitionOf(reg);
  return definition == nullptr ? "…" : TextOf(*definition, depth);
}

std::string CodeView::TextOf(const Instruction& instruction, int depth) const {
  const auto operand = [&](uint32_t i) { return Text(OperandOf(instruction, i).value, depth - 1); };
  switch (instruction.op) {
    case Op::kConstant:
      return allreview::reach::TextOf(*file_, file_->constants[instruction.index]);
    case Op::kCopy:
      return Text(OperandOf(instruction, 0).value, depth);
    case Op::kGlobal:
    case Op::kEnclosing:
    case Op::kBuiltin:
      return std::string(Name(instruction.name));
    case Op::kAttribute:
      return absl::StrCat(operand(0), ".", Name(instruction.name));
    case Op::kItem:
      return absl::StrCat(operand(0), "[", operand(1), "]");
    case Op::kUnary: {
      const absl::string_view op = ir::TextOf(instruction.detail);
      return absl::StrCat(op, op == "not" ? " " : "", operand(0));
    }
    case Op::kOperate:
    case Op::kCompare:
      return absl::StrCat(operand(0), " ", ir::TextOf(instruction.detail), " ", operand(1));
    case Op::kCall:
      return absl::StrCat(operand(0), "(", Arguments(instruction, depth), ")");
    case Op::kTuple:
    case Op::kList:
    case Op::kSet: {
      std::string text = instruction.op == Op::kTuple ? "(" : "[";
      for (uint32_t i = 0; i < instruction.operand_count; ++i) {
        absl::StrAppend(&text, i == 0 ? "" : ", ", operand(i));
      }
      return absl::StrCat(text, instruction.op == Op::kTuple ? ")" : "]");
    }
    default:
      return "…";
  }
}

std::string CodeView::Arguments(const Instruction& call, int depth) const {
  std::string text;
  for (uint32_t i = 1; i < call.operand_count; ++i) {
    const ir::Operand& operand = OperandOf(call, i);
    absl::StrAppend(&text, i == 1 ? "" : ", ");
    if (operand.kind == ir::Operand::Kind::kKeyword) {
      absl::StrAppend(&text, Name(operand.keyword), "=");
    }
    absl::StrAppend(&text, operand.kind == ir::Operand::Kind::kStar         ? "*"
                           : operand.kind == ir::Operand::Kind::kDoubleStar ? "**"
                                                                            : "");
    absl::StrAppend(&text, Text(operand.value, depth - 1));
  }
  return text;
}

std::vector<uint32_t> CodeView::CallsOnLine(int line, absl::string_view name) const {
  std::vector<uint32_t> named, all;
  for (uint32_t i = 0; i < code_->instructions.size(); ++i) {
    const Instruction& instruction = code_->instructions[i];
    if (instruction.op != Op::kCall || instruction.line != line) continue;
    all.push_back(i);
    if (LastName(OperandOf(instruction, 0).value) == name) named.push_back(i);
  }
  return named.empty() ? all : named;
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
  std::vector<Decision> decisions;
  const uint32_t block = BlockOf(instruction);
  if (block == ir::kNone || code_->blocks.size() > kMaxBlocks) return decisions;
  for (uint32_t i = 0; i < code_->instructions.size(); ++i) {
    const Instruction& branch = code_->instructions[i];
    if (branch.op != Op::kBranch || branch.targets[0] == branch.targets[1]) continue;
    Poll();
    const bool by_true = Reaches(block, i, 1), by_false = Reaches(block, i, 0);
    // Neither: nothing leads there at all. Both: it does not matter.
    if (by_true != by_false) decisions.push_back({i, by_true});
  }
  return decisions;
}

const ir::File* Codes::FileOf(const repository::IndexedFile& file) {
  const auto [known, is_new] = files_.try_emplace(&file);
  if (is_new) known->second = ir::Decode(repository::EncodedCodeOfFacts(file.encoded_facts()));
  return known->second ? &*known->second : nullptr;
}

std::optional<CodeView> Codes::Find(const repository::IndexedFile& file, absl::string_view symbol) {
  const ir::File* const known = FileOf(file);
  if (known == nullptr) return std::nullopt;
  const Code* found = nullptr;
  for (const Code& code : known->codes) {
    const bool is_module = code.kind == Code::Kind::kModule;
    const bool is_it = symbol.empty() ? is_module : !is_module && known->names[code.name] == symbol;
    if (!is_it) continue;
    if (found != nullptr) return std::nullopt;
    found = &code;
  }
  return found == nullptr ? std::nullopt : std::make_optional(CodeView(*known, *found));
}

}  // namespace allreview::reach
