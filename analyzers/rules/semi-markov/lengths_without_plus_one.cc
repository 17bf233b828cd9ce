// Edge potentials over T positions with the lengths of sequences: the model counts N = T + 1.

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

using python::Module;

constexpr Phrase kOneRowEach("one-row-each", "one row per position", "每个位置一行");
constexpr Phrase kPhrases[] = {kOneRowEach};

// Where the edges come from, when that shows one row for each position. Null: it does not.
Node EdgesOverPositions(const Module& module, Node edges) {
  const Node value = module.Dereference(edges);
  if (!value.Is(NodeKind::kCall)) return Node();
  if (absl::StrContains(CalleeName(value), "build_edge") ||
      absl::StrContains(CalleeName(value), "build_differentiable_edge")) {
    return value;
  }
  const std::optional<Factory> factory = FactoryOf(value);
  if (!factory || factory->dimensions.size() != 5) return Node();
  const std::vector<Node>& sizes = factory->dimensions;
  const bool is_edges = sizes[3].text() == sizes[4].text() && IsPositionCount(sizes[1].text());
  return is_edges ? value : Node();
}

// The lengths already count the position after the end.
bool CountsOneMore(const Module& module, Node lengths) {
  const Node value = module.Dereference(lengths);
  if (!lengths.Is(NodeKind::kIdentifier)) return true;  // An expression: whoever wrote it thought.
  for (Node node : value.descendants()) {
    if (node.Is(NodeKind::kBinaryOperator) && node.child(Field::kOperator).text() == "+" &&
        node.child(Field::kRight).text() == "1") {
      return true;
    }
  }
  return value.Is(NodeKind::kBinaryOperator) || absl::StrContains(lengths.text(), "plus");
}

void Check(FileContext& file, Node call) {
  const absl::string_view method = CalleeName(call);
  if (method != "logpartition" && method != "marginals") return;
  const Node edges = python::Argument(call, 0, "edge");
  const Node lengths = python::KeywordArgument(call, "lengths");
  if (!edges || !lengths || !SpeaksOfSemiMarkov(file.module())) return;
  const Node source = EdgesOverPositions(file.module(), edges);
  if (!source || CountsOneMore(file.module(), lengths)) return;
  file.Report({.at = lengths,
               .params = {{"method", std::string(method)},
                          {"lengths", std::string(lengths.text())},
                          {"edges", std::string(edges.text().substr(0, 60))},
                          {"line", absl::StrCat(source.first_line())}},
               .because = FirstChanged(file, {lengths, source}),
               .related = {{kOneRowEach, RangeOf(file.module(), source)}},
               .edits = {Replace(file.module(), lengths, absl::StrCat(lengths.text(), " + 1"))}});
}

}  // namespace

extern constinit const Rule kLengthsWithoutPlusOne = {
    .info =
        {.id = "lengths-without-plus-one",
         .title = {"Edges over T positions with lengths that are one too small",
                   "边对应 T 个位置，lengths 却少计了一个"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{method}` gets `{lengths}`, but `{edges}` (line {line}) has one row per "
                     "position, so it needs `{lengths} + 1`",
                     "`{method}` 收到 `{lengths}`，但 `{edges}`（第 {line} "
                     "行）每个位置各有一行，因此需要 `{lengths} + 1`"},
         .consequence = {"The last position of each sequence is missing from the partition "
                         "function: losses and marginals are silently wrong",
                         "每个序列的最后一个位置没有计入配分函数：loss 和边缘概率错误却没有报错"},
         .advice = {"Pass `lengths={lengths} + 1`", "传入 `lengths={lengths} + 1`"},
         .phrases = kPhrases,
         .why = "The dynamic program counts boundaries, and a sequence of T positions has N = T + "
                "1 of them. Edges over T positions need lengths of T + 1.",
         .fix = "Add one to the lengths if the edges have T rows.",
         .bad = R"py(
def nll(model, scores, lengths):
    edge = model.build_edge_tensor(scores)  # SemiMarkov edges
    return model.logpartition(edge, lengths=lengths)[0]
)py",
         .good = R"py(
def nll(model, scores, lengths):
    edge = model.build_edge_tensor(scores)  # SemiMarkov edges
    return model.logpartition(edge, lengths=lengths + 1)[0]
)py",
         .assures = {"lengths + 1 with streaming-style edges", "流式边张量使用 lengths + 1"}},
    .kinds = {NodeKind::kCall},
    .names = "logpartition marginals",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
