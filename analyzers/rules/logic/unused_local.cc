// A local is assigned and never read.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/expressions.h"
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

struct Local {
  std::vector<Node> bindings;
  bool is_plain = true;  // Only `name = value`.
};

struct Reads {
  absl::flat_hash_set<absl::string_view> names;
  std::vector<Node> nodes;
  bool is_open = false;  // locals() and the like read everything.
};

// Names that anything in the function reads, inner functions included.
Reads ReadsIn(Node function, const absl::flat_hash_set<uint32_t>& bindings) {
  Reads reads;
  for (Node node : function.child(Field::kBody).descendants(NodeKind::kIdentifier)) {
    const absl::string_view name = node.text();
    if (name == "locals" || name == "exec" || name == "eval" || name == "vars") {
      reads.is_open = true;
    }
    if (bindings.count(node.index()) || !IsVariable(node)) continue;
    reads.names.insert(name);
    reads.nodes.push_back(node);
  }
  return reads;
}

// A variable of the function that is read later, of which this one looks like a misspelling. Empty:
// none.
std::string NearMiss(const Module& module, Node binding, const Reads& reads) {
  const absl::string_view name = binding.text();
  if (name.size() < 5 || absl::ascii_isdigit(name.back())) return "";
  for (Node read : reads.nodes) {
    const absl::string_view other = read.text();
    if (read.index() < binding.index() || other == name || other.size() < 5) continue;
    // x1 and x2 are two variables.
    if (absl::ascii_isdigit(other.back()) || EditDistance(name, other) > 2) continue;
    const bool is_local =
        module.scopes().LookUp(read, other) == static_cast<int>(module.scopes().ScopeOf(binding));
    if (is_local && BeginAlike(name, other)) return std::string(other);
  }
  return "";
}

void Report(FileContext& file, absl::string_view name, const Local& local, const Reads& reads) {
  const Node first = local.bindings[0];
  const Node assignment = first.parent();
  const Node value = assignment.child(Field::kRight);
  const std::string near = NearMiss(file.module(), first, reads);
  Observation observation{
      .at = first,
      .params = {
          {"name", std::string(name)},
          {"remedy", near.empty() ? absl::StrCat("Delete the assignment",
                                                 HasCall(value) ? ", keeping the call if it is "
                                                                  "needed"
                                                                : "",
                                                 ", or read the variable where it was meant")
                                  : absl::StrCat("Perhaps `", near,
                                                 "` was meant, which is read below; else delete "
                                                 "the assignment")}}};
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

bool IsPlain(const Binding& binding) {
  const Node statement = binding.node.parent();
  const Node right = statement.child(Field::kRight);
  return binding.kind == Binding::Kind::kAssignment && binding.value &&
         statement.Is(NodeKind::kAssignment) && !right.Is(NodeKind::kAssignment) &&
         !statement.parent().Is(NodeKind::kAssignment) && !right.Is(NodeKind::kNone) &&
         !IsExpectedToRaise(statement);
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || node.HasError()) return;
  const uint32_t scope = module.scopes().ScopeOf(function->body);
  const std::vector<Binding>& all = module.scopes().bindings();
  auto binding = std::lower_bound(all.begin(), all.end(), scope,
                                  [](const Binding& b, uint32_t s) { return b.scope < s; });
  std::map<absl::string_view, Local> locals;
  absl::flat_hash_set<uint32_t> bindings;
  for (; binding != all.end() && binding->scope == scope; ++binding) {
    Local& local = locals[binding->name];
    local.bindings.push_back(binding->node);
    local.is_plain = local.is_plain && IsPlain(*binding);
    if (binding->kind != Binding::Kind::kAugmented) bindings.insert(binding->node.index());
  }
  std::erase_if(locals, [](const auto& entry) {
    return !entry.second.is_plain || IsKeptOnPurpose(entry.first);
  });
  if (locals.empty()) return;
  const Reads reads = ReadsIn(node, bindings);
  if (reads.is_open) return;
  for (const auto& [name, local] : locals) {
    if (reads.names.count(name) ||
        IsWaived(local.bindings[0], {"F841", "W0612", "unused-variable"})) {
      continue;
    }
    Report(file, name, local, reads);
  }
}

}  // namespace

extern constinit const Rule kUnusedLocal = {
    .info = {.id = "unused-local",
             .title = "Local variable that is never read",
             .category = "logic",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "`{name}` is assigned and never read",
             .consequence = "Work is done for nothing, or the code below goes on with an older "
                            "value under a similar name",
             .advice = "{remedy}",
             .why = "A value that nobody reads is left over, or its name is misspelled: "
                    "`hidden_state = norm(hidden_states)` followed by `return hidden_states` "
                    "skips the norm. Names with an underscore in front, and objects that must "
                    "only stay alive, are not reported.",
             .fix = "Delete it, or correct the name.",
             .bad = "def forward(norm, hidden_states):\n"
                    "    hidden_state = norm(hidden_states)\n"
                    "    return hidden_states\n",
             .good = "def forward(norm, hidden_states):\n"
                     "    hidden_states = norm(hidden_states)\n"
                     "    return hidden_states\n",
             .references = {"catalogue: general L-UNUSED-LOCAL", "ruff F841", "pylint W0612"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
