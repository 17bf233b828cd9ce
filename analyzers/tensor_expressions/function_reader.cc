#include "analyzers/tensor_expressions/function_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/tensor_expressions/roles.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxDepth = 3;

// `x`, `self.x`, `a.b.c`.
bool IsPath(Node node) {
  while (node.Is(Kind::kAttribute)) node = node.child(Field::kObject);
  return node.Is(Kind::kIdentifier);
}

bool IsSelfAttribute(Node node) {
  return node.Is(Kind::kAttribute) && node.child(Field::kObject).text() == "self";
}

// x.shape[0], x.size(0), x.numel(): a number.
bool IsOneSize(Node expression) {
  if (expression.Is(Kind::kSubscript)) {
    const Node index = expression.child(Field::kSubscript);
    return !index.Is(Kind::kSlice) && !index.Is(Kind::kTuple);
  }
  if (!expression.Is(Kind::kCall)) return false;
  const Node callee = expression.child(Field::kFunction);
  if (!callee.Is(Kind::kAttribute)) return false;
  const absl::string_view name = callee.child(Field::kAttribute).text();
  return name == "numel" || (name == "size" && python::Argument(expression, 0, "dim"));
}

}  // namespace

FunctionReader::FunctionReader(const python::Module& module, const python::Definition& function,
                               Context context)
    : module_(module),
      function_(function),
      context_(std::move(context)),
      terms_(*context_.terms),
      values_(module),
      inputs_(terms_, module, values_, context_.find_value),
      evaluator_(terms_, *this) {
  for (const python::Parameter& parameter : function.parameters) {
    parameters_.emplace(parameter.name, &parameter);
  }
}

void FunctionReader::Read() { ReadBlock(function_.body); }

std::optional<Value> FunctionReader::ReadAsHelper(CallValues arguments) {
  if (!BindArguments(std::move(arguments))) return std::nullopt;
  ReadBlock(function_.body);
  if (return_count_ != 1 || has_open_branch_) return std::nullopt;
  return returned_;
}

// What a caller gives; defaults for the others. False: a parameter stays without value.
bool FunctionReader::BindArguments(CallValues arguments) {
  size_t next = 0;
  const bool is_method = function_.kind == python::Definition::Kind::kMethod;
  for (const python::Parameter& parameter : function_.parameters) {
    if (is_method && (parameter.name == "self" || parameter.name == "cls")) continue;
    const std::string name(parameter.name);
    if (parameter.kind == python::Parameter::Kind::kVarPositional ||
        parameter.kind == python::Parameter::Kind::kVarKeyword) {
      return false;
    }
    if (next < arguments.positional.size() &&
        parameter.kind != python::Parameter::Kind::kKeywordOnly) {
      variables_[name] = std::move(arguments.positional[next++]);
      continue;
    }
    bool is_given = false;
    for (auto& [keyword, value] : arguments.keywords) {
      if (keyword != name) continue;
      variables_[name] = std::move(value);
      is_given = true;
    }
    if (is_given) continue;
    if (!parameter.default_value) return false;
    variables_[name] = evaluator_.Evaluate(parameter.default_value);
  }
  return next == arguments.positional.size();
}

std::string FunctionReader::Resolve(Node expression) {
  // A local name that shadows a module's is no module.
  if (expression.Is(Kind::kIdentifier) && variables_.count(std::string(expression.text())) > 0) {
    return "";
  }
  return module_.Resolve(expression);
}

const python::Definition* FunctionReader::ClassAround() const {
  return module_.EnclosingClass(function_.node);
}

std::optional<Value> FunctionReader::Variable(Node name) {
  if (!IsPath(name)) return std::nullopt;
  const std::string text(name.text());
  const auto known = variables_.find(text);
  if (known != variables_.end()) return known->second;
  if (name.Is(Kind::kIdentifier)) {
    const auto parameter = parameters_.find(text);
    if (parameter == parameters_.end()) return std::nullopt;
    if (text == "self" || text == "cls") return Value{Unknown{Refusal::kUnknownValue, text}};
    Value value = inputs_.OfParameter(*parameter->second, name);
    variables_[text] = value;
    return value;
  }
  const python::Definition* a_class = IsSelfAttribute(name) ? ClassAround() : nullptr;
  const bool is_callee = name.parent().Is(Kind::kCall) && name.field() == Field::kFunction;
  if (a_class == nullptr || is_callee) return std::nullopt;
  const Value value = inputs_.OfSelfAttribute(*a_class, name);
  if (value.As<Unknown>() == nullptr) variables_[text] = value;
  return value;
}

// The same text means the same value until a name in it is bound again.
std::string FunctionReader::KeyOf(Node expression) const {
  std::string key(expression.text());
  const auto append = [&](Node node) {
    if (!node.Is(Kind::kIdentifier)) return;
    const auto version = versions_.find(std::string(node.text()));
    if (version != versions_.end()) absl::StrAppend(&key, "#", node.text(), version->second);
  };
  append(expression);
  for (const Node node : expression.descendants()) append(node);
  return key;
}

