#include "analyzers/rules/distributed/data_parallel_query.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

// The flag of parallel_state's getters, as far as this file can tell.
bool TakesContextFlag(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (name.empty()) return false;  // A method of who knows what.
  const std::string here = absl::StrCat(module.name(), ".");
  if (!absl::StartsWith(name, here)) return true;
  const python::Definition* definition = module.FindDefinition(name.substr(here.size()));
  return definition != nullptr && FindParameter(*definition, "with_context_parallel") != nullptr;
}

Node FindIn(const Module& module, Node expression, absl::string_view getter) {
  const auto is_query = [&](Node node) {
    return node.Is(NodeKind::kCall) && CalleeName(node) == getter &&
           node.child(Field::kArguments).named_child_count() == 0 && TakesContextFlag(module, node);
  };
  if (is_query(expression)) return expression;
  for (Node node : expression.descendants()) {
    if (is_query(node)) return node;
  }
  return Node();
}

bool KnowsContextParallelism(Node expression) {
  const absl::string_view text = expression.text();
  return absl::StrContains(text, "context_parallel") || absl::StrContains(text, "cp_");
}

}  // namespace

Node FindQueryWithoutContextParallel(const Module& module, Node expression,
                                     absl::string_view getter) {
  if (!expression || KnowsContextParallelism(expression)) return Node();
  if (const Node direct = FindIn(module, expression, getter)) return direct;
  const auto through_alias = [&](Node name) -> Node {
    if (!name.Is(NodeKind::kIdentifier)) return Node();
    const Node value = module.ReachingValue(name);
    return value && !KnowsContextParallelism(value) ? FindIn(module, value, getter) : Node();
  };
  if (const Node call = through_alias(expression)) return call;
  for (Node node : expression.descendants()) {
    if (const Node call = through_alias(node)) return call;
  }
  return Node();
}

NamedValue NamedValueOf(Node node) {
  switch (node.kind()) {
    case NodeKind::kAssignment:
      return {LastName(node.child(Field::kLeft)), node.child(Field::kRight)};
    case NodeKind::kKeywordArgument:
      return {node.child(Field::kName).text(), node.child(Field::kValue)};
    case NodeKind::kPair:
      return {Module::StringContent(node.child(Field::kKey)), node.child(Field::kValue)};
    default:
      return {};
  }
}

Edit WithContextParallel(const Module& module, Node call) {
  return Replace(module, call.child(Field::kArguments), "(with_context_parallel=True)");
}

}  // namespace allreview::rules
