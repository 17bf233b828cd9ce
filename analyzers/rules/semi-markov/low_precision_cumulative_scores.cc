// Prefix sums of scores in half precision.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

bool IsHalf(const Module& module, Node dtype) {
  const std::string name = module.Resolve(dtype);
  return name == "torch.float16" || name == "torch.bfloat16" || name == "torch.half";
}

// `x.half()`, `x.bfloat16()`, `x.to(torch.float16)`. Null: no such cast.
Node HalfCast(const Module& module, Node expression) {
  const Node value = module.Dereference(expression);
  if (!value.Is(NodeKind::kCall)) return Node();
  const absl::string_view method = CalleeName(value);
  if (method == "half" || method == "bfloat16") return value;
  if (method != "to" && method != "type") return Node();
  const Node dtype = python::Argument(value, 0, "dtype");
  return dtype && IsHalf(module, dtype) ? value : Node();
}

struct Half {
  Node at;
  Node dtype;  // To be replaced. Null: not simple.
};

// cum_scores = torch.zeros(..., dtype=torch.float16); cum_scores.half(); cumsum(x.half(), 1).
Half FindHalf(const Module& module, Node call) {
  const absl::string_view callee = CalleeName(call);
  const Node dtype = python::KeywordArgument(call, "dtype");
  if (callee == "cumsum") {
    if (dtype) return IsHalf(module, dtype) ? Half{call, dtype} : Half{};
    const Node function = call.child(Field::kFunction);
    const bool is_method =
        function.Is(NodeKind::kAttribute) && !absl::StartsWith(module.Resolve(function), "torch.");
    const Node input =
        is_method ? function.child(Field::kObject) : python::Argument(call, 0, "input");
    return input && HalfCast(module, input) ? Half{call, Node()} : Half{};
  }
  const Node parent = call.parent();
  if (dtype && parent.Is(NodeKind::kAssignment) &&
      IsCumulativeScores(LastName(parent.child(Field::kLeft))) && IsHalf(module, dtype)) {
    return {call, dtype};
  }
  const bool is_cast = callee == "half" || callee == "bfloat16" || callee == "to";
  if (is_cast && IsCumulativeScores(LastName(BaseOf(call))) && HalfCast(module, call)) {
    return {call, callee == "to" ? python::Argument(call, 0, "dtype") : Node()};
  }
  return {};
}

void Check(FileContext& file, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (callee.empty()) return;
  const auto [at, dtype] = FindHalf(file.module(), call);
  if (!at || !SpeaksOfSemiMarkov(file.module())) return;
  Observation observation{.at = at,
                          .params = {{"expression", std::string(at.text().substr(0, 80))}}};
  if (dtype) observation.edits = {Replace(file.module(), dtype, "torch.float64")};
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kLowPrecisionCumulativeScores = {
    .info =
        {.id = "low-precision-cumulative-scores",
         .title = {"Prefix sums of scores in half precision", "用半精度保存分数的前缀和"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{expression}` keeps prefix sums of scores in half precision",
                     "`{expression}` 用半精度保存分数的前缀和"},
         .consequence =
             {"The sums grow with the sequence, and the score of a segment is the difference of "
              "two of them: after a few hundred positions no correct digit is left",
              "前缀和随序列增长，而片段的分数是两个前缀和之差：几百个位置之后就所剩无几"},
         .advice = {"Accumulate in `torch.float64` (at least float32) and cast only differences",
                    "用 `torch.float64`（至少 float32）累加，只对差值做类型转换"},
         .why = "bfloat16 has 8 significant bits: next to a sum of 1000, a score below 2 vanishes.",
         .fix = "Keep cumulative scores in float64.",
         .bad = R"py(
import torch

def prefix(scores, duration_bias):
    return torch.cumsum(scores.bfloat16(), dim=1)
)py",
         .good = R"py(
import torch

def prefix(scores, duration_bias):
    return torch.cumsum(scores.double(), dim=1)
)py",
         .checks = {AuditCheck::kNumerics},
         .assures = {"prefix sums are kept in fp32 or wider", "前缀和保持 fp32 及以上精度"}},
    .kinds = {NodeKind::kCall},
    .names = "bfloat16 cumsum float16 half",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
