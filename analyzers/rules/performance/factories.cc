#include "analyzers/rules/performance/factories.h"

#include "absl/strings/strip.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
CpuFactory CpuFactoryAt(const FileContext& file, Node call) {
  if (!call.Is(NodeKind::kCall)) return {};
  const Node function = call.child(Field::kFunction);
  const Node method = function.child(Field::kAttribute);
  // Most calls: before all that costs more.
  if (method && !ListsName(kCpuFactoryNames, method.text())) return {};
  for (absl::string_view option : {"device", "pin_memory", "out"}) {
    if (python::KeywordArgument(call, option)) return {};
  }
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star) return {};
  const std::string resolved = file.module().Resolve(function);
  absl::string_view name = resolved;
  if (!absl::ConsumePrefix(&name, "torch.") || !ListsName(kCpuFactoryNames, name)) return {};
  if (file.values().Of(call).device != python::DeviceType::kCpu) return {};
  return {.call = call, .name = std::string(name)};
}

}  // namespace allreview::rules
