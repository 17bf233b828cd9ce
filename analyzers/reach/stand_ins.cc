#include "analyzers/reach/stand_ins.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/fixtures.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using ir::Constant;
using ir::Instruction;
using ir::Op;
using ir::Operand;
using ir::Register;
using repository::IndexedFile;
using repository::LastPart;

// What replaces attributes by their names.
enum class Way { kNone, kPatch, kObject, kMultiple, kSetAttribute };

Way WayOf(const CodeView& code, const Instruction& call) {
  const Register callee = code.OperandOf(call, 0).value;
  const absl::string_view name = code.LastName(callee);
  if (name == "setattr") return Way::kSetAttribute;
  if (name == "patch" || name == "patch_object") return Way::kPatch;
  if (name != "object" && name != "multiple") return Way::kNone;
  const Instruction* const attribute = code.DefinitionOf(code.Source(callee));
  const bool is_patch = attribute != nullptr && attribute->op == Op::kAttribute &&
                        code.LastName(code.OperandOf(*attribute, 0).value) == "patch";
  if (!is_patch) return Way::kNone;
  return name == "object" ? Way::kObject : Way::kMultiple;
}

absl::string_view TextAt(const CodeView& code, const Instruction& call, uint32_t i) {
  if (i >= call.operand_count || code.OperandOf(call, i).kind != Operand::Kind::kPlain) return "";
  const Constant* const constant = code.ConstantOf(code.OperandOf(call, i).value);
  const bool is_text = constant != nullptr && constant->kind == Constant::Kind::kText;
  return is_text ? code.Name(constant->text) : absl::string_view();
}

std::vector<absl::string_view> ReplacedBy(const CodeView& code, const Instruction& call) {
  const Way way = WayOf(code, call);
  if (way == Way::kNone) return {};
  std::vector<absl::string_view> keywords;
  for (uint32_t i = 1; i < call.operand_count; ++i) {
    const Operand& operand = code.OperandOf(call, i);
    if (operand.kind == Operand::Kind::kKeyword) keywords.push_back(code.Name(operand.keyword));
  }
  if (std::find(keywords.begin(), keywords.end(), "wraps") != keywords.end()) return {};
  if (way == Way::kMultiple) return keywords;
  const absl::string_view first = TextAt(code, call, 1), second = TextAt(code, call, 2);
  const bool by_second = way == Way::kObject || (way == Way::kSetAttribute && !second.empty());
  const absl::string_view name = by_second ? second : LastPart(first);
  if (name.empty()) return {};
  return {name};
}

// A mock, or a function: not what others keep in an attribute of that name.
bool IsStandIn(const CodeView& code, Register value) {
  const Instruction* const made = code.DefinitionOf(code.Source(value));
  if (made == nullptr) return false;
  if (made->op == Op::kFunction) return true;
  return made->op == Op::kCall &&
         absl::EndsWith(code.LastName(code.OperandOf(*made, 0).value), "Mock");
}

bool ServesAll(const CodeView& code, const Instruction& decorator) {
  if (code.LastName(code.OperandOf(decorator, 0).value) != "fixture") return false;
  for (uint32_t i = 1; i < decorator.operand_count; ++i) {
    const Operand& operand = code.OperandOf(decorator, i);
    const Constant* const constant = code.ConstantOf(operand.value);
    if (operand.kind == Operand::Kind::kKeyword && code.Name(operand.keyword) == "autouse" &&
        constant != nullptr && constant->kind == Constant::Kind::kTrue) {
      return true;
    }
  }
  return false;
}

// Calls that make decorators, and what these decorate.
absl::flat_hash_map<const Instruction*, std::string> DecoratorsOf(const CodeView& code) {
  absl::flat_hash_map<Register, std::string> decorated;
  absl::flat_hash_map<const Instruction*, std::string> decorators;
  for (const Instruction& one : code.code().instructions) {
    if (one.op == Op::kFunction || one.op == Op::kClass) {
      const ir::NameId name = code.file().codes[one.index].name;
      decorated[one.result] = std::string(code.Name(name));
    } else if (one.op == Op::kCall && one.operand_count == 2) {
      const auto what = decorated.find(code.OperandOf(one, 1).value);
      if (what == decorated.end()) continue;
      const std::string name = what->second;
      const Instruction* const maker = code.DefinitionOf(code.OperandOf(one, 0).value);
      if (maker != nullptr && maker->op == Op::kCall) decorators[maker] = name;
      decorated[one.result] = name;
    }
  }
  return decorators;
}

}  // namespace

void StandIns::ScanCode(const CodeView& code, OfFile& found) {
  const std::string own(code.Name(code.code().name));
  const auto decorators = DecoratorsOf(code);
  const auto add = [&](const std::string& scope, absl::string_view name) {
    found.by_scope[scope].emplace(name);
    found.all.emplace(name);
  };
  for (const Instruction& one : code.code().instructions) {
    if (one.op == Op::kCall) {
      const auto decorator = decorators.find(&one);
      const bool decorates = decorator != decorators.end();
      if (decorates && ServesAll(code, one)) found.serve_all.insert(decorator->second);
      for (absl::string_view name : ReplacedBy(code, one)) {
        add(decorates ? decorator->second : own, name);
      }
    } else if (one.op == Op::kSetAttribute && one.operand_count > 1 &&
               code.LastName(code.OperandOf(one, 0).value) != "self" &&
               IsStandIn(code, code.OperandOf(one, 1).value)) {
      add(own, code.Name(one.name));
    }
  }
}

StandIns::OfFile& StandIns::Scan(const IndexedFile& file) {
  const auto [entry, is_new] = files_.try_emplace(&file);
  OfFile& found = entry->second;
  if (!is_new || !paths::IsTestPath(file.path())) return found;
  const ir::File* const code = codes_.FileOf(file);
  if (code == nullptr) return found;
  for (const ir::Code& one : code->codes) {
    Poll();
    ScanCode(CodeView(*code, one), found);
  }
  return found;
}

const StandIns::Names& StandIns::In(const IndexedFile& file) { return Scan(file).all; }

const StandIns::Names& StandIns::Of(const IndexedFile& file, absl::string_view function) {
  OfFile& found = Scan(file);
  const auto known = found.answers.find(function);
  if (known != found.answers.end()) return known->second;
  Names& names = found.answers[std::string(function)];
  if (found.by_scope.empty()) return names;
  const repository::DefinitionFacts* const test = file.FindDefinition(function);
  const absl::string_view owner = repository::OwnerOf(function);
  for (const auto& [scope, replaced] : found.by_scope) {
    // Its own, its classes', and those of functions inside of it.
    const bool is_own = absl::StartsWith(absl::StrCat(scope, "."), absl::StrCat(function, ".")) ||
                        absl::StartsWith(absl::StrCat(function, "."), absl::StrCat(scope, "."));
    const absl::string_view simple = repository::SimpleName(scope);
    const bool is_around =
        repository::OwnerOf(scope) == owner || repository::OwnerOf(scope).empty();
    const bool serves = (repository::OwnerOf(scope) == owner && IsSetUpName(simple)) ||
                        (is_around && found.serve_all.contains(scope)) ||
                        (is_around && test != nullptr && TakesParameter(*test, simple));
    if (is_own || serves) names.insert(replaced.begin(), replaced.end());
  }
  return names;
}

}  // namespace allreview::reach
