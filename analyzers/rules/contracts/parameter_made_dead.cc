// The old body read `scale`, the new one does not, and callers still pass it.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/contracts/unread_parameters.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Parameter;
using repository::IndexedFile;

constexpr Phrase kReadBefore("parameter-read-before", "the old code reads it here",
                             "旧代码在这里读取它");
constexpr Phrase kStillPassed("still-passed", "still passed here", "这里仍在传入");
constexpr Phrase kPhrases[] = {kReadBefore, kStillPassed};

constexpr size_t kMaxRelated = 20;

// The only thing that it does is to say that others do it.
bool IsPromise(const Definition& function) {
  const Node last = LastStatement(function.body);
  return last.Is(NodeKind::kRaiseStatement) || last.Is(NodeKind::kPassStatement) ||
         last.named_child(0).Is(NodeKind::kEllipsis) || last.named_child(0).Is(NodeKind::kString);
}

// Where the old code reads the parameter. Null: nowhere.
Node ReadIn(const Definition& before, absl::string_view name) {
  for (Node node : before.body.descendants(NodeKind::kIdentifier)) {
    if (node.text() == name && IsVariable(node) && !IsRebound(node)) return node;
  }
  return Node();
}

// Bases that ask nothing of their heirs' methods.
bool IsFreeBase(absl::string_view base) {
  return IsOneOf(base, {"torch.nn.Module", "abc.ABC", "ABC", "object", "builtins.object",
                        "typing.Generic", "typing.Protocol"});
}

// A base has the same method, or nobody knows: it takes what that takes.
bool IsOverride(ChangeContext& change, const std::string& method) {
  for (const std::string& base :
       change.project().BasesOf(std::string(repository::OwnerOf(method)))) {
    if (IsFreeBase(base)) continue;
    if (!change.project().FindDefinition(base)) return true;
    if (change.project().FindMethod(base, repository::LastPart(method))) return true;
  }
  return false;
}

// A class that may be used in its place has such a method.
bool SharesSignature(ChangeContext& change, const std::string& method, absl::string_view name) {
  const std::string simple(repository::LastPart(method));
  const std::string suffix = absl::StrCat(".", simple);
  for (IndexedFile* file : change.index().FilesMentioning(simple)) {
    for (const repository::DefinitionFacts& other : file->facts().definitions) {
      if (!absl::EndsWith(other.name, suffix)) continue;
      if (absl::StrCat(file->module(), ".", other.name) == method) continue;
      const bool takes = std::any_of(
          other.parameters.begin(), other.parameters.end(),
          [&](const repository::ParameterFacts& parameter) { return parameter.name == name; });
      if (takes) return true;
    }
  }
  return false;
}

bool Passes(const CallSite& call, absl::string_view name) {
  if (call.arguments.has_star || call.arguments.has_double_star) return false;
  const std::vector<const repository::ParameterFacts*> left_out =
      LeftOut(call.arguments, call.callee.parameters);
  return std::none_of(left_out.begin(), left_out.end(),
                      [&](const auto* parameter) { return parameter->name == name; });
}

struct DeadParameter {
  const AnalysedFile* file = nullptr;
  const Definition* before = nullptr;
  const Definition* after = nullptr;
  const Parameter* parameter = nullptr;
  Node read;  // In the old code.
};

// What it needs now comes by another way, perhaps made from what it read before.
bool TakesMore(const Definition& before, const Definition& after) {
  return std::any_of(
      after.parameters.begin(), after.parameters.end(),
      [&](const Parameter& parameter) { return FindParameter(before, parameter.name) == nullptr; });
}

void CollectFrom(ChangeContext& change, const AnalysedFile& file, const Definition& function,
                 std::vector<DeadParameter>& dead) {
  const bool is_touched =
      file.lines.Touches(function.node) || file.lines.HasRemovedIn(function.node);
  if (function.kind == Definition::Kind::kClass || !is_touched || IsPromise(function)) return;
  const bool is_special = absl::StartsWith(function.simple_name, "__");
  if (is_special && function.simple_name != "__init__") return;
  if (OnlyDefinition(*file.after, function.name) != &function) return;
  const Definition* const before = change.Before(function);
  if (before == nullptr || before->node.tree() != &file.before->tree()) return;
  if (TakesMore(*before, function)) return;
  for (const auto& [name, parameter] : UnreadParameters(function)) {
    const Parameter* const old = FindParameter(*before, name);
    const Node read = old == nullptr ? Node() : ReadIn(*before, name);
    if (read && !IsSaidToBeUnused(function, name)) {
      dead.push_back({&file, before, &function, parameter, read});
    }
  }
}

