#include "services/analysis/change_model/stories/data_flow.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/communication.h"
#include "services/analysis/change_model/stories/uses.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using python::ValueType;
using v1::DataFlowStep;
using v1::Step;

constexpr size_t kMaxSteps = 30;
constexpr size_t kMaxOperationBytes = 100;

// Numbers about a tensor, not the tensor.
bool IsAboutData(Node value) {
  const absl::string_view name = rules::LastName(value);
  for (absl::string_view other :
       {"shape", "size", "dtype", "device", "dim", "ndim", "numel", "element_size", "stride", "len",
        "is_cuda", "get_device", "isinstance", "hasattr", "data_ptr", "requires_grad",
        "nelement"}) {
    if (name == other) return true;
  }
  if (value.Is(Kind::kSubscript)) return IsAboutData(value.child(Field::kValue));
  return value.Is(Kind::kComparisonOperator) || value.Is(Kind::kNotOperator) ||
         value.Is(Kind::kBooleanOperator);
}

// Whether a parameter without annotation is a tensor by convention.
bool IsNamedLikeData(absl::string_view name) {
  for (absl::string_view data :
       {"x",      "input",     "input_", "inputs",      "hidden_states", "query",     "key",
        "value",  "q",         "k",      "v",           "qkv",           "mixed_qkv", "logits",
        "loss",   "tokens",    "probs",  "routing_map", "grad",          "weight",    "output",
        "tensor", "input_ids", "labels", "bias",        "residual"}) {
    if (name == data) return true;
  }
  for (absl::string_view ending : {"_states", "_tensor", "_output", "_input", "_logits", "_probs",
                                   "_hidden", "_embeddings", "_mask"}) {
    if (absl::EndsWith(name, ending)) return true;
  }
  return absl::StartsWith(name, "grad_") || absl::StartsWith(name, "hidden");
}

// Counts and switches, by convention.
bool IsNamedLikeNumber(absl::string_view name) {
  for (absl::string_view ending : {"_len", "_length", "_size", "_dim", "_rank", "_idx", "_id"}) {
    if (absl::EndsWith(name, ending)) return true;
  }
  for (absl::string_view beginning : {"num_", "n_", "is_", "has_", "use_", "should_"}) {
    if (absl::StartsWith(name, beginning)) return true;
  }
  return false;
}

bool CannotBeData(ValueType type) {
  switch (type) {
    case ValueType::kUnknown:
    case ValueType::kTensor:
    case ValueType::kSequence:
    case ValueType::kNumpy:
    case ValueType::kDict:
      return false;
    default:
      return true;
  }
}

bool Transforms(Node value) {
  value = python::WithoutParentheses(value);
  switch (value.kind()) {
    case Kind::kCall:
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
    case Kind::kSubscript:
    case Kind::kAwait:
      return true;
    case Kind::kConditionalExpression:
      return Transforms(value.named_child(0)) || Transforms(value.named_child(2));
    case Kind::kExpressionList:
    case Kind::kTuple:
      for (Node child : value.named_children()) {
        if (Transforms(child)) return true;
      }
      return false;
    default:
      return false;
  }
}

struct Candidate {
  int statement = 0;
  DataFlowStep step = {};
  std::vector<std::string> outputs = {};
  bool is_needed = false;
};

class FlowCollector {
 public:
  FlowCollector(const Statements& statements, const Tensors& tensors, const python::Values& values)
      : statements_(statements), tensors_(tensors), values_(values) {
    for (const python::Parameter& parameter : statements.definition().parameters) {
      AddParameter(parameter);
    }
  }

  std::vector<Candidate> Collect() {
    int inside_until = 0;
    for (int i = 0; i < statements_.size(); ++i) {
      if (i < inside_until) continue;
      if (statements_[i].kind == Step::KIND_DEFINITION) inside_until = statements_[i].end;
      CollectFrom(i);
    }
    KeepConnected();
    return has_tensors_ ? std::move(steps_) : std::vector<Candidate>();
  }

