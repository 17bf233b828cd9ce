#include "analyzers/python/evaluator.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzers/python/reaching.h"

namespace allreview::python {
namespace {

constexpr int kMaxDepth = 64;
// Evaluations for one question. Only code made to be expensive needs more.
constexpr int kMaxEvaluations = 4'000;

bool IsNamedLikeTensor(absl::string_view name) {
  for (absl::string_view known :
       {"loss_mask", "logits", "hidden_states", "probs", "routing_map", "scores"}) {
    if (name == known) return true;
  }
  return absl::StartsWith(name, "cu_seqlens");
}

// Position of the target among its siblings; -1 where a star makes that uncertain.
int PositionIn(Node pattern, Node target) {
  int i = 0;
  for (Node child : pattern.named_children()) {
    if (child.Is(Kind::kListSplatPattern)) return -1;
    if (child == target) return i;
    ++i;
  }
  return -1;
}

bool IsPattern(Node node) {
  return node.Is(Kind::kPatternList) || node.Is(Kind::kTuplePattern) || node.Is(Kind::kListPattern);
}

bool IsDisplay(Node node) {
  return node.Is(Kind::kTuple) || node.Is(Kind::kExpressionList) || node.Is(Kind::kList);
}

}  // namespace

Value Values::Evaluator::Of(Node expression) {
  expression = WithoutParentheses(expression);
  if (!expression) return {};
  const auto known = known_.find(expression.index());
  if (known != known_.end()) return known->second;
  if (depth_ == 0) budget_ = kMaxEvaluations;
  if (depth_ >= kMaxDepth || --budget_ < 0) {
    touched_ = kCutOff;
    return {};
  }
  ++depth_;
  const int outer_touched = std::exchange(touched_, kNothingPending);
  const Value value = Compute(expression);
  --depth_;
  if (touched_ == kNothingPending) known_.emplace(expression.index(), value);
  // What was cut off for its depth is so for this question alone.
  touched_ = depth_ == 0 ? kNothingPending : std::min(touched_, outer_touched);
  return value;
}

Value Values::Evaluator::OfIdentifier(Node identifier) {
  return JoinOf(DefinitionsThatMayReach(module_.scopes(), identifier));
}

Value Values::Evaluator::JoinOf(const std::vector<const Binding*>& bindings) {
  std::optional<Value> all;
  for (const Binding* binding : bindings) {
    const std::optional<Value> value =
        FixedPoint(binding, "", [&] { return ComputeBinding(*binding); });
    if (value) all = all ? Join(*all, *value) : *value;
    if (all && all->type == ValueType::kUnknown) return {};
  }
  return all.value_or(Value());
}

Value Values::Evaluator::ComputeBinding(const Binding& binding) {
  switch (binding.kind) {
    case Binding::Kind::kImport:
      return OfDottedName(module_.Absolute(binding.imported));
    case Binding::Kind::kParameter:
      return OfParameter(binding);
    case Binding::Kind::kLoop:
      return OfLoopTarget(binding);
    case Binding::Kind::kAugmented: {
      const Node statement = binding.node.parent();
      absl::string_view op = statement.child(Field::kOperator).text();
      if (absl::EndsWith(op, "=")) op.remove_suffix(1);
      return Operate(op, Of(binding.node), Of(statement.child(Field::kRight)));
    }
    case Binding::Kind::kAssignment: {
      const Node statement = binding.node.parent();
      if (!binding.value) {
        Node assignment = binding.node;
        while (assignment && !assignment.Is(Kind::kAssignment)) assignment = assignment.parent();
        Node value = assignment.child(Field::kRight);
        while (value.Is(Kind::kAssignment)) value = value.child(Field::kRight);
        return OfUnpacked(binding.node, assignment.child(Field::kLeft), value);
      }
      const Value value = Of(binding.value);
      if (value.type != ValueType::kUnknown || !statement.Is(Kind::kAssignment)) return value;
      return ValueOfAnnotation(module_, statement.child(Field::kType));
    }
    default:
      return {};
  }
}

Value Values::Evaluator::OfParameter(const Binding& binding) {
  const Node parent = binding.node.parent();
  if (parent.Is(Kind::kDictionarySplatPattern)) return {.type = ValueType::kDict};
  if (parent.Is(Kind::kListSplatPattern)) {
    return SequenceOf(ValueOfAnnotation(module_, parent.parent().child(Field::kType)));
  }
  const Value annotated = ValueOfAnnotation(module_, parent.child(Field::kType));
  if (annotated.type != ValueType::kUnknown || parent.child(Field::kType)) return annotated;
  const Node default_value = parent.child(Field::kValue);
  if (default_value.Is(Kind::kTrue) || default_value.Is(Kind::kFalse)) {
    return {.type = ValueType::kBool};
  }
  if (default_value.Is(Kind::kString)) return {.type = ValueType::kString};
  // A name says something only where nothing else does.
  if (module_.scopes().BindingsOf(binding.scope, binding.name).size() > 1) return {};
  if (IsNamedLikeTensor(binding.name)) return {.type = ValueType::kTensor};
  if (IsNamedLikeProcessGroup(binding.name)) return {.type = ValueType::kProcessGroup};
  return {};
}

// `target` is somewhere in `pattern`, which takes `value` apart.
Value Values::Evaluator::OfUnpacked(Node target, Node pattern, Node value) {
  value = WithoutParentheses(value);
  // The child of the pattern on the way to the target.
  Node child = target;
  while (child && child != pattern && child.parent() != pattern) child = child.parent();
  if (!child || !IsPattern(pattern)) return {};
  const int position = PositionIn(pattern, child);
  if (IsDisplay(value) && position >= 0 &&
      value.named_child_count() == pattern.named_child_count()) {
    const Node part = value.named_child(position);
    if (part.Is(Kind::kListSplat)) return {};
    return child == target ? Of(part) : OfUnpacked(target, child, part);
  }
  if (child != target || child.Is(Kind::kListSplatPattern)) return {};
  return ElementOf(value);
}

Value Values::Evaluator::OfLoopTarget(const Binding& binding) {
  Node loop = binding.node.parent();
  while (loop && !loop.Is(Kind::kForStatement) && !loop.Is(Kind::kForInClause)) {
    loop = loop.parent();
  }
  const Node left = loop.child(Field::kLeft);
  const Node iterable = WithoutParentheses(loop.child(Field::kRight));
  if (left == binding.node) return ElementOf(iterable);
  if (!iterable.Is(Kind::kCall) || left != binding.node.parent()) return {};
  const int position = PositionIn(left, binding.node);
  const Arguments arguments = ArgumentsOf(iterable);
  if (position < 0 || arguments.has_star) return {};
  const std::string function = module_.Resolve(iterable.child(Field::kFunction));
  if (function == "builtins.enumerate" && !arguments.positional.empty()) {
    return position == 0 ? Value{.type = ValueType::kNumber} : ElementOf(arguments.positional[0]);
  }
  if (function == "builtins.zip" && position < static_cast<int>(arguments.positional.size())) {
    return ElementOf(arguments.positional[position]);
  }
  return {};
}

Value Values::Evaluator::ElementOf(Node iterable) {
  const Value value = Of(iterable);
  if (value.type == ValueType::kTensor) return value;
  if (value.type != ValueType::kSequence) return {};
  return {.type = value.element, .device = value.device, .dtype = value.dtype};
}

// What all elements of a list, a tuple or a set have in common.
Value Values::Evaluator::OfElements(Node collection) {
  std::optional<Value> all;
  for (Node child : collection.named_children()) {
    if (child.Is(Kind::kComment) || child.Is(Kind::kLineContinuation)) continue;
    const bool is_star = child.Is(Kind::kListSplat);
    const Value value = is_star ? ElementOf(child.named_child(0)) : Of(child);
    all = all ? Join(*all, value) : value;
  }
  return all.value_or(Value());
}

Value Values::Evaluator::Compute(Node node) {
  switch (node.kind()) {
    case Kind::kIdentifier:
      return OfIdentifier(node);
    case Kind::kAttribute:
      return OfAttribute(node);
    case Kind::kCall:
      return OfCall(node);
    case Kind::kSubscript:
      return OfSubscript(node);
    case Kind::kBinaryOperator:
      return Operate(node.child(Field::kOperator).text(), Of(node.child(Field::kLeft)),
                     Of(node.child(Field::kRight)));
    case Kind::kUnaryOperator: {
      Value value = Of(node.child(Field::kArgument));
      if (node.child(Field::kOperator).text() == "-" && value.number) {
        value.number = -*value.number;
      } else {
        value.number.reset();
      }
      return value;
    }
    case Kind::kComparisonOperator: {
      for (Node child : node.children()) {
        const absl::string_view text = child.text();
        if (text == "is" || text == "in" || text == "not in" || text == "is not") {
          return {.type = ValueType::kBool};
        }
      }
      if (node.named_child_count() != 2) return {.type = ValueType::kBool};
      return Operate("==", Of(node.named_child(0)), Of(node.named_child(1)));
    }
    case Kind::kNotOperator:
    case Kind::kTrue:
    case Kind::kFalse:
      return {.type = ValueType::kBool};
    case Kind::kBooleanOperator:
      return Join(Of(node.child(Field::kLeft)), Of(node.child(Field::kRight)));
    case Kind::kConditionalExpression:
      return Join(Of(node.named_child(0)), Of(node.named_child(2)));
    case Kind::kNamedExpression:
      return Of(node.child(Field::kValue));
    case Kind::kNone:
      return {.type = ValueType::kNone};
    case Kind::kInteger:
    case Kind::kFloat:
      return OfLiteral(node);
    case Kind::kString:
    case Kind::kConcatenatedString:
      return {.type = ValueType::kString, .device = DeviceNamed(Module::StringContent(node))};
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kExpressionList:
      return SequenceOf(OfElements(node));
    case Kind::kListComprehension:
    case Kind::kGeneratorExpression:
      return SequenceOf(Of(node.child(Field::kBody)));
    case Kind::kDictionary:
    case Kind::kDictionaryComprehension:
      return {.type = ValueType::kDict};
    case Kind::kSet:
    case Kind::kSetComprehension:
      return {.type = ValueType::kSet};
    default:
      return {};
  }
}

Values::Values(const Module& module) : evaluator_(std::make_unique<Evaluator>(module)) {}
Values::~Values() = default;
Value Values::Of(Node expression) const { return evaluator_->Of(expression); }
Value Values::ElementOf(Node iterable) const { return evaluator_->ElementOf(iterable); }

}  // namespace allreview::python
