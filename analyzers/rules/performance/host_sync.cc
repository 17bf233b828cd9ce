#include "analyzers/rules/performance/host_sync.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Module;

bool Contains(absl::string_view text, absl::string_view part) {
  return text.find(part) != absl::string_view::npos;
}

// "hidden_states" of `self.hidden_states[0]`.
absl::string_view BaseName(Node expression) {
  while (expression.Is(NodeKind::kSubscript)) expression = expression.child(Field::kValue);
  if (expression.Is(NodeKind::kAttribute)) expression = expression.child(Field::kAttribute);
  return expression.Is(NodeKind::kIdentifier) ? expression.text() : "";
}

// The names say that it lives on the host, or is a plain number by convention.
bool IsNamedLikeHostValue(absl::string_view name) {
  for (absl::string_view part : {"cpu", "host", "pinned", "numpy", "_np", "np_"}) {
    if (Contains(name, part)) return true;
  }
  for (absl::string_view end : {"tokens_per_expert", "_splits", "_type"}) {
    if (absl::EndsWith(name, end)) return true;
  }
  return name == "np";
}

bool IsHostExpression(const Module& module, Node expression) {
  const Node value = module.Dereference(expression);
  for (Node node : {expression, value}) {
    if (IsNamedLikeHostValue(BaseName(node))) return true;
    const std::string text(node.text().substr(0, 400));
    for (absl::string_view mark :
         {".cpu()", ".numpy()", "'cpu'", "\"cpu\"", "pin_memory=True", "numpy.", "np."}) {
      if (Contains(text, mark)) return true;
    }
  }
  if (!value.Is(NodeKind::kCall)) return false;
  const std::string maker = module.Resolve(value.child(Field::kFunction));
  // A factory without device makes a tensor of the CPU, unless a default says otherwise.
  for (absl::string_view factory :
       {"torch.tensor", "torch.zeros", "torch.ones", "torch.empty", "torch.full", "torch.arange"}) {
    if (maker == factory && !python::KeywordArgument(value, "device")) return true;
  }
  return absl::StartsWith(maker, "numpy.");
}

// Annotated as a tensor, or the result of an operation of torch.
bool IsTensor(const Module& module, Node expression) {
  if (expression.Is(NodeKind::kIdentifier)) {
    const python::Definition* function = module.EnclosingFunction(expression);
    const Node value = module.ReachingValue(expression);
    if (!value && function != nullptr) {
      for (const python::Parameter& parameter : function->parameters) {
        if (parameter.name == expression.text()) {
          return parameter.annotation && Contains(parameter.annotation.text(), "Tensor");
        }
      }
    }
  }
  Node value = module.Dereference(expression);
  while (value.Is(NodeKind::kSubscript)) value = module.Dereference(value.child(Field::kValue));
  if (!value.Is(NodeKind::kCall)) return false;
  const std::string maker = module.Resolve(value.child(Field::kFunction));
  if (absl::StartsWith(maker, "torch.")) {
    for (absl::string_view other : {"torch.cuda.", "torch.distributed.", "torch.finfo",
                                    "torch.iinfo", "torch.is_", "torch.device"}) {
      if (absl::StartsWith(maker, other)) return false;
    }
    return true;
  }
  return false;
}

}  // namespace

HostSync FindHostSync(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return {};
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method == "synchronize" && module.Calls(call, "torch.cuda.synchronize")) {
    return {.operation = "torch.cuda.synchronize()", .tensor = {}};
  }
  if (method != "item" && method != "cpu" && method != "tolist") return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!arguments.positional.empty() || !arguments.keywords.empty()) return {};
  const Node tensor = function.child(Field::kObject);
  if (IsHostExpression(module, tensor)) return {};
  if (method != "item" && !IsTensor(module, tensor)) return {};
  return {.operation = absl::StrCat(".", method, "()"), .tensor = tensor};
}

}  // namespace allreview::rules