 private:
  void AddParameter(const python::Parameter& parameter) {
    const bool is_tensor =
        parameter.annotation
            ? python::ValueOfAnnotation(statements_.module(), parameter.annotation).type ==
                  ValueType::kTensor
            : IsNamedLikeData(parameter.name);
    if (!is_tensor && !tensors_.OfVariable(parameter.name).shape) return;
    data_.insert(std::string(parameter.name));
    has_tensors_ = true;
  }

  // The expression that is assigned, returned or run. Null: no such statement.
  static Node ValueOf(const Statement& statement) {
    const Node inner = statement.node.named_child(0);
    switch (statement.kind) {
      case Step::KIND_ASSIGNMENT:
        return inner.child(Field::kRight);
      case Step::KIND_RETURN:
        return inner.Is(Kind::kYield) ? inner.named_child(0) : inner;
      case Step::KIND_CALL:
        return inner;
      default:
        return Node();
    }
  }

  void CollectFrom(int i) {
    const Statement& statement = statements_[i];
    const Node value = ValueOf(statement);
    if (!value) return;
    Candidate candidate{.statement = i};
    DataFlowStep& step = candidate.step;
    step.set_parallelism(ParallelismOf(statements_, statement));
    bool reads_data = false;
    for (const Use& use : UsesOf(statements_, statement)) {
      if (use.is_write) {
        AddOnce(candidate.outputs, use.name);
        continue;
      }
      if (!IsDataUse(use)) continue;
      reads_data = true;
      const auto& inputs = step.inputs();
      const std::string name = ToDisplayText(use.name);
      if (std::find(inputs.begin(), inputs.end(), name) == inputs.end()) step.add_inputs(name);
    }
    const python::Value known = values_.Of(value);
    const bool is_tensor = known.type == ValueType::kTensor;
    const bool communicates = !step.parallelism().empty() && step.parallelism() != "rng tracker";
    has_tensors_ = has_tensors_ || is_tensor;
    const bool is_number = !is_tensor && !candidate.outputs.empty() &&
                           std::all_of(candidate.outputs.begin(), candidate.outputs.end(),
                                       [](const auto& name) { return IsNamedLikeNumber(name); });
    const bool is_data = (is_tensor || reads_data || communicates) && !is_number &&
                         !CannotBeData(known.type) &&
                         !IsAboutData(python::WithoutParentheses(value));
    if (statement.kind == Step::KIND_CALL && !communicates && candidate.outputs.empty()) return;
    if (!is_data) {
      for (const std::string& output : candidate.outputs) data_.erase(output);
      return;
    }
    for (const std::string& output : candidate.outputs) data_.insert(output);
    const bool is_in_place = statement.node.named_child(0).Is(Kind::kAugmentedAssignment);
    if (!Transforms(value) && !is_in_place) return;
    Describe(i, value, candidate);
    steps_.push_back(std::move(candidate));
  }

  // Data itself, not its shape: `x` in f(x), not in x.size(0).
  bool IsDataUse(const Use& use) const {
    if (data_.count(use.name) == 0 && !values_.IsTensor(use.node)) return false;
    const Node parent = use.node.parent();
    return !parent.Is(Kind::kAttribute) || use.node.field() != Field::kObject ||
           !IsAboutData(parent);
  }

  void Describe(int i, Node value, Candidate& candidate) const {
    DataFlowStep& step = candidate.step;
    const bool is_result = statements_[i].kind == Step::KIND_RETURN;
    const Node inner = statements_[i].node.named_child(0);
    const bool is_in_place = inner.Is(Kind::kAugmentedAssignment);
    step.set_operation(OneLine((is_in_place ? inner : value).text(), kMaxOperationBytes));
    if (candidate.outputs.empty() && !is_result) {
      // A collective in place: what goes in comes out.
      candidate.outputs.assign(step.inputs().begin(), step.inputs().end());
    }
    step.set_output(is_result ? "return" : ToDisplayText(absl::StrJoin(candidate.outputs, ", ")));
    const TensorFact& fact = tensors_.OfStatement(i);
    step.set_shape(ToDisplayText(TextOf(fact.shape)));
    step.set_dtype(fact.dtype);
    if (fact.shape) step.set_shape_source(fact.source);
    *step.mutable_range() = ToProto(statements_.RangeOf(statements_[i], change::Side::kRight));
  }

