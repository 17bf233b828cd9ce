#include "services/analysis/change_model/stories/communication.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/torch/apis.h"
#include "analyzers/torch/communication_names.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using rules::Collective;
using rules::Group;

struct Label {
  rules::Axes axis;
  absl::string_view name;
};
constexpr Label kLabels[] = {
    {rules::kTensorAxis, "tp"},
    {rules::kExpertTensorAxis, "etp"},
    {rules::kExpertAxis, "ep"},
    {rules::kDataAxis, "dp"},
    {rules::kExpertDataAxis, "edp"},
    {rules::kContextAxis, "cp"},
    {rules::kPipelineAxis, "pp"},
    {rules::kRematAxis, "gtp"},
    {rules::kExpertRematAxis, "egtp"},
    {rules::kEmbeddingAxis, "embedding"},
    {rules::kPositionEmbeddingAxis, "position embedding"},
};

std::string LabelOf(const Group& group) {
  if (group.is_world()) return "world";
  if (!group.is_known()) return OneLine(group.text, 80);
  std::vector<absl::string_view> names;
  for (const Label& label : kLabels) {
    if (group.axes & label.axis) names.push_back(label.name);
  }
  return absl::StrJoin(names, " x ");
}

// "_AllToAll" is "all_to_all".
std::string SnakeCase(absl::string_view name) {
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool is_start = absl::ascii_isupper(static_cast<unsigned char>(name[i])) && i > 0 &&
                          !absl::ascii_isupper(static_cast<unsigned char>(name[i - 1]));
    if (is_start) snake += '_';
    snake += absl::ascii_tolower(static_cast<unsigned char>(name[i]));
  }
  return snake;
}

// Name of the operation; of f.apply() that of the autograd function.
std::string NameOf(Node call) {
  absl::string_view name = rules::CalleeName(call);
  std::string result(name);
  if (name == "apply") {
    const Node function = call.child(Field::kFunction);
    result = SnakeCase(rules::LastName(function.child(Field::kObject)));
  }
  const size_t first = result.find_first_not_of('_');
  return first == std::string::npos ? "" : result.substr(first);
}

// The group that is handed to a wrapper. Null: none.
Node GroupAmong(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  for (Node keyword : arguments.keywords) {
    if (rules::IsGroupName(keyword.child(Field::kName).text()) &&
        !keyword.child(Field::kValue).Is(Kind::kNone)) {
      return keyword.child(Field::kValue);
    }
  }
  for (Node argument : arguments.positional) {
    if (rules::IsNamedLikeProcessGroup(argument)) return argument;
  }
  return Node();
}

// By the table of APIs, else by the name of a mapping between regions.
std::optional<Communication> OfKnownWrapper(absl::string_view name) {
  using Kind = torch::Communication;
  for (const torch::Api* api : torch::ApisCalled(name)) {
    if (api->communication != Kind::kWrapper && api->communication != Kind::kEffect) continue;
    const absl::string_view collective = torch::CollectiveIn(api->operation);
    const bool is_collective = !collective.empty() || api->operation == "broadcast";
    // Saving and loading are told as what they are.
    if (api->communication == Kind::kWrapper && !is_collective) return std::nullopt;
    return Communication{std::string(collective.empty() ? api->operation : collective),
                         absl::StrJoin(api->over, " x ")};
  }
  const absl::string_view operation = torch::OperationOfRegionMapping(name);
  const bool is_tensor_parallel =
      absl::StrContains(name, "tensor") || absl::StrContains(name, "sequence");
  if (operation.empty() || !is_tensor_parallel) return std::nullopt;
  return Communication{std::string(operation), "tp"};
}

std::optional<Communication> OfWrapper(const Module& module, Node call) {
  const std::string name = NameOf(call);
  if (name.empty()) return std::nullopt;
  const Node group = GroupAmong(call);
  const std::string over = group ? LabelOf(rules::GroupOf(module, group)) : "";
  if (std::optional<Communication> known = OfKnownWrapper(name)) {
    if (!over.empty()) known->over = over;
    return known;
  }
  absl::string_view operation = torch::CollectiveIn(name);
  // Without a group the name alone may mean something else: torch.broadcast_tensors.
  if (operation.empty() && group && absl::StrContains(name, "broadcast")) operation = "broadcast";
  if (operation.empty() || (!group && name != operation)) return std::nullopt;
  if (absl::StartsWith(module.Resolve(call.child(Field::kFunction)), "torch.")) return std::nullopt;
  return Communication{std::string(operation), over};
}

}  // namespace

std::string Communication::ForEffect() const {
  return over.empty() ? operation : absl::StrCat(operation, " over ", over);
}

std::string Communication::ForParallelism() const {
  return over.empty() ? operation : absl::StrCat(over, " ", operation);
}

std::optional<Communication> CommunicationOf(const Module& module, Node call) {
  const Collective* op = rules::FindCollective(module, call);
  if (op == nullptr) return OfWrapper(module, call);
  if (op->kind == Collective::Kind::kQuery) return std::nullopt;
  const absl::string_view name = op->canonical_name();
  Communication communication{.operation = std::string(name.substr(name.rfind('.') + 1)),
                              .over = ""};
  if (const Group group = op->GroupOf(module, call)) communication.over = LabelOf(group);
  return communication;
}

bool ForksRandomState(Node call) {
  if (rules::CalleeName(call) != "fork") return false;
  const absl::string_view object = call.child(Field::kFunction).child(Field::kObject).text();
  return absl::StrContains(object, "rng") || absl::StrContains(object, "tracker");
}

std::string ParallelismOf(const Statements& statements, const Statement& statement) {
  std::vector<std::string> parts;
  ForEachHeaderNode(statement, [&](Node node) {
    if (!node.Is(Kind::kCall)) return;
    std::string part;
    if (const auto communication = CommunicationOf(statements.module(), node)) {
      part = communication->ForParallelism();
    } else if (ForksRandomState(node)) {
      part = "rng tracker";
    }
    const bool is_new = std::find(parts.begin(), parts.end(), part) == parts.end();
    if (!part.empty() && is_new) parts.push_back(std::move(part));
  });
  return absl::StrJoin(parts, ", ");
}

}  // namespace allreview::analysis
