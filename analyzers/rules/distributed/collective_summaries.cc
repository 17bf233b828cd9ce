#include "analyzers/rules/distributed/collective_summaries.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/torch/apis.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kLevels = 3;
constexpr int kMaxNodes = 20'000;  // In all functions followed for one question.

// The function of a training framework that is collective over a fixed group, unless `group` or
// `tp_group` names another. Null: there is none of that name.
const torch::Api* WrapperCalled(absl::string_view name) {
  for (const torch::Api* api : torch::ApisCalled(name)) {
    if (api->communication == torch::Communication::kWrapper) return api;
  }
  return nullptr;
}

// 0: the world.
Axes AxesOf(const torch::Api& wrapper) {
  Axes axes = 0;
  for (absl::string_view axis : wrapper.over) {
    if (axis == "tp") axes |= kTensorAxis;
    if (axis == "pp") axes |= kPipelineAxis;
    if (axis == "dp") axes |= kDataAxis;
    if (axis == "cp") axes |= kContextAxis;
  }
  return axes;
}

class Summary {
 public:
  Summary(const Module& module, Node code) : module_(module) {
    if (const Definition* around = module.EnclosingFunction(code)) active_.push_back(around);
  }

  std::vector<IssuedCollective> Of(Node code, int level) {
    std::vector<IssuedCollective> issued;
    if (!code || IsDeferred(code)) return issued;
    uint32_t i = code.index();
    while (i < code.subtree_end() && budget_-- > 0) {
      const Node node = module_.tree().node(i);
      if (node != code && IsDeferred(node)) {
        i = node.subtree_end();
        continue;
      }
      if (node.Is(Kind::kCall)) Append(OfCall(node, level), &issued);
      ++i;
    }
    return issued;
  }

  std::vector<IssuedCollective> OfCall(Node call, int level) {
    if (const Collective* op = FindCollective(module_, call)) {
      if (!op->is_collective()) return {};
      return {{.op = std::string(op->canonical_name()),
               .group = op->GroupOf(module_, call),
               .call = call,
               .inner = call}};
    }
    if (const torch::Api* wrapper = FindWrapper(call)) return {OfWrapper(*wrapper, call)};
    if (std::string op = OfAccelerator(call); !op.empty()) {
      return {{.op = std::move(op), .group = {.kind = Group::Kind::kWorld}, .call = call}};
    }
    return level > 0 ? OfCallee(call, level) : std::vector<IssuedCollective>();
  }

