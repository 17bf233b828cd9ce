#include "analyzers/rules/performance/factories.h"

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/python/values.h"

namespace allreview::rules {

CpuFactory CpuFactoryAt(const FileContext& file, Node call) {
  if (!call.Is(NodeKind::kCall)) return {};
  for (absl::string_view option : {"device", "pin_memory", "out"}) {
    if (python::KeywordArgument(call, option)) return {};
  }
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star) return {};
  const std::string resolved = file.module().Resolve(call.child(Field::kFunction));
  absl::string_view name = resolved;
  if (!absl::ConsumePrefix(&name, "torch.")) return {};
  for (absl::string_view factory : absl::StrSplit(kCpuFactoryNames, ' ')) {
    if (name != factory) continue;
    if (file.values().Of(call).device != python::DeviceType::kCpu) return {};
    return {.call = call, .name = std::string(name)};
  }
  return {};
}

}  // namespace allreview::rules
