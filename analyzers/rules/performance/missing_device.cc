// A tensor of the CPU, because its factory has no device=, meets one of the GPU in code that runs
// in every step.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/cold.h"
#include "analyzers/rules/performance/factories.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/performance/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/patterns.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::DeviceType;
using python::Module;
using python::Value;
using python::ValueType;

constexpr Phrase kIndexes("indexes", "indexes", "被用来索引");
constexpr Phrase kMeets("meets", "is used with", "遇到");
constexpr Phrase kCopiesEachTime("copies-each-time",
                                 "Each call copies the index to the GPU and waits for it",
                                 "每次调用都会把下标拷贝到 GPU 并等待");
constexpr Phrase kRaisesOnGpu(
    "raises-on-gpu", "The operation raises an error as soon as the other tensor is on the GPU",
    "只要另一个 tensor 在 GPU 上，该操作就会抛出异常");
constexpr Phrase kOtherDevice("other-device", "that of the other tensor",
                              "另一个 tensor 所在的设备");
constexpr Phrase kUsedTogether("used-together", "the tensors are used together here",
                               "二者在这里一起使用");
constexpr Phrase kUsedWithGpu("used-with-gpu", "used with a GPU tensor", "与 GPU tensor 一起使用");
constexpr Phrase kPhrases[] = {kIndexes,     kMeets,        kCopiesEachTime, kRaisesOnGpu,
                               kOtherDevice, kUsedTogether, kUsedWithGpu};

constexpr int kMaxSteps = 8;

bool IsCpuTensor(const FileContext& file, Node node) {
  const Value value = file.values().Of(node);
  return value.type == ValueType::kTensor && value.device == DeviceType::kCpu;
}

// What an expression was defined as: of a name with several definitions, which are all of the CPU,
// the first.
Node FirstValueOf(const FileContext& file, Node expression) {
  const Node value = file.module().Dereference(expression);
  if (!value.Is(NodeKind::kIdentifier)) return value;
  for (const python::Binding* binding : file.flow(value).DefinitionsReaching(value)) {
    if (binding->value) return python::WithoutParentheses(binding->value);
  }
  return value;
}

// The factory that a tensor of the CPU was made by. Nothing: made otherwise, or without dimensions;
// such a one may meet any tensor.
CpuFactory FactoryOf(const FileContext& file, Node node) {
  for (int step = 0; step < kMaxSteps; ++step) {
    node = FirstValueOf(file, node);
    if (const CpuFactory factory = CpuFactoryAt(file, node)) {
      const Node shape = python::ArgumentsOf(node).positional.empty()
                             ? python::KeywordArgument(node, "size")
                             : python::ArgumentsOf(node).positional[0];
      const bool has_dimensions = shape && shape.text() != "()" && shape.text() != "[]";
      return has_dimensions ? factory : CpuFactory();
    }
    Node next;
    if (node.Is(NodeKind::kCall)) {
      const Node object = node.child(Field::kFunction).child(Field::kObject);
      next = IsCpuTensor(file, object) ? object : python::Argument(node, 0, "input");
    } else if (node.Is(NodeKind::kSubscript)) {
      next = node.child(Field::kValue);
    } else if (node.Is(NodeKind::kBinaryOperator) || node.Is(NodeKind::kComparisonOperator)) {
      const Node left = node.named_child(0);
      next = IsCpuTensor(file, left) ? left : node.named_child(1);
    } else if (node.Is(NodeKind::kUnaryOperator)) {
      next = node.child(Field::kArgument);
    }
    if (!next || !IsCpuTensor(file, next)) return {};
    node = next;
  }
  return {};
}

