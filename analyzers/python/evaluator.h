#ifndef ANALYZERS_PYTHON_EVALUATOR_H_
#define ANALYZERS_PYTHON_EVALUATOR_H_

// What Values is made of: names in evaluator.cc, operators in operations.cc, calls in calls.cc and
// methods.cc, attributes in attributes.cc.
//
// Definitions may depend on themselves through loops: `x = x + 1`. Such a definition is evaluated
// again with its own result, until that no longer changes; what was computed of a preliminary
// result is not remembered.

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/python/torch_names.h"
#include "analyzers/python/values.h"

namespace allreview::python {

// What two values have in common; None yields to what it stands in for.
Value Join(const Value& a, const Value& b);
// Several tensors (or what `element` is).
Value SequenceOf(const Value& element);
Value OfLiteral(Node number);
// Result of `left op right`.
Value Operate(absl::string_view op, const Value& left, const Value& right);

class Values::Evaluator {
 public:
  explicit Evaluator(const Module& module) : module_(module) {}

  Value Of(Node expression);
  Value ElementOf(Node iterable);

 private:
  // A binding or, with its name, an attribute of a class.
  struct Pending {
    const void* owner;
    absl::string_view name;
    std::optional<Value> assumed;
  };
  static constexpr int kCutOff = -1;
  static constexpr int kMaxRounds = 4;
  static constexpr int kNothingPending = std::numeric_limits<int>::max();

  Value Compute(Node node);
  // Nullopt: it is under evaluation already, and nothing is known of it yet.
  template <typename Function>
  std::optional<Value> FixedPoint(const void* owner, absl::string_view name, Function compute);
  // evaluator.cc
  Value OfIdentifier(Node identifier);
  Value JoinOf(const std::vector<const Binding*>& bindings);
  Value ComputeBinding(const Binding& binding);
  Value OfParameter(const Binding& binding);
  Value OfUnpacked(Node target, Node pattern, Node value);
  Value OfLoopTarget(const Binding& binding);
  Value OfElements(Node collection);
  // attributes.cc
  Value OfDottedName(absl::string_view name) const;
  Value OfAttribute(Node attribute);
  Value OfSelfAttribute(const Definition& a_class, absl::string_view name, int depth);
  Value ComputeSelfAttribute(const Definition& a_class, absl::string_view name, int depth);
  Value OfClassVariable(const Definition& a_class, absl::string_view name);
  const Definition* OwnClass(Node base) const;
  void CollectOtherWrites();
  void CollectBuffers();
  Value OfSubscript(Node subscript);
  // calls.cc
  Value OfCall(Node call);
  Value OfBuiltin(absl::string_view name, Node call);
  Value OfDistributed(absl::string_view name, Node call);
  Value OfCuda(absl::string_view name) const;
  Value OfTorch(const std::string& name, Node call);
  Value OfFactory(absl::string_view name, Node call);
  DeviceType DefaultDeviceAt(Node call);
  Value WithOptions(Node call, Value tensor);
  DeviceType DeviceOf(Node device);
  Value OfOwn(Node function) const;
  bool IsModuleClass(const Definition& a_class, int depth) const;
  // methods.cc
  Value OfModuleCall(Node function);
  Value OfMethod(Node call, Node function);
  Value OfTensorMethod(Node call, const Value& tensor, absl::string_view method);
  Value Moved(Node call, Value tensor);
  Value Shaped(TorchResult result, absl::string_view name, Node call, Value tensor);
  Value CommonOfArguments(absl::string_view name, Node call);

  const Module& module_;
  absl::flat_hash_map<uint32_t, Value> known_;  // By node.
  std::vector<Pending> pending_;                // Definitions under evaluation.
  int touched_ = kNothingPending;  // First of pending_ that the current value depends on.
  int depth_ = 0, budget_ = 0;
  std::optional<bool> sets_default_device_;
  // Writes to self.x that are no plain assignment, by class and name. Null: unpacking and the like.
  std::optional<std::map<std::pair<int, absl::string_view>, std::vector<Node>>> other_writes_;
  std::optional<std::set<std::pair<int, absl::string_view>>> buffers_;  // Likewise.
};

template <typename Function>
std::optional<Value> Values::Evaluator::FixedPoint(const void* owner, absl::string_view name,
                                                   Function compute) {
  for (size_t i = 0; i < pending_.size(); ++i) {
    if (pending_[i].owner != owner || pending_[i].name != name) continue;
    touched_ = std::min(touched_, static_cast<int>(i));
    return pending_[i].assumed;
  }
  const int position = static_cast<int>(pending_.size());
  const int outer_touched = std::exchange(touched_, kNothingPending);
  pending_.push_back({owner, name, std::nullopt});
  Value value;
  for (int round = 0;; ++round) {
    value = compute();
    if (touched_ == kCutOff || touched_ > position) break;
    if (round > 0 && pending_.back().assumed == value) break;
    if (round > 0 && touched_ < position) break;  // The outer definition comes round again.
    if (round == kMaxRounds) {
      value = {};
      break;
    }
    pending_.back().assumed = value;
  }
  pending_.pop_back();
  if (touched_ >= position) touched_ = kNothingPending;
  touched_ = std::min(touched_, outer_touched);
  return value;
}

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_EVALUATOR_H_
