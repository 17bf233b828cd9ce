#include "analyzers/reach/needs.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/arguments.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using ir::Instruction;
using ir::Op;
using ir::Operator;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using Subject = Condition::Subject;

constexpr size_t kMaxNeeds = 6;
constexpr size_t kMaxFiles = 200;  // With the name of a parameter; beyond, somebody gives it.

// The value that the condition leaves; none: several.
std::optional<Scalar> OnlyValue(const Condition& condition) {
  const bool is_equal = condition.op == Operator::kEqual || condition.op == Operator::kIs;
  const bool is_other = condition.op == Operator::kNotEqual || condition.op == Operator::kIsNot;
  const bool leaves_one = condition.must_be ? is_equal : is_other;
  return leaves_one ? std::make_optional(condition.constant) : std::nullopt;
}

bool Deny(const Condition& a, const Condition& b) {
  if (a.parameter != b.parameter) return false;
  if (a.op == b.op && a.constant == b.constant) return a.must_be != b.must_be;
  if (const auto value = OnlyValue(a)) return !b.HoldsFor(*value).value_or(true);
  if (const auto value = OnlyValue(b)) return !a.HoldsFor(*value).value_or(true);
  return false;
}

// False: it cannot hold together with the others.
bool Add(Condition need, Needs& needs) {
  for (const Condition& other : needs) {
    if (Deny(need, other)) return false;
  }
  const bool is_known = std::any_of(needs.begin(), needs.end(), [&](const Condition& other) {
    return KeyOf({other}) == KeyOf({need});
  });
  if (!is_known && needs.size() < kMaxNeeds) needs.push_back(std::move(need));
  return true;
}

std::optional<Scalar> ScalarOf(const CodeView& code, ir::Register reg) {
  const ir::Constant* constant = code.ConstantOf(reg);
  return constant == nullptr ? std::nullopt : Scalar::Of(code.file(), *constant);
}

bool IsAboutParameter(const CodeView& code, uint32_t branch) {
  return ConditionOf(code, {branch, true}).subject == Subject::kParameter;
}

// Decisions that all of these calls have in common.
std::vector<Decision> CommonDecisions(const CodeView& code, const std::vector<uint32_t>& calls) {
  std::vector<Decision> common;
  for (size_t i = 0; i < calls.size(); ++i) {
    const std::vector<Decision> more = code.DecisionsBefore(
        calls[i], [&](uint32_t branch) { return IsAboutParameter(code, branch); });
    if (i == 0) common = more;
    std::erase_if(common, [&](const Decision& one) {
      return std::none_of(more.begin(), more.end(), [&](const Decision& other) {
        return one.branch == other.branch && one.must_be == other.must_be;
      });
    });
  }
  return common;
}

// The function is called as it is written.
bool KeepsParameters(const Found& function) {
  const auto& decorators = function.definition->decorators;
  return !function.definition->is_conditional &&
         std::all_of(decorators.begin(), decorators.end(), IsHarmless);
}

}  // namespace

std::string KeyOf(const Needs& needs) {
  std::string key;
  for (const Condition& need : needs) {
    absl::StrAppend(&key, need.parameter, " ", static_cast<int>(need.op), " ",
                    need.constant.ToText(), need.must_be ? "+" : "-", ";");
  }
  return key;
}

const ParameterNeeds::Site& ParameterNeeds::SiteOf(const Edge& edge, const Found& caller,
                                                   const Found& callee) {
  const auto [known, is_new] = sites_.try_emplace(&edge);
  Site& site = known->second;
  if (!is_new) return site;
  const IndexedFile* const file = caller ? caller.file : index_.FindModule(edge.call.caller);
  if (file == nullptr) return site;
  site.code = codes_.Find(*file, caller ? caller.definition->name : "");
  if (!site.code) return site;
  const absl::string_view name = repository::SimpleName(callee.name);
  const std::vector<uint32_t> calls = site.code->CallsOnLine(
      edge.call.place.line,
      name == "__init__" ? repository::SimpleName(repository::OwnerOf(callee.name)) : name);
  if (calls.size() == 1 && !edge.call.is_reference) site.call = calls[0];
  for (const Decision& decision : CommonDecisions(*site.code, calls)) {
    Condition need = ConditionOf(*site.code, decision);
    if (!Add(std::move(need), site.guards)) break;
  }
  return site;
}

std::optional<Needs> ParameterNeeds::Before(const Edge& edge, const Found& caller,
                                            const Found& callee, const Needs& of_callee) {
  const Site& site = SiteOf(edge, caller, callee);
  Needs needs = site.guards;
  if (of_callee.empty() || !site.call || !KeepsParameters(callee)) return needs;
  const auto code = codes_.Find(*callee.file, callee.definition->name);
  if (!code) return needs;
  for (const Condition& need : of_callee) {
    const Handed handed = HandedTo(callee, *code, need.parameter, *site.code, *site.call);
    if (!handed.value) {
      const auto given = handed.is_known ? DefaultOf(*code, need.parameter) : std::nullopt;
      if (given && given->value && !need.HoldsFor(*given->value).value_or(true))
        return std::nullopt;
      continue;
    }
    if (const auto value = ScalarOf(*site.code, *handed.value)) {
      if (!need.HoldsFor(*value).value_or(true)) return std::nullopt;
    } else if (const auto parameter = site.code->ParameterOf(*handed.value)) {
      Condition of_caller = need;
      of_caller.parameter = *parameter;
      of_caller.name = std::string(site.code->Name(site.code->code().parameters[*parameter].name));
      if (!Add(std::move(of_caller), needs)) return std::nullopt;
    }
  }
  return needs;
}

bool ParameterNeeds::MayHold(const Found& function, const Needs& needs) {
  if (needs.empty() || !function) return true;
  const auto code = codes_.Find(*function.file, function.definition->name);
  if (!code) return true;
  for (const Condition& need : needs) {
    const std::optional<Default> given = DefaultOf(*code, need.parameter);
    if (!given || !given->value || need.HoldsFor(*given->value).value_or(true)) continue;
    const std::string name(code->Name(code->code().parameters[need.parameter].name));
    const auto [known, is_new] = given_.try_emplace(absl::StrCat(name, " ", KeyOf({need})), true);
    if (is_new) known->second = IsGiven(name, need);
    if (!known->second) return false;
  }
  return true;
}

// Somebody gives a parameter of that name a value for which the condition may hold.
bool ParameterNeeds::IsGiven(const std::string& parameter, const Condition& need) {
  const std::vector<IndexedFile*> files = index_.FilesWithWord(parameter);
  if (!project_.is_complete() || files.size() > kMaxFiles) return true;
  for (const IndexedFile* file : files) {
    if (paths::IsTestPath(file->path())) continue;
    Poll();
    const ir::File* const code = codes_.FileOf(*file);
    const bool is_text =
        repository::HasWord(repository::StringWordsOfFacts(file->encoded_facts()), parameter);
    if (code == nullptr || is_text) return true;
    for (const ir::Code& one : code->codes) {
      const CodeView view(*code, one);
      for (const Instruction& call : one.instructions) {
        if (call.op != Op::kCall) continue;
        for (uint32_t i = 1; i < call.operand_count; ++i) {
          const ir::Operand& operand = view.OperandOf(call, i);
          if (operand.kind != ir::Operand::Kind::kKeyword) continue;
          if (view.Name(operand.keyword) != parameter) continue;
          const auto value = ScalarOf(view, operand.value);
          if (!value || need.HoldsFor(*value).value_or(true)) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace allreview::reach