// A tensor that, in a step of training, is one of the GPU unless something says otherwise.
bool IsDeviceTensor(const FileContext& file, Node node) {
  const Value value = file.values().Of(node);
  if (value.type != ValueType::kTensor || file.values().IsHost(node)) return false;
  if (value.device == DeviceType::kGpu) return true;
  for (uint32_t i = node.index(); i < node.subtree_end(); ++i) {
    const Node part(node.tree(), i);
    if (part.Is(NodeKind::kIdentifier) && python::IsNamedLikeHostValue(part.text())) return false;
  }
  const Node base = BaseOf(node);
  if (base.Is(NodeKind::kIdentifier) && base.text() != "self") {
    return file.values().IsTensor(base) && !file.values().IsHost(base);
  }
  return file.values().IsTensor(node);
}

struct Meeting {
  CpuFactory factory;
  Node host, other, at;
  bool is_index = false;
};

// Pairs of operands that must live on one device.
std::vector<std::pair<Node, Node>> PairsAt(const FileContext& file, Node node) {
  switch (node.kind()) {
    case NodeKind::kBinaryOperator:
    case NodeKind::kAugmentedAssignment:
      return {{node.child(Field::kLeft), node.child(Field::kRight)}};
    case NodeKind::kComparisonOperator:
      if (node.named_child_count() != 2) return {};
      return {{node.named_child(0), node.named_child(1)}};
    case NodeKind::kSubscript: {
      std::vector<std::pair<Node, Node>> pairs;
      for (Node index : node.children()) {
        if (index.field() == Field::kSubscript) pairs.push_back({node.child(Field::kValue), index});
      }
      return pairs;
    }
    case NodeKind::kCall:
      break;
    default:
      return {};
  }
  // Methods that copy between devices, or read no more than a shape.
  const Node function = node.child(Field::kFunction);
  const absl::string_view name = CalleeName(node);
  for (absl::string_view other : {"copy_", "to", "type_as", "expand_as", "view_as", "tensor",
                                  "as_tensor", "split", "set_", "equal", "append", "extend"}) {
    if (name == other) return {};
  }
  if (absl::EndsWith(name, "_like") || absl::StartsWith(name, "new_")) return {};
  std::vector<Node> operands = python::ArgumentsOf(node).positional;
  const Node object = function.child(Field::kObject);
  if (object && file.values().IsTensor(object)) {
    operands.insert(operands.begin(), object);
  } else if (!absl::StartsWith(file.module().Resolve(function), "torch.")) {
    return {};
  }
  if (operands.size() == 1) operands = ElementsOf(operands[0]);
  std::vector<std::pair<Node, Node>> pairs;
  for (size_t i = 1; i < operands.size(); ++i) pairs.push_back({operands[0], operands[i]});
  return pairs;
}

std::optional<Meeting> MeetingAt(const FileContext& file, Node node) {
  for (const auto& [first, second] : PairsAt(file, node)) {
    const bool is_first_host = IsCpuTensor(file, first);
    if (is_first_host == IsCpuTensor(file, second)) continue;
    const Node host = is_first_host ? first : second, other = is_first_host ? second : first;
    if (!IsDeviceTensor(file, other)) continue;
    const CpuFactory factory = FactoryOf(file, host);
    if (!factory) continue;
    return Meeting{.factory = factory,
                   .host = host,
                   .other = other,
                   .at = node,
                   .is_index = node.Is(NodeKind::kSubscript)};
  }
  return std::nullopt;
}

// `x.device`, where x means the same at the factory as where the two meet.
std::string DeviceOf(const FileContext& file, const Meeting& meeting) {
  const Node other = BaseOf(meeting.other);
  if (!other.Is(NodeKind::kIdentifier) || other.text() == "self") return "";
  const std::vector<const python::Binding*> bindings = file.flow(other).DefinitionsReaching(other);
  const bool is_parameter =
      bindings.size() == 1 && bindings[0]->kind == python::Binding::Kind::kParameter;
  return is_parameter ? absl::StrCat(other.text(), ".device") : "";
}

