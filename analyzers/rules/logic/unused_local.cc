// A local is assigned and never read.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/local_names.h"
#include "analyzers/rules/logic/similar_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using logic::BeginAlike;
using logic::HasCall;
using logic::IsExpectedToRaise;
using python::Binding;
using python::Definition;
using python::Module;
using python::Scopes;

constexpr Phrase kDeleteOrRead(
    "delete-or-read", "Delete the assignment, or read the variable where it was meant to be used",
    "删除该赋值，或者在本应使用的地方读取它");
constexpr Phrase kDeleteKeepCall("delete-keep-call",
                                 "Delete the assignment but keep the call if it is needed, or read "
                                 "the variable where it was meant to be used",
                                 "删除该赋值（调用如有需要则保留），或者在本应使用的地方读取它");
constexpr Phrase kPerhapsMeant(
    "perhaps-meant",
    "Perhaps `{name}`, which is read below, was meant; otherwise delete the assignment",
    "本意可能是下面读取的 `{name}`；否则删除该赋值");
constexpr Phrase kPhrases[] = {kDeleteOrRead, kDeleteKeepCall, kPerhapsMeant};

// Objects that live as long as their name, or names that say that nobody reads them.
bool IsKeptOnPurpose(absl::string_view name) {
  if (absl::StartsWith(name, "_")) return true;
  for (absl::string_view part : absl::StrSplit(name, '_')) {
    for (absl::string_view word :
         {"handle",  "handles", "timer",   "guard",  "lock",   "keep",    "keepalive",
          "alive",   "ref",     "refs",    "dummy",  "unused", "ignored", "ignore",
          "hook",    "patcher", "server",  "thread", "proc",   "process", "pool",
          "fixture", "token",   "watcher", "tmp",    "holder"}) {
      if (absl::EqualsIgnoreCase(part, word)) return true;
    }
  }
  return false;
}

// The binding that the identifier makes; null: none.
const Binding* BindingAt(Scopes::BindingRange bindings, Node identifier) {
  const Binding* found = std::lower_bound(
      bindings.begin(), bindings.end(), identifier.index(),
      [](const Binding& binding, uint32_t index) { return binding.node.index() < index; });
  return found != bindings.end() && found->node == identifier ? found : nullptr;
}

// Names of the function that assignments alone bind.
std::vector<Scopes::BindingRange> LocalsOf(const Scopes& scopes, Node body) {
  std::vector<Scopes::BindingRange> locals;
  logic::ForEachName(scopes, scopes.ScopeOf(body), [&](Scopes::BindingRange bindings) {
    const bool is_assigned =
        std::all_of(bindings.begin(), bindings.end(), [](const Binding& binding) {
          return binding.kind == Binding::Kind::kAssignment && binding.value;
        });
    if (is_assigned) locals.push_back(bindings);
  });
  return locals;
}

bool ReadsEverything(const Module& module, Node body) {
  for (absl::string_view name : {"locals", "exec", "eval", "vars"}) {
    for (Node node : module.identifiers().Of({name})) {
      if (body.Contains(node)) return true;
    }
  }
  return false;
}

// Those that nothing in the function reads, inner functions included.
std::vector<Scopes::BindingRange> UnreadIn(const Module& module, Node body,
                                           std::vector<Scopes::BindingRange> locals) {
  if (locals.empty()) return locals;
  const python::Identifiers& identifiers = module.identifiers();
  // By number of the name.
  std::vector<const Scopes::BindingRange*> unread(identifiers.names().size(), nullptr);
  for (const Scopes::BindingRange& local : locals) {
    unread[identifiers.NumberOf(local.begin()->name)] = &local;
  }
  identifiers.ForEachIn(body, [&](Node node, uint32_t number) {
    if (unread[number] == nullptr) return;
    if (BindingAt(*unread[number], node) == nullptr && IsVariable(node)) unread[number] = nullptr;
  });
  std::erase_if(locals, [&](const Scopes::BindingRange& local) {
    const absl::string_view name = local.begin()->name;
    return unread[identifiers.NumberOf(name)] == nullptr || IsKeptOnPurpose(name);
  });
  if (!locals.empty() && ReadsEverything(module, body)) locals.clear();
  return locals;
}