  // Steps whose output goes on: into another step, a result, an attribute, other ranks.
  void KeepConnected() {
    std::set<std::string> wanted;
    for (size_t k = steps_.size(); k-- > 0;) {
      Candidate& candidate = steps_[k];
      const bool is_end = statements_[candidate.statement].kind == Step::KIND_RETURN ||
                          !candidate.step.parallelism().empty();
      candidate.is_needed =
          is_end || std::any_of(candidate.outputs.begin(), candidate.outputs.end(),
                                [&](const std::string& output) {
                                  return absl::StartsWith(output, "self.") || wanted.count(output);
                                });
      if (!candidate.is_needed && !IsReadLater(candidate)) continue;
      candidate.is_needed = true;
      wanted.insert(candidate.step.inputs().begin(), candidate.step.inputs().end());
    }
    steps_.erase(std::remove_if(steps_.begin(), steps_.end(),
                                [](const Candidate& step) { return !step.is_needed; }),
                 steps_.end());
  }

  // By a statement that is no step itself: `return x`, a call.
  bool IsReadLater(const Candidate& candidate) const {
    for (int i = candidate.statement + 1; i < statements_.size(); ++i) {
      const Step::Kind kind = statements_[i].kind;
      if (kind != Step::KIND_RETURN && kind != Step::KIND_CALL && kind != Step::KIND_ASSIGNMENT) {
        continue;
      }
      for (const Use& use : UsesOf(statements_, statements_[i])) {
        if (use.is_write) continue;
        const auto& outputs = candidate.outputs;
        if (std::find(outputs.begin(), outputs.end(), use.name) != outputs.end()) return true;
      }
    }
    return false;
  }

  static void AddOnce(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  const Statements& statements_;
  const Tensors& tensors_;
  const python::Values& values_;
  std::set<std::string> data_;  // Names that hold data here.
  std::vector<Candidate> steps_;
  bool has_tensors_ = false;
};

// The steps next to what changed, in order.
void KeepNearest(std::vector<Candidate>& steps, const std::vector<AlignedStatement>& aligned) {
  std::set<int> changed;
  for (const AlignedStatement& statement : aligned) {
    if (statement.after >= 0 && statement.status != Step::STATUS_KEPT) {
      changed.insert(statement.after);
    }
  }
  const auto distance = [&](const Candidate& step) {
    int least = 1 << 20;
    const auto next = changed.lower_bound(step.statement);
    if (next != changed.end()) least = *next - step.statement;
    if (next != changed.begin()) least = std::min(least, step.statement - *std::prev(next));
    return least;
  };
  std::stable_sort(steps.begin(), steps.end(), [&](const Candidate& a, const Candidate& b) {
    return distance(a) < distance(b);
  });
  steps.resize(kMaxSteps);
  std::sort(steps.begin(), steps.end(),
            [](const Candidate& a, const Candidate& b) { return a.statement < b.statement; });
}

}  // namespace

v1::DataFlow DataFlowOf(const Statements& after, const std::vector<AlignedStatement>& aligned,
                        const Tensors& tensors, const python::Values& values) {
  std::vector<Candidate> steps = FlowCollector(after, tensors, values).Collect();
  if (steps.size() > kMaxSteps) KeepNearest(steps, aligned);
  v1::DataFlow flow;
  if (steps.size() < 2) return flow;
  for (Candidate& candidate : steps) *flow.add_steps() = std::move(candidate.step);
  return flow;
}

}  // namespace allreview::analysis
