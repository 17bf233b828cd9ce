#include "analyzers/reach/guards.h"

#include <algorithm>
#include <utility>

#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using repository::Found;
using repository::IndexedFile;

std::vector<Guard> ToGuards(const Body& body, const std::vector<Decision>& decisions) {
  std::vector<Guard> guards;
  for (const Decision& decision : decisions) {
    const ir::Instruction& branch = body.code.at(decision.branch);
    const bool has_operand = branch.operand_count > 0;
    guards.push_back(
        {.text = has_operand ? body.code.Text(body.code.OperandOf(branch, 0).value) : "…",
         .must_be = decision.must_be,
         .function = body.function,
         .path = body.path,
         .line = branch.line,
         .condition = ConditionOf(body.code, decision)});
  }
  return guards;
}

}  // namespace

std::optional<Body> BodyOf(repository::Project& project, repository::RepositoryIndex& index,
                           Codes& codes, absl::string_view absolute) {
  const Found found = project.FindDefinition(absolute);
  const IndexedFile* const file = found ? found.file : index.FindModule(absolute);
  if (file == nullptr) return std::nullopt;
  std::optional<CodeView> code = codes.Find(*file, found ? found.definition->name : "");
  if (!code) return std::nullopt;
  return Body{std::string(absolute), file->path(), *std::move(code)};
}

std::vector<Guard> GuardsAtCall(const Body& body, const repository::Call& call,
                                absl::string_view callee) {
  // `forward` and `__init__` are called by the names of objects and classes: then all calls of the
  // line may be meant, and what they have in common holds.
  std::optional<std::vector<Decision>> common;
  for (uint32_t instruction : body.code.CallsOnLine(call.place.line, callee)) {
    std::vector<Decision> decisions = body.code.DecisionsBefore(instruction);
    if (!common) {
      common = std::move(decisions);
      continue;
    }
    std::erase_if(*common, [&](const Decision& one) {
      return std::none_of(decisions.begin(), decisions.end(), [&](const Decision& other) {
        return one.branch == other.branch && one.must_be == other.must_be;
      });
    });
  }
  return common ? ToGuards(body, *common) : std::vector<Guard>();
}

std::vector<Guard> BranchesIn(const Body& body) {
  std::vector<Decision> decisions;
  const std::vector<ir::Instruction>& instructions = body.code.code().instructions;
  for (uint32_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i].op != ir::Op::kBranch) continue;
    decisions.push_back({i, true});
    decisions.push_back({i, false});
  }
  return ToGuards(body, decisions);
}

std::vector<Guard> GuardsBefore(const Body& body, uint32_t first_node, uint32_t end_node) {
  const std::optional<uint32_t> first = body.code.FirstOf(first_node, end_node);
  return first ? ToGuards(body, body.code.DecisionsBefore(*first)) : std::vector<Guard>();
}

}  // namespace allreview::reach