void CheckOne(ChangeContext& change, SignatureChanges& changes, const DeadParameter& dead) {
  const absl::string_view name = dead.parameter->name;
  const std::string absolute = absl::StrCat(dead.file->after->name(), ".", dead.after->name);
  const bool is_method = dead.after->kind == Definition::Kind::kMethod;
  const bool is_override =
      is_method && dead.after->simple_name != "__init__" && IsOverride(change, absolute);
  if (is_override) return;
  bool is_own = absl::StartsWith(dead.after->simple_name, "_");  // Only its class calls it.
  std::vector<Range> calls;
  changes.ForEachCall({dead.file, dead.before, dead.after}, [&](const CallSite& call) {
    if (call.misfit || paths::IsTestPath(call.file.path()) || !Passes(call, name)) return;
    is_own = is_own && call.file.path() == dead.file->changed->path &&
             absl::StartsWith(call.symbol, repository::OwnerOf(dead.after->name));
    calls.push_back(RangeOf(call.file.path(), call.place));
  });
  if (calls.empty()) return;
  if (is_method && !is_own && SharesSignature(change, absolute, name)) return;
  for (const repository::Edge& edge : change.project().EdgesTo(absolute)) {
    if (edge.call.is_reference) return;  // Whoever takes it says what it is called with.
  }
  Observation observation{
      .at = dead.parameter->node,
      .params = {{"function", dead.after->name},
                 {"parameter", std::string(name)},
                 {"calls", CallsText(calls)}},
      .related = {{kReadBefore, RangeOf(*dead.file->before, dead.read, Side::kLeft)}},
      .cause = CauseOfRemoved(*dead.file, dead.read.first_line())};
  if (calls.size() > kMaxRelated) calls.resize(kMaxRelated);
  for (Range& call : calls) observation.related.push_back({kStillPassed, std::move(call)});
  change.Report(*dead.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  std::vector<DeadParameter> dead;
  for (const AnalysedFile& file : change.python_files()) {
    if (file.before == nullptr) continue;
    for (const Definition& function : file.after->definitions()) {
      CollectFrom(change, file, function, dead);
    }
  }
  if (dead.empty()) return;
  SignatureChanges changes(change);
  for (const DeadParameter& one : dead) CheckOne(change, changes, one);
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kParameterMadeDead = {
    .info =
        {.id = "parameter-made-dead",
         .title = {"Parameter that the change stops reading", "改动后不再读取的形参"},
         .impact = Impact::kMedium,
         .message = {"`{function}` no longer reads `{parameter}`, which is still passed by {calls}",
                     "`{function}` 不再读取 `{parameter}`，但{calls}仍在传入它"},
         .consequence = {"What these calls pass silently has no effect any more",
                         "这些调用传入的值从此不起作用，也没有任何提示"},
         .advice = {"Use `{parameter}` as before, or remove it together with the arguments",
                    "像以前一样使用 `{parameter}`，或者把它和这些实参一起删除"},
         .phrases = contracts::kPhrases,
         .why = "A parameter that lost its last use is usually an option that a rewrite forgot. "
                "Nothing fails: callers go on passing values that nobody looks at. Methods that "
                "share their signature with others, callbacks, and parameters that are said to be "
                "unused are not reported.",
         .fix = "Use the parameter, or remove it from the signature and the calls.",
         .bad = R"py(
# --- pkg/attention.py before
def attend(q, k, v, softcap):
    scores = (q @ k) / softcap
    return scores.tanh() @ v
# --- pkg/attention.py after
def attend(q, k, v, softcap):
    scores = q @ k
    return scores @ v
# --- pkg/layer.py unchanged
from pkg.attention import attend

def layer(x, config):
    return attend(x, x, x, config.softcap)
)py",
         .good = R"py(
# --- pkg/attention.py before
def attend(q, k, v, softcap):
    scores = (q @ k) / softcap
    return scores.tanh() @ v
# --- pkg/attention.py after
def attend(q, k, v, softcap):
    scores = (q @ k) / softcap
    return scores @ v
# --- pkg/layer.py unchanged
from pkg.attention import attend

def layer(x, config):
    return attend(x, x, x, config.softcap)
)py"},
    .skips_tests = true,
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
