#ifndef ANALYZERS_REACH_CODE_VIEW_H_
#define ANALYZERS_REACH_CODE_VIEW_H_

// The instructions of one function, read backwards: where a value comes from, what an expression
// says, and which conditions hold where.
//
//   Codes codes;
//   if (const std::optional<CodeView> code = codes.Find(*file, "Router.forward")) {
//     for (uint32_t call : code->CallsOnLine(12, "permute")) {
//       for (const Decision& decision : code->DecisionsBefore(call)) ...
//
// The facts of the index hold the instructions, so nothing is parsed. One thread.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// A branch that must go one way for some code to run.
struct Decision {
  uint32_t branch = 0;  // Of Code::instructions.
  bool must_be = true;
};

class CodeView {
 public:
  CodeView(const ir::File& file, const ir::Code& code);

  const ir::File& file() const { return *file_; }
  const ir::Code& code() const { return *code_; }
  const ir::Instruction& at(uint32_t index) const { return code_->instructions[index]; }
  absl::string_view Name(ir::NameId name) const;
  const ir::Operand& OperandOf(const ir::Instruction& instruction, uint32_t i) const {
    return code_->operands[instruction.first_operand + i];
  }

  // The only instruction that gives the register its value; null: a parameter, or there are
  // several.
  const ir::Instruction* DefinitionOf(ir::Register reg) const;
  // The parameter that it is, copies included; none: it is none, or is given another value.
  std::optional<uint32_t> ParameterOf(ir::Register reg) const;
  // Copies followed: the register that was copied.
  ir::Register Source(ir::Register reg) const;
  // The expression as it was written, as far as instructions tell; "…" for parts.
  std::string Text(ir::Register reg) const;
  // "name" of a local `name`, a global one, or `x.name`; empty: another expression.
  absl::string_view LastName(ir::Register reg) const;
  // The constant that it is; null: it is none.
  const ir::Constant* ConstantOf(ir::Register reg) const;

  // Calls that begin on the line, of what is called so; all calls of the line when none is.
  std::vector<uint32_t> CallsOnLine(int line, absl::string_view name) const;
  // What that call calls has that last name.
  bool Calls(uint32_t call, absl::string_view name) const;
  // Instructions of the syntax nodes [first, end).
  std::optional<uint32_t> FirstOf(uint32_t first_node, uint32_t end_node) const;
  // What certainly was decided when the instruction runs, in the order of the code. Empty for a
  // function with very many blocks.
  std::vector<Decision> DecisionsBefore(uint32_t instruction) const;
  // The same, of those branches alone that `wants` names.
  std::vector<Decision> DecisionsBefore(uint32_t instruction,
                                        const std::function<bool(uint32_t)>& wants) const;
  // The instruction may run again in the same call.
  bool IsInLoop(uint32_t instruction) const;
  // Some loop, other than a comprehension, calls something.
  bool HasLoop() const;

 private:
  std::string Text(ir::Register reg, int depth) const;
  std::string TextOf(const ir::Instruction& instruction, int depth) const;
  std::string TextOfDisplay(const ir::Instruction& display, int depth) const;
  std::string TextOfComprehension(const ir::Instruction& display, int depth) const;
  std::string Arguments(const ir::Instruction& call, int depth) const;
  bool Reaches(uint32_t block, uint32_t without_branch, int without_target) const;
  bool Returns(uint32_t block) const;
  uint32_t BlockOf(uint32_t instruction) const;

  const ir::File* file_;
  const ir::Code* code_;
  static constexpr uint32_t kSeveral = 0xfffffffe;
  struct Tables {
    std::vector<uint32_t> definitions;              // By register; ir::kNone: none.
    std::vector<std::pair<int, uint32_t>> by_line;  // Calls.
  };
  std::shared_ptr<const Tables> tables_;
};

class Codes {
 public:
  // None: the file or the code in it is not known. "" is the module's body. Of several codes of
  // that name none is the one.
  std::optional<CodeView> Find(const repository::IndexedFile& file, absl::string_view symbol);
  // Null: it cannot be read.
  const ir::File* FileOf(const repository::IndexedFile& file);

 private:
  struct Known {
    std::optional<ir::File> file;
    std::map<absl::string_view, std::optional<uint32_t>> by_name;  // None: several.
    std::map<uint32_t, CodeView> views;
  };
  Known& KnownOf(const repository::IndexedFile& file);

  std::map<const repository::IndexedFile*, Known> files_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_CODE_VIEW_H_
