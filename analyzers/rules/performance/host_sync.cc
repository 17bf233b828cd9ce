#include "analyzers/rules/performance/host_sync.h"

#include "absl/strings/match.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/known_values.h"

namespace allreview::rules {

HostSync FindHostSync(const FileContext& file, Node call) {
  HostSync sync = torch::FindHostSync(file.module(), file.values(), call);
  const bool is_meant = sync.kind == HostSync::Kind::kCopy || sync.kind == HostSync::Kind::kDevice;
  return is_meant ? sync : HostSync();
}

bool IsGpuTensor(const FileContext& file, Node expression) {
  const python::Values& values = file.values();
  if (!values.IsTensor(expression) || values.IsHost(expression)) return false;
  const Node base = python::BaseOf(expression);
  return !values.IsTensor(base) || !values.IsHost(base);
}

namespace {

// It is, or is part of, an attribute that the whole repository makes on the CPU, whatever the
// object: ids = context.request_ids[0]; ids.item()
bool IsNamedLikeAttributeOfCpu(const FileContext& file, Node tensor) {
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

}  // namespace

bool LivesOnCpu(const FileContext& file, Node tensor) {
  return tensor && (IsNamedLikeAttributeOfCpu(file, tensor) || IsOnHost(file, tensor));
}

}  // namespace allreview::rules
