// sum / mask.sum() when nothing is valid.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using numerics::Division;
using numerics::Operation;
using python::Module;

constexpr Phrase kSameCount("same-count", "divides by the same count", "除以同一个计数");
constexpr Phrase kTheCount("the-count", "the count", "计数处");
constexpr Phrase kDividesHere("divides-here", "divides here", "在这里做除法");
constexpr Phrase kPhrases[] = {kSameCount, kTheCount, kDividesHere};

// A number of tokens by its name, computed by a tensor operation.
Operation TokenCountOf(const Module& module, Node denominator) {
  const Node written = python::WithoutParentheses(denominator);
  if (!written.Is(NodeKind::kIdentifier)) return {};
  const absl::string_view name = written.text();
  bool is_count = false;
  for (absl::string_view prefix : {"num_tokens", "num_valid", "n_valid", "valid_count", "denom",
                                   "num_masked", "token_count", "valid_tokens"}) {
    is_count = is_count || absl::StartsWith(name, prefix);
  }
  if (!is_count) return {};
  return numerics::ValueOperation(module, written, {"sum", "count_nonzero"});
}

// The mask holds what was compared with one of its own values: something always matches.
bool MatchesItself(const Module& module, Node mask) {
  const Node value = numerics::ValueOf(module, mask);
  if (numerics::MentionsWord(value, {"argmax", "argmin", "topk", "one", "eye"})) return true;
  if (!value.Is(NodeKind::kComparisonOperator)) return false;
  for (Node child : value.children()) {
    if (child.field() == Field::kOperators && child.text() == "==") return true;
  }
  return numerics::MentionsWord(value, {"abs", "isclose"});
}

struct Found {
  Division division;
  Operation count;
};

std::vector<Found> FindIn(const FileContext& file, Node owner) {
  const Module& module = file.module();
  std::vector<Found> all;
  numerics::ForEachOwnNode(owner, [&](Node node) {
    const Division division = numerics::DivisionOf(node);
    if (!division) return;
    Operation count = numerics::MaskCountOf(module, division.denominator);
    if (!count) count = TokenCountOf(module, division.denominator);
    if (!count || MatchesItself(module, count.operand)) return;
    if (python::FindZeroGuard(module, division.denominator)) return;
    if (numerics::IsNumpy(file.values(), count.operand)) return;
    all.push_back({division, count});
  });
  return all;
}

// Edits only when all of them can be made: half a fix would leave the same finding.
std::vector<Edit> EditsFor(const Module& module, const std::vector<Found>& group) {
  std::vector<Edit> edits;
  for (const Found& found : group) {
    const Node denominator = found.division.denominator;
    if (!denominator.Is(NodeKind::kCall) && !denominator.Is(NodeKind::kIdentifier)) return {};
    edits.push_back(
        Replace(module, denominator, absl::StrCat(denominator.text(), ".clamp(min=1)")));
  }
  return edits;
}

// Divisions by the count of one mask.
void Report(FileContext& file, const std::vector<Found>& group) {
  const Module& module = file.module();
  const Found& found = group[0];
  const Node denominator = found.division.denominator;
  Observation observation{.at = found.division.at,
                          .params = {{"count", numerics::Text(denominator)},
                                     {"mask", numerics::Text(found.count.operand)}},
                          .edits = EditsFor(module, group)};
  for (size_t i = 1; i < group.size(); ++i) {
    observation.related.push_back({kSameCount, RangeOf(module, group[i].division.at)});
  }
  if (!found.division.at.Contains(found.count.call)) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{kTheCount, found.count.call}, {kDividesHere, denominator}}));
  }
  if (file.is_test() || absl::StrContains(module.path(), "examples/")) {
    observation.severity = Severity::kP3;
    observation.impact = Impact::kLow;
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node owner) {
  std::vector<std::vector<Found>> groups;
  for (const Found& found : FindIn(file, owner)) {
    const absl::string_view mask = numerics::BaseName(found.count.operand);
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return numerics::BaseName(group[0].count.operand) == mask;
    });
    if (same == groups.end()) {
      groups.push_back({found});
    } else {
      same->push_back(found);
    }
  }
  for (const std::vector<Found>& group : groups) Report(file, group);
}

}  // namespace

extern constinit const Rule kDivisionByMaskCount = {
    .info =
        {.id = "division-by-mask-count",
         .title = {"Division by a count that can be zero", "除以可能为零的计数"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{count}` is 0 when `{mask}` keeps nothing, and the division gives NaN",
                     "当 `{mask}` 没有保留任何元素时 `{count}` 为 0，这次除法会得到 NaN"},
         .consequence = {"A single micro-batch with nothing but padding makes the loss NaN, and "
                         "the reduction over ranks spreads it to all weights",
                         "只要有一个全是 padding 的 micro-batch，loss 就会变成 NaN，并通过跨 rank "
                         "归约扩散到所有权重"},
         .advice = {"Divide by `{count}.clamp(min=1)`, or return the sum and the count and divide "
                    "after the reduction over ranks",
                    "除以 `{count}.clamp(min=1)`，或者返回总和与计数，在跨 rank 归约之后再相除"},
         .phrases = kPhrases,
         .why = "Packing, sequence parallelism and filtered data produce micro-batches without a "
                "single valid token. 0 / 0 is NaN in every dtype.",
         .fix = "Clamp the count to at least 1; the numerator is then 0 as well.",
         .bad = R"py(
import torch

def loss_func(losses, loss_mask):
    return torch.sum(losses * loss_mask) / loss_mask.sum()
)py",
         .good = R"py(
import torch

def loss_func(losses, loss_mask):
    return torch.sum(losses * loss_mask) / loss_mask.sum().clamp(min=1)
)py"},
    .kinds = {NodeKind::kFunctionDefinition, NodeKind::kModule},
    .names = "count_nonzero count_nonzero_ sum sum_",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
