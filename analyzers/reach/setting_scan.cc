#include "analyzers/reach/setting_scan.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operand;
using ir::Register;

constexpr absl::string_view kNotUnderstood = "its name is used as a text";

// The text that the register is; empty: it is none.
absl::string_view TextOf(const CodeView& code, Register reg) {
  const ir::Constant* constant = code.ConstantOf(reg);
  if (constant == nullptr || constant->kind != ir::Constant::Kind::kText) return "";
  return code.Name(constant->text);
}

// Hyphens and underscores are the same.
bool HoldsWord(absl::string_view text, absl::string_view name) {
  const auto is_same = [](char a, char b) { return a == b || (a == '-' && b == '_'); };
  const auto is_word = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (auto at = text.begin();; ++at) {
    at = std::search(at, text.end(), name.begin(), name.end(), is_same);
    if (at == text.end()) return false;
    const auto end = at + static_cast<std::ptrdiff_t>(name.size());
    if ((at == text.begin() || !is_word(at[-1])) && (end == text.end() || !is_word(*end))) {
      return true;
    }
  }
}

bool IsOption(absl::string_view text, const std::vector<std::string>& options) {
  if (!absl::ConsumePrefix(&text, "--")) return false;
  return std::any_of(options.begin(), options.end(), [&](const std::string& option) {
    return text.size() == option.size() &&
           std::equal(text.begin(), text.end(), option.begin(), [](char a, char b) {
             return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_'));
           });
  });
}

class Scan {
 public:
  Scan(const CodeView& code, absl::string_view name, const std::vector<std::string>& options)
      : code_(code), name_(name), options_(options) {}

  std::vector<Given> Run() {
    for (const Instruction& instruction : code_.code().instructions) Visit(instruction);
    for (const Instruction& instruction : code_.code().instructions) {
      if (instruction.op != Op::kConstant || understood_.count(instruction.result) > 0) continue;
      if (IsOption(TextOf(code_, instruction.result), options_)) {
        AddUnclear(instruction.line, kNotUnderstood);
      }
    }
    return std::move(given_);
  }

 private:
  const Operand& At(const Instruction& instruction, uint32_t i) const {
    return code_.OperandOf(instruction, i);
  }
  bool IsName(Register reg) const { return reg != ir::kNone && TextOf(code_, reg) == name_; }
  void Add(int line, Register value) {
    given_.push_back({.line = line, .value = value, .why = ""});
  }
  void AddUnclear(int line, absl::string_view why) {
    given_.push_back({.line = line, .why = std::string(why)});
  }

  void Visit(const Instruction& instruction) {
    switch (instruction.op) {
      case Op::kCall:
        return VisitCall(instruction);
      case Op::kSetAttribute:
        if (code_.Name(instruction.name) == name_) Add(instruction.line, At(instruction, 1).value);
        return;
      case Op::kSetItem:
        if (IsName(At(instruction, 1).value)) Add(instruction.line, At(instruction, 2).value);
        return;
      case Op::kDict:
        for (uint32_t i = 0; i + 1 < instruction.operand_count; i += 2) {
          const Register key = At(instruction, i).value;
          const bool is_it =
              IsName(key) || (key != ir::kNone && IsOption(TextOf(code_, key), options_));
          if (!is_it) continue;
          understood_.insert(key);
          Add(instruction.line, At(instruction, i + 1).value);
        }
        return;
      case Op::kList:
      case Op::kTuple:
      case Op::kSet:
        return VisitList(instruction);
      default:
        return;
    }
  }

  void VisitCall(const Instruction& call) {
    const absl::string_view callee = code_.LastName(At(call, 0).value);
    for (uint32_t i = 1; i < call.operand_count; ++i) {
      const Operand& operand = At(call, i);
      understood_.insert(operand.value);
      if (operand.kind == Operand::Kind::kKeyword && code_.Name(operand.keyword) == name_) {
        given_.push_back({.line = call.line, .value = operand.value, .why = "", .call = &call});
      } else if (IsName(operand.value)) {
        VisitText(call, callee, i);
      } else if (IsOption(TextOf(code_, operand.value), options_) && callee != "add_argument") {
        AddUnclear(call.line, kNotUnderstood);
      }
    }
  }

  // The name as an argument.
  void VisitText(const Instruction& call, absl::string_view callee, uint32_t i) {
    constexpr absl::string_view kReaders[] = {"getattr", "hasattr", "get",  "pop",
                                              "delattr", "delenv",  "skip", "print"};
    if (std::find(std::begin(kReaders), std::end(kReaders), callee) != std::end(kReaders)) return;
    const bool is_definition =
        callee == "add_argument" || callee == "parametrize" || callee == "field";
    if (is_definition) return;  // See ParametrizedIn and Settings::AddDefaults.
    const bool stores = callee == "setattr" || callee == "object" || callee == "setitem";
    if (stores && i + 1 < call.operand_count) return Add(call.line, At(call, i + 1).value);
    AddUnclear(call.line, kNotUnderstood);
  }

  // An argument list, or one of names.
  void VisitList(const Instruction& list) {
    for (uint32_t i = 0; i < list.operand_count; ++i) {
      const Register value = At(list, i).value;
      understood_.insert(value);
      if (IsName(value)) AddUnclear(list.line, kNotUnderstood);
      const absl::string_view text = TextOf(code_, value);
      const std::pair<absl::string_view, absl::string_view> parts =
          absl::StrSplit(text, absl::MaxSplits('=', 1));
      if (!IsOption(parts.first, options_)) continue;
      const bool is_last = i + 1 == list.operand_count;
      const absl::string_view next = is_last ? "" : TextOf(code_, At(list, i + 1).value);
      if (!parts.second.empty()) {
        AddUnclear(list.line, kNotUnderstood);
      } else if (is_last || absl::StartsWith(next, "--")) {
        given_.push_back({.line = list.line, .is_flag = true, .why = ""});
      } else {
        Add(list.line, At(list, i + 1).value);
      }
    }
  }

