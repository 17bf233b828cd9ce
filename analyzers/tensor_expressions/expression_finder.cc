#include "analyzers/tensor_expressions/expression_finder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/tensor_expressions/input_terms.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::OperationInfo;
using numerics::OperationKind;
using python::Kind;
using python::Node;

Refusal ReasonOf(const absl::Status& status) {
  if (status.code() == absl::StatusCode::kInvalidArgument) return Refusal::kInvalid;
  if (status.code() == absl::StatusCode::kResourceExhausted) {
    return absl::StrContains(status.message(), "inputs") ? Refusal::kTooManyInputs
                                                         : Refusal::kTooLarge;
  }
  if (absl::StrContains(status.message(), "reduces along") ||
      absl::StrContains(status.message(), "no elements along") ||
      absl::StrContains(status.message(), "was reduced before")) {
    return Refusal::kSeveralAxes;
  }
  if (absl::StrContains(status.message(), "another order")) return Refusal::kIndexing;
  return Refusal::kUnsupportedFunction;
}

// Lowering takes at most numerics::kMaxNodes operations, and few terms become none.
constexpr int kMaxCone = 3 * numerics::kMaxNodes;
// Statements of an expression may be long, and many expressions may share them.
constexpr size_t kMaxTextBytes = 16 << 10;

// The simple statement around a node; of a condition, the node.
Node StatementAround(Node node) {
  for (Node at = node; at; at = at.parent()) {
    if (at.Is(Kind::kExpressionStatement) || at.Is(Kind::kReturnStatement) ||
        at.Is(Kind::kAssertStatement)) {
      return at;
    }
    if (at.Is(Kind::kBlock)) break;
  }
  return node;
}

// Reductions that may drop the axis.
bool IsReduction(absl::string_view function) {
  for (const absl::string_view name : {"sum", "mean", "amax", "amin", "prod", "var", "std", "norm",
                                       "vector_norm", "logsumexp", "max", "min", "nansum"}) {
    if (function == name) return true;
  }
  return false;
}

// torch.exp(x) or x.exp(): only of tensors. abs and max are of numbers, too.
bool IsTensorCall(Node node) {
  return node.Is(Kind::kCall) && node.child(python::Field::kFunction).Is(Kind::kAttribute);
}

bool IsWholeDivision(const Term& term) {
  if (term.kind != Term::Kind::kCall) return false;
  if (term.function == "floor_divide" || term.function == "remainder") return true;
  return std::any_of(term.keywords.begin(), term.keywords.end(),
                     [](const auto& keyword) { return keyword.first == "rounding_mode"; });
}

// Named for what it says of other numbers.
bool IsStatisticName(absl::string_view name) {
  static constexpr absl::string_view kWords[] = {
      "max",         "maximum", "min",   "amax",       "lse", "logsumexp", "sum",     "denom",
      "denominator", "mean",    "mu",    "std",        "var", "rstd",      "rsigma",  "sigma",
      "norm",        "invvar",  "total", "normalizer", "rms", "ms",        "variance"};
  name = name.substr(0, name.find_first_of("[("));
  for (const absl::string_view part : absl::StrSplit(name, absl::ByAnyChar("_."))) {
    for (const absl::string_view word : kWords) {
      if (part == word) return true;
    }
  }
  return false;
}

// Choosing and comparing does not round.
bool IsExact(const OperationInfo& info) {
  return info.Has(numerics::kGivesInteger) || info.Has(numerics::kSelects) ||
         info.Has(numerics::kIsExact);
}

}  // namespace

bool IsTrivial(const numerics::Graph& graph) {
  int rounding = 0;
  for (const numerics::Node& node : graph.nodes) {
    const OperationInfo& info = InfoOf(node.operation);
    if (info.kind == OperationKind::kScan) return false;
    if (info.kind == OperationKind::kLeaf || info.kind == OperationKind::kConversion) continue;
    if (!IsExact(info)) ++rounding;
  }
  return rounding <= 1;
}

