// Values of attributes and subscripts.

#include <limits>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/python/evaluator.h"

namespace allreview::python {
namespace {

constexpr int kMaxBases = 3;

bool IsSelf(Node node) {
  return node.Is(Kind::kIdentifier) && (node.text() == "self" || node.text() == "cls");
}

// `pg_collection.tp`, `self.model_comm_pgs.cp`.
bool IsGroupCollection(Node object) {
  if (object.Is(Kind::kAttribute)) object = object.child(Field::kAttribute);
  return absl::EndsWith(object.text(), "pg_collection") ||
         absl::EndsWith(object.text(), "_comm_pgs");
}

bool IsTarget(Node node) {
  const Node parent = node.parent();
  return parent.Is(Kind::kPatternList) || parent.Is(Kind::kTuplePattern) ||
         parent.Is(Kind::kAsPatternTarget) ||
         (parent.Is(Kind::kForStatement) && node.field() == Field::kLeft);
}

}  // namespace

// "torch.float32", "math.inf".
Value Values::Evaluator::OfDottedName(absl::string_view name) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (absl::string_view space : {"math.", "numpy.", "torch."}) {
    absl::string_view rest = name;
    if (!absl::ConsumePrefix(&rest, space)) continue;
    if (rest == "inf") return {.type = ValueType::kNumber, .number = kInfinity};
    if (rest == "nan" || rest == "pi" || rest == "e" || rest == "tau") {
      return {.type = ValueType::kNumber};
    }
    if (space != "torch.") return {};
    if (const std::optional<Dtype> dtype = DtypeNamed(rest)) {
      return {.type = ValueType::kDtype, .dtype = *dtype};
    }
    if (rest == "distributed.group.WORLD" || rest == "distributed.GroupMember.WORLD") {
      return {.type = ValueType::kProcessGroup};
    }
  }
  return {};
}

Value Values::Evaluator::OfAttribute(Node attribute) {
  const Node object = WithoutParentheses(attribute.child(Field::kObject));
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  if (IsSelf(object)) {
    if (const Definition* a_class = module_.EnclosingClass(attribute)) {
      const Value value = OfSelfAttribute(*a_class, name, 0);
      if (value.type != ValueType::kUnknown) return value;
    }
    if (IsNamedLikeProcessGroup(name)) return {.type = ValueType::kProcessGroup};
    return {};
  }
  const Value dotted = OfDottedName(module_.Resolve(attribute));
  if (dotted.type != ValueType::kUnknown) return dotted;
  if (object.Is(Kind::kCall) &&
      (module_.Calls(object, "torch.finfo") || module_.Calls(object, "torch.iinfo"))) {
    return {.type = ValueType::kNumber};
  }
  if (IsGroupCollection(object) || (name != "group" && IsNamedLikeProcessGroup(name))) {
    return {.type = ValueType::kProcessGroup};
  }
  const Value value = Of(object);
  const bool is_tensor = value.type == ValueType::kTensor;
  if (is_tensor && name == "dtype") return {.type = ValueType::kDtype, .dtype = value.dtype};
  if (is_tensor && name == "device") return {.type = ValueType::kDevice, .device = value.device};
  switch (ResultOfTensorAttribute(name)) {
    case TorchResult::kNumbers:
      return {.type = ValueType::kSequence, .element = ValueType::kNumber};
    case TorchResult::kNumber:
      return {.type = ValueType::kNumber};
    case TorchResult::kBool:
      return is_tensor ? Value{.type = ValueType::kBool} : Value();
    case TorchResult::kTensor:
      if (value.type == ValueType::kNumpy) return value;
      if (name == "main_grad") return {.type = ValueType::kTensor};
      return is_tensor ? value : Value();
    default:
      return {};
  }
}

void Values::Evaluator::CollectOtherWrites() {
  other_writes_.emplace();
  for (Node node : module_.tree().root().descendants(Kind::kAttribute)) {
    if (node.child(Field::kObject).text() != "self") continue;
    const Node parent = node.parent();
    const bool is_augmented = parent.Is(Kind::kAugmentedAssignment) && node.field() == Field::kLeft;
    if (!is_augmented && !IsTarget(node)) continue;
    const Definition* a_class = module_.EnclosingClass(node);
    if (a_class == nullptr) continue;
    const int index = static_cast<int>(a_class - module_.definitions().data());
    (*other_writes_)[{index, node.child(Field::kAttribute).text()}].push_back(
        is_augmented ? parent : Node());
  }
}

