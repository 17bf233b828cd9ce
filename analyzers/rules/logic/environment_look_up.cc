#include "analyzers/rules/logic/environment_look_up.h"

#include <string>

#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules::logic {

using python::Field;
using python::Node;

EnvironmentLookUp LookUpOf(const python::Module& module, Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(python::Kind::kSubscript)) {
    if (module.Resolve(expression.child(Field::kValue)) != "os.environ") return {};
    return {expression, expression.child(Field::kSubscript), Node()};
  }
  if (!expression.Is(python::Kind::kCall)) return {};
  const absl::string_view callee = CalleeName(expression);
  if (callee != "getenv" && callee != "get") return {};
  const std::string name = module.Resolve(expression.child(Field::kFunction));
  if (name != "os.getenv" && name != "os.environ.get") return {};
  return {expression, python::Argument(expression, 0, "key"),
          python::Argument(expression, 1, "default")};
}

}  // namespace allreview::rules::logic
