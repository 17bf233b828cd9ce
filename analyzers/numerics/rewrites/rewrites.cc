#include "analyzers/numerics/rewrites/rewrites.h"

#include <functional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/composite_match.h"
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

int BitsOf(Format format) {
  switch (format) {
    case Format::kFp64:
      return 64;
    case Format::kFp32:
    case Format::kTf32:
      return 32;
    default:
      return 16;
  }
}

// The whole computed in a wider format: inputs are cast, the result is cast back.
class Island {
 public:
  Island(const Graph& source, Format format)
      : source_(source),
        format_(format),
        composites_(source),
        bf16_(FormatsOf(source, Format::kBf16)),
        fp16_(FormatsOf(source, Format::kFp16)),
        copy_(source, graph_, [this](int node) { return Replace(node); }) {}

  std::optional<Graph> Make() {
    copy_.CopyInputs();
    const int output = source_.outputs[0];
    const int result = copy_.Of(output);
    if (like_ < 0) return std::nullopt;
    const bool was_tested = IsTested(output);
    return Finished(source_, graph_, was_tested ? graph_.CastLike(result, like_) : result);
  }

 private:
  // Whether the node has the format under test.
  bool IsTested(int node) const {
    return bf16_[node] == Format::kBf16 && fp16_[node] == Format::kFp16;
  }

  std::optional<int> Replace(int index) {
    const Node& node = source_.nodes[index];
    if (node.operation == Operation::kInput) return Input(source_.inputs[node.input]);
    const bool is_whole = composites_.IsInside(index) || composites_.At(index) != nullptr;
    const bool is_cast = node.operation == kCast && !IsAxisRestored(source_, node);
    if (!is_cast || is_whole) return std::nullopt;
    // Casts to the format under test, and from it to that of the island, are what it replaces.
    const int operand = node.inputs[0];
    const bool is_there = node.format == format_ && IsTested(operand);
    if (is_there || !node.format.has_value()) return copy_.Of(operand);
    return std::nullopt;
  }

  int Input(const numerics::Input& input) {
    const int raw = graph_.AddInput(input);
    const bool is_wide = BitsOf(input.format.value_or(Format::kBf16)) >= BitsOf(format_);
    if (is_wide || input.rank == Rank::kNumber) return raw;
    if (like_ < 0 && !input.format.has_value()) like_ = raw;
    return format_ == Format::kFp32 ? graph_.WidenToFp32(raw) : graph_.CastTo(raw, format_);
  }

  const Graph& source_;
  const Format format_;
  const CompositeFinder composites_;
  const std::vector<Format> bf16_;
  const std::vector<Format> fp16_;
  GraphBuilder graph_;
  GraphCopy copy_;
  int like_ = -1;  // The first input in the format under test.
};

std::optional<Graph> In(const Graph& source, Format format) {
  return Island(source, format).Make();
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

constexpr absl::string_view kDoubleWhy =
    "intermediate results lose digits, or leave the range, even in fp32; fp64 is slow on most GPUs "
    "and right";

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
    collector.Add(absl::StrCat(single[0].rule, kInFp32), In(single[0].graph, Format::kFp32),
                  single[0].why);
  }
  collector.Add(std::string(kNarrowArithmetic), In(graph, Format::kFp32), kIslandWhy);
  collector.Add(std::string(kSingleArithmetic), In(graph, Format::kFp64), kDoubleWhy);
  return collector.Finish();
}

}  // namespace allreview::numerics
