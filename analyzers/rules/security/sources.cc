#include "analyzers/rules/security/sources.h"

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Definition;
using python::Module;
using python::Node;

namespace {

// The value of a name that the module binds once; else what is certain where it stands.
Node ValueOf(const Module& module, Node expression) {
  expression = module.Dereference(expression);
  if (!expression.Is(NodeKind::kIdentifier)) return expression;
  const int scope = module.scopes().LookUp(expression, expression.text());
  if (scope != 0) return expression;
  const auto bindings = module.scopes().BindingsOf(0, expression.text());
  if (bindings.size() != 1 || !bindings.begin()->value) return expression;
  const bool is_assigned = bindings.begin()->kind == python::Binding::Kind::kAssignment;
  return is_assigned ? module.Dereference(bindings.begin()->value) : expression;
}

}  // namespace

absl::string_view ConstantString(const Module& module, Node expression) {
  return Module::StringContent(ValueOf(module, expression));
}

bool IsConstantText(const Module& module, Node expression) {
  expression = ValueOf(module, expression);
  switch (expression.kind()) {
    case NodeKind::kInteger:
    case NodeKind::kFloat:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kNone:
      return true;
    case NodeKind::kString:
      for (Node part : expression.children()) {
        if (part.Is(NodeKind::kInterpolation) && !IsConstantText(module, part.named_child(0))) {
          return false;
        }
      }
      return true;
    case NodeKind::kBinaryOperator:
    case NodeKind::kConcatenatedString:
    case NodeKind::kTuple:
    case NodeKind::kList:
      for (Node child : expression.named_children()) {
        if (!IsConstantText(module, child)) return false;
      }
      return true;
    default:
      return false;
  }
}

bool IsOwnBuffer(const Module& module, Node source, absl::string_view writer) {
  const Definition* function = module.EnclosingFunction(source);
  const Node value = module.Dereference(source);
  const Node base = BaseOf(source);
  bool is_written = false;
  if (function != nullptr && base.Is(NodeKind::kIdentifier)) {
    ForEachOwnNode(function->body, NodeKind::kCall, [&](Node node) {
      if (is_written || node.first_byte() > source.first_byte()) return;
      const absl::string_view callee = CalleeName(node);
      if (callee != writer && callee != "dump") return;
      is_written = Mentions(node, base.text()) || Mentions(node.parent(), base.text());
    });
  }
  if (is_written) return true;
  if (!value.Is(NodeKind::kCall)) return false;
  const absl::string_view callee = CalleeName(value);
  if (callee == writer) return true;  // pickle.loads(pickle.dumps(x))
  if (callee != "BytesIO") return false;
  const python::Arguments arguments = python::ArgumentsOf(value);
  if (arguments.positional.empty() && arguments.keywords.empty()) return true;
  const Node content = module.Dereference(python::Argument(value, 0, "initial_bytes"));
  return content.Is(NodeKind::kCall) && CalleeName(content) == writer;
}

bool IsFallbackWithout(Node call, absl::string_view word) {
  for (Node node = call; node; node = node.parent()) {
    if (!node.Is(NodeKind::kExceptClause)) continue;
    return absl::StrContains(node.parent().child(Field::kBody).text(), word);
  }
  return false;
}

}  // namespace allreview::rules
