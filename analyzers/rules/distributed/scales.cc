#include "analyzers/rules/distributed/scales.h"

#include <cstdlib>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr int kMaxFactors = 32;
constexpr int kMaxSteps = 128;

struct Part {
  Node node;
  int sign = 1;
};

bool IsNumber(Node node) { return node.Is(Kind::kInteger) || node.Is(Kind::kFloat); }

// 1 for `*`, -1 for `/` and `//`, 0 for others.
int SignOf(absl::string_view op) {
  if (op == "*" || op == "*=") return 1;
  return op == "/" || op == "//" || op == "/=" || op == "//=" ? -1 : 0;
}

// `a` of `a if a is not None else 1`: without the group the factor is 1.
Node FactorOfConditional(Node conditional) {
  const Node when_true = python::WithoutParentheses(conditional.named_child(0));
  const Node when_false = python::WithoutParentheses(conditional.named_child(2));
  if (when_false.text() == "1") return when_true;
  return when_true.text() == "1" ? when_false : Node();
}

// What a part is made of; empty: it is a factor of its own.
std::vector<Part> Divided(const Module& module, const Part& part) {
  const Node node = python::WithoutParentheses(part.node);
  if (node.Is(Kind::kBinaryOperator)) {
    const int sign = SignOf(node.child(Field::kOperator).text());
    if (sign == 0) return {};
    return {{node.child(Field::kLeft), part.sign}, {node.child(Field::kRight), part.sign * sign}};
  }
  if (node.Is(Kind::kConditionalExpression)) {
    const Node factor = FactorOfConditional(node);
    return factor ? std::vector<Part>{{factor, part.sign}} : std::vector<Part>();
  }
  if (node.Is(Kind::kCall)) {
    const absl::string_view name = CalleeName(node);
    const bool is_cast = name == "float" || name == "int";
    const Node argument = is_cast ? python::Argument(node, 0, "x") : Node();
    return argument ? std::vector<Part>{{argument, part.sign}} : std::vector<Part>();
  }
  if (!node.Is(Kind::kIdentifier)) return {};
  const Node value = python::WithoutParentheses(module.ReachingValue(node));
  const bool is_product =
      value.Is(Kind::kBinaryOperator) && SignOf(value.child(Field::kOperator).text()) != 0;
  const bool is_choice = value.Is(Kind::kConditionalExpression) && FactorOfConditional(value);
  if (is_product || is_choice || IsNumber(value) || (value && DirectSizeOf(module, value))) {
    return {{value, part.sign}};
  }
  return {};
}

bool IsCount(absl::string_view name) {
  return absl::StartsWith(name, "num_") || absl::EndsWith(name, "_steps") ||
         absl::EndsWith(name, "_count") || IsMicrobatchCount(name);
}

// `device_mesh.size()`: as many as there are ranks.
bool IsSizeOfWholeMesh(Node node) {
  if (!node.Is(Kind::kCall) || CalleeName(node) != "size") return false;
  const absl::string_view mesh = LastName(node.child(Field::kFunction).child(Field::kObject));
  const bool is_whole = mesh == "mesh" || mesh == "device_mesh" || mesh == "world_mesh";
  return is_whole && node.child(Field::kArguments).named_child_count() == 0;
}

}  // namespace

void Scale::AddCount(const std::string& name, int power) {
  const auto it = counts.emplace(name, 0).first;
  if ((it->second += power) == 0) counts.erase(it);
}

void Scale::AddFactor(const Module& module, Node factor, int sign) {
  const Node node = python::WithoutParentheses(factor);
  if (IsNumber(node)) return;
  if (IsSizeOfWholeMesh(node)) return AddCount("world_size", sign);
  if (const Group group = DirectSizeOf(module, node)) {
    is_known = is_known && (group.is_known() || group.is_world());
    for (int axis = 0; axis < kAxes; ++axis) {
      if (group.axes & (1u << axis)) powers[axis] += sign;
    }
    if (group.is_world()) AddCount("world_size", sign);
    return;
  }
  const absl::string_view name = LastName(node);
  if (sign > 0 && !base && !IsCount(name)) {
    base = node;
    return;
  }
  AddCount(std::string(name.empty() ? node.text() : name), sign);
}

void Scale::Add(const Scale& other) {
  for (int axis = 0; axis < kAxes; ++axis) powers[axis] += other.powers[axis];
  for (const auto& [name, power] : other.counts) AddCount(name, power);
  is_known = is_known && other.is_known;
}

Axes Scale::AxesThatDifferFrom(const Scale& other) const {
  Axes axes = 0;
  for (int axis = 0; axis < kAxes; ++axis) {
    if (powers[axis] != other.powers[axis]) axes |= static_cast<Axes>(1u << axis);
  }
  return axes;
}

int Scale::DistanceFrom(const Scale& other) const {
  int distance = 0;
  for (int axis = 0; axis < kAxes; ++axis) distance += std::abs(powers[axis] - other.powers[axis]);
  return distance;
}

Scale ScaleOf(const Module& module, Node expression, int sign) {
  Scale scale;
  std::vector<Part> parts = {{expression, sign}};
  int factors = 0, steps = 0;
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    if (++steps > kMaxSteps || factors > kMaxFactors) {
      scale.is_known = false;
      return scale;
    }
    // A size says more than what it is computed from.
    const bool is_size = static_cast<bool>(DirectSizeOf(module, part.node));
    std::vector<Part> divided = is_size ? std::vector<Part>() : Divided(module, part);
    if (divided.empty()) {
      scale.AddFactor(module, part.node, part.sign);
      ++factors;
    }
    for (auto it = divided.rbegin(); it != divided.rend(); ++it) parts.push_back(*it);
  }
  return scale;
}

std::vector<Scaling> ScalingsIn(const Module& module, Node block) {
  std::vector<Scaling> scalings;
  bool is_going_on = false;
  for (Node statement : block.named_children()) {
    const Node node = statement.Is(Kind::kExpressionStatement) ? statement.named_child(0) : Node();
    const int sign =
        node.Is(Kind::kAugmentedAssignment) ? SignOf(node.child(Field::kOperator).text()) : 0;
    if (sign == 0) {
      is_going_on = false;
      continue;
    }
    const Node target = node.child(Field::kLeft);
    Scale scale = ScaleOf(module, node.child(Field::kRight), sign);
    if (scale.base) scale.AddCount(std::string(LastName(scale.base)), sign);
    scale.base = target;
    if (is_going_on && scalings.back().target.text() == target.text()) {
      scalings.back().scale.Add(scale);
      scalings.back().at = node;
    } else {
      scalings.push_back({node, target, std::move(scale)});
    }
    is_going_on = true;
  }
  return scalings;
}

bool IsMicrobatchCount(absl::string_view name) {
  return absl::StrContains(name, "microbatch") || absl::StrContains(name, "micro_batch") ||
         absl::StrContains(name, "accumulation_steps") || absl::StrContains(name, "accum_steps");
}

}  // namespace allreview::rules
