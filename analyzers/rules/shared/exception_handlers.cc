#include "analyzers/rules/shared/exception_handlers.h"

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Module;
using python::Node;

Node BodyOf(Node clause) { return clause.child(NodeKind::kBlock); }

Node CaughtBy(Node clause) {
  const Node value = clause.named_child(0);
  if (!value || value.Is(NodeKind::kBlock)) return Node();
  return value.Is(NodeKind::kAsPattern) ? value.named_child(0) : value;
}

Node NameOfCaught(Node clause) {
  const Node value = clause.named_child(0);
  if (value.Is(NodeKind::kAsPattern)) {
    const Node target = value.child(NodeKind::kAsPatternTarget);
    return target ? target.named_child(0) : Node();
  }
  const Node alias = clause.child(Field::kAlias);
  return alias.Is(NodeKind::kIdentifier) ? alias : Node();
}

bool CatchesEverything(const Module& module, Node clause) {
  const Node caught = CaughtBy(clause);
  if (!caught) return false;
  for (Node exception : ElementsOf(caught)) {
    const absl::string_view name = LastName(exception);
    if (name != "Exception" && name != "BaseException") continue;
    if (absl::StartsWith(module.Resolve(exception), "builtins.")) return true;
  }
  return false;
}

bool Raises(Node clause) {
  return AnyOwnNode(BodyOf(clause), NodeKind::kRaiseStatement, [](Node) { return true; });
}

bool EndsTheProcess(Node clause) {
  return AnyOwnNode(BodyOf(clause), NodeKind::kCall, [&](Node node) {
    const absl::string_view name = CalleeName(node);
    return name == "exit" || name == "_exit" || name == "abort" || name == "skip" ||
           name == "fail" || absl::StartsWith(name, "raise");
  });
}

bool OnlyImports(Node try_statement) {
  const Node body = try_statement.child(Field::kBody);
  bool imports = false;
  for (Node statement : body.named_children()) {
    if (statement.Is(NodeKind::kImportStatement) || statement.Is(NodeKind::kImportFromStatement)) {
      imports = true;
      continue;
    }
    if (statement.Is(NodeKind::kPassStatement)) continue;
    // HAVE_APEX = True
    const Node value = statement.named_child(0).child(Field::kRight);
    if (!value.Is(NodeKind::kTrue) && !value.Is(NodeKind::kFalse) && !value.Is(NodeKind::kNone)) {
      return false;
    }
  }
  return imports;
}

}  // namespace allreview::rules
