#include "services/analysis/change_model/examples/needs.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxNames = 400;

// The names that a simple statement, or the head of another one, binds.
std::vector<std::string> BoundBy(Node statement) {
  std::vector<std::string> names;
  std::vector<Node> targets;
  const Node expression =
      statement.Is(Kind::kExpressionStatement) ? statement.named_child(0) : statement;
  if (expression.Is(Kind::kCall)) {
    targets.push_back(expression.child(Field::kFunction).child(Field::kObject));
    for (Node argument : expression.child(Field::kArguments).named_children()) {
      targets.push_back(argument);
    }
  } else {
    targets.push_back(expression.child(Field::kLeft));
  }
  for (size_t i = 0; i < targets.size() && targets.size() < 50; ++i) {
    Node target = targets[i];
    while (target.Is(Kind::kSubscript)) target = target.child(Field::kValue);
    if (target.Is(Kind::kIdentifier) || target.Is(Kind::kAttribute)) {
      names.emplace_back(target.text());
    } else {
      for (Node one : target.named_children()) targets.push_back(one);
    }
  }
  return names;
}

Node HeadOf(Node statement) {
  const Node condition = statement.child(Field::kCondition);
  return condition ? condition : statement.child(Field::kRight);
}

}  // namespace

void AddReadNames(Node code, NamesRead& names) {
  if (code.Is(Kind::kIdentifier)) names.emplace(code.text());
  for (Kind kind : {Kind::kIdentifier, Kind::kAttribute}) {
    for (Node name : code.descendants(kind)) {
      if (names.size() < kMaxNames) names.emplace(name.text());
    }
  }
}

Needs::Needs(const worked_examples::Run& after, const worked_examples::Run& before) {
  for (const worked_examples::Run* run : {&after, &before}) {
    for (const Node statement : run->ran) {
      const bool returns = !statement.descendants(Kind::kReturnStatement).empty();
      if (statement.Is(Kind::kIfStatement) && returns) guards_.push_back(statement);
      for (std::string& name : BoundBy(statement)) binders_.emplace(std::move(name), statement);
    }
  }
}

void Needs::AddNames(Node code) {
  if (!added_.emplace(code.tree(), code.index()).second || added_.size() > kMaxNames) return;
  absl::StrAppend(&code_, code.text(), "\n");
  NamesRead read;
  AddReadNames(code, read);
  for (Node call : code.descendants(Kind::kCall)) {
    const Node callee = call.child(Field::kFunction);
    calls_self_ = calls_self_ || callee.child(Field::kObject).text() == "self";
    for (Node argument : call.child(Field::kArguments).named_children()) {
      handed_on_.emplace(argument.text());
      if (argument.Is(Kind::kKeywordArgument)) {
        handed_on_.emplace(argument.child(Field::kValue).text());
      }
    }
  }
  for (const std::string& name : read) {
    if (names_.size() < kMaxNames && names_.insert(name).second) waiting_.push_back(name);
  }
}

void Needs::Add(Node statement) {
  AddNames(statement);
  for (Node around = statement.parent(); around && !around.Is(Kind::kFunctionDefinition);
       around = around.parent()) {
    if (const Node head = HeadOf(around); head && !around.Is(Kind::kAssignment)) AddNames(head);
  }
}

void Needs::Close() {
  for (const Node guard : guards_) {
    AddNames(guard.child(Field::kCondition));
    for (Node clause : guard.named_children()) {
      if (clause.Is(Kind::kElifClause)) AddNames(clause.child(Field::kCondition));
    }
  }
  while (!waiting_.empty()) {
    const std::string name = std::move(waiting_.back());
    waiting_.pop_back();
    const auto [first, last] = binders_.equal_range(name);
    for (auto binder = first; binder != last; ++binder) {
      const Node head = HeadOf(binder->second);
      const bool is_simple = binder->second.Is(Kind::kExpressionStatement);
      if (is_simple) {
        Add(binder->second);
      } else if (head) {
        AddNames(head);
      }
    }
  }
}

bool Needs::ReadsField(absl::string_view name) const {
  return calls_self_ || Reads(absl::StrCat("self.", name));
}

bool Needs::Writes(absl::string_view written) const {
  if (Reads(written) || absl::StrContains(code_, written)) return true;
  const size_t dot = written.rfind('.', written.find_first_of("(["));
  return dot != absl::string_view::npos && handed_on_.count(written.substr(0, dot)) > 0;
}

}  // namespace allreview::analysis
