#include "analyzers/rules/performance/host_copy.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::DeviceType;
using python::Value;
using python::ValueType;

bool IsElsewhere(const FileContext& file, Node device) {
  const Value value = file.values().Of(device);
  return value.device != DeviceType::kCpu &&
         (value.device == DeviceType::kGpu || value.type == ValueType::kDevice ||
          absl::StrContains(device.text(), "device"));
}

// The call that copies the new tensor; null: it stays.
Node CopyOf(const FileContext& file, Node call) {
  if (const Node device = python::KeywordArgument(call, "device")) {
    return IsElsewhere(file, device) ? call : Node();
  }
  const Node method = call.parent();
  if (!method.Is(NodeKind::kAttribute) || !method.parent().Is(NodeKind::kCall)) return {};
  const absl::string_view name = method.child(Field::kAttribute).text();
  if (name == "cuda") return method.parent();
  if (name != "to") return {};
  const Node device = python::Argument(method.parent(), 0, "device");
  return device && IsElsewhere(file, device) ? method.parent() : Node();
}

bool IsDisplay(Node data) { return data.Is(NodeKind::kList) || data.Is(NodeKind::kTuple); }

bool MentionsTensor(const FileContext& file, Node data) {
  for (uint32_t i = data.index(); i < data.subtree_end(); ++i) {
    const Node node(data.tree(), i);
    if (node.IsNamed() && file.values().IsTensor(node)) return true;
  }
  return false;
}

}  // namespace

HostCopy FindHostCopy(const FileContext& file, Node call) {
  const absl::string_view name = CalleeName(call);
  if (!ListsName(kHostCopyNames, name)) return {};
  const Node data = python::Argument(call, 0, "data");
  if (!data || python::KeywordArgument(call, "pin_memory")) return {};
  if (name == "new_tensor") {
    const Node tensor = call.child(Field::kFunction).child(Field::kObject);
    const Node device = python::KeywordArgument(call, "device");
    const bool is_copied = device ? IsElsewhere(file, device) : IsGpuTensor(file, tensor);
    return is_copied ? HostCopy{call, data} : HostCopy();
  }
  if (!file.module().Calls(call, absl::StrCat("torch.", name))) return {};
  return {CopyOf(file, call), data};
}

bool IsConstantData(const FileContext& file, Node data) {
  data = python::WithoutParentheses(data);
  if (data.Is(NodeKind::kTrue) || data.Is(NodeKind::kFalse)) return true;
  if (!IsDisplay(data)) return numerics::NumberOf(file.values(), data).has_value();
  for (Node child : data.named_children()) {
    if (!IsConstantData(file, child)) return false;
  }
  return data.named_child_count() > 0;
}

bool IsRuntimeData(const FileContext& file, Node data) {
  data = python::WithoutParentheses(data);
  if (IsConstantData(file, data) || MentionsTensor(file, data)) return false;
  if (IsDisplay(data)) return data.named_child_count() > 0;
  if (data.Is(NodeKind::kListComprehension)) return true;
  const Value value = file.values().Of(data);
  return value.type == ValueType::kNumber || value.type == ValueType::kBool ||
         (value.type == ValueType::kSequence && value.element != ValueType::kTensor);
}

}  // namespace allreview::rules