 private:
  // Not run where it stands.
  static bool IsDeferred(Node node) {
    return node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition) ||
           node.Is(Kind::kLambda);
  }

  // `accelerator.gather(x)` of Hugging Face's accelerate works on all processes.
  static std::string OfAccelerator(Node call) {
    const Node function = call.child(Field::kFunction);
    if (!function.Is(Kind::kAttribute)) return "";
    const absl::string_view object = LastName(function.child(Field::kObject));
    if (object != "accelerator" && object != "_accelerator") return "";
    const absl::string_view name = function.child(Field::kAttribute).text();
    for (absl::string_view known :
         {"gather", "gather_for_metrics", "pad_across_processes", "reduce", "wait_for_everyone"}) {
      if (name == known) return std::string(name == "wait_for_everyone" ? "barrier" : name);
    }
    return "";
  }

  static void Append(std::vector<IssuedCollective> from, std::vector<IssuedCollective>* to) {
    to->insert(to->end(), std::make_move_iterator(from.begin()),
               std::make_move_iterator(from.end()));
  }

  const torch::Api* FindWrapper(Node call) const {
    const Node function = call.child(Field::kFunction);
    const torch::Api* wrapper = WrapperCalled(LastName(function));
    if (wrapper == nullptr) return nullptr;
    // A method may be anything.
    const bool is_method = function.Is(Kind::kAttribute) && module_.Resolve(function).empty();
    return is_method ? nullptr : wrapper;
  }

  IssuedCollective OfWrapper(const torch::Api& wrapper, Node call) const {
    const Axes axes = AxesOf(wrapper);
    Group group = {.kind = axes == 0 ? Group::Kind::kWorld : Group::Kind::kKnown, .axes = axes};
    Node argument = python::KeywordArgument(call, "tp_group");
    if (!argument) argument = python::KeywordArgument(call, "group");
    if (argument) group = GroupOf(module_, argument);
    return {.op = std::string(wrapper.operation),
            .group = std::move(group),
            .call = call,
            .via = std::string(wrapper.last_name())};
  }

  const Definition* CalleeOf(Node call) const {
    const std::string name = module_.ResolveAsWritten(call.child(Field::kFunction));
    if (!absl::StartsWith(name, ":")) return nullptr;
    const Definition* callee = module_.FindDefinition(absl::string_view(name).substr(1));
    return callee == nullptr || callee->kind == Definition::Kind::kClass ? nullptr : callee;
  }

  std::vector<IssuedCollective> OfCallee(Node call, int level) {
    const Definition* callee = CalleeOf(call);
    if (callee == nullptr || callee->body.Contains(call)) return {};
    if (std::find(active_.begin(), active_.end(), callee) != active_.end()) return {};
    active_.push_back(callee);
    std::vector<IssuedCollective> issued = Of(callee->body, level - 1);
    active_.pop_back();
    for (IssuedCollective& each : issued) {
      each.group = AsCallerSees(std::move(each.group), *callee, call);
      each.call = call;
      each.via = std::string(callee->simple_name);
    }
    return issued;
  }

  // A group that the callee knows as its parameter is what the caller passes.
  Group AsCallerSees(Group group, const Definition& callee, Node call) const {
    int position =
        callee.kind == Definition::Kind::kMethod && !callee.parameters.empty() &&
                (callee.parameters[0].name == "self" || callee.parameters[0].name == "cls")
            ? -1
            : 0;
    for (const python::Parameter& parameter : callee.parameters) {
      if (parameter.name != group.text) {
        ++position;
        continue;
      }
      if (const Node argument = python::Argument(call, std::max(position, 0), parameter.name)) {
        return GroupOf(module_, argument);
      }
      return {.kind = Group::Kind::kUnknown, .text = group.text};
    }
    // A local of the callee means nothing here, unless its axes are known.
    const bool is_local =
        group.kind == Group::Kind::kOpaque && !absl::StartsWith(group.text, "self.");
    if (is_local) group.kind = Group::Kind::kUnknown;
    return group;
  }

  const Module& module_;
  std::vector<const Definition*> active_;  // Being followed, outermost first.
  int budget_ = kMaxNodes;
};

}  // namespace

std::vector<absl::string_view> WellKnownFunctions() {
  std::vector<absl::string_view> names;
  for (const torch::Api* api : torch::CommunicationApis()) {
    if (api->communication == torch::Communication::kWrapper) names.push_back(api->last_name());
  }
  return names;
}

std::vector<IssuedCollective> CollectivesIn(const Module& module, Node code) {
  return Summary(module, code).Of(code, kLevels);
}

std::vector<IssuedCollective> CollectivesOf(const Module& module, Node call) {
  return Summary(module, call).OfCall(call, kLevels);
}

std::string KeyOf(const Group& group) {
  switch (group.kind) {
    case Group::Kind::kWorld:
      return "world";
    case Group::Kind::kKnown:
      return absl::StrCat("axes ", group.axes);
    default:
      return group.text;
  }
}

std::vector<std::pair<std::string, std::string>> Signature(
    const std::vector<IssuedCollective>& issued) {
  std::vector<std::pair<std::string, std::string>> signature;
  for (const IssuedCollective& each : issued) signature.emplace_back(each.op, KeyOf(each.group));
  std::sort(signature.begin(), signature.end());
  return signature;
}

}  // namespace allreview::rules
