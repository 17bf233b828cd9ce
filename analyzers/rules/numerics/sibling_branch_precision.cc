// One arm of an if computes scores in fp32, its sibling in the dtype of the input.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/known_values.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Dtype;
using python::Module;

constexpr Phrase kOtherInFp32("other-in-fp32", "the other branch computes in fp32",
                              "另一个分支用 fp32 计算");
constexpr Phrase kPhrases[] = {kOtherInFp32};

struct Score {
  Operation operation;
  size_t arm = 0;
  bool is_precise = false;
  bool is_chosen_half = false;  // The code says bf16 or fp16 outright.
};

bool IsPrecise(Dtype dtype) { return dtype == Dtype::kFloat32 || dtype == Dtype::kFloat64; }

Score ScoreOf(const Module& module, const python::Values& values, const Operation& operation,
              size_t arm) {
  Dtype dtype = values.Of(operation.operand).dtype;
  if (const Node named = python::KeywordArgument(operation.call, "dtype")) {
    const Dtype asked = values.Of(named).dtype;
    // `dtype=dtype`: whatever the caller wants, but it was thought of.
    if (asked == Dtype::kUnknown) return {operation, arm, true, false};
    dtype = asked;
  }
  const bool is_cast = static_cast<bool>(numerics::UpcastOf(module, operation.operand));
  return {operation, arm, IsPrecise(dtype) || is_cast,
          dtype == Dtype::kBfloat16 || dtype == Dtype::kFloat16};
}

// The condition picks a fast or a half-precision mode.
bool ChoosesPrecision(Node condition) {
  return numerics::MentionsWord(condition, {"bf16", "fp16", "half", "fast", "dtype", "precision",
                                            "bfloat16", "float16", "autocast", "fp32"});
}

struct Arm {
  Node condition;  // Null: else.
  Node body;
};

std::vector<Arm> ArmsOf(Node statement) {
  std::vector<Arm> arms = {
      {statement.child(Field::kCondition), statement.child(Field::kConsequence)}};
  for (Node child : statement.children()) {
    if (child.Is(NodeKind::kElifClause)) {
      arms.push_back({child.child(Field::kCondition), child.child(Field::kConsequence)});
    } else if (child.Is(NodeKind::kElseClause)) {
      arms.push_back({Node(), child.child(Field::kBody)});
    }
  }
  return arms;
}

bool IsAboutTheSame(const Score& a, const Score& b) {
  const absl::string_view first = numerics::BaseName(a.operation.operand);
  const absl::string_view second = numerics::BaseName(b.operation.operand);
  if (first.empty() || second.empty()) return false;
  if (first == second) return true;
  const numerics::Names words = {"logits", "scores"};
  return numerics::NameHasWord(first, words) && numerics::NameHasWord(second, words);
}

std::vector<Score> ScoresIn(const FileContext& file, const std::vector<Arm>& arms) {
  const Module& module = file.module();
  const python::Values& values = file.values();
  std::vector<Score> scores;
  for (size_t i = 0; i < arms.size(); ++i) {
    for (Node node : arms[i].body.descendants(NodeKind::kCall)) {
      const Operation operation = numerics::OperationOf(
          module, node, {"softmax", "log_softmax", "sigmoid", "softplus", "logsigmoid"});
      if (operation) scores.push_back(ScoreOf(module, values, operation, i));
    }
  }
  return scores;
}

void Report(FileContext& file, const Score& score, const Score& precise) {
  const Module& module = file.module();
  Observation observation{.at = score.operation.call,
                          .params = {{"operation", numerics::Text(score.operation.call)},
                                     {"operand", numerics::Text(score.operation.operand)},
                                     {"line", absl::StrCat(precise.operation.call.first_line())}},
                          .related = {{kOtherInFp32, RangeOf(module, precise.operation.call)}}};
  // Where the precise arm casts its result back, so must this one: then no edit.
  const Node around = precise.operation.call.parent();
  const Node operand = score.operation.operand;
  const bool is_simple = operand.Is(NodeKind::kIdentifier) || operand.Is(NodeKind::kSubscript);
  if (!around.Is(NodeKind::kAttribute) && is_simple) {
    observation.edits = {Replace(module, operand, absl::StrCat(operand.text(), ".float()"))};
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node statement) {
  const std::vector<Arm> arms = ArmsOf(statement);
  if (arms.size() < 2) return;
  for (const Arm& arm : arms) {
    if (arm.condition && ChoosesPrecision(arm.condition)) return;
  }
  const std::vector<Score> scores = ScoresIn(file, arms);
  for (const Score& score : scores) {
    if (score.is_precise || score.is_chosen_half) continue;
    for (const Score& other : scores) {
      if (other.arm == score.arm || !other.is_precise || !IsAboutTheSame(score, other)) continue;
      if (!IsPrecise(file, score.operation.operand)) Report(file, score, other);
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kSiblingBranchPrecision = {
    .info =
        {.id = "sibling-branch-precision",
         .title = {"One branch computes scores in fp32, the other does not",
                   "一个分支用 fp32 计算分数，另一个没有"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{operation}` runs in the dtype of `{operand}`, while the branch on line "
                     "{line} computes the same scores in fp32",
                     "`{operation}` 以 `{operand}` 的 dtype 计算，而第 {line} 行的分支用 fp32 "
                     "计算同样的分数"},
         .consequence = {"With bf16 inputs the selection differs: over sigmoid scores of 256 "
                         "experts, the top 8 differed from fp64 for 78% of the tokens",
                         "bf16 输入下选择结果会不同：对 256 个专家的 sigmoid 分数，78% 的 token "
                         "选出的 top 8 与 fp64 不一致"},
         .advice = {"Cast in every branch: `{operand}.float()`",
                    "在每个分支中都做转换：`{operand}.float()`"},
         .phrases = kPhrases,
         .why = "The fp32 branch shows that these scores need the precision. Scores close to 1 "
                "differ by less than bf16 can resolve, so rounding decides the top-k.",
         .fix = "Cast the operand, or pass dtype=torch.float32, in all branches.",
         .bad = R"py(
import torch

def route(logits, kind):
    if kind == "softmax":
        probs = torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        probs = torch.sigmoid(logits)
    return probs
)py",
         .good = R"py(
import torch

def route(logits, kind):
    if kind == "softmax":
        probs = torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        probs = torch.sigmoid(logits.float())
    return probs
)py"},
    .kinds = {NodeKind::kIfStatement},
    .names =
        "log_softmax log_softmax_ logsigmoid logsigmoid_ sigmoid sigmoid_ softmax softmax_ "
        "softplus softplus_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
