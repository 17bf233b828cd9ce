// A tensor made on the CPU goes into a collective of a GPU backend.

#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOpTakesIt("op-takes-it", "`{op}` uses it here", "`{op}` 在这里使用它");
constexpr Phrase kPhrases[] = {kOpTakesIt};

bool IsCpuLiteral(Node device) {
  const absl::string_view text = device.text();
  return text == "\"cpu\"" || text == "'cpu'" || text == "torch.device(\"cpu\")" ||
         text == "torch.device('cpu')";
}

// torch.tensor(...), torch.zeros(...) without a device.
bool IsFactory(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  for (absl::string_view factory :
       {"torch.tensor", "torch.zeros", "torch.ones", "torch.empty", "torch.full", "torch.arange",
        "torch.rand", "torch.randn", "torch.randint", "torch.linspace", "torch.FloatTensor",
        "torch.LongTensor", "torch.IntTensor", "torch.from_numpy"}) {
    if (name == factory) return true;
  }
  return false;
}

// The value certainly lies on the CPU.
bool IsOnCpu(const Module& module, Node value) {
  if (!value.Is(NodeKind::kCall)) return false;
  const python::Arguments arguments = python::ArgumentsOf(value);
  const Node device = python::KeywordArgument(value, "device");
  if (IsFactory(module, value)) {
    if (device) return IsCpuLiteral(device);
    // torch.tensor(x) copies x to where... x is unknown, unless it is no tensor.
    const bool is_conversion = CalleeName(value) == "tensor";
    const Node data = arguments.positional.empty() ? Node() : arguments.positional[0];
    return !arguments.has_double_star &&
           (!is_conversion || data.Is(NodeKind::kList) || data.Is(NodeKind::kInteger) ||
            data.Is(NodeKind::kFloat) || data.Is(NodeKind::kTrue) || data.Is(NodeKind::kFalse));
  }
  if (!value.child(Field::kFunction).Is(NodeKind::kAttribute)) return false;
  const absl::string_view method = CalleeName(value);
  if (method == "cpu") return value.child(Field::kArguments).named_child_count() == 0;
  return method == "to" && !arguments.positional.empty() && IsCpuLiteral(arguments.positional[0]);
}

// Something in the file makes CPU tensors legal, or makes the default device another one.
bool MayUseCpu(const Module& module) {
  for (absl::string_view word : {"gloo", "Gloo", "GLOO", "set_default_device", "cpu:",
                                 "set_default_tensor_type", "\"mpi\"", "init_device_mesh"}) {
    if (absl::StrContains(module.source(), word)) return true;
  }
  return false;
}

// The default group, or the getter of an axis: those are groups of the GPU backend.
bool IsKnownGroup(Node group) {
  if (!group || group.Is(NodeKind::kNone)) return true;
  return group.Is(NodeKind::kCall) && absl::StartsWith(CalleeName(group), "get_") &&
         absl::EndsWith(CalleeName(group), "_parallel_group");
}

bool IsUnderDeviceContext(Node call) {
  for (Node with = Around(call, NodeKind::kWithStatement); with;
       with = Around(with.parent(), NodeKind::kWithStatement)) {
    if (absl::StrContains(with.child(NodeKind::kWithClause).text(), "device")) return true;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr || op->name == "all_gather_object") return;
  const int group_position = op->PositionOf("group");
  if (group_position < 0 || !IsKnownGroup(python::Argument(call, group_position, "group"))) return;
  for (int i = 0; i < std::ssize(op->parameters); ++i) {
    const absl::string_view parameter = op->parameters[i];
    if (parameter != "tensor" && parameter != "input" && parameter != "output" &&
        parameter != "input_tensor" && parameter != "output_tensor") {
      continue;
    }
    const Node operand = python::Argument(call, i, parameter);
    if (!operand) continue;
    const Node value = module.Dereference(operand);
    if (!IsOnCpu(module, value) || IsUnderDeviceContext(call)) continue;
    if (MayUseCpu(module)) return;
    Observation observation{.at = value,
                            .params = {{"op", std::string(op->name)},
                                       {"tensor", std::string(operand.text())},
                                       {"value", OneLine(value)}},
                            .because = file.IsChanged(value) ? value : call};
    if (value != operand) {
      observation.related = {{Sentence(kOpTakesIt, {{"op", op->name}}), RangeOf(module, operand)}};
    }
    if (IsFactory(module, value) && !python::KeywordArgument(value, "device") &&
        !absl::EndsWith(CalleeName(value), "Tensor") && CalleeName(value) != "from_numpy") {
      const ArgumentSlot slot = EndOfArguments(value);
      observation.edits = {{.path = module.path(),
                            .first_byte = slot.byte,
                            .end_byte = slot.byte,
                            .replacement = absl::StrCat(slot.separator, "device=\"cuda\"")}};
    }
    file.Report(std::move(observation));
    return;
  }
}

}  // namespace

extern constinit const Rule kCpuTensorInNcclCollective = {
    .info = {.id = "cpu-tensor-in-nccl-collective",
             .title = {"CPU tensor in a collective of the NCCL backend",
                       "把 CPU tensor 交给 NCCL 后端的集合通信"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .confidence = Confidence::kMedium,
             .message = {"`{op}` gets `{tensor}`, which is on the CPU: `{value}`",
                         "`{op}` 收到的 `{tensor}` 位于 CPU：`{value}`"},
             .consequence =
                 {"NCCL has no CPU collectives: the call raises an error on every run with NCCL",
                  "NCCL 不支持 CPU 集合通信：只要使用 NCCL，该调用就会抛出异常"},
             .advice = {"Create the tensor on the device, for example with "
                        "`device=torch.cuda.current_device()`, or use a gloo group",
                        "直接在设备上创建该 tensor，例如 "
                        "`device=torch.cuda.current_device()`，或者使用 gloo 组"},
             .phrases = kPhrases,
             .why = "A tensor created without a device is in host memory, and NCCL, the backend of "
                    "training groups, transfers only device memory.",
             .fix = "Give the tensor a device where it is created.",
             .bad = R"py(
import torch
import torch.distributed as dist

def total(count):
    t = torch.tensor([0.0])
    dist.all_reduce(t)
    return t
)py",
             .good = R"py(
import torch
import torch.distributed as dist

def total(count):
    t = torch.tensor([0.0], device=torch.cuda.current_device())
    dist.all_reduce(t)
    return t
)py",
             .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
             .checks = {AuditCheck::kDevices, AuditCheck::kDistributed}},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
