#include "analyzers/ir/print.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/ir/operators.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

absl::string_view NameOf(Op op) {
  static constexpr absl::string_view kNames[] = {
      "constant",    "unknown",      "copy",        "delete",        "global",
      "enclosing",   "builtin",      "set-global",  "set-enclosing", "import",
      "import-from", "import-all",   "attribute",   "set-attribute", "delete-attribute",
      "item",        "set-item",     "delete-item", "slice",         "call",
      "operate",     "in-place",     "unary",       "compare",       "tuple",
      "list",        "set",          "dict",        "append",        "format",
      "function",    "class",        "declare",     "iterate",       "unpack",
      "element",     "star-element", "yield",       "yield-from",    "await",
      "enter",       "caught",       "matches",     "jump",          "branch",
      "next",        "choose",       "raise"};
  static_assert(std::size(kNames) == static_cast<size_t>(Op::kRaise) + 1);
  return kNames[static_cast<size_t>(op)];
}

absl::string_view NameOf(Code::Kind kind) {
  switch (kind) {
    case Code::Kind::kModule:
      return "module";
    case Code::Kind::kFunction:
      return "function";
    case Code::Kind::kLambda:
      return "lambda";
    case Code::Kind::kClass:
      break;
  }
  return "class";
}

std::string ToText(const File& file, const Constant& constant) {
  switch (constant.kind) {
    case Constant::Kind::kNone:
      return "None";
    case Constant::Kind::kEllipsis:
      return "...";
    case Constant::Kind::kFalse:
      return "False";
    case Constant::Kind::kTrue:
      return "True";
    case Constant::Kind::kInteger:
      return absl::StrCat(constant.integer);
    case Constant::Kind::kReal:
      return absl::StrCat(constant.real);
    case Constant::Kind::kNumber:
      return "number";
    case Constant::Kind::kText:
      return Excerpt(file.names[constant.text]);
    case Constant::Kind::kSomeText:
      return "text";
    case Constant::Kind::kBytes:
      break;
  }
  return "bytes";
}

class CodePrinter {
 public:
  CodePrinter(const File& file, const Code& code, Outline& outline)
      : file_(file), code_(code), outline_(outline) {}

  void Print(size_t index) {
    outline_.Add(0, absl::StrCat("code ", index, " ", NameOf(code_.kind), Signature()));
    for (BlockId block = 0; block < code_.blocks.size() && !outline_.is_full(); ++block) {
      Poll();
      PrintBlock(block);
    }
  }

 private:
  std::string Name(NameId name) const { return name == kNone ? "?" : file_.names[name]; }

  std::string Signature() const {
    std::string text = code_.name == kNone ? "" : absl::StrCat(" ", Name(code_.name));
    if (code_.is_async) absl::StrAppend(&text, " async");
    if (code_.is_generator) absl::StrAppend(&text, " generator");
    if (code_.parameters.empty() && code_.return_type == kNone) return text;
    std::vector<std::string> parameters;
    for (const Parameter& parameter : code_.parameters) {
      std::string one;
      if (parameter.kind == Parameter::Kind::kVarPositional) one = "*";
      if (parameter.kind == Parameter::Kind::kVarKeyword) one = "**";
      absl::StrAppend(&one, Name(parameter.name));
      if (parameter.kind == Parameter::Kind::kKeywordOnly) absl::StrAppend(&one, " by name");
      if (parameter.kind == Parameter::Kind::kPositionalOnly) absl::StrAppend(&one, " by place");
      if (parameter.annotation != kNone) {
        absl::StrAppend(&one, ": ", PrintType(file_, parameter.annotation));
      }
      if (parameter.has_default) absl::StrAppend(&one, " = ...");
      parameters.push_back(std::move(one));
    }
    absl::StrAppend(&text, "(", absl::StrJoin(parameters, ", "), ")");
    if (code_.return_type != kNone) {
      absl::StrAppend(&text, " -> ", PrintType(file_, code_.return_type));
    }
    return text;
  }

  void PrintBlock(BlockId id) {
    const Block& block = code_.blocks[id];
    if (block.first == block.end) return;  // An exit, or nothing leads there.
    std::string title = absl::StrCat("block ", id);
    if (!block.handlers.empty()) {
      absl::StrAppend(&title, " raises to ", Blocks(block.handlers.data(), block.handlers.size()));
    }
    outline_.Add(1, title);
    for (uint32_t i = block.first; i < block.end && !outline_.is_full(); ++i) {
      outline_.Add(2, ToText(code_.instructions[i]));
    }
  }

  std::string Blocks(const BlockId* blocks, size_t count) const {
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i) {
      const BlockId block = blocks[i];
      names.push_back(block == kNone          ? "nowhere"
                      : block == code_.exit   ? "exit"
                      : block == code_.raised ? "raised"
                                              : absl::StrCat(block));
    }
    return absl::StrJoin(names, ", ");
  }

  std::string ToText(Register reg) const {
    if (reg == kNone) return "-";
    if (reg < code_.locals.size()) return Name(code_.locals[reg].name);
    if (reg == code_.result) return "result";
    return absl::StrCat("%", reg);
  }

  std::string ToText(const Operand& operand) const {
    std::string value = ToText(operand.value);
    switch (operand.kind) {
      case Operand::Kind::kKeyword:
        return absl::StrCat(Name(operand.keyword), "=", value);
      case Operand::Kind::kStar:
        return absl::StrCat("*", value);
      case Operand::Kind::kDoubleStar:
        return absl::StrCat("**", value);
      case Operand::Kind::kPlain:
        break;
    }
    return value;
  }

  std::string ToText(const Instruction& instruction) const {
    std::string text;
    if (instruction.result != kNone) text = absl::StrCat(ToText(instruction.result), " = ");
    absl::StrAppend(&text, NameOf(instruction.op));
    if (instruction.detail != Operator::kNone)
      absl::StrAppend(&text, " ", TextOf(instruction.detail));
    if (instruction.op == Op::kConstant) {
      absl::StrAppend(&text, " ", allreview::ir::ToText(file_, file_.constants[instruction.index]));
    } else if (HasIndex(instruction.op)) {
      absl::StrAppend(&text, " #", instruction.index);
    }
    if (instruction.name != kNone) absl::StrAppend(&text, " ", Name(instruction.name));
    if (instruction.type != kNone) absl::StrAppend(&text, ": ", PrintType(file_, instruction.type));
    for (uint32_t i = 0; i < instruction.operand_count; ++i) {
      absl::StrAppend(&text, i == 0 ? " " : ", ",
                      ToText(code_.operands[instruction.first_operand + i]));
    }
    if (instruction.targets[0] != kNone || instruction.targets[1] != kNone) {
      const size_t count = instruction.op == Op::kJump ? 1 : 2;
      absl::StrAppend(&text, " to ", Blocks(instruction.targets, count));
    }
    return text;
  }

  static bool HasIndex(Op op) {
    return op == Op::kEnclosing || op == Op::kSetEnclosing || op == Op::kFunction ||
           op == Op::kClass || op == Op::kUnpack || op == Op::kElement || op == Op::kStarElement;
  }

  const File& file_;
  const Code& code_;
  Outline& outline_;
};

}  // namespace

std::string Print(const File& file) {
  Outline outline;
  for (size_t i = 0; i < file.codes.size() && !outline.is_full(); ++i) {
    CodePrinter(file, file.codes[i], outline).Print(i);
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::ir
