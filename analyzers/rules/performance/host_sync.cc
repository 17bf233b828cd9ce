#include "analyzers/rules/performance/host_sync.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

// Enumerations that are kept in tensors, as "padding_type", are small and on the host.
bool IsNamedLikeEnumeration(Node tensor) {
  const Node base = python::BaseOf(tensor);
  return base && absl::EndsWith(base.text(), "_type");
}

// int(x), float(x), bool(x)
HostSync FindConversion(const FileContext& file, Node call) {
  const absl::string_view name = call.child(Field::kFunction).text();
  if (name != "int" && name != "float" && name != "bool") return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 1) return {};
  const Node tensor = arguments.positional[0];
  if (tensor.Is(NodeKind::kString) || tensor.Is(NodeKind::kInteger)) return {};
  if (!file.values().IsTensor(tensor) || file.values().IsHost(tensor)) return {};
  if (!file.module().Calls(call, absl::StrCat("builtins.", name))) return {};
  return {.operation = absl::StrCat(name, "()"), .tensor = tensor};
}

}  // namespace

HostSync FindHostSync(const FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (function.Is(NodeKind::kIdentifier)) return FindConversion(file, call);
  if (!function.Is(NodeKind::kAttribute)) return {};
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method == "synchronize" && file.module().Calls(call, "torch.cuda.synchronize")) {
    return {.operation = "torch.cuda.synchronize()", .tensor = {}};
  }
  if (method != "item" && method != "cpu" && method != "tolist") return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!arguments.positional.empty() || !arguments.keywords.empty()) return {};
  const Node tensor = function.child(Field::kObject);
  if (IsNamedLikeEnumeration(tensor) || file.values().IsHost(tensor)) return {};
  if (method != "item" && !file.values().IsTensor(tensor)) return {};
  return {.operation = absl::StrCat(".", method, "()"), .tensor = tensor};
}

bool IsGpuTensor(const FileContext& file, Node expression) {
  const python::Values& values = file.values();
  if (!values.IsTensor(expression) || values.IsHost(expression)) return false;
  const Node base = python::BaseOf(expression);
  return !values.IsTensor(base) || !values.IsHost(base);
}

bool LivesOnCpu(const FileContext& file, Node tensor) {
  // ids = context.request_ids[0]; ids.item()
  constexpr int kMaxNames = 3;
  constexpr size_t kMaxValueBytes = 10'000;  // Many nodes may read one long value.
  Node base = python::BaseOf(tensor);
  for (int i = 0; i < kMaxNames && base.Is(NodeKind::kIdentifier); ++i) {
    const Node value = file.module().ReachingValue(base);
    const absl::string_view text = value.text().substr(0, kMaxValueBytes);
    if (!value || absl::StrContains(text, ".cuda(") || absl::StrContains(text, ".to(")) {
      return false;
    }
    base = python::BaseOf(value);
  }
  return base.Is(NodeKind::kAttribute) &&
         file.project().DeviceOfAttribute(base.child(Field::kAttribute).text()) ==
             python::DeviceType::kCpu;
}

}  // namespace allreview::rules
