#include "services/analysis/change_model/stories/data_flow.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/reach/condition.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/communication.h"
#include "services/analysis/change_model/stories/data_names.h"
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

struct Candidate {
  int statement = 0;
  DataFlowStep step = {};
  std::vector<std::string> outputs = {};
  bool is_needed = false;
};

void AddOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

struct FunctionFacts {
  const Statements& statements;
  const Tensors& tensors;
  const python::Values& values;
  const StateUses& states;
  std::vector<std::vector<Use>> uses;  // By statement.
};

class FlowCollector {
 public:
  // `follows_all`: every value, where a function has no tensors.
  FlowCollector(const FunctionFacts& facts, bool follows_all)
      : facts_(facts),
        statements_(facts.statements),
        tensors_(facts.tensors),
        values_(facts.values),
        follows_all_(follows_all) {
    for (const python::Parameter& parameter : statements_.definition().parameters) {
      AddParameter(parameter);
    }
    for (int i = 0; i < statements_.size(); ++i) {
      const Step::Kind kind = statements_[i].kind;
      if (kind != Step::KIND_RETURN && kind != Step::KIND_CALL && kind != Step::KIND_ASSIGNMENT &&
          kind != Step::KIND_LOOP) {
        continue;
      }
      for (const Use& use : facts.uses[i]) {
        if (!use.is_write) last_read_[use.name] = i;
      }
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
    return has_tensors_ || follows_all_ ? std::move(steps_) : std::vector<Candidate>();
  }

 private:
  void AddParameter(const python::Parameter& parameter) {
    const bool is_tensor =
        parameter.annotation
            ? python::ValueOfAnnotation(statements_.module(), parameter.annotation).type ==
                  ValueType::kTensor
            : IsNamedLikeData(parameter.name);
    const bool is_followed = follows_all_ && !reach::IsNamedLikeSettings(parameter.name) &&
                             parameter.name != SelfOf(statements_);
    if (!is_tensor && !is_followed && !tensors_.OfVariable(parameter.name).shape) return;
    data_.insert(std::string(parameter.name));
    has_tensors_ = has_tensors_ || !is_followed || is_tensor;
  }

  // The expression that is assigned, returned, run or run over. Null: no such statement.
  static Node ValueOf(const Statement& statement) {
    const Node inner = statement.node.named_child(0);
    switch (statement.kind) {
      case Step::KIND_ASSIGNMENT:
        return inner.child(Field::kRight);
      case Step::KIND_RETURN:
        return inner.Is(Kind::kYield) ? inner.named_child(0) : inner;
      case Step::KIND_CALL:
        return inner;
      case Step::KIND_LOOP:
        return statement.node.Is(Kind::kForStatement) ? statement.node.child(Field::kRight)
                                                      : Node();
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
    const bool reads_data = ReadUses(i, candidate);
    WriteInPlace(i, value, reads_data, candidate);
    const python::Value known = values_.Of(value);
    const bool is_tensor = known.type == ValueType::kTensor;
    const bool communicates = !step.parallelism().empty() && step.parallelism() != "rng tracker";
    has_tensors_ = has_tensors_ || is_tensor;
    const bool is_number = !is_tensor && !candidate.outputs.empty() &&
                           std::all_of(candidate.outputs.begin(), candidate.outputs.end(),
                                       [](const auto& name) { return IsNamedLikeNumber(name); });
    const bool is_loop = statement.kind == Step::KIND_LOOP;
    const bool touches_state = !facts_.states.Of(i).empty();
    const bool is_data = (is_tensor || reads_data || communicates || touches_state) &&
                         (follows_all_ || (!is_number && !CannotBeData(known.type))) &&
                         !IsAboutData(python::WithoutParentheses(value));
    if (statement.kind == Step::KIND_CALL && !communicates && candidate.outputs.empty()) return;
    if (!is_data) {
      for (const std::string& output : candidate.outputs) data_.erase(output);
      return;
    }
    for (const std::string& output : candidate.outputs) data_.insert(output);
    const bool is_in_place = statement.node.named_child(0).Is(Kind::kAugmentedAssignment);
    if (!Transforms(value) && !is_in_place && !is_loop && !WritesState(i)) return;
    Describe(i, value, candidate);
    steps_.push_back(std::move(candidate));
  }

  // What the statement reads and binds. Whether it reads data.
  bool ReadUses(int i, Candidate& candidate) {
    bool reads_data = false;
    std::vector<std::string> inputs;
    for (const Use& use : facts_.uses[i]) {
      // What holds settings goes everywhere, and says nothing.
      if (reach::IsNamedLikeSettings(use.name)) continue;
      if (use.is_write) {
        AddOnce(candidate.outputs, use.name);
      } else if (IsDataUse(use)) {
        reads_data = true;
        AddOnce(inputs, use.name);
      }
    }
    for (const StateUse& use : facts_.states.Of(i)) {
      reads_data = reads_data || !use.is_write;
      AddOnce(use.is_write ? candidate.outputs : inputs, use.name);
    }
    for (const std::string& name : inputs) candidate.step.add_inputs(ToDisplayText(name));
    return reads_data;
  }

  bool WritesState(int i) const {
    const std::vector<StateUse>& uses = facts_.states.Of(i);
    return std::any_of(uses.begin(), uses.end(), [](const StateUse& use) { return use.is_write; });
  }

  // `xs.append(y)` changes xs; a collective changes the argument that it fills, and reads it only
  // where it works in place.
  void WriteInPlace(int i, Node value, bool reads_data, Candidate& candidate) {
    if (!value.Is(Kind::kCall)) return;
    const Node function = value.child(Field::kFunction);
    const Node object = function.Is(Kind::kAttribute) ? function.child(Field::kObject) : Node();
    if (reads_data && object.Is(Kind::kIdentifier) && IsLocal(i, object.text()) &&
        ChangesObject(function.child(Field::kAttribute).text())) {
      AddOnce(candidate.outputs, std::string(object.text()));
    }
    const rules::Collective* op = rules::FindCollective(statements_.module(), value);
    const Node filled = op == nullptr ? Node() : op->ArgumentOf(value, op->output);
    if (!filled.Is(Kind::kIdentifier)) return;
    const std::string name(filled.text());
    AddOnce(candidate.outputs, name);
    if (op->is_in_place()) return;
    auto& inputs = *candidate.step.mutable_inputs();
    inputs.erase(std::remove(inputs.begin(), inputs.end(), ToDisplayText(name)), inputs.end());
  }

  bool IsLocal(int i, absl::string_view name) const {
    const std::vector<Use>& uses = facts_.uses[i];
    return std::any_of(uses.begin(), uses.end(), [&](const Use& use) { return use.name == name; });
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
    // What is written in place shows in the statement alone.
    const bool is_in_place = inner.Is(Kind::kAugmentedAssignment) ||
                             (!Transforms(value) && statements_[i].kind != Step::KIND_LOOP);
    const std::string text = OneLine((is_in_place ? inner : value).text(), kMaxOperationBytes);
    step.set_operation(statements_[i].kind == Step::KIND_LOOP ? absl::StrCat("each of ", text)
                                                              : text);
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
                                  return absl::StartsWith(output, "self.") ||
                                         wanted.count(output) || IsReadAfter(candidate, output);
                                });
      if (candidate.is_needed) {
        wanted.insert(candidate.step.inputs().begin(), candidate.step.inputs().end());
      }
    }
    std::erase_if(steps_, [](const Candidate& step) { return !step.is_needed; });
  }

  // By a statement that is no step itself: `return x`, a call.
  bool IsReadAfter(const Candidate& candidate, const std::string& output) const {
    const auto last = last_read_.find(output);
    return last != last_read_.end() && last->second > candidate.statement;
  }

  const FunctionFacts& facts_;
  const Statements& statements_;
  const Tensors& tensors_;
  const python::Values& values_;
  const bool follows_all_;
  std::set<std::string> data_;            // Names that hold data here.
  std::map<std::string, int> last_read_;  // By name: the last statement that reads it.
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
                        const FlowKnowledge& knowledge) {
  const StateUses states(after, knowledge.names);
  FunctionFacts facts = {after, knowledge.tensors, knowledge.values, states, {}};
  for (const Statement& statement : after.all()) facts.uses.push_back(UsesOf(after, statement));
  std::vector<Candidate> steps = FlowCollector(facts, /*follows_all=*/false).Collect();
  if (steps.empty()) steps = FlowCollector(facts, /*follows_all=*/true).Collect();
  if (steps.size() > kMaxSteps) KeepNearest(steps, aligned);
  v1::DataFlow flow;
  for (Candidate& candidate : steps) *flow.add_steps() = std::move(candidate.step);
  return flow;
}

}  // namespace allreview::analysis
