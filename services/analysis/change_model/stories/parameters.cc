#include "services/analysis/change_model/stories/parameters.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "services/analysis/change_model/stories/uses.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using python::Kind;
using python::Node;
using python::Parameter;

constexpr size_t kMaxDefaultBytes = 80;

std::string NameOf(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::kVarPositional:
      return absl::StrCat("*", parameter.name);
    case Parameter::Kind::kVarKeyword:
      return absl::StrCat("**", parameter.name);
    default:
      return std::string(parameter.name);
  }
}

// What a statement gives back. Null: nothing.
Node ResultOf(const Statement& statement) {
  if (statement.kind != v1::Step::KIND_RETURN) return Node();
  const Node inner = statement.node.named_child(0);
  return inner.Is(Kind::kYield) ? inner.named_child(0) : inner;
}

// Indices of statements that give something back, those of functions inside left out.
std::vector<int> ResultStatements(const Statements& statements) {
  std::vector<int> results;
  int inside_until = 0;
  for (int i = 0; i < statements.size(); ++i) {
    if (i < inside_until) continue;
    if (statements[i].kind == v1::Step::KIND_DEFINITION) inside_until = statements[i].end;
    const Node result = ResultOf(statements[i]);
    if (result && !result.Is(Kind::kNone)) results.push_back(i);
  }
  return results;
}

}  // namespace

std::vector<v1::Value> InputsOf(const Statements& after, const Statements* before,
                                const Tensors& tensors, const Docstring& docstring) {
  std::set<std::string> old;
  if (before != nullptr) {
    for (const Parameter& parameter : before->definition().parameters) {
      old.insert(NameOf(parameter));
    }
  }
  std::set<std::string> rebound;
  for (const Statement& statement : after.all()) {
    for (const Use& use : UsesOf(after, statement)) {
      if (use.is_write) rebound.insert(use.name);
    }
  }
  std::vector<v1::Value> inputs;
  for (const Parameter& parameter : after.definition().parameters) {
    if (parameter.name.empty() || parameter.name == SelfOf(after)) continue;
    v1::Value value;
    value.set_name(ToDisplayText(NameOf(parameter)));
    if (parameter.annotation) value.set_annotation(OneLine(parameter.annotation.text()));
    if (parameter.default_value) {
      value.set_default_value(OneLine(parameter.default_value.text(), kMaxDefaultBytes));
    }
    const TensorFact fact = tensors.OfVariable(parameter.name);
    const bool is_said = fact.source == "annotation" || fact.source == "docstring";
    // Of a name that gets another value on the way, what it is later is not known of the argument.
    const bool is_known = is_said || rebound.count(std::string(parameter.name)) == 0;
    if (is_said || (is_known && (fact.source == "assert" || fact.source == "derived"))) {
      value.set_shape(ToDisplayText(TextOf(fact.shape)));
    }
    if (is_known) value.set_dtype(fact.dtype);
    const auto entry = docstring.parameters.find(std::string(parameter.name));
    if (entry != docstring.parameters.end()) value.set_doc(entry->second.text);
    value.set_is_new(old.count(NameOf(parameter)) == 0);
    inputs.push_back(std::move(value));
  }
  return inputs;
}

std::vector<v1::Value> OutputsOf(const Statements& after, const Statements* before,
                                 const Tensors& tensors, const Docstring& docstring) {
  std::set<std::string> old, seen;
  if (before != nullptr) {
    for (int i : ResultStatements(*before)) old.insert(OneLine(ResultOf((*before)[i]).text()));
  }
  std::vector<v1::Value> outputs;
  for (int i : ResultStatements(after)) {
    const std::string text = OneLine(ResultOf(after[i]).text());
    if (!seen.insert(text).second) continue;
    v1::Value value;
    value.set_name(text);
    if (after.definition().return_type) {
      value.set_annotation(OneLine(after.definition().return_type.text()));
    }
    const TensorFact& fact = tensors.OfStatement(i);
    value.set_shape(ToDisplayText(TextOf(fact.shape)));
    value.set_dtype(fact.dtype);
    value.set_doc(docstring.returns.text);
    value.set_is_new(old.count(text) == 0);
    outputs.push_back(std::move(value));
  }
  if (outputs.size() == 1 && outputs[0].shape().empty()) {
    Shape said = ShapeInText(docstring.returns.type);
    if (!said) said = ShapeInText(docstring.returns.text);
    outputs[0].set_shape(ToDisplayText(TextOf(said)));
  }
  return outputs;
}

}  // namespace allreview::analysis
