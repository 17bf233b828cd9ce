#include "analyzers/rules/distributed/collectives.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Module;
using python::Node;

constexpr absl::string_view kTorchDistributed = "torch.distributed.";
// DeepSpeed's module of that name has the same functions, with the same arguments in front.
constexpr absl::string_view kDeepSpeedComm = "deepspeed.comm.";

Collective CollectiveOf(const torch::Api& api) {
  Collective op{.name = absl::StripPrefix(api.name, kTorchDistributed),
                .parameters = {},
                .kind = api.communication,
                .synonym = api.operation};
  for (const torch::Parameter& parameter : api.overloads[0].parameters) {
    op.parameters.push_back(parameter.name);
  }
  op.output = op.PositionOf(api.writes);
  op.input = op.PositionOf(api.reads);
  return op;
}

// Sorted by name, as the table is.
const std::vector<Collective>& AllCollectives() {
  static const auto* const all = [] {
    auto* collectives = new std::vector<Collective>;
    for (const torch::Api* api : torch::CommunicationApis()) {
      if (absl::StartsWith(api->name, kTorchDistributed) && !api->overloads.empty()) {
        collectives->push_back(CollectiveOf(*api));
      }
    }
    return collectives;
  }();
  return *all;
}

// Whether some function of the table has that last name: the cheap question before Resolve.
bool MayBeCollective(absl::string_view name) {
  static const auto* const names = [] {
    auto* all = new absl::flat_hash_set<absl::string_view>;
    for (const Collective& op : AllCollectives()) all->insert(op.last_name());
    return all;
  }();
  return names->contains(name);
}

const Collective* FindByName(absl::string_view resolved) {
  if (absl::ConsumePrefix(&resolved, kTorchDistributed)) {
    absl::ConsumePrefix(&resolved, "distributed_c10d.");
  } else if (absl::ConsumePrefix(&resolved, kDeepSpeedComm)) {
    absl::ConsumePrefix(&resolved, "comm.");
  } else {
    return nullptr;
  }
  const std::vector<Collective>& all = AllCollectives();
  const auto found =
      std::lower_bound(all.begin(), all.end(), resolved,
                       [](const Collective& op, absl::string_view name) { return op.name < name; });
  return found != all.end() && found->name == resolved ? &*found : nullptr;
}

// `gather_func = dist.all_gather_into_tensor` in one branch and `= dist._all_gather_base` in the
// other, at module level. What a function puts there under `global` is taken to be of the kind.
const Collective* FindAlternatives(const Module& module, Node identifier) {
  if (module.scopes().LookUp(identifier, identifier.text()) != 0) return nullptr;
  const Collective* found = nullptr;
  for (const python::Binding& binding : module.scopes().BindingsOf(0, identifier.text())) {
    if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return nullptr;
    if (module.EnclosingFunction(binding.node) != nullptr) continue;
    const Collective* op = FindByName(module.Resolve(binding.value));
    if (op == nullptr) return nullptr;
    if (found != nullptr && found->canonical_name() != op->canonical_name()) return nullptr;
    if (found == nullptr) found = op;
  }
  return found;
}

}  // namespace

int Collective::PositionOf(absl::string_view parameter) const {
  const auto found = std::find(parameters.begin(), parameters.end(), parameter);
  return found == parameters.end() ? -1 : static_cast<int>(found - parameters.begin());
}

Node Collective::ArgumentOf(Node call, int position) const {
  return position < 0 ? Node() : python::Argument(call, position, parameters[position]);
}

Node Collective::ArgumentOf(Node call, absl::string_view parameter) const {
  return ArgumentOf(call, PositionOf(parameter));
}

Group Collective::GroupOf(const Module& module, Node call) const {
  const int position = PositionOf("group");
  return position < 0 ? Group() : GroupArgumentOf(module, call, position);
}

bool Collective::OmitsGroup(Node call) const {
  const python::Arguments arguments = python::ArgumentsOf(call);
  return Has("group") && !arguments.has_star && !arguments.has_double_star &&
         !ArgumentOf(call, "group");
}

std::span<const Collective> Collectives() { return AllCollectives(); }

const Collective* FindCollective(const Module& module, Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  if (function.Is(python::Kind::kAttribute)) {
    if (!MayBeCollective(function.child(Field::kAttribute).text())) return nullptr;
    return FindByName(module.Resolve(function));
  }
  if (!function.Is(python::Kind::kIdentifier)) return nullptr;
  if (const Collective* op = FindByName(module.Resolve(function))) return op;
  return FindAlternatives(module, function);
}

bool IsNamedLikeProcessGroup(Node expression) {
  const absl::string_view name = LastName(expression);
  if (python::WithoutParentheses(expression).Is(python::Kind::kCall)) {
    return absl::StartsWith(name, "get_") && absl::EndsWith(name, "_group");
  }
  return IsGroupName(name);
}

}  // namespace allreview::rules