ExpressionFinder::ExpressionFinder(const Terms& terms, const FunctionReader& reader,
                                   const python::Definition& function,
                                   absl::Span<const LineRange> changed,
                                   const ExtractOptions& options)
    : terms_(terms), reader_(reader), function_(function), changed_(changed), options_(options) {
  for (const Assigned& assigned : reader.assigned()) {
    std::string& name = names_[assigned.term];
    if (name.empty() || name == "return") name = assigned.target;
  }
  Summarize();
}

void ExpressionFinder::Summarize() {
  const size_t size = static_cast<size_t>(terms_.size());
  last_cone_.resize(size);
  is_seen_.resize(size);
  is_refused_.resize(size);
  for (int i = 0; i < terms_.size(); ++i) {
    const Term& term = terms_[i];
    Summary summary;
    if (IsWholeDivision(term) || term.lost.has_value()) summary.refused_term = i;
    summary.has_tensor =
        term.kind == Term::Kind::kInput ? term.is_certain_tensor : IsTensorCall(term.node);
    summary.is_changed =
        !changed_.empty() && IsInFunction(i) && IsChanged(StatementAround(term.node));
    first_operand_.push_back(operands_.size());
    for (const int operand : tensor_expressions::OperandsOf(term)) {
      operands_.push_back(operand);
      const Summary& of_operand = summaries_[operand];  // Terms come after what they read.
      summary.length = std::max(summary.length, of_operand.length + 1);
      summary.refused_term = std::min(summary.refused_term, of_operand.refused_term);
      summary.has_tensor = summary.has_tensor || of_operand.has_tensor;
      summary.is_changed = summary.is_changed || of_operand.is_changed;
    }
    summaries_.push_back(summary);
  }
  first_operand_.push_back(operands_.size());
}

absl::Span<const int> ExpressionFinder::OperandsOf(int term) const {
  return absl::MakeConstSpan(operands_).subspan(first_operand_[term],
                                                first_operand_[term + 1] - first_operand_[term]);
}

bool ExpressionFinder::IsInFunction(int term) const {
  const Node node = terms_[term].node;
  return node && function_.node.Contains(node);
}

bool ExpressionFinder::IsChanged(Node node) const {
  return TouchesAny(changed_, {node.first_line(), node.last_line() + 1});
}

// Terms that no other one reads. A view that nothing reads does not count.
std::vector<int> ExpressionFinder::Results() const {
  std::vector<bool> is_read(terms_.size());
  std::vector<int> results;
  for (int i = terms_.size() - 1; i >= 0; --i) {
    const Term& term = terms_[i];
    const bool is_view = term.kind == Term::Kind::kView;
    if (is_view && !is_read[i]) continue;
    for (const int operand : OperandsOf(i)) is_read[operand] = true;
    const bool is_result = !is_read[i] && term.kind != Term::Kind::kInput && !is_view;
    if (is_result && IsInFunction(i)) results.push_back(i);
  }
  std::reverse(results.begin(), results.end());
  return results;
}

Extraction ExpressionFinder::Find() {
  for (const int result : Results()) AddRoot(result);
  for (size_t i = 0; i < roots_.size(); ++i) TryRoot(roots_[i]);
  for (const Unknown& why : reader_.refused()) {
    const bool is_value =
        why.reason == Refusal::kUnknownValue || why.reason == Refusal::kUnsupportedFunction;
    if (is_value || !why.node) continue;
    extraction_.refused.push_back({.symbol = function_.name,
                                   .place = {.line = why.node.first_line(),
                                             .begin = static_cast<int>(why.node.first_byte()),
                                             .end = static_cast<int>(why.node.end_byte())},
                                   .text = ShortText(why.node.text()),
                                   .reason = why.reason,
                                   .detail = why.detail,
                                   .is_changed = IsChanged(why.node)});
  }
  std::stable_sort(
      extraction_.expressions.begin(), extraction_.expressions.end(),
      [](const Expression& a, const Expression& b) { return a.place.begin < b.place.begin; });
  return std::move(extraction_);
}

