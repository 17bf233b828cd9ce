#include "analyzers/tensor_expressions/lower.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/torch_functions.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Argument;
using numerics::GraphBuilder;

// Terms one in the other, each of which takes two steps. Threads of servers have small stacks, and
// no graph holds so many nodes.
constexpr int kMaxDepth = 2000;

class Lowering {
 public:
  // With an axis, counted from the end, inputs are as large as is known; 0: there are no rows.
  Lowering(const Terms& terms, const LowerOptions& options, std::optional<int> row_axis = {})
      : terms_(terms), options_(options), row_axis_(row_axis), graph_(options.semantics) {}

  Lowered Run(absl::Span<const int> roots) {
    std::vector<int> outputs;
    for (const int root : roots) outputs.push_back(Use(root));
    if (!graph_.status().ok()) return {.status = graph_.status(), .failed_term = failed_term_};
    absl::StatusOr<numerics::Graph> graph = graph_.Finish(outputs, options_.text);
    if (!graph.ok()) return {.status = graph.status()};
    Lowered lowered = {.graph = *std::move(graph)};
    lowered.input_terms = TermsOf(lowered.graph);
    return lowered;
  }

 private:
  // While it lives, one term deeper; too deep fails the graph.
  class Descent {
   public:
    Descent(Lowering& lowering, int term) : lowering_(lowering) {
      if (++lowering.depth_ <= kMaxDepth || !lowering.graph_.status().ok()) return;
      lowering.failed_term_ = term;
      lowering.graph_.Fail(absl::UnimplementedError(
          absl::StrCat("the expression is nested too deep, by more than ", kMaxDepth, " steps")));
    }
    ~Descent() { --lowering_.depth_; }
    Descent(const Descent&) = delete;
    Descent& operator=(const Descent&) = delete;

   private:
    Lowering& lowering_;
  };

  // Finish drops inputs that a shortcut of an expansion left unused; the others keep their order.
  std::vector<int> TermsOf(const numerics::Graph& graph) const {
    std::vector<int> terms;
    size_t next = 0;
    for (const numerics::Input& input : graph.inputs) {
      while (input_names_[next] != input.name) ++next;
      terms.push_back(input_terms_[next++]);
    }
    return terms;
  }

  // Elements that were moved are other elements than those that stayed. Of an input they are drawn
  // apart; of a computed value nothing is known about them.
  int Use(int index) {
    const Descent descent(*this, index);
    if (!graph_.status().ok()) return 0;
    const Term& term = terms_[index];
    const bool is_view = term.kind == Term::Kind::kView;
    const int base = is_view ? term.positional[0].As<TermRef>()->term : index;
    const std::string place = is_view ? term.function : "";
    const auto [first, is_new] = place_of_.emplace(base, place);
    if (is_new || first->second == place) {
      return terms_[base].kind == Term::Kind::kView ? Use(base) : NodeOf(base);
    }
    const auto known = moved_.find({base, place});
    if (known != moved_.end()) return known->second;
    return moved_[{base, place}] = MakeMoved(base, place);
  }

  int MakeMoved(int base, absl::string_view place) {
    if (terms_[base].kind != Term::Kind::kInput) {
      failed_term_ = base;
      return graph_.Fail(
          absl::UnimplementedError("an operand meets itself in another order of its elements"));
    }
    numerics::Input input = terms_[base].input;
    absl::StrAppend(&input.name, ".", place);
    SetSource(terms_[base]);
    return AddInput(base, std::move(input));
  }

  int NodeOf(int term) {
    const Descent descent(*this, term);
    if (!graph_.status().ok()) return 0;
    const auto known = nodes_.find(term);
    if (known != nodes_.end()) return known->second;
    const int node = Make(term);
    if (!graph_.status().ok() && failed_term_ < 0) failed_term_ = term;
    nodes_[term] = node;
    return node;
  }

