#include "analyzers/understanding/class_uses.h"

#include "absl/strings/match.h"
#include "base/poll.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;

absl::string_view LastPart(absl::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);  // All of it when there is no dot.
}

// The names that registers of a code stand for.
class Names {
 public:
  static constexpr int kMaxDepth = 3;

  Names(const Program::File& file, uint32_t code)
      : file_(file), code_(file.code.codes[code]), makers_(code_.register_count, nullptr) {
    for (const Instruction& instruction : code_.instructions) {
      if (instruction.result != ir::kNone) makers_[instruction.result] = &instruction;
    }
  }

  // Calls use(name) for each name in the expression that made the register; from `depth` on only
  // that of the register itself.
  template <typename Use>
  void Of(ir::Register place, const Use& use, int depth = 0) const {
    if (place == ir::kNone || depth > kMaxDepth) return;
    if (place < code_.locals.size()) use(NameOf(code_.locals[place].name));
    const Instruction* const maker = makers_[place];
    if (maker == nullptr) return;
    if (maker->name != ir::kNone) use(LastPart(NameOf(maker->name)));
    if (maker->op == Op::kGlobal && depth < kMaxDepth) OfImport(maker->name, use);
    const bool is_made_of = maker->op == Op::kCopy || maker->op == Op::kItem ||
                            maker->op == Op::kCall || maker->op == Op::kTuple;
    for (uint32_t i = 0; is_made_of && i < maker->operand_count; ++i) {
      Of(code_.operands[maker->first_operand + i].value, use, depth + 1);
    }
  }

  absl::string_view NameOf(ir::NameId name) const { return file_.code.names[name]; }

 private:
  // What the module imports under that name.
  template <typename Use>
  void OfImport(ir::NameId name, const Use& use) const {
    const auto local = file_.locals.find({0, name});
    if (local == file_.locals.end() || &code_ == &file_.code.codes[0]) return;
    Names(file_, 0).Of(local->second, use, 2);
  }

  const Program::File& file_;
  const ir::Code& code_;
  std::vector<const Instruction*> makers_;  // By register: the last of them.
};

}  // namespace

ClassUses::ClassUses(const Program& program) {
  for (uint32_t file = 0; file < program.size(); ++file) {
    Poll();
    const uint32_t codes = static_cast<uint32_t>(program.file(file).code.codes.size());
    for (uint32_t code = 0; code < codes; ++code) Read(program, {file, code});
    for (const ir::Constant& constant : program.file(file).code.constants) {
      if (constant.kind != ir::Constant::Kind::kText) continue;
      const absl::string_view text = program.name(file, constant.text);
      if (!absl::StrContains(text, ' ')) in_texts_.insert(LastPart(text));
    }
  }
}

void ClassUses::Read(const Program& program, CodeRef ref) {
  const ir::Code& code = program.code(ref);
  const Names names(program.file(ref.file), ref.code);
  for (const Instruction& instruction : code.instructions) {
    if (instruction.op == Op::kDeclare && code.kind == ir::Code::Kind::kClass) {
      declared_.insert(names.NameOf(instruction.name));
    } else if (instruction.op == Op::kCall) {
      names.Of(
          code.operands[instruction.first_operand].value,
          [&](absl::string_view name) { called_.insert(name); }, Names::kMaxDepth);
    } else if (instruction.op == Op::kClass) {
      for (uint32_t i = 0; i < instruction.operand_count; ++i) {
        names.Of(code.operands[instruction.first_operand + i].value, [&](absl::string_view name) {
          std::vector<CodeRef>& heirs = heirs_[name];
          const CodeRef heir = {ref.file, instruction.index};
          if (heirs.empty() || heirs.back() != heir) heirs.push_back(heir);
        });
      }
    }
  }
}

const std::vector<CodeRef>& ClassUses::ThatInherit(absl::string_view base) const {
  static const auto* const none = new std::vector<CodeRef>;
  const auto found = heirs_.find(base);
  return found == heirs_.end() ? *none : found->second;
}

}  // namespace allreview::understanding