// Views are passed through to what they show.
void ExpressionFinder::AddRoot(int root) {
  std::vector<int> open = {root};
  while (!open.empty()) {
    const int term = open.back();
    open.pop_back();
    const Term::Kind kind = terms_[term].kind;
    if (kind == Term::Kind::kInput || is_seen_[term]) continue;
    if (kind == Term::Kind::kView) {
      is_seen_[term] = true;
      const absl::Span<const int> operands = OperandsOf(term);
      open.insert(open.end(), operands.rbegin(), operands.rend());
    } else if (IsInFunction(term)) {
      is_seen_[term] = true;
      roots_.push_back(term);
    }
  }
}

void ExpressionFinder::AddOperandsAsRoots(int root) {
  for (const int operand : OperandsOf(root)) AddRoot(operand);
}

std::optional<std::vector<int>> ExpressionFinder::Cone(int root) {
  if (summaries_[root].length > kMaxCone) return std::nullopt;
  ++cone_count_;
  std::vector<int> cone = {root};
  last_cone_[root] = cone_count_;
  for (size_t next = 0; next < cone.size(); ++next) {
    for (const int operand : OperandsOf(cone[next])) {
      if (std::exchange(last_cone_[operand], cone_count_) == cone_count_) continue;
      if (cone.size() == kMaxCone) return std::nullopt;
      cone.push_back(operand);
    }
  }
  std::sort(cone.begin(), cone.end());
  return cone;
}

// Its operands may fit, but those that are too large as well are parts of what is refused here.
void ExpressionFinder::RefuseAsTooLarge(int root) {
  if (!is_refused_[root]) Refuse(root, Refusal::kTooLarge, "");
  for (const int operand : OperandsOf(root)) is_refused_[operand] = true;
  AddOperandsAsRoots(root);
}

// Where a reduced value meets one with elements, the code runs only if the latter is a number for
// each row: marks its inputs so. False: that explains nothing.
bool ExpressionFinder::MarkRowInputs(int failed, std::set<int>& row_inputs) {
  if (failed < 0) return false;
  bool is_any = false;
  for (const int operand : OperandsOf(failed)) {
    const std::optional<std::vector<int>> cone = Cone(operand);
    if (!cone.has_value()) continue;
    const bool is_reduced = std::any_of(cone->begin(), cone->end(), [&](int term) {
      return terms_[term].kind == Term::Kind::kCall && IsReduction(terms_[term].function);
    });
    if (is_reduced) continue;
    for (const int term : *cone) {
      if (terms_[term].kind == Term::Kind::kInput)
        is_any = row_inputs.insert(term).second || is_any;
    }
  }
  return is_any;
}

// logits_max beside logits: with numbers of its own, exp(logits - logits_max) would overflow where
// the code never does. -1: none.
int ExpressionFinder::RelatedInput(const std::vector<int>& cone) const {
  int statistic = -1;
  int count = 0;
  std::set<std::string> bases;
  for (const int term : cone) {
    const Term& it = terms_[term];
    const bool is_whole_number = it.storage != Storage::kFloat;
    if (it.kind != Term::Kind::kInput || it.is_number || is_whole_number) continue;
    ++count;
    if (IsStatisticName(it.input.name)) statistic = term;
    // x[:, -1] and x[:, i], as of a cumulative sum.
    const size_t bracket = it.input.name.find('[');
    const bool is_part = bracket != std::string::npos;
    if (is_part && !bases.insert(it.input.name.substr(0, bracket)).second) statistic = term;
  }
  return count > 1 ? statistic : -1;
}

