#include "analyzers/rules/distributed/rank_dependence.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxDepth = 4;
constexpr int kMaxNodes = 2'000;  // Aliases of aliases may fan out.

// Questions about one's place that are asked by name: the axis, or the world for 0.
struct Predicate {
  absl::string_view name;
  Axes axes;
};
constexpr Predicate kPredicates[] = {
    {"is_first_or_last_pipeline_stage", kPipelineAxis},
    {"is_global_zero", 0},
    {"is_last_rank", 0},
    {"is_main_process", 0},
    {"is_pipeline_first_stage", kPipelineAxis},
    {"is_pipeline_last_stage", kPipelineAxis},
    {"is_pp_first_stage", kPipelineAxis},
    {"is_pp_last_stage", kPipelineAxis},
    {"is_rank0", 0},
    {"is_rank_0", 0},
    {"is_rank_zero", 0},
    {"is_world_process_zero", 0},
};

class Collector {
 public:
  explicit Collector(const Module& module) : module_(module) {}

  void Visit(Node expression, int depth) {
    std::vector<Node> pending = {expression};
    while (!pending.empty() && budget_-- > 0) {
      const Node node = pending.back();
      pending.pop_back();
      if (Consider(node, depth)) continue;
      for (Node child : node.children()) pending.push_back(child);
    }
  }

  RankDependence Take() { return std::move(result_); }

 private:
  // True: nothing below is to be looked at.
  bool Consider(Node node, int depth) {
    switch (node.kind()) {
      case Kind::kLambda:
      case Kind::kKeywordArgument:
        if (node.Is(Kind::kKeywordArgument)) Visit(node.child(Field::kValue), depth);
        return true;
      case Kind::kComparisonOperator:
        return ConsiderComparison(node, depth);
      case Kind::kConditionalExpression:
        return ConsiderChoice(node, depth);
      case Kind::kCall:
        return ConsiderCall(node);
      case Kind::kAttribute:
        if (!Add(DirectRankOf(module_, node), node)) ConsiderPredicate(node);
        return true;
      case Kind::kIdentifier:
        return ConsiderIdentifier(node, depth);
      default:
        return false;
    }
  }

  bool Add(Group group, Node node) {
    if (!group) return false;
    result_.queries.push_back({std::move(group), node});
    return true;
  }

  bool ConsiderCall(Node call) {
    const absl::string_view name = LastName(call);
    if (absl::StartsWith(name, "is_rank_in_") || absl::StartsWith(name, "is_current_rank_in_")) {
      result_.is_membership = true;
      return true;
    }
    return Add(DirectRankOf(module_, call), call) || ConsiderPredicate(call);
  }

  // `is_pipeline_last_stage()`, and the property `self.is_pp_last_stage`.
  bool ConsiderPredicate(Node node) {
    const absl::string_view name = LastName(node);
    for (const Predicate& predicate : kPredicates) {
      if (predicate.name != name) continue;
      Group group = {.kind = predicate.axes == 0 ? Group::Kind::kWorld : Group::Kind::kKnown,
                     .axes = predicate.axes,
                     .text = std::string(node.text())};
      if (node.Is(Kind::kCall)) {
        const Node argument = python::Argument(node, 0, "pp_group");
        if (argument && IsGroupName(LastName(argument))) group = GroupOf(module_, argument);
      }
      return Add(std::move(group), node);
    }
    return false;
  }

  // Values that the name may have: all are given to it by plain assignments. Empty: not known.
  std::vector<Node> ValuesOf(Node identifier) const {
    if (const Node value = module_.ReachingValue(identifier)) return {value};
    const python::Scopes::Meaning meaning =
        module_.scopes().MeaningOf(identifier, identifier.text());
    if (meaning.scope < 0) return {};
    std::vector<Node> values;
    for (const python::Binding& binding : meaning.bindings) {
      if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return {};
      if (!binding.value.Contains(identifier)) values.push_back(binding.value);
    }
    return values;
  }

  bool ConsiderIdentifier(Node identifier, int depth) {
    const std::vector<Node> values = depth > 0 ? ValuesOf(identifier) : std::vector<Node>();
    if (values.empty()) Add(DirectRankOf(module_, identifier), identifier);
    for (Node value : values) Visit(value, depth - 1);
    return true;
  }

  // `get_rank(g) if g is not None else get_rank()`: that only says where the rank comes from.
  bool ConsiderChoice(Node choice, int depth) {
    const Node condition = python::WithoutParentheses(choice.named_child(1));
    if (!condition.Is(Kind::kComparisonOperator) || condition.named_child_count() != 2 ||
        !condition.named_child(1).Is(Kind::kNone)) {
      return false;
    }
    Visit(choice.named_child(0), depth);
    Visit(choice.named_child(2), depth);
    return true;
  }

  bool ConsiderComparison(Node comparison, int depth) {
    const Node operators = comparison.child(Field::kOperators);
    const Node left = comparison.named_child(0), right = comparison.named_child(1);
    if (comparison.named_child_count() != 2 || !operators) return false;
    const absl::string_view op = operators.text();
    if (op == "in" || op == "not in" || absl::StartsWith(op, "not ")) {
      if (IsRank(left, depth) ||
          (absl::EndsWith(LastName(left), "rank") && !IsLoopVariable(module_, left))) {
        result_.is_membership = result_.is_rank_in_list = true;
      }
      return true;
    }
    if (op == "is" || absl::StartsWith(op, "is ")) {
      if (IsGroupName(LastName(left))) result_.is_membership = true;
      return true;
    }
    // `get_rank(g) != -1` and `>= 0` ask whether this rank is a member.
    const absl::string_view number = right.text();
    if ((number == "-1") || (number == "0" && (op == ">=" || op == "<"))) {
      if (IsRank(left, depth)) result_.is_membership = true;
      return true;
    }
    // The rank in the world against the first of a group: that is the rank in the group.
    for (const auto& [source, rank] : {std::pair(left, right), std::pair(right, left)}) {
      const Group group = SourceRankOf(module_, source);
      if (group && RankOf(module_, rank).is_world()) return Add(group, comparison);
    }
    if (op != "==" && op != "!=" && IsRank(comparison.named_child(0), depth)) {
      result_.is_equality = false;
    }
    return false;
  }

  bool IsRank(Node expression, int depth) {
    Collector inner(module_);
    inner.budget_ = budget_;
    inner.Visit(expression, depth);
    budget_ = inner.budget_;
    return !inner.result_.queries.empty();
  }

  const Module& module_;
  int budget_ = kMaxNodes;
  RankDependence result_;
};

}  // namespace

bool RankDependence::MayDivide(const Group& group) const {
  for (const Query& query : queries) {
    if (!Overlap(query.group, group)) continue;
    if (group.kind == Group::Kind::kOpaque && !AreSame(query.group, group)) continue;
    if (query.group.is_world() && !group.is_world() && !is_equality) continue;
    return true;
  }
  return false;
}

RankDependence RankDependenceOf(const Module& module, Node condition) {
  Collector collector(module);
  collector.Visit(condition, kMaxDepth);
  return collector.Take();
}

}  // namespace allreview::rules
