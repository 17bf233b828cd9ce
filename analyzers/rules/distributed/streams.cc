#include "analyzers/rules/distributed/streams.h"

#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

Node EnteredStream(const Module& module, Node with) {
  Node stream;
  for (Node item : with.child(Kind::kWithClause).children()) {
    Node value = item.child(Field::kValue);
    if (value.Is(Kind::kAsPattern)) value = value.named_child(0);
    if (!value.Is(Kind::kCall)) continue;
    const absl::string_view callee = CalleeName(value);
    if ((callee == "stream" && module.Calls(value, "torch.cuda.stream")) ||
        (callee == "StreamContext" && module.Calls(value, "torch.cuda.StreamContext"))) {
      stream = python::WithoutParentheses(python::Argument(value, 0, "stream"));
    }
  }
  return stream;
}

Node StreamContextOf(const Module& module, Node node) {
  for (Node with = Around(node, Kind::kWithStatement); with;
       with = Around(with.parent(), Kind::kWithStatement)) {
    // The items themselves are evaluated outside.
    if (with.child(Field::kBody).Contains(node) && EnteredStream(module, with)) return with;
  }
  return Node();
}

bool IsCudaCall(const Module& module, Node expression, absl::string_view name) {
  const Node call = module.Dereference(expression);
  return call.Is(Kind::kCall) && CalleeName(call) == name &&
         module.Calls(call, absl::StrCat("torch.cuda.", name));
}

bool IsSameStream(Node a, Node b) {
  a = python::WithoutParentheses(a);
  b = python::WithoutParentheses(b);
  const bool is_name = a.Is(Kind::kIdentifier) || a.Is(Kind::kAttribute);
  return is_name && a.kind() == b.kind() && a.text() == b.text();
}

}  // namespace allreview::rules