  const CodeView& code_;
  const absl::string_view name_;
  const std::vector<std::string>& options_;
  std::vector<Given> given_;
  std::set<Register> understood_;  // Texts of which is known what is done with them.
};

// "a, b" or ["a", "b"]: the place of the parameter among them.
std::optional<size_t> PlaceAmong(const CodeView& code, Register names, absl::string_view parameter,
                                 size_t* count) {
  std::vector<std::string> parts;
  const Instruction* list = code.DefinitionOf(code.Source(names));
  if (list != nullptr && (list->op == Op::kList || list->op == Op::kTuple)) {
    for (uint32_t i = 0; i < list->operand_count; ++i) {
      parts.emplace_back(TextOf(code, code.OperandOf(*list, i).value));
    }
  } else {
    for (absl::string_view part : absl::StrSplit(TextOf(code, names), ',')) {
      parts.emplace_back(absl::StripAsciiWhitespace(part));
    }
  }
  *count = parts.size();
  const auto found = std::find(parts.begin(), parts.end(), parameter);
  if (found == parts.end()) return std::nullopt;
  return static_cast<size_t>(found - parts.begin());
}

// The value in one case: itself, an item of a tuple, or one of pytest.param(…).
Given GivenInCase(const CodeView& code, Register one, size_t place, size_t count, int line) {
  const Instruction* definition = code.DefinitionOf(code.Source(one));
  const bool is_call = definition != nullptr && definition->op == Op::kCall;
  if (is_call && code.LastName(code.OperandOf(*definition, 0).value) == "param") {
    if (place + 1 < definition->operand_count) {
      return {.line = line,
              .value = code.OperandOf(*definition, static_cast<uint32_t>(place) + 1).value,
              .why = ""};
    }
  } else if (count == 1) {
    return {.line = line, .value = one, .why = ""};
  } else if (definition != nullptr &&
             (definition->op == Op::kTuple || definition->op == Op::kList) &&
             place < definition->operand_count) {
    return {.line = line,
            .value = code.OperandOf(*definition, static_cast<uint32_t>(place)).value,
            .why = ""};
  }
  return {.line = line, .why = "a case of parametrize() that is not written out"};
}

// By what is called, the function or class that it decorates.
std::map<Register, uint32_t> DecoratorsIn(const CodeView& code) {
  std::map<Register, uint32_t> decorators, made;
  for (const Instruction& instruction : code.code().instructions) {
    if (instruction.op == Op::kFunction || instruction.op == Op::kClass) {
      made[instruction.result] = instruction.index;
    } else if (instruction.op == Op::kCall && instruction.operand_count == 2) {
      const auto decorated = made.find(code.OperandOf(instruction, 1).value);
      if (decorated == made.end()) continue;
      decorators[code.OperandOf(instruction, 0).value] = decorated->second;
      made[instruction.result] = decorated->second;
    }
  }
  return decorators;
}

// It is that code, or stands in it.
bool IsAround(const ir::File& file, uint32_t around, uint32_t code) {
  while (code != around && code != ir::kNone) code = file.codes[code].parent;
  return code == around;
}

}  // namespace

bool MayStandInTexts(const ir::File& file, absl::string_view name, bool is_in_strings) {
  bool is_seen = false;
  for (const ir::Constant& constant : file.constants) {
    if (constant.kind != ir::Constant::Kind::kText) continue;
    const absl::string_view text = file.names[constant.text];
    if (text == name || IsOption(text, {std::string(name)})) {
      is_seen = true;
    } else if (HoldsWord(text, name)) {
      is_seen = true;
      if (absl::StrContains(text, "--")) return true;
    }
  }
  return is_in_strings && !is_seen;
}

bool HasName(const ir::File& file, absl::string_view name) {
  return std::any_of(file.names.begin(), file.names.end(), [&](const std::string& text) {
    if (text == name) return true;
    absl::string_view bare = text;
    return absl::ConsumePrefix(&bare, "--");
  });
}

std::vector<Given> GivenIn(const CodeView& code, absl::string_view name,
                           const std::vector<std::string>& options) {
  return Scan(code, name, options).Run();
}

std::vector<Given> ParametrizedIn(const CodeView& code, absl::string_view parameter,
                                  uint32_t test) {
  std::vector<Given> given;
  const std::map<Register, uint32_t> decorators = DecoratorsIn(code);
  for (const Instruction& call : code.code().instructions) {
    if (call.op != Op::kCall || call.operand_count < 3) continue;
    const auto decorated = decorators.find(call.result);
    if (decorated != decorators.end() && !IsAround(code.file(), decorated->second, test)) continue;
    if (code.LastName(code.OperandOf(call, 0).value) != "parametrize") continue;
    size_t count = 0;
    const auto place = PlaceAmong(code, code.OperandOf(call, 1).value, parameter, &count);
    if (!place) continue;
    const Instruction* cases = code.DefinitionOf(code.Source(code.OperandOf(call, 2).value));
    if (cases == nullptr || (cases->op != Op::kList && cases->op != Op::kTuple)) {
      given.push_back({.line = call.line, .why = "cases of parametrize() that are computed"});
      continue;
    }
    for (uint32_t i = 0; i < cases->operand_count; ++i) {
      given.push_back(GivenInCase(code, code.OperandOf(*cases, i).value, *place, count, call.line));
    }
  }
  return given;
}

}  // namespace allreview::reach
