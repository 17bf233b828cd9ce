#include "analyzers/rules/distributed/issued_elsewhere.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using repository::CallFacts;
using repository::Found;

constexpr size_t kMaxFunctions = 12;  // Followed for one call.
constexpr int kMaxCalls = 60;         // Looked up for one side.

// The collective of torch.distributed that the name is. Null: none.
const Collective* CollectiveNamed(absl::string_view name) {
  if (!absl::ConsumePrefix(&name, "torch.distributed.")) return nullptr;
  for (const Collective& op : Collectives()) {
    if (op.name == name && op.is_collective()) return &op;
  }
  return nullptr;
}

bool IsOverWorld(const Collective& op, const CallFacts& call) {
  if (call.has_star || call.has_double_star || op.PositionOf("group") < call.positional) {
    return false;
  }
  for (const std::string& keyword : call.keywords) {
    if (keyword == "group") return false;
  }
  return true;
}

// What a function of another file issues, two levels deep.
std::optional<IssuedCollective> IssuedBy(repository::Project& project, std::string name) {
  std::vector<std::pair<std::string, int>> pending = {{std::move(name), 2}};
  for (size_t next = 0; next < pending.size() && next < kMaxFunctions; ++next) {
    const auto [function, levels] = pending[next];
    const Found found = project.FindDefinition(function);
    if (!found || found.definition->kind == python::Definition::Kind::kClass) continue;
    for (const CallFacts& call : found.file->facts().calls) {
      if (call.symbol != found.definition->name) continue;
      const std::string callee = found.file->Absolute(call.callee);
      if (const Collective* op = CollectiveNamed(callee)) {
        const bool is_world = IsOverWorld(*op, call);
        return IssuedCollective{
            .op = std::string(op->canonical_name()),
            .group = {.kind = is_world ? Group::Kind::kWorld : Group::Kind::kUnknown},
            .call = {},  // The caller's.
            .via = found.definition->name};
      }
      if (levels > 1 && !absl::StartsWith(callee, "torch."))
        pending.push_back({callee, levels - 1});
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<IssuedCollective> FirstIssued(FileContext& file, const BranchSide& side) {
  const python::Module& module = file.module();
  std::vector<IssuedCollective> issued = CollectivesOfSide(module, side);
  if (!issued.empty()) return std::move(issued.front());
  int calls = 0;
  for (const std::vector<Node>& alternative : side.alternatives) {
    for (Node code : alternative) {
      std::optional<IssuedCollective> found;
      const auto try_call = [&](Node call) {
        if (found || ++calls > kMaxCalls) return;
        const std::string name = module.Resolve(call.child(Field::kFunction));
        if (name.empty() || absl::StartsWith(name, "torch.") ||
            absl::StartsWith(name, "builtins.") || absl::StartsWith(name, module.name() + ".")) {
          return;
        }
        found = IssuedBy(file.project(), name);
        if (found) found->call = call;
      };
      if (code.Is(NodeKind::kCall)) try_call(code);
      ForEachOwnNode(code, NodeKind::kCall, try_call);
      if (found) return found;
    }
  }
  return std::nullopt;
}

}  // namespace allreview::rules
