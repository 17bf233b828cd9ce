// A tensor is made on the CPU, only to be copied to the GPU.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/factories.h"
#include "analyzers/rules/performance/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/known_values.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::DeviceType;
using python::Module;
using python::Value;
using python::ValueType;

constexpr Phrase kTargetDevice("target-device", "that of the target", "目标设备");
constexpr Phrase kCopiedToGpu("copied-to-gpu", "copied to the GPU", "拷贝到 GPU");
constexpr Phrase kPhrases[] = {kTargetDevice, kCopiedToGpu};

// A call of .cuda() or .to(somewhere).
struct Move {
  Node call;
  std::string device = {};  // As an argument: "x.device"; empty: no such expression.
  bool is_alone = false;    // The call says nothing but where to.
  explicit operator bool() const { return static_cast<bool>(call); }
};

bool NamesDevice(const FileContext& file, Node argument) {
  const Value value = file.values().Of(argument);
  if (value.type == ValueType::kDtype || value.type == ValueType::kTensor) return false;
  return value.type == ValueType::kDevice || value.device != DeviceType::kUnknown ||
         absl::StrContains(argument.text(), "device");
}

Move MoveTo(const FileContext& file, Node call, Node argument) {
  const Value value = file.values().Of(argument);
  if (value.device == DeviceType::kCpu) return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  const bool is_alone = arguments.positional.size() + arguments.keywords.size() == 1;
  if (NamesDevice(file, argument)) {
    return {.call = call, .device = std::string(argument.text()), .is_alone = is_alone};
  }
  // `.to(other)`: its type, too.
  if (value.type == ValueType::kTensor) return {.call = call};
  return {};
}

Move MoveAt(const FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return {};
  const absl::string_view method = function.child(Field::kAttribute).text();
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (method == "cuda") {
    if (arguments.positional.empty()) {
      return {.call = call, .device = "\"cuda\"", .is_alone = arguments.keywords.empty()};
    }
    const Node device = arguments.positional[0];
    return {.call = call, .device = std::string(device.text()), .is_alone = true};
  }
  if (method != "to") return {};
  if (const Node device = python::KeywordArgument(call, "device")) {
    return MoveTo(file, call, device);
  }
  return arguments.positional.empty() ? Move() : MoveTo(file, call, arguments.positional[0]);
}

// `torch.zeros(n)` of torch.zeros(n).float().view(1, -1).
Node InnermostReceiver(Node expression) {
  for (;;) {
    expression = python::WithoutParentheses(expression);
    const Node function = expression.child(Field::kFunction);
    if (!expression.Is(NodeKind::kCall) || !function.Is(NodeKind::kAttribute)) return expression;
    const Node object = python::WithoutParentheses(function.child(Field::kObject));
    if (!object.Is(NodeKind::kCall)) return expression;
    expression = object;
  }
}

// The factory of a name that is moved before anything else is done with it: what the CPU fills
// element by element had better be copied as a whole.
CpuFactory FactoryOfUntouched(const FileContext& file, Node identifier) {
  const Node value = python::WithoutParentheses(file.module().ReachingValue(identifier));
  const CpuFactory factory = CpuFactoryAt(file, value ? InnermostReceiver(value) : Node());
  if (!factory) return {};
  const Node block = python::StatementOf(value).parent();
  for (Node node : block.descendants()) {
    if (node.first_byte() < value.end_byte() || node == identifier) continue;
    if (node.first_byte() >= identifier.first_byte()) break;
    if (node.Is(NodeKind::kIdentifier) && node.text() == identifier.text() &&
        !python::StatementOf(identifier).Contains(node)) {
      return {};
    }
  }
  // Moved in a branch or a loop only: elsewhere it stays.
  return python::StatementOf(identifier).parent() == block ? factory : CpuFactory();
}

// ".cuda()".
std::string TextOfMove(Node call, absl::string_view method) {
  const bool is_bare = method == "cuda" && python::ArgumentsOf(call).positional.empty();
  return absl::StrCat(".", method, "(", is_bare ? "" : "...", ")");
}

// Names the device where the tensor is made, and takes the move away.
std::vector<Edit> MakeOnDevice(const Module& module, Node factory, const Move& move, Node call) {
  const ArgumentSlot slot = EndOfArguments(factory);
  const Node object =
      python::WithoutParentheses(call.child(Field::kFunction).child(Field::kObject));
  return {{.path = module.path(),
           .first_byte = slot.byte,
           .end_byte = slot.byte,
           .replacement = absl::StrCat(slot.separator, "device=", move.device)},
          {.path = module.path(),
           .first_byte = object.end_byte(),
           .end_byte = call.end_byte(),
           .replacement = ""}};
}

void Check(FileContext& file, Node call) {
  const absl::string_view method = call.child(Field::kFunction).child(Field::kAttribute).text();
  if (method != "cuda" && method != "to") return;
  const Node object =
      python::WithoutParentheses(call.child(Field::kFunction).child(Field::kObject));
  const bool is_name = object.Is(NodeKind::kIdentifier);
  if (!is_name && !object.Is(NodeKind::kCall)) return;
  const Move move = MoveAt(file, call);
  if (!move) return;
  const CpuFactory factory =
      is_name ? FactoryOfUntouched(file, object) : CpuFactoryAt(file, InnermostReceiver(object));
  // What is written as any device may turn out to be the CPU.
  if (!factory || IsOnHost(file, call)) return;

  const Module& module = file.module();
  const Words device = move.device.empty() ? kTargetDevice : Words(move.device);
  Observation observation{.at = call,
                          .params = {{"factory", "torch." + factory.name},
                                     {"move", TextOfMove(call, method)},
                                     {"device", device}}};
  if (!file.IsChanged(call)) observation.because = factory.call;
  if (is_name) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{phrases::kMadeOnCpu, factory.call}, {kCopiedToGpu, call}}));
  } else if (move.is_alone && !move.device.empty()) {
    observation.edits = MakeOnDevice(module, factory.call, move, call);
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kCreateThenMove = {
    .info = {.id = "create-then-move",
             .title = {"Tensor created on the CPU and then moved", "先在 CPU 上创建 tensor 再搬移"},
             .pillar = Pillar::kMaintainability,
             .message = {"`{factory}` fills a CPU tensor that `{move}` copies to the GPU",
                         "`{factory}` 在 CPU 上填充 tensor，再由 `{move}` 拷贝到 GPU"},
             .consequence = {"Host memory is filled and copied over the bus, and the CPU waits for "
                             "the copy, although one kernel could fill the tensor on the device",
                             "需要填充主机内存并经总线拷贝，CPU 还要等待拷贝完成，而一个 kernel "
                             "就能直接在设备上填充"},
             .advice = {"Create it where it is needed: `{factory}(..., device=...)` with {device}",
                        "在需要的地方直接创建：`{factory}(..., device=...)`，设备取{device}"},
             .phrases = kPhrases,
             .why = "A factory function without device= works on the CPU. The copy comes from "
                    "pageable memory, so it is synchronous, and a CUDA graph cannot capture it.",
             .fix = "Pass device= to the factory function and drop the move.",
             .bad = R"py(
import torch

def positions(n):
    return torch.arange(n).cuda()
)py",
             .good = R"py(
import torch

def positions(n):
    return torch.arange(n, device="cuda")
)py",
             .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = "cuda to",
    .file_names = kCpuFactoryNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