void ExpressionFinder::TryRoot(int root) {
  std::set<int> row_inputs;
  // Numbers of Python are no tensor expressions at all.
  if (!summaries_[root].has_tensor) return AddOperandsAsRoots(root);
  if (terms_[root].storage != Storage::kFloat) {
    Refuse(root, Refusal::kInteger, "");
    return AddOperandsAsRoots(root);
  }
  if (const int term = summaries_[root].refused_term; term < terms_.size()) {
    // Places and sizes; tensors of floats are seldom divided so.
    if (IsWholeDivision(terms_[term])) {
      Refuse(root, Refusal::kInteger, "");
    } else {
      Refuse(root, *terms_[term].lost, terms_[term].input.name);
    }
    // What does not read the lost value can still be measured.
    return AddOperandsAsRoots(root);
  }
  const std::optional<std::vector<int>> all = Cone(root);
  if (!all.has_value()) return RefuseAsTooLarge(root);
  if (const int statistic = RelatedInput(*all); statistic >= 0) {
    Refuse(root, Refusal::kRelatedInputs, terms_[statistic].input.name);
    return AddOperandsAsRoots(root);
  }
  // Each turn knows of one more input that it has no elements, or ends.
  for (int turn = 0; turn <= terms_.size(); ++turn) {
    Lowered lowered = Lower(terms_, {root},
                            {.semantics = options_.semantics,
                             .text = std::string(terms_[root].node.text().substr(0, kMaxTextBytes)),
                             .row_inputs = row_inputs});
    if (lowered.status.ok()) return Accept(root, *all, std::move(lowered));
    const int failed = lowered.failed_term;
    const bool is_shape = lowered.status.code() == absl::StatusCode::kInvalidArgument;
    if (is_shape && MarkRowInputs(failed, row_inputs)) continue;
    Refuse(root, ReasonOf(lowered.status), std::string(lowered.status.message()));
    return AddOperandsAsRoots(root);
  }
}

// The statements of the cone in their order, each once.
std::string ExpressionFinder::TextOf(const std::vector<int>& cone) const {
  std::map<uint32_t, Node> statements;
  for (const int term : cone) {
    if (!IsInFunction(term) || terms_[term].kind == Term::Kind::kInput) continue;
    const Node statement = StatementAround(terms_[term].node);
    statements.emplace(statement.first_byte(), statement);
  }
  std::string text;
  for (const auto& [begin, statement] : statements) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", statement.text().substr(0, kMaxTextBytes));
    if (text.size() >= kMaxTextBytes) break;
  }
  return text;
}

void ExpressionFinder::Accept(int root, const std::vector<int>& cone, Lowered lowered) {
  if (IsTrivial(lowered.graph)) return Refuse(root, Refusal::kTrivial, "");
  const Node node = terms_[root].node;
  Expression expression = {.symbol = function_.name,
                           .place = {.line = node.first_line(),
                                     .begin = static_cast<int>(node.first_byte()),
                                     .end = static_cast<int>(node.end_byte())},
                           .text = TextOf(cone),
                           .graph = std::move(lowered.graph),
                           .is_changed = summaries_[root].is_changed};
  const auto named = names_.find(root);
  if (named != names_.end()) expression.target = named->second;
  std::set<std::string> taken;
  for (size_t i = 0; i < expression.graph.inputs.size(); ++i) {
    numerics::Input& input = expression.graph.inputs[i];
    while (!taken.insert(input.name).second) input.name += "'";
    const Term& term = terms_[lowered.input_terms[i]];
    expression.inputs.push_back({.name = input.name, .reason = term.role_source});
  }
  extraction_.expressions.push_back(std::move(expression));
}

void ExpressionFinder::Refuse(int root, Refusal reason, std::string detail) {
  const Node node = terms_[root].node;
  extraction_.refused.push_back({.symbol = function_.name,
                                 .place = {.line = node.first_line(),
                                           .begin = static_cast<int>(node.first_byte()),
                                           .end = static_cast<int>(node.end_byte())},
                                 .text = ShortText(node.text()),
                                 .reason = reason,
                                 .detail = std::move(detail),
                                 .is_changed = summaries_[root].is_changed});
}

}  // namespace allreview::tensor_expressions
