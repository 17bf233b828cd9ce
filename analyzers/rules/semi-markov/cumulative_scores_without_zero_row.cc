// Prefix sums over T positions need T + 1 rows.

#include <optional>
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

// The name already counts one more than positions.
bool CountsOneMore(const python::Module& module, Node size) {
  const Node value = module.Dereference(size);
  for (Node node : value.descendants()) {
    if (node.Is(NodeKind::kToken) && node.text() == "+") return true;
  }
  return value.Is(NodeKind::kInteger);
}

void Check(FileContext& file, Node assignment) {
  const Node target = assignment.child(Field::kLeft);
  if (!IsCumulativeScores(LastName(target))) return;
  const Node call = assignment.child(Field::kRight);
  if (!call.Is(NodeKind::kCall)) return;
  const std::optional<Factory> factory = FactoryOf(call);
  // (batch, T, C), or (T, C) for one sequence.
  if (!factory || factory->dimensions.size() < 2 || factory->dimensions.size() > 3) return;
  const Node size = factory->dimensions[factory->dimensions.size() - 2];
  if (!size.Is(NodeKind::kIdentifier) || !IsPositionCount(size.text()) ||
      CountsOneMore(file.module(), size) || !SpeaksOfSemiMarkov(file.module())) {
    return;
  }
  file.Report({.at = call,
               .params = {{"name", std::string(target.text())}, {"size", std::string(size.text())}},
               .edits = {Replace(file.module(), size, absl::StrCat(size.text(), " + 1"))}});
}

}  // namespace

extern constinit const Rule kCumulativeScoresWithoutZeroRow = {
    .info =
        {.id = "cumulative-scores-without-zero-row",
         .title = {"Prefix sums without the zero row", "前缀和缺少全零行"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{name}` has `{size}` rows, but prefix sums over `{size}` positions have "
                     "`{size} + 1`, the first of them zero",
                     "`{name}` 有 `{size}` 行，而 `{size}` 个位置的前缀和应有 `{size} + 1` "
                     "行，其中第一行为零"},
         .consequence = {"Segments that start at the first position lose its score, and the last "
                         "boundary lies outside the tensor",
                         "从首个位置开始的片段会丢失该位置的分数，最后一个边界会落到 tensor 之外"},
         .advice = {"Allocate `{size} + 1` rows and fill them from row 1",
                    "分配 `{size} + 1` 行，从第 1 行开始填充"},
         .why = "The score of a segment is the difference of the prefix sums at its two "
                "boundaries, and T positions have T + 1 boundaries.",
         .fix = "Give the time dimension T + 1 rows.",
         .bad = R"py(
import torch

def prefix(scores, duration_bias, batch, T, C):
    cum_scores = torch.zeros(batch, T, C, dtype=torch.float64)
    return cum_scores
)py",
         .good = R"py(
import torch

def prefix(scores, duration_bias, batch, T, C):
    cum_scores = torch.zeros(batch, T + 1, C, dtype=torch.float64)
    return cum_scores
)py",
         .assures = {"prefix sums start with a row of zeros", "前缀和以零行开头"}},
    .kinds = {NodeKind::kAssignment},
    .names = kFactoryNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
