#include "analyzers/rules/cuda/launch_sizes.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/cpp/conditions.h"
#include "analyzers/rules/shared/cpp_code.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

using cpp::Field;
using cpp::Kind;
using cpp::Node;

constexpr int kMaxHops = 6;
constexpr size_t kMaxNodes = 200;

bool IsAssigned(const cpp::Unit& unit, const cpp::Variable& variable) {
  size_t seen = 0;
  for (Node use : unit.UsesOf(variable)) {
    if (++seen > kMaxNodes) return true;
    const Node outer = use.parent();
    const bool is_set = outer.Is(Kind::kAssignmentExpression) && outer.child(Field::kLeft) == use;
    const bool is_field_set = outer.Is(Kind::kFieldExpression) &&
                              outer.parent().Is(Kind::kAssignmentExpression) &&
                              outer.parent().child(Field::kLeft) == outer;
    if (is_set || is_field_set || outer.Is(Kind::kUpdateExpression)) return true;
  }
  return false;
}

const cpp::Variable* ConstantLocal(const cpp::Unit& unit, Node node) {
  if (!node.Is(Kind::kIdentifier)) return nullptr;
  const cpp::Variable* const variable = unit.DeclarationOf(node);
  if (variable == nullptr || !variable->initializer || variable->is_element) return nullptr;
  const bool is_local = variable->kind == cpp::Variable::Kind::kLocal;
  return is_local && !variable->initializer.Contains(node) ? variable : nullptr;
}

bool SaysRoundingUp(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  return absl::StrContains(lower, "divup") || absl::StrContains(lower, "div_up") ||
         absl::StrContains(lower, "ceil") || absl::StrContains(lower, "cdiv") ||
         absl::StrContains(lower, "get_blocks") || absl::StrContains(lower, "getblocks");
}

}  // namespace

Node ValueOf(const cpp::Unit& unit, Node expression) {
  Node node = cpp::WithoutCasts(expression);
  for (int hop = 0; hop < kMaxHops; ++hop) {
    const cpp::Variable* const variable = ConstantLocal(unit, node);
    if (variable == nullptr || IsAssigned(unit, *variable)) break;
    node = cpp::WithoutCasts(variable->initializer);
  }
  return node;
}

std::vector<Node> SizesOf(const cpp::Unit& unit, Node grid_or_block) {
  const Node given = cpp::WithoutParentheses(grid_or_block);
  if (given.Is(Kind::kCallExpression) && cpp::CalleeName(given) == "dim3") {
    return cpp::ArgumentsOf(given);
  }
  const Node value = ValueOf(unit, given);
  if (value.Is(Kind::kArgumentList) || value.Is(Kind::kInitializerList)) {
    return cpp::ArgumentsOf(value);
  }
  if (value.Is(Kind::kCallExpression) && cpp::CalleeName(value) == "dim3") {
    return cpp::ArgumentsOf(value);
  }
  if (value) return {value};
  return {};
}

bool IsComputedFrom(const cpp::Unit& unit, Node expression, absl::string_view name) {
  std::vector<Node> open = {expression};
  for (size_t i = 0; i < open.size() && i < kMaxNodes; ++i) {
    Poll();
    const Node node = open[i];
    if (node.text() == name) return true;
    if (const cpp::Variable* const variable = ConstantLocal(unit, node)) {
      open.push_back(variable->initializer);
    }
    for (Node child : node.named_children()) open.push_back(child);
  }
  return false;
}

bool IsRoundedUp(const cpp::Unit& unit, Node size) {
  const Node value = ValueOf(unit, size);
  std::vector<Node> parts = {value};
  for (Node inner : value.descendants()) {
    if (parts.size() == kMaxNodes) break;
    parts.push_back(inner);
  }
  for (Node part : parts) {
    if (part.Is(Kind::kCallExpression) && SaysRoundingUp(cpp::CalleeName(part))) return true;
    if (!IsBinary(part, "/")) continue;
    const Node above = ValueOf(unit, part.child(Field::kLeft));
    if (IsBinary(above, "-") || IsBinary(above, "+")) return true;
  }
  return false;
}

bool AsksForRemainder(const cpp::Unit& unit, absl::string_view of_or_by) {
  for (Node node : unit.tree().root().descendants(Kind::kBinaryExpression)) {
    if (!IsBinary(node, "%")) continue;
    for (const Field side : {Field::kLeft, Field::kRight}) {
      if (cpp::WithoutCasts(node.child(side)).text() == of_or_by) return true;
    }
  }
  return false;
}

bool MayStrideOverGrid(const cpp::Unit& unit, const cpp::Launch& launch) {
  const cpp::Function* const kernel = unit.FindFunction(launch.kernel_name);
  if (kernel == nullptr || !kernel->body) return true;
  for (Node step : kernel->body.descendants(Kind::kAssignmentExpression)) {
    if (cpp::LoopsAround(step).empty()) continue;
    if (IsComputedFrom(unit, step.child(Field::kRight), "gridDim")) return true;
  }
  // Macros with the loop in them.
  const absl::string_view head = kernel->body.text().substr(0, 2'000);
  return absl::StrContains(head, "KERNEL_LOOP") || absl::StrContains(head, "GRID_STRIDE");
}

}  // namespace allreview::rules
