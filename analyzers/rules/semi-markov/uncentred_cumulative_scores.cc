// Prefix sums of raw scores over time in float32: their differences lose digits as they grow.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;
using Search = LocalValues::Search;

bool IsScores(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view other : {"grad", "mask", "count", "center", "centre"}) {
    if (absl::StrContains(lower, other)) return false;
  }
  for (absl::string_view word : {"score", "logit", "emission", "projected", "potential"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// What makes the sum safe: float64, a subtraction, or a function that centres.
bool IsTreated(Node node) {
  if (node.Is(NodeKind::kBinaryOperator)) return node.child(Field::kOperator).text() == "-";
  if (node.Is(NodeKind::kAugmentedAssignment)) return node.child(Field::kOperator).text() == "-=";
  if (node.Is(NodeKind::kAttribute)) {
    const absl::string_view name = LastName(node);
    return name == "float64" || name == "double";
  }
  if (!node.Is(NodeKind::kCall)) return false;
  const std::string callee = absl::AsciiStrToLower(CalleeName(node));
  for (absl::string_view word :
       {"double", "center", "centre", "normalize", "normalise", "shift", "log_softmax", "sub"}) {
    if (absl::StrContains(callee, word)) return true;
  }
  return false;
}

// The scores, or something that they are made of, are centred or have 64 bits.
bool IsSafe(const Module& module, Node call, Node input) {
  if (absl::StrContains(python::KeywordArgument(call, "dtype").text(), "64")) return true;
  const python::Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return false;
  std::vector<Node> before;
  for (Node node : OwnNodes(function->body)) {
    if (node.index() < call.index()) before.push_back(node);
  }
  const LocalValues values(before);
  return static_cast<bool>(values.FindBehind(input, [&](Node node) {
    if (node.field() == Field::kSubscript || node.Is(NodeKind::kSlice)) return Search::kPassOver;
    return IsTreated(node) ? Search::kFound : Search::kGoOn;
  }));
}

bool IsTimeAxis(Node axis) {
  return axis && (axis.text() == "1" || axis.text() == "0" || axis.text() == "-2");
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != "cumsum" || IsExperiment(file.module().path())) return;
  const Module& module = file.module();
  const Node function = call.child(Field::kFunction);
  const std::string resolved = module.Resolve(function);
  const bool is_function = absl::StartsWith(resolved, "torch.");
  if (!is_function && (!function.Is(NodeKind::kAttribute) || !resolved.empty())) return;
  const Node input =
      is_function ? python::Argument(call, 0, "input") : function.child(Field::kObject);
  const Node axis = python::Argument(call, is_function ? 1 : 0, "dim");
  const Node scores = BaseOf(input);
  const absl::string_view name = scores.text() == "self" ? LastName(input) : scores.text();
  if (!IsScores(name) || !IsTimeAxis(axis) || !SpeaksOfSemiMarkov(module) ||
      IsSafe(module, call, input)) {
    return;
  }
  const bool is_plain = input.Is(NodeKind::kIdentifier) || input.Is(NodeKind::kAttribute);
  Observation observation{.at = call, .params = {{"scores", std::string(input.text())}}};
  if (is_plain) {
    observation.edits = {Replace(module, input, absl::StrCat(input.text(), ".double()"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kUncentredCumulativeScores = {
    .info =
        {.id = "uncentred-cumulative-scores",
         .title = {"Prefix sums of raw scores in float32", "用 float32 对原始分数求前缀和"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message =
             {"The prefix sum of `{scores}` over time is neither float64 nor of centred scores",
              "`{scores}` 沿时间的前缀和既不是 float64，也没有先对分数做中心化"},
         .consequence =
             {"The sum grows with the sequence, and its differences, which are the segment scores, "
              "lose as many digits: at 100,000 positions only noise remains",
              "前缀和随序列增长，而片段分数是它的差值，会损失同样多的有效数字：到 "
              "100,000 个位置时只剩噪声"},
         .advice = {"Accumulate in float64 (`{scores}.double()`); or subtract at each position one "
                    "shift that all labels share, which changes no path; subtracting a per-label "
                    "mean over time changes the model's preference for durations, so every "
                    "implementation must do it",
                    "用 float64 "
                    "累加（`{scores}.double()`"
                    "）；或者在每个位置减去所有标签共用的一个偏移，这不会改变任何路径；若按标签沿时"
                    "间减去均值，则会改变模型对时长的偏好，必须在每个实现中同样减去"},
         .why = "A segment's score is the small difference of two large sums. With a mean of 5 and "
                "8,000 positions, float32 keeps only about two decimal places of it.",
         .fix = "Use float64 for prefix sums; they are small compared with the other tensors.",
         .bad = R"py(
import torch

def prefix(scores, duration_bias):
    return torch.cumsum(scores.float(), dim=1)
)py",
         .good = R"py(
import torch

def prefix(scores, duration_bias):
    return torch.cumsum(scores.double(), dim=1)
)py",
         .checks = {AuditCheck::kNumerics, AuditCheck::kScaling},
         .assures = {"scores are centred before they are summed up", "累加前先对分数做中心化"}},
    .kinds = {NodeKind::kCall},
    .names = "cumsum",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