  void Shrink(int term, numerics::Input& input) const {
    const std::vector<int64_t>& sizes = *terms_[term].sizes;
    const bool is_one =
        std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size == 1; });
    if (sizes.empty()) input.rank = numerics::Rank::kZeroDimensional;
    if (is_one) input.extent = numerics::Extent::kScalar;
    const size_t from_end = static_cast<size_t>(-*row_axis_);
    const bool has_row = from_end > 0 && from_end <= sizes.size();
    if (!is_one && has_row && sizes[sizes.size() - from_end] == 1) {
      input.extent = numerics::Extent::kRow;
    }
  }

  int AddInput(int term, numerics::Input input) {
    if (options_.row_inputs.count(term) > 0) input.extent = numerics::Extent::kRow;
    if (row_axis_ && terms_[term].sizes && !terms_[term].is_number) Shrink(term, input);
    const int node = graph_.AddInput(std::move(input));
    if (!graph_.status().ok()) return node;
    input_terms_.push_back(term);
    input_names_.push_back(graph_.input(graph_.node(node).input).name);
    return node;
  }

  void SetSource(const Term& term) {
    if (!term.node) return;
    graph_.SetSource(term.node.text(), {.line = term.node.first_line(),
                                        .begin = static_cast<int>(term.node.first_byte()),
                                        .end = static_cast<int>(term.node.end_byte())});
  }

  int Make(int index) {
    const Term& term = terms_[index];
    if (term.kind == Term::Kind::kInput) {
      SetSource(term);
      return AddInput(index, term.input);
    }
    if (term.kind == Term::Kind::kView) return Use(index);
    numerics::TorchCall call = {.name = term.function};
    for (const Value& value : term.positional) call.positional.push_back(ArgumentOf(value));
    for (const auto& [name, value] : term.keywords) {
      call.keywords.emplace_back(name, ArgumentOf(value));
    }
    SetSource(term);
    if (!graph_.status().ok()) return 0;
    if (term.kind == Term::Kind::kCastToTested) {
      return graph_.CastToTested(std::get<numerics::NodeRef>(call.positional[0]).node);
    }
    graph_.set_autocast(term.autocast);
    const absl::StatusOr<int> node = numerics::CallTorch(graph_, call);
    return node.ok() ? *node : graph_.Fail(node.status());
  }

  Argument ArgumentOf(const Value& value) {
    if (const TermRef* ref = value.As<TermRef>()) return numerics::NodeRef{Use(ref->term)};
    if (const DtypeOfTerm* like = value.As<DtypeOfTerm>()) {
      return numerics::DtypeOf{NodeOf(like->term)};
    }
    if (value.As<None>() != nullptr) return std::monostate();
    if (const double* number = value.As<double>()) return *number;
    if (const bool* flag = value.As<bool>()) return *flag;
    if (const std::string* text = value.As<std::string>()) return *text;
    if (const numerics::Format* format = value.As<numerics::Format>()) return *format;
    if (const Tuple* tuple = value.As<Tuple>()) return Integers(*tuple);
    graph_.Fail(absl::UnimplementedError("an argument is neither a tensor nor a number"));
    return std::monostate();
  }

  Argument Integers(const Tuple& tuple) {
    std::vector<int> integers;
    for (const Value& item : tuple.items) {
      const std::optional<double> number = item.AsNumber();
      integers.push_back(number.has_value() ? static_cast<int>(*number) : 0);
    }
    return integers;
  }

  const Terms& terms_;
  const LowerOptions& options_;
  const std::optional<int> row_axis_;
  GraphBuilder graph_;
  std::map<int, int> nodes_;
  std::map<int, std::string> place_of_;  // Where each term's elements were seen first.
  std::map<std::pair<int, std::string>, int> moved_;
  std::vector<int> input_terms_;
  std::vector<std::string> input_names_;
  int failed_term_ = -1;
  int depth_ = 0;
};

}  // namespace

Lowered Lower(const Terms& terms, absl::Span<const int> roots, const LowerOptions& options) {
  Lowered lowered = Lowering(terms, options).Run(roots);
  const bool has_sizes = std::any_of(lowered.input_terms.begin(), lowered.input_terms.end(),
                                     [&](int term) { return terms[term].sizes.has_value(); });
  if (!has_sizes) return lowered;
  // Of an axis that is counted from the front nobody knows which it is from the end.
  const int axis = lowered.graph.HasRows() ? std::min(lowered.graph.dim.value_or(0), 0) : 0;
  Lowered sized = Lowering(terms, options, axis).Run(roots);
  const bool has_elements =
      std::any_of(sized.graph.inputs.begin(), sized.graph.inputs.end(),
                  [](const auto& input) { return input.extent == numerics::Extent::kElement; });
  return sized.status.ok() && has_elements ? sized : lowered;
}

}  // namespace allreview::tensor_expressions
