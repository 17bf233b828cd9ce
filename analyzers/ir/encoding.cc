#include "analyzers/ir/encoding.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "analyzers/ir/instruction_bytes.h"
#include "base/number_bytes.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

bool CouldBeName(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(static_cast<unsigned char>(text[0]))) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return absl::ascii_isalnum(byte) || c == '_' || byte >= 128;
  });
}

// kNone becomes 0.
uint64_t OrNone(uint32_t number) { return static_cast<uint32_t>(number + 1); }

uint64_t FieldsOf(const Instruction& instruction) {
  return (instruction.result != kNone) * kHasResult +
         (instruction.operand_count != 0) * kHasOperands + (instruction.name != kNone) * kHasName +
         (instruction.index != 0) * kHasIndex +
         (instruction.targets[0] != kNone) * kHasFirstTarget +
         (instruction.targets[1] != kNone) * kHasSecondTarget +
         (instruction.detail != Operator::kNone) * kHasDetail +
         (instruction.type != kNone) * kHasType;
}

class Writer : public NumberWriter {
 public:
  void Names(const std::vector<NameId>& names) {
    Number(names.size());
    for (NameId name : names) Number(name);
  }
  void Write(const Constant& constant) {
    Number(static_cast<uint64_t>(constant.kind));
    switch (constant.kind) {
      case Constant::Kind::kInteger:
        return Signed(constant.integer);
      case Constant::Kind::kReal:
        return Number(std::bit_cast<uint64_t>(constant.real));
      case Constant::Kind::kText:
        return Number(constant.text);
      default:
        return;
    }
  }
  void Write(const Code& code);

 private:
  void Write(const Code& code, const Instruction& instruction);
  void Write(const Code& code, const Operand& operand);

  Before before_;
};

void Writer::Write(const Code& code, const Instruction& instruction) {
  const uint64_t fields = FieldsOf(instruction);
  uint64_t& usual = before_.fields[static_cast<size_t>(instruction.op)];
  Number(static_cast<uint64_t>(instruction.op) * 2 + (fields != usual));
  if (fields != usual) Number(usual = fields);
  if (fields & kHasResult) Signed(int64_t{instruction.result} - before_.result - 1);
  if (fields & kHasOperands) Number(instruction.operand_count);
  if (fields & kHasName) Number(instruction.name);
  if (fields & kHasIndex) Number(OrNone(instruction.index));
  if (fields & kHasFirstTarget) Number(instruction.targets[0]);
  if (fields & kHasSecondTarget) Number(instruction.targets[1]);
  if (fields & kHasDetail) Number(static_cast<uint64_t>(instruction.detail));
  if (fields & kHasType) Number(instruction.type);
  const int64_t lines = int64_t{instruction.line} - before_.line;
  Signed((int64_t{instruction.node} - before_.node) * 2 + (lines != 0));
  if (lines != 0) Signed(lines);
  for (uint32_t i = 0; i < instruction.operand_count; ++i) {
    Write(code, code.operands[instruction.first_operand + i]);
  }
  before_.Pass(instruction);
}

// 0: none; then local names as they are, at even places, and temporaries by how long ago they were
// made.
void Writer::Write(const Code& code, const Operand& operand) {
  uint64_t value = 0;
  if (operand.value != kNone && operand.value < code.locals.size()) {
    value = 2 + 2 * uint64_t{operand.value};
  } else if (operand.value != kNone) {
    value = 1 + 2 * ZigZag(before_.result - int64_t{operand.value});
  }
  const bool is_plain = operand.kind == Operand::Kind::kPlain;
  Number(2 * value + !is_plain);
  if (!is_plain) Number(static_cast<uint64_t>(operand.kind));
  if (operand.kind == Operand::Kind::kKeyword) Number(operand.keyword);
}

void Writer::Write(const Code& code) {
  Number(static_cast<uint64_t>(code.kind) * 4 + (code.is_async ? 2 : 0) +
         (code.is_generator ? 1 : 0));
  for (uint32_t number :
       {code.name, code.parent, code.return_type, code.result, code.exit, code.raised}) {
    Number(OrNone(number));
  }
  for (uint32_t number : {code.node, static_cast<uint32_t>(code.line), code.register_count}) {
    Number(number);
  }
  Number(code.parameters.size());
  for (const Parameter& parameter : code.parameters) {
    Number(parameter.name);
    Number(static_cast<uint64_t>(parameter.kind) * 2 + (parameter.has_default ? 1 : 0));
    Number(OrNone(parameter.annotation));
  }
  Number(code.locals.size());
  for (const Local& local : code.locals) {
    Number(uint64_t{local.name} * 2 + (local.is_set_elsewhere ? 1 : 0));
  }
  Number(code.blocks.size());
  for (const Block& block : code.blocks) {
    Number(block.first);
    Number(block.end - block.first);
    Names(block.handlers);
  }
  Number(code.instructions.size());
  for (const Instruction& instruction : code.instructions) Write(code, instruction);
}

}  // namespace

Outline OutlineOf(const File& file) {
  Outline outline;
  outline.names.assign(file.names.begin(), file.names.end());
  for (uint32_t i = 0; i < file.codes.size(); ++i) {
    const Code& code = file.codes[i];
    absl::flat_hash_set<NameId> stored;
    for (const Instruction& instruction : code.instructions) {
      const bool is_store = instruction.op == Op::kSetAttribute;
      if (is_store && stored.insert(instruction.name).second) {
        outline.stores.emplace_back(instruction.name, i);
      }
    }
    if (code.kind != Code::Kind::kClass) continue;
    for (const Local& local : code.locals) outline.class_names.push_back(local.name);
  }
  for (const Constant& constant : file.constants) {
    const bool is_text = constant.kind == Constant::Kind::kText;
    if (is_text && CouldBeName(file.names[constant.text])) outline.texts.push_back(constant.text);
  }
  return outline;
}

std::string Encode(const File& file) {
  Writer writer;
  const Outline outline = OutlineOf(file);
  writer.Number(outline.names.size());
  for (absl::string_view name : outline.names) writer.Text(name);
  writer.Number(outline.stores.size());
  for (const auto& [name, code] : outline.stores) {
    writer.Number(name);
    writer.Number(code);
  }
  writer.Names(outline.class_names);
  writer.Names(outline.texts);
  writer.Number(file.constants.size());
  for (const Constant& constant : file.constants) writer.Write(constant);
  writer.Number(file.types.size());
  for (const Type& type : file.types) {
    writer.Number(static_cast<uint64_t>(type.kind));
    writer.Number(OrNone(type.name));
    writer.Number(type.end);
  }
  writer.Number(file.codes.size());
  for (const Code& code : file.codes) {
    Poll();
    writer.Write(code);
  }
  return writer.Take();
}

}  // namespace allreview::ir