const Definition* Values::Evaluator::OwnClass(Node base) const {
  const std::string as_written = module_.ResolveAsWritten(base);
  absl::string_view name = as_written;
  if (!absl::ConsumePrefix(&name, ":")) return nullptr;
  const Definition* definition = module_.FindDefinition(name);
  return definition != nullptr && definition->kind == Definition::Kind::kClass ? definition
                                                                               : nullptr;
}

Value Values::Evaluator::OfSelfAttribute(const Definition& a_class, absl::string_view name,
                                         int depth) {
  return FixedPoint(&a_class, name, [&] { return ComputeSelfAttribute(a_class, name, depth); })
      .value_or(Value());
}

Value Values::Evaluator::ComputeSelfAttribute(const Definition& a_class, absl::string_view name,
                                              int depth) {
  const size_t position = pending_.size() - 1;
  std::optional<Value> all;
  for (Node assigned : module_.SelfAttributeValues(a_class, name)) {
    while (assigned.Is(Kind::kAssignment)) assigned = assigned.child(Field::kRight);
    Value value = Of(assigned);
    const Node assignment = assigned.parent();
    if (value.type == ValueType::kUnknown && assignment.Is(Kind::kAssignment)) {
      value = ValueOfAnnotation(module_, assignment.child(Field::kType));
    }
    all = all ? Join(*all, value) : value;
    // `self.total = self.total + x` is of the kind that the first value says.
    if (!pending_[position].assumed) pending_[position].assumed = all;
  }
  if (!all) {
    const Value variable = OfClassVariable(a_class, name);
    if (variable.type != ValueType::kUnknown) all = variable;
  }
  for (size_t i = 0; !all && i < a_class.bases.size() && depth < kMaxBases; ++i) {
    const Definition* base = OwnClass(a_class.bases[i]);
    if (base == nullptr || base == &a_class) continue;
    const Value inherited = OfSelfAttribute(*base, name, depth + 1);
    if (inherited.type != ValueType::kUnknown) return inherited;
  }
  if (!all) return {};
  if (!other_writes_) CollectOtherWrites();
  const int index = static_cast<int>(&a_class - module_.definitions().data());
  const auto writes = other_writes_->find({index, name});
  if (writes == other_writes_->end()) return *all;
  for (Node write : writes->second) {
    if (!write) return {};
    all = Join(*all, Operate("+", *all, Of(write.child(Field::kRight))));
  }
  return *all;
}

// A variable in the body of the class, or what register_buffer made.
Value Values::Evaluator::OfClassVariable(const Definition& a_class, absl::string_view name) {
  const Scopes& scopes = module_.scopes();
  const Node body = a_class.body;
  if (!body) return {};
  std::vector<const Binding*> bindings;
  for (const Binding& binding : scopes.BindingsOf(scopes.ScopeOf(body), name)) {
    if (binding.kind != Binding::Kind::kDefinition) bindings.push_back(&binding);
  }
  if (!bindings.empty()) return JoinOf(bindings);
  const Definition* method = module_.FindDefinition(a_class.name + "." + std::string(name));
  if (method != nullptr && method->decorators.size() == 1 &&
      absl::EndsWith(method->decorators[0].text(), "property")) {
    return ValueOfAnnotation(module_, method->return_type);
  }
  if (!buffers_) CollectBuffers();
  const int index = static_cast<int>(&a_class - module_.definitions().data());
  return buffers_->count({index, name}) != 0 ? Value{.type = ValueType::kTensor} : Value();
}

void Values::Evaluator::CollectBuffers() {
  buffers_.emplace();
  for (Node node : module_.tree().root().descendants(Kind::kCall)) {
    const absl::string_view function = node.child(Field::kFunction).text();
    if (function != "self.register_buffer" && function != "self.register_parameter") continue;
    const Definition* a_class = module_.EnclosingClass(node);
    const absl::string_view name = Module::StringContent(Argument(node, 0, "name"));
    if (a_class == nullptr || name.empty()) continue;
    buffers_->insert({static_cast<int>(a_class - module_.definitions().data()), name});
  }
}

Value Values::Evaluator::OfSubscript(Node subscript) {
  const Value value = Of(subscript.child(Field::kValue));
  switch (value.type) {
    case ValueType::kTensor:
    case ValueType::kNumpy:
      return value;
    case ValueType::kString:
      return {.type = ValueType::kString};
    case ValueType::kSequence: {
      const Node index = subscript.child(Field::kSubscript);
      if (index.Is(Kind::kSlice)) return value;
      return {.type = value.element, .device = value.device, .dtype = value.dtype};
    }
    default:
      return {.device = value.device};
  }
}

}  // namespace allreview::python