constexpr size_t kMaxDistance = 2;  // Edit distance of a misspelling.

// A variable of the function that is read later, of which this one looks like a misspelling. Empty:
// none.
std::string NearMiss(const Module& module, Node binding, Node body) {
  const absl::string_view name = binding.text();
  if (name.size() < 5 || absl::ascii_isdigit(name.back())) return "";
  const uint32_t scope = module.scopes().ScopeOf(binding);
  for (Node read : body.descendants(NodeKind::kIdentifier)) {
    const absl::string_view other = read.text();
    if (read.index() < binding.index() || other == name || other.size() < 5) continue;
    // x1 and x2 are two variables.
    if (absl::ascii_isdigit(other.back()) || other.size() > name.size() + kMaxDistance ||
        name.size() > other.size() + kMaxDistance ||
        EditDistance(name, other) > static_cast<int>(kMaxDistance)) {
      continue;
    }
    const Binding* bound = BindingAt(module.scopes().BindingsOf(scope, other), read);
    const bool is_read = bound == nullptr || bound->kind == Binding::Kind::kAugmented;
    if (!is_read || !IsVariable(read)) continue;
    const bool is_local = module.scopes().LookUp(read, other) == static_cast<int>(scope);
    if (is_local && BeginAlike(name, other)) return std::string(other);
  }
  return "";
}

void Report(FileContext& file, Node first, Node body) {
  const Node value = first.parent().child(Field::kRight);
  const std::string near = NearMiss(file.module(), first, body);
  Observation observation{
      .at = first,
      .params = {{"name", std::string(first.text())},
                 {"remedy", !near.empty()    ? Sentence(kPerhapsMeant, {{"name", near}})
                            : HasCall(value) ? kDeleteKeepCall
                                             : kDeleteOrRead}}};
  // Computed of the name that is read on: the result was meant to replace it.
  if (!near.empty() && MentionsName(value.text(), near) && !file.is_test()) {
    observation.severity = Severity::kP1;
    observation.impact = Impact::kHigh;
  } else if (file.is_test()) {
    observation.severity = Severity::kP3;
    observation.impact = Impact::kLow;
  }
  file.Report(std::move(observation));
}

// Only `name = value`, and not to see what raises.
bool IsPlain(const Binding& binding) {
  const Node statement = binding.node.parent();
  const Node right = statement.child(Field::kRight);
  return statement.Is(NodeKind::kAssignment) && !right.Is(NodeKind::kAssignment) &&
         !statement.parent().Is(NodeKind::kAssignment) && !right.Is(NodeKind::kNone) &&
         !IsExpectedToRaise(statement);
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || node.HasError()) return;
  for (Scopes::BindingRange local :
       UnreadIn(module, function->body, LocalsOf(module.scopes(), function->body))) {
    const Node first = local.begin()->node;
    if (!std::all_of(local.begin(), local.end(), IsPlain) ||
        IsWaived(first, {"F841", "W0612", "unused-variable"})) {
      continue;
    }
    Report(file, first, function->body);
  }
}

}  // namespace

extern constinit const Rule kUnusedLocal = {
    .info = {.id = "unused-local",
             .title = {"Local variable that is never read", "从未读取的局部变量"},
             .pillar = Pillar::kMaintainability,
             .message = {"`{name}` is assigned and never read", "`{name}` 被赋值后从未读取"},
             .consequence =
                 {"The work is wasted, or the code below uses an older value with a similar name",
                  "这次计算是白做的，或者后面的代码仍在使用名称相近的旧变量"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "A value that nothing reads is left over, or its name is misspelled: "
                    "`hidden_state = norm(hidden_states)` followed by `return hidden_states` skips "
                    "the norm. Names that start with an underscore, and objects that only need to "
                    "stay alive, are not reported.",
             .fix = "Delete the variable, or correct the name.",
             .bad = R"py(
def forward(norm, hidden_states):
    hidden_state = norm(hidden_states)
    return hidden_states
)py",
             .good = R"py(
def forward(norm, hidden_states):
    hidden_states = norm(hidden_states)
    return hidden_states
)py",
             .references = {"https://docs.astral.sh/ruff/rules/unused-variable/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "unused-variable.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
