#include "analyzers/rules/distributed/held_groups.h"

#include <array>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/axis_names.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Definition;
using python::Module;
using python::Parameter;

constexpr std::array<absl::string_view, 15> kFields = {
    "tp",    "pp",       "cp",    "dp",       "dp_cp", "ep",   "expt_tp", "expt_dp",
    "tp_cp", "tp_dp_cp", "tp_ep", "tp_ep_pp", "mp",    "embd", "pos_embd"};

// The expression itself asks global state: what it is bound to is no explicit group.
bool IsGlobal(const Module& module, Node value) {
  value = python::WithoutParentheses(value);
  if (!value.Is(NodeKind::kCall)) return false;
  return GlobalReadOf(module, value).has_value() || CalleeName(value) == "use_mpu_process_groups" ||
         absl::EndsWith(CalleeName(value), "ProcessGroupCollection");  // Empty, to be filled.
}

bool SpeaksOfGroups(absl::string_view text) {
  for (absl::string_view word : {"group", "pg", "collection", "grid", "mesh"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

// `group is None`, `not pg_collection`, `hasattr(pgs, "tp")`, `is_initialized()`.
bool AsksForGroup(Node condition) {
  const absl::string_view text = condition.text();
  if (absl::StrContains(text, "is_initialized")) return true;
  if (!SpeaksOfGroups(text)) return false;
  return absl::StrContains(text, "None") || absl::StrContains(text, "hasattr(") ||
         absl::StrContains(text, "getattr(") || absl::StrContains(text, "not ") ||
         condition.Is(NodeKind::kIdentifier) || condition.Is(NodeKind::kAttribute);
}

// Within its statement: right of `or`, the other half of `x if group is None else y`, a default.
bool IsFallbackExpression(Node node) {
  for (Node inner = node, outer = node.parent(); outer; inner = outer, outer = outer.parent()) {
    if (outer.Is(NodeKind::kBlock) || outer.Is(NodeKind::kModule)) return false;
    if (outer.Is(NodeKind::kExceptClause)) return true;
    if (outer.Is(NodeKind::kBooleanOperator) && inner.field() == Field::kRight) {
      const bool is_or = outer.child(Field::kOperator).text() == "or";
      if (is_or || AsksForGroup(outer.child(Field::kLeft))) return true;
    }
    if (outer.Is(NodeKind::kConditionalExpression) && inner != outer.named_child(1) &&
        AsksForGroup(outer.named_child(1))) {
      return true;
    }
    if (outer.Is(NodeKind::kCall) && inner.field() == Field::kArguments) {
      const absl::string_view callee = CalleeName(outer);
      if (callee == "getattr" || callee == "get" || callee == "pop" ||
          absl::EndsWith(callee, "_if_none")) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool IsCollectionName(absl::string_view name) {
  absl::ConsumePrefix(&name, "_");
  return name == "pg_collection" || name == "pgs" || name == "process_groups" ||
         name == "model_comm_pgs" || name == "grad_comm_pgs";
}

bool IsGroupParameter(const Parameter& parameter) {
  if (absl::StrContains(parameter.annotation.text(), "ProcessGroup")) return true;
  return IsCollectionName(parameter.name) || IsGroupName(parameter.name);
}

absl::string_view FieldOfAxes(Axes axes) {
  for (absl::string_view field : kFields) {
    if (axes != 0 && AxesOfField(field)->axes == axes) return field;
  }
  return "";
}

std::optional<GlobalRead> GlobalReadOf(const Module& module, Node call) {
  if (!call.Is(NodeKind::kCall)) return std::nullopt;
  GlobalRead read;
  read.getter = CalleeName(call);
  if (!absl::StartsWith(read.getter, "get_") || absl::StrContains(read.getter, "virtual")) {
    return std::nullopt;
  }
  if (absl::EndsWith(read.getter, "_group")) {
    read.what = GlobalRead::What::kGroup;
  } else if (absl::EndsWith(read.getter, "_rank")) {
    read.what = GlobalRead::What::kRank;
  } else if (absl::EndsWith(read.getter, "_world_size")) {
    read.what = GlobalRead::What::kSize;
  } else {
    return std::nullopt;
  }
  const std::string name = module.Resolve(call.child(Field::kFunction));
  const absl::string_view owner =
      absl::string_view(name).substr(0, name.size() - std::min(name.size(), read.getter.size()));
  if (!absl::EndsWith(owner, "parallel_state.") && !absl::EndsWith(owner, "mpu.")) {
    return std::nullopt;
  }
  read.group = read.what == GlobalRead::What::kGroup  ? GroupOf(module, call)
               : read.what == GlobalRead::What::kRank ? DirectRankOf(module, call)
                                                      : DirectSizeOf(module, call);
  return read;
}

bool IsFallback(FileContext& file, Node node) {
  if (IsFallbackExpression(node)) return true;
  // `pg_collection.tp = ...`: what the collection is made of.
  const Node assignment = node.parent();
  if (assignment.Is(NodeKind::kAssignment) &&
      assignment.child(Field::kLeft).Is(NodeKind::kAttribute) &&
      IsCollectionName(LastName(assignment.child(Field::kLeft).child(Field::kObject)))) {
    return true;
  }
  const python::ControlFlow& flow = file.flow(node);
  const python::ControlFlow::Point point = flow.PointOf(node);
  if (point == python::ControlFlow::kNone) return false;
  for (const auto& decision : flow.DecisionsOver(point)) {
    if (AsksForGroup(python::WithoutParentheses(decision.condition)) &&
        !decision.condition.Contains(node)) {
      return true;
    }
  }
  return false;
}

HeldGroups::HeldGroups(FileContext& file, const Definition& function)
    : file_(file), function_(function), class_(file.module().EnclosingClass(function.node)) {
  const auto& definitions = file.module().definitions();
  for (const Definition* around = &function; around != nullptr;
       around = around->parent < 0 ? nullptr : &definitions[around->parent]) {
    for (const Parameter& parameter : around->parameters) {
      if (IsGroupParameter(parameter)) parameters_.push_back(&parameter);
    }
  }
}

bool HeldGroups::empty() const {
  if (class_ != nullptr || !parameters_.empty()) return false;
  for (absl::string_view word : {"_group", "pg_collection", "pgs"}) {
    if (LongTextHolds(function_.body.text(), word)) return false;
  }
  return true;
}

bool HeldGroups::IsLocal(absl::string_view name, Node place) const {
  for (const Parameter* parameter : parameters_) {
    if (parameter->name == name) return true;
  }
  const Module& module = file_.module();
  const uint32_t scope = module.scopes().ScopeOf(place);
  const auto bindings = module.scopes().BindingsOf(scope, name);
  if (scope == 0 || bindings.empty()) return false;
  const Binding& first = *bindings.begin();
  // In this block or one around it: elsewhere it may not have run.
  return python::StatementOf(first.node).parent().Contains(place) &&
         first.node.first_byte() < place.first_byte() && first.kind == Binding::Kind::kAssignment &&
         first.value && !IsGlobal(module, first.value) && !IsFallback(file_, first.node);
}

bool HeldGroups::IsAttribute(absl::string_view name, Node place) const {
  if (class_ == nullptr || function_.parameters.empty() || function_.parameters[0].name != "self") {
    return false;
  }
  const auto values = file_.module().SelfAttributeValues(*class_, name);
  for (Node value : values) {
    if (IsGlobal(file_.module(), value)) return false;
    if (function_.body.Contains(value) && value.first_byte() > place.first_byte()) return false;
  }
  if (!values.empty()) return true;
  return file_.project().ClassStores(file_.AbsoluteName(*class_), name);
}

std::string HeldGroups::CollectionAt(Node place) const {
  for (absl::string_view name : {"pg_collection", "pgs", "model_comm_pgs"}) {
    if (IsLocal(name, place)) return std::string(name);
  }
  for (const Parameter* parameter : parameters_) {
    if (absl::StrContains(parameter->annotation.text(), "ProcessGroupCollection") &&
        !absl::StrContains(parameter->annotation.text(), "MultiModule")) {
      return std::string(parameter->name);
    }
  }
  return IsAttribute("pg_collection", place) ? "self.pg_collection" : "";
}

std::string HeldGroups::Find(Axes axes, Node place) const {
  const absl::string_view field = FieldOfAxes(axes);
  if (field.empty()) return "";
  for (const Parameter* parameter : parameters_) {
    const auto named = AxesOfGroupName(parameter->name);
    if (named && !named->is_world && !named->is_decided_elsewhere && named->axes == axes) {
      return std::string(parameter->name);
    }
  }
  const bool is_init = function_.simple_name == "__init__";
  const std::string name = absl::StrCat(field, "_group");
  if (!is_init && IsAttribute(name, place)) return absl::StrCat("self.", name);
  const std::string collection = CollectionAt(place);
  if (collection.empty() || (is_init && absl::StartsWith(collection, "self."))) return "";
  return absl::StrCat(collection, ".", field);
}

std::string HeldGroups::FindForParameter(absl::string_view parameter, Node place) const {
  if (IsLocal(parameter, place)) return std::string(parameter);
  if (IsAttribute(parameter, place)) return absl::StrCat("self.", parameter);
  absl::string_view field = parameter;
  if (!absl::ConsumeSuffix(&field, "_group")) return "";
  for (absl::string_view known : kFields) {
    if (known != field) continue;
    const std::string collection = CollectionAt(place);
    return collection.empty() ? "" : absl::StrCat(collection, ".", field);
  }
  return "";
}

}  // namespace allreview::rules