void Report(FileContext& file, const Meeting& meeting, const python::Definition& function) {
  const Module& module = file.module();
  const std::string device = DeviceOf(file, meeting);
  Observation observation{
      .at = meeting.factory.call,
      .params = {{"factory", "torch." + meeting.factory.name},
                 {"other", numerics::Text(meeting.other)},
                 {"function", std::string(function.simple_name)},
                 {"line", absl::StrCat(meeting.at.first_line())},
                 {"what", meeting.is_index ? kIndexes : kMeets},
                 {"result", meeting.is_index ? kCopiesEachTime : kRaisesOnGpu},
                 {"device", device.empty() ? kOtherDevice : Words(device)}},
      .related = {{kUsedTogether, RangeOf(module, meeting.at)}},
      .evidence = {numerics::FlowOf(
          module, {{phrases::kMadeOnCpu, meeting.factory.call}, {kUsedWithGpu, meeting.host}})}};
  if (!file.IsChanged(meeting.factory.call)) observation.because = meeting.at;
  // It works, but for the time it takes.
  if (meeting.is_index) {
    observation.severity = Severity::kP2;
    observation.impact = Impact::kMedium;
  }
  if (!device.empty()) {
    const ArgumentSlot slot = EndOfArguments(meeting.factory.call);
    observation.edits = {{.path = module.path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, "device=", device)}};
  }
  file.Report(std::move(observation));
}

bool HoldsFactory(const FileContext& file, Node definition) {
  for (Node call : definition.descendants(NodeKind::kCall)) {
    if (CpuFactoryAt(file, call)) return true;
  }
  return false;
}

void Check(FileContext& file, Node definition) {
  const python::Definition* function = DefinitionOf(file.module(), definition);
  if (function == nullptr || repository::IsColdPath(file.module().path())) return;
  if (!HoldsFactory(file, definition)) return;
  std::vector<Meeting> meetings;
  for (Node node : OwnNodes(function->body)) {
    const std::optional<Meeting> meeting = MeetingAt(file, node);
    if (!meeting || repository::IsColdBlock(node)) continue;
    const bool is_known = std::any_of(meetings.begin(), meetings.end(), [&](const Meeting& other) {
      return other.factory.call == meeting->factory.call;
    });
    if (!is_known && (file.IsChanged(meeting->factory.call) || file.IsChanged(meeting->at))) {
      meetings.push_back(*meeting);
    }
  }
  if (meetings.empty() || !FindHotPath(file, *function)) return;
  for (const Meeting& meeting : meetings) {
    if (!LivesOnCpu(file, meeting.other)) Report(file, meeting, *function);
  }
}

}  // namespace

extern constinit const Rule kMissingDevice = {
    .info = {.id = "missing-device",
             .title = {"CPU tensor used with a GPU tensor", "CPU tensor 与 GPU tensor 混用"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{factory}` in `{function}` has no device=, so its CPU tensor {what} "
                         "`{other}` on line {line}",
                         "`{function}` 中的 `{factory}` 没有指定 device=，它创建的 CPU tensor 在第 "
                         "{line} 行{what} `{other}`"},
             .consequence = {"{result}", "{result}"},
             .advice = {"Create it on the same device: `{factory}(..., device=...)` with {device}",
                        "在同一设备上创建：`{factory}(..., device=...)`，设备取{device}"},
             .phrases = kPhrases,
             .why = "torch factory functions work on the CPU unless device= or a default device "
                    "says otherwise. Tests on the CPU do not notice.",
             .fix = "Pass device=x.device, where x is the tensor that it is used with.",
             .bad = R"py(
import torch

class Head(torch.nn.Module):
    def forward(self, x: torch.Tensor, column: torch.Tensor):
        return x[torch.arange(x.shape[0]), column]
)py",
             .good = R"py(
import torch

class Head(torch.nn.Module):
    def forward(self, x: torch.Tensor, column: torch.Tensor):
        return x[torch.arange(x.shape[0], device=x.device), column]
)py",
             .version = 2,
             .checks = {AuditCheck::kDevices}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kCpuFactoryNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
