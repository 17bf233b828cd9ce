// Parameters of a distribution on the device of x, but not in its dtype.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

bool IsDistribution(absl::string_view name) {
  if (!absl::StartsWith(name, "torch.distributions.")) return false;
  const absl::string_view last = name.substr(name.rfind('.') + 1);
  return !last.empty() && last[0] >= 'A' && last[0] <= 'Z';
}

// The `device=x.device` argument of torch.tensor(1.0, device=x.device); null when it says a dtype,
// or takes it from a tensor.
Node DeviceWithoutDtype(const Module& module, Node parameter) {
  const Node value = module.Dereference(parameter);
  if (!value.Is(NodeKind::kCall) || !module.Calls(value, "torch.tensor")) return Node();
  if (python::KeywordArgument(value, "dtype") || python::ArgumentsOf(value).has_double_star) {
    return Node();
  }
  const Node device = python::KeywordArgument(value, "device");
  if (!device.Is(NodeKind::kAttribute) || device.child(Field::kAttribute).text() != "device") {
    return Node();
  }
  return device;
}

// x is an operand of arithmetic in the function: there its dtype meets the sample's.
bool MeetsArithmetic(const Module& module, Node x) {
  return numerics::AnyOwnNode(
      numerics::OwnerOf(module, x), NodeKind::kBinaryOperator, [&](Node node) {
        const numerics::Binary binary = numerics::BinaryOf(node);
        return numerics::IsSame(binary.left, x) || numerics::IsSame(binary.right, x);
      });
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Node function = call.child(Field::kFunction);
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (!method.empty() && !absl::ascii_isupper(method[0])) return;  // Most: they need no look-up.
  if (!IsDistribution(module.Resolve(function))) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  std::vector<Node> parameters = arguments.positional;
  for (Node keyword : arguments.keywords) parameters.push_back(keyword.child(Field::kValue));
  Node x;
  std::vector<Edit> edits;
  for (Node parameter : parameters) {
    const Node device = DeviceWithoutDtype(module, parameter);
    if (!device) continue;
    const Node object = device.child(Field::kObject);
    if (!x) x = object;
    edits.push_back(
        Replace(module, device, absl::StrCat(device.text(), ", dtype=", object.text(), ".dtype")));
  }
  if (!x || !MeetsArithmetic(module, x)) return;
  file.Report({.at = call,
               .params = {{"distribution", numerics::Text(function)}, {"x", numerics::Text(x)}},
               .edits = std::move(edits)});
}

}  // namespace

extern constinit const Rule kDistributionParameterDtype = {
    .info = {.id = "distribution-parameter-dtype",
             .title = {"Distribution parameters with a different dtype than the input",
                       "分布参数的 dtype 与输入不一致"},
             .message =
                 {"The parameters of `{distribution}` follow the device of `{x}` but not its dtype",
                  "`{distribution}` 的参数与 `{x}` 在同一设备上，dtype 却不一致"},
             .consequence = {"Samples are fp32; combined with a bf16 or fp16 `{x}`, they promote "
                             "the result to fp32, which costs memory or fails in the next matmul",
                             "采样结果是 fp32；与 bf16 或 fp16 的 `{x}` 运算时会把结果提升为 "
                             "fp32，既占显存，又可能在下一个 matmul 中失败"},
             .advice = {"Pass `dtype={x}.dtype` as well", "同时传入 `dtype={x}.dtype`"},
             .why = "A distribution samples in the dtype of its parameters, and torch.tensor of a "
                    "Python float is fp32. Arithmetic between an fp32 tensor and a half-precision "
                    "one gives fp32.",
             .fix = "Use torch.tensor(value, dtype=x.dtype, device=x.device).",
             .bad = R"py(
import torch

def jitter(x):
    low = torch.tensor(0.9, device=x.device)
    high = torch.tensor(1.1, device=x.device)
    noise = torch.distributions.uniform.Uniform(low, high)
    return x * noise.rsample(x.shape)
)py",
             .good = R"py(
import torch

def jitter(x):
    low = torch.tensor(0.9, dtype=x.dtype, device=x.device)
    high = torch.tensor(1.1, dtype=x.dtype, device=x.device)
    noise = torch.distributions.uniform.Uniform(low, high)
    return x * noise.rsample(x.shape)
)py"},
    .kinds = {NodeKind::kCall},
    .file_names = "tensor",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