Value FunctionReader::Opaque(Node expression, const Unknown& why) {
  if (why.reason == Refusal::kShape && IsOneSize(expression)) {
    const auto [size, is_new] = opaque_.emplace(KeyOf(expression), Value());
    if (is_new) size->second = inputs_.OfSize(expression, expression.text());
    return size->second;
  }
  if (why.reason == Refusal::kShape || why.reason == Refusal::kInteger ||
      why.reason == Refusal::kUnsupportedSyntax) {
    return {why};
  }
  const bool is_tensor_like = expression.Is(Kind::kIdentifier) || expression.Is(Kind::kAttribute) ||
                              expression.Is(Kind::kCall) || expression.Is(Kind::kSubscript) ||
                              expression.Is(Kind::kBinaryOperator);
  if (!is_tensor_like || IsNoValue(expression)) return {why};
  const std::string key = KeyOf(expression);
  const auto known = opaque_.find(key);
  if (known != opaque_.end() && why.reason != Refusal::kRandom) return known->second;
  // A reason counts where it arose, and for tensors: x[i] of a dictionary is no arithmetic.
  const bool is_subscript = why.reason == Refusal::kIndexing && expression.Is(Kind::kSubscript);
  const bool is_of_tensor = !is_subscript || values_.IsTensor(expression.child(Field::kValue));
  if (why.node == expression && is_of_tensor) refused_.push_back(why);
  Value value = inputs_.OfExpression(expression, expression.text(), why);
  opaque_[key] = value;
  return value;
}

// self, modules, functions and classes: nothing to compute with.
bool FunctionReader::IsNoValue(Node expression) {
  if (expression.Is(Kind::kCall)) return expression.child(Field::kFunction).text() == "super";
  if (!expression.Is(Kind::kIdentifier)) return false;
  const absl::string_view name = expression.text();
  if (name == "self" || name == "cls") return true;
  const int scope = module_.scopes().LookUp(expression, name);
  if (scope < 0) return true;  // A builtin, or nothing that this file binds.
  const python::Scopes::BindingRange bindings = module_.scopes().BindingsOf(scope, name);
  const auto [known, is_new] = holds_definition_.try_emplace(bindings.begin());
  if (is_new) {
    known->second =
        std::any_of(bindings.begin(), bindings.end(), [](const python::Binding& binding) {
          return binding.kind == python::Binding::Kind::kImport ||
                 binding.kind == python::Binding::Kind::kDefinition;
        });
  }
  return known->second;
}

std::optional<double> FunctionReader::SizeOf(int, int) { return std::nullopt; }

std::optional<Value> FunctionReader::Call(Node, const std::string& callee, CallValues values) {
  if (context_.depth >= kMaxDepth || callee.empty()) return std::nullopt;
  FunctionPlace place = {&module_, nullptr};
  absl::string_view local = callee;
  if (absl::ConsumePrefix(&local, absl::StrCat(module_.name(), "."))) {
    place.definition = module_.FindDefinition(local);
  }
  if (place.definition == nullptr && context_.find_function) {
    place = context_.find_function(callee);
  }
  if (place.definition == nullptr || place.definition == &function_ ||
      place.definition->kind == python::Definition::Kind::kClass || place.definition->is_async) {
    return std::nullopt;
  }
  for (const Value& value : values.positional) {
    if (value.As<Unknown>() != nullptr) return std::nullopt;
  }
  const int count = terms_.size();
  FunctionReader helper(*place.module, *place.definition,
                        {.terms = context_.terms,
                         .find_function = context_.find_function,
                         .find_value = context_.find_value,
                         .depth = context_.depth + 1});
  helper.autocast_ = autocast_;
  std::optional<Value> value = helper.ReadAsHelper(std::move(values));
  if (value.has_value() && GivesArithmetic(*value)) return value;
  // What the helper did with its arguments must not make them look read.
  terms_.Truncate(count);
  return std::nullopt;
}

// An input of the helper, or of nothing at all, is no arithmetic: the call's text says more.
bool FunctionReader::GivesArithmetic(const Value& value) const {
  if (value.As<Unknown>() != nullptr) return false;
  if (const TermRef* ref = value.As<TermRef>()) {
    return terms_[ref->term].kind != Term::Kind::kInput;
  }
  const Tuple* tuple = value.As<Tuple>();
  return tuple == nullptr || std::any_of(tuple->items.begin(), tuple->items.end(),
                                         [this](const Value& it) { return GivesArithmetic(it); });
}

void FunctionReader::SetVariable(const std::string& name, Value value) {
  variables_[name] = std::move(value);
  ++versions_[name];
}

bool FunctionReader::IsComputed(const Value& value) const {
  const TermRef* ref = value.As<TermRef>();
  if (ref == nullptr) return false;
  const Term& term = terms_[ref->term];
  // A count is a count, whatever it was computed from.
  if (term.is_number && term.storage == Storage::kInteger) return false;
  return term.kind != Term::Kind::kInput || term.lost.has_value();
}

