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
  if (!size.Is(NodeKind::kIdentifier) || !IsPositionCount(size.text()) || file.is_test() ||
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
         .title = "Prefix sums without the row of zeros",
         .category = "semi-markov",
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .pillar = Pillar::kCorrectness,
         .confidence = Confidence::kHigh,
         .message = "`{name}` has `{size}` rows, but prefix sums over `{size}` positions have "
                    "`{size} + 1`, the first of them zero",
         .consequence = "Segments that start at the first position lose its score, and the "
                        "last boundary lies outside of the tensor",
         .advice = "Allocate `{size} + 1` rows and fill rows 1 and on",
         .why = "The score of a segment is the difference of the prefix sums at its two "
                "boundaries, and T positions have T + 1 boundaries.",
         .fix = "Give the time dimension T + 1 rows.",
         .bad = "import torch\n"
                "\n"
                "def prefix(scores, duration_bias, batch, T, C):\n"
                "    cum_scores = torch.zeros(batch, T, C, dtype=torch.float64)\n"
                "    return cum_scores\n",
         .good = "import torch\n"
                 "\n"
                 "def prefix(scores, duration_bias, batch, T, C):\n"
                 "    cum_scores = torch.zeros(batch, T + 1, C, dtype=torch.float64)\n"
                 "    return cum_scores\n",
         .references = {"catalogue: numerics and performance, semicrf-cumscores-missing-zero-row"}},
    .kinds = {NodeKind::kAssignment},
    .names = kFactoryNames,
    .check = Check};

}  // namespace allreview::rules
