#include "analyzers/numerics/rewrites/rewrites.h"

#include <functional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/graph_copy.h"
#include "analyzers/numerics/graph/python_text.h"
#include "analyzers/numerics/program/lower.h"
#include "analyzers/numerics/rewrites/build.h"
#include "analyzers/numerics/rewrites/match.h"
#include "analyzers/numerics/rewrites/rules.h"

namespace allreview::numerics {
namespace {

using enum Operation;

struct ReadRule {
  const RewriteRule* rule;
  Pattern from;
  Pattern to;
};

const std::vector<ReadRule>& Rules() {
  static const auto* const rules = [] {
    auto* all = new std::vector<ReadRule>;
    for (const RewriteRule& rule : AllRewriteRules()) {
      all->push_back({&rule, ReadPattern(rule.from), ReadPattern(rule.to)});
    }
    return all;
  }();
  return *rules;
}

std::optional<Graph> Finished(const Graph& source, GraphBuilder& graph, int result) {
  absl::StatusOr<Graph> finished = graph.Finish({result}, source.text);
  if (!finished.ok()) return std::nullopt;
  finished->axis = source.axis;
  finished->dim = source.dim;
  return *std::move(finished);
}

// The graph with every place changed where the rule fits; nothing where it fits nowhere, or where
// the new form does not broadcast as the old one did.
std::optional<Graph> Apply(const ReadRule& rule, const Graph& source, const Matcher& matcher) {
  GraphBuilder graph;
  bool has_matched = false;
  GraphCopy* copy_of = nullptr;
  GraphCopy copy(source, graph, [&](int node) -> std::optional<int> {
    const std::optional<Match> match = matcher.At(rule.from, node);
    if (!match.has_value()) return std::nullopt;
    has_matched = true;
    return PatternBuilder(source, node, graph, *copy_of).Build(rule.to, *match);
  });
  copy_of = &copy;
  copy.CopyInputs();
  const int result = copy.Of(source.outputs[0]);
  if (!has_matched) return std::nullopt;
  return Finished(source, graph, result);
}

bool IsNarrow(Format format) {
  return format != Format::kFp64 && format != Format::kFp32 && format != Format::kTf32;
}

// The whole in fp32: inputs are cast, the result is cast back.
std::optional<Graph> InFp32(const Graph& source) {
  GraphBuilder graph;
  const std::vector<Format> bf16 = FormatsOf(source, Format::kBf16);
  const std::vector<Format> fp16 = FormatsOf(source, Format::kFp16);
  int like = -1;
  GraphCopy* copy_of = nullptr;
  GraphCopy copy(source, graph, [&](int index) -> std::optional<int> {
    const Node& node = source.nodes[index];
    if (node.operation == kInput) {
      const Input& input = source.inputs[node.input];
      const int raw = graph.AddInput(input);
      if (!IsNarrow(input.format.value_or(Format::kBf16)) || input.rank == Rank::kNumber) {
        return raw;
      }
      if (like < 0 && !input.format.has_value()) like = raw;
      return graph.WidenToFp32(raw);
    }
    if (node.operation != kCast || IsAxisRestored(source, node)) return std::nullopt;
    // Casts to the format under test, and from it to fp32, are what the island replaces.
    const int operand = node.inputs[0];
    const bool is_there = node.format == Format::kFp32 && bf16[operand] == Format::kBf16 &&
                          fp16[operand] == Format::kFp16;
    if (is_there || !node.format.has_value()) return copy_of->Of(operand);
    return std::nullopt;
  });
  copy_of = &copy;
  copy.CopyInputs();
  const int result = copy.Of(source.outputs[0]);
  if (like < 0) return std::nullopt;
  const bool was_narrow = IsNarrow(bf16[source.outputs[0]]);
  return Finished(source, graph, was_narrow ? graph.CastLike(result, like) : result);
}

class Collector {
 public:
  explicit Collector(const Graph& graph) { seen_.insert(ToPython(graph)); }

  // Unless it is there already.
  void Add(std::string rule, std::optional<Graph> graph, absl::string_view why) {
    if (!graph.has_value()) return;
    std::string expression = ToPython(*graph);
    if (!seen_.insert(expression).second) return;
    rewrites_.push_back({.rule = std::move(rule),
                         .graph = *std::move(graph),
                         .expression = std::move(expression),
                         .why = std::string(why)});
  }

  const std::vector<Rewrite>& rewrites() const { return rewrites_; }
  std::vector<Rewrite> Finish() { return std::move(rewrites_); }

 private:
  std::set<std::string> seen_;
  std::vector<Rewrite> rewrites_;
};

// Rules one after the other, each on what the ones before made of it.
std::optional<Graph> ApplyAll(const Graph& source) {
  Graph graph = source;
  std::set<absl::string_view> applied;
  for (const ReadRule& rule : Rules()) {
    // One spelling of a rule, and no second form of what a first one has mended.
    if (applied.count(rule.rule->id) > 0) continue;
    std::optional<Graph> next = Apply(rule, graph, Matcher(graph));
    if (!next.has_value()) continue;
    applied.insert(rule.rule->id);
    graph = *std::move(next);
  }
  return applied.size() > 1 ? std::optional(std::move(graph)) : std::nullopt;
}

constexpr absl::string_view kIslandWhy =
    "intermediate results lose digits, or leave the range, in the dtype of the inputs; in fp32 "
    "they "
    "are rounded once, at the end";

}  // namespace

std::vector<Rewrite> RewritesOf(const Graph& graph) {
  Collector collector(graph);
  const Matcher matcher(graph);
  std::set<absl::string_view> found;
  for (const ReadRule& rule : Rules()) {
    // The first spelling of a rule that fits is the most special one.
    if (found.count(rule.rule->id) > 0) continue;
    std::optional<Graph> rewritten = Apply(rule, graph, matcher);
    if (!rewritten.has_value()) continue;
    found.insert(rule.rule->id);
    collector.Add(std::string(rule.rule->id), std::move(rewritten), rule.rule->why);
  }
  const std::vector<Rewrite> single = collector.rewrites();
  if (!single.empty()) {
    collector.Add(single[0].rule, ApplyAll(graph), single[0].why);
    // A better form that still rounds too much.
    collector.Add(absl::StrCat(single[0].rule, "-in-fp32"), InFp32(single[0].graph), single[0].why);
  }
  collector.Add("narrow-arithmetic", InFp32(graph), kIslandWhy);
  return collector.Finish();
}

}  // namespace allreview::numerics
