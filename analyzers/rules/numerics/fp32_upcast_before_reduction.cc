// Praise: logits and the like are cast to fp32 before they are summed or normalised.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kCastToFp32("cast-to-fp32", "cast to fp32", "转换为 fp32");
constexpr Phrase kPhrases[] = {kCastToFp32};

bool IsFloat32(const Module& module, Node dtype) {
  if (!dtype) return false;
  const std::string name = module.Resolve(dtype);
  return name == "torch.float32" || name == "torch.float";
}

// Activations by their name, which mixed precision keeps in half; not masks, counts or indices.
bool MayBeHalf(Node operand) {
  const absl::string_view name = numerics::BaseName(operand);
  return numerics::NameHasWord(
             name,
             {"logits",    "logit",  "scores",  "hidden", "states", "gate",  "activations", "attn",
              "attention", "output", "outputs", "input",  "inputs", "x",     "losses",      "loss",
              "grad",      "grads",  "query",   "key",    "router", "energy"}) &&
         !numerics::NameHasWord(name, {"mask", "masks", "valid", "keep", "count", "counts", "num",
                                       "ids", "map", "tokens", "labels", "indices", "lengths"});
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation reduction = numerics::OperationOf(
      module, call, {"softmax", "log_softmax", "sum", "mean", "norm", "vector_norm", "logsumexp"});
  if (!reduction || !MayBeHalf(reduction.operand)) return;
  const Node cast = numerics::UpcastOf(module, reduction.operand);
  const Node dtype = python::KeywordArgument(call, "dtype");
  if (!cast && !IsFloat32(module, dtype)) return;
  Observation observation{
      .at = call,
      .params = {{"reduction", reduction.name},
                 {"operand", std::string(numerics::BaseName(reduction.operand))}},
      .identity = reduction.name,
      .kind = Kind::kPraise};
  if (cast && !call.Contains(cast)) {
    observation.related.push_back({kCastToFp32, RangeOf(module, cast)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kFp32UpcastBeforeReduction = {
    .info = {.id = "fp32-upcast-before-reduction",
             .title = {"Reduction in fp32", "归约在 fp32 下进行"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .confidence = Confidence::kMedium,
             .message = {"`{reduction}` of `{operand}` runs in fp32",
                         "对 `{operand}` 的 {reduction} 在 fp32 下进行"},
             .consequence = {"Small terms are not rounded away, whatever dtype the model uses",
                             "无论模型用什么 dtype 训练，小的项都不会被舍入掉"},
             .advice = {"Keep it that way, and cast the result rather than the operand",
                        "保持这样，转换结果而不是操作数的类型"},
             .phrases = kPhrases,
             .why = "This is good practice, not a problem: mixed precision loses most accuracy in "
                    "sums and softmaxes over many half-precision values.",
             .fix = "Nothing to do.",
             .bad = R"py(
import torch

def route(logits):
    return torch.softmax(logits.float(), dim=-1)
)py",
             .good = R"py(
import torch

def route(mask):
    return mask.float().sum()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/numerical_accuracy.html"}},
    .kinds = {NodeKind::kCall},
    .names =
        "log_softmax log_softmax_ logsumexp logsumexp_ mean mean_ norm norm_ softmax softmax_ sum "
        "sum_ vector_norm vector_norm_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