void FunctionReader::Forget(const std::string& name, Node node, std::optional<Refusal> lost) {
  const auto known = variables_.find(name);
  if (known == variables_.end()) {
    ++versions_[name];
    return;
  }
  if (!lost.has_value() && IsComputed(known->second)) lost = Refusal::kWritesPart;
  const TermRef* ref = known->second.As<TermRef>();
  SetVariable(name, ref != nullptr ? inputs_.Fresh(ref->term, name, node, lost)
                                   : Value{Unknown{Refusal::kUnknownValue, name, node}});
}

bool FunctionReader::Merge(const Variables& one, const Variables& other, Node node) {
  Variables merged;
  bool is_any_lost = false;
  const auto merge = [&](const std::string& name, const Value& a, const Value& b) {
    const TermRef* left = a.As<TermRef>();
    const TermRef* right = b.As<TermRef>();
    const std::optional<double> number = a.AsNumber();
    const bool is_same_number = number.has_value() && number == b.AsNumber();
    if (is_same_number || (left != nullptr && right != nullptr && left->term == right->term)) {
      merged[name] = a;
      return;
    }
    ++versions_[name];
    const TermRef* any = left != nullptr ? left : right;
    if (any == nullptr) {
      merged[name] = Value{Unknown{Refusal::kUnknownValue, name, node}};
      return;
    }
    const bool is_lost = IsComputed(a) || IsComputed(b);
    is_any_lost = is_any_lost || is_lost;
    merged[name] = inputs_.Fresh(any->term, name, node,
                                 is_lost ? std::optional(Refusal::kTooManyPaths) : std::nullopt);
  };
  const Value none;
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    merge(name, value, found != other.end() ? found->second : none);
  }
  for (const auto& [name, value] : other) {
    if (one.count(name) == 0) merge(name, none, value);
  }
  variables_ = std::move(merged);
  return is_any_lost;
}

void FunctionReader::Assign(Node target, Value value, Node right) {
  target = python::WithoutParentheses(target);
  if (target.Is(Kind::kSubscript)) return AssignPart(target, value);
  if (target.Is(Kind::kPatternList) || target.Is(Kind::kTuplePattern) ||
      target.Is(Kind::kListPattern)) {
    const Tuple* tuple = value.As<Tuple>();
    const int count = target.named_child_count();
    const bool is_known = tuple != nullptr && static_cast<int>(tuple->items.size()) == count;
    size_t i = 0;
    for (Node name : target.named_children()) {
      const size_t position = i++;
      Unknown why = {Refusal::kUnknownValue, std::string(name.text()), right};
      if (const Unknown* reason = value.As<Unknown>()) why.reason = reason->reason;
      if (why.reason == Refusal::kShape && name.Is(Kind::kIdentifier)) {
        // b, s, h = x.shape.
        Assign(name, inputs_.OfSize(name, name.text()), Node());
        continue;
      }
      Assign(name, is_known ? tuple->items[position] : inputs_.OfExpression(name, name.text(), why),
             Node());
    }
    return;
  }
  if (!IsPath(target)) return;
  const std::string name(target.text());
  const TermRef* ref = value.As<TermRef>();
  if (ref != nullptr && terms_[ref->term].kind == Term::Kind::kInput && right &&
      (right.Is(Kind::kCall) || right.Is(Kind::kSubscript)) && terms_[ref->term].node == right) {
    // Known by the name that it gets.
    value = inputs_.Fresh(ref->term, name, right);
    ref = value.As<TermRef>();
  }
  if (ref != nullptr) assigned_.push_back({ref->term, name});
  SetVariable(name, std::move(value));
}

// x[mask] = value chooses between the two; other places are not followed.
void FunctionReader::AssignPart(Node target, const Value& value) {
  const Node base = target.child(Field::kValue);
  if (!IsPath(base)) return;
  const std::string name(base.text());
  const Node index = target.child(Field::kSubscript);
  const Value mask = evaluator_.Evaluate(index);
  const Value old = evaluator_.Evaluate(base);
  const TermRef* by = mask.As<TermRef>();
  const bool is_number = value.AsNumber().has_value();
  if (by != nullptr && terms_[by->term].storage == Storage::kBool && is_number &&
      old.As<TermRef>() != nullptr) {
    Value chosen = evaluator_.CallTorch("where", {.positional = {mask, value, old}}, target);
    return SetVariable(name, std::move(chosen));
  }
  const TermRef* written = old.As<TermRef>();
  const bool is_tensor = written != nullptr && (terms_[written->term].is_certain_tensor ||
                                                terms_[written->term].kind == Term::Kind::kCall);
  if (is_tensor) {
    refused_.push_back({Refusal::kWritesPart, std::string(target.text()), target});
  }
  Forget(name, target, Refusal::kWritesPart);
}

}  // namespace allreview::tensor_expressions
