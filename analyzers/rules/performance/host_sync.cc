#include "analyzers/rules/performance/host_sync.h"

#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

HostSync FindHostSync(const FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return {};
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method == "synchronize" && file.module().Calls(call, "torch.cuda.synchronize")) {
    return {.operation = "torch.cuda.synchronize()", .tensor = {}};
  }
  if (method != "item" && method != "cpu" && method != "tolist") return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!arguments.positional.empty() || !arguments.keywords.empty()) return {};
  const Node tensor = function.child(Field::kObject);
  if (file.values().IsHost(tensor)) return {};
  if (method != "item" && !file.values().IsTensor(tensor)) return {};
  return {.operation = absl::StrCat(".", method, "()"), .tensor = tensor};
}

}  // namespace allreview::rules
