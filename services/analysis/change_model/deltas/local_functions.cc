#include "services/analysis/change_model/deltas/local_functions.h"

#include <set>

#include "absl/strings/str_cat.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Node;

// A name that is called or handed to a call, rather than returned or kept.
bool IsRun(Node name) {
  Node parent = name.parent();
  if (parent.Is(Kind::kCall)) return name.field() == Field::kFunction;
  if (parent.Is(Kind::kKeywordArgument)) return name.field() == Field::kValue;
  return parent.Is(Kind::kArgumentList);
}

}  // namespace

absl::string_view NameOfLocal(Node function) {
  if (function.Is(Kind::kFunctionDefinition)) return function.child(Field::kName).text();
  const Node assignment = function.parent();
  const Node target = assignment.child(Field::kLeft);
  const bool is_named = function.Is(Kind::kLambda) && assignment.Is(Kind::kAssignment) &&
                        target.Is(Kind::kIdentifier);
  return is_named ? target.text() : absl::string_view();
}

void LocalNames::Enter(Node function) {
  const absl::string_view name = NameOfLocal(function);
  ends_.push_back({function.subtree_end(), name_.size()});
  absl::StrAppend(&name_, name_.empty() ? "" : ".", name);
}

void LocalNames::LeaveBefore(uint32_t index) {
  for (; !ends_.empty() && ends_.back().first <= index; ends_.pop_back()) {
    name_.resize(ends_.back().second);
  }
}

LocalFunctions LocalFunctionsOf(const Definition& function) {
  LocalFunctions result;
  if (!function.body) return result;
  LocalNames locals;
  std::set<absl::string_view> run;
  for (Node node : function.body.descendants()) {
    locals.LeaveBefore(node.index());
    if (!NameOfLocal(node).empty()) {
      locals.Enter(node);
      result.emplace(locals.name(), LocalFunction{.node = node});
    } else if (node.Is(Kind::kIdentifier) && IsRun(node)) {
      run.insert(node.text());
    }
  }
  for (auto& [name, local] : result) {
    local.runs = run.count(absl::string_view(name).substr(name.rfind('.') + 1)) > 0;
  }
  return result;
}

}  // namespace allreview::analysis
