// A global process group that initialize_* sets and destroy_model_parallel forgets.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kResetHere("reset-here", "the reset of the other globals",
                            "其他全局变量在这里重置");
constexpr Phrase kPhrases[] = {kResetHere};

bool IsGroupGlobal(absl::string_view name) {
  return absl::StartsWith(name, "_") &&
         (absl::StrContains(name, "GROUP") || absl::StrContains(name, "RANKS"));
}

// Globals of the module that the function assigns, with the first place of each.
std::map<absl::string_view, Node> AssignedGlobals(const Module& module,
                                                  const Definition& function) {
  std::map<absl::string_view, Node> assigned;
  ForEachOwnNode(function.body, NodeKind::kIdentifier, [&](Node node) {
    if (!IsGroupGlobal(node.text())) return;
    // `_A = value`, `_A, _B = values`, `_A: T = value`.
    Node target = node;
    while (target.parent().Is(NodeKind::kPatternList) ||
           target.parent().Is(NodeKind::kTuplePattern)) {
      target = target.parent();
    }
    if (!target.parent().Is(NodeKind::kAssignment) || target.field() != Field::kLeft) return;
    if (module.scopes().LookUp(node, node.text()) == 0) assigned.emplace(node.text(), node);
  });
  return assigned;
}

const Definition* FindFunction(const Module& module, absl::string_view name) {
  const Definition* definition = module.FindDefinition(name);
  return definition != nullptr && definition->kind == Definition::Kind::kFunction ? definition
                                                                                  : nullptr;
}

// What `destroy` and the functions of this file that it calls reset. nullopt: it cannot be told.
std::optional<std::set<absl::string_view>> ResetBy(const Module& module,
                                                   const Definition& destroy) {
  std::set<absl::string_view> reset;
  std::vector<const Definition*> functions = {&destroy};
  ForEachOwnNode(destroy.body, NodeKind::kCall, [&](Node node) {
    const Definition* callee = FindFunction(module, CalleeName(node));
    if (callee != nullptr && callee != &destroy) functions.push_back(callee);
  });
  for (const Definition* function : functions) {
    const absl::string_view text = function->body.text();
    if (absl::StrContains(text, "globals()") || absl::StrContains(text, "setattr(")) {
      return std::nullopt;
    }
    for (const auto& [name, node] : AssignedGlobals(module, *function)) reset.insert(name);
  }
  return reset;
}

bool ExistedBefore(const FileContext& file, absl::string_view name) {
  if (file.before() == nullptr) return false;
  return !file.before()->scopes().BindingsOf(0, name).empty() ||
         MentionsName(file.before()->source(), name);
}

// Adds `global X` and `X = None` after the last line of destroy.
Edit ResetIn(const Module& module, const Definition& destroy, absl::string_view name) {
  const Node last = destroy.body.last_named_child();
  const std::string indent(static_cast<size_t>(module.tree().ColumnOf(destroy.body.first_byte())),
                           ' ');
  return {
      .path = module.path(),
      .first_byte = last.end_byte(),
      .end_byte = last.end_byte(),
      .replacement = absl::StrCat("\n\n", indent, "global ", name, "\n", indent, name, " = None")};
}

void Check(FileContext& file, Node root) {
  const Module& module = file.module();
  if (root.parent()) return;
  const Definition* destroy = FindFunction(module, "destroy_model_parallel");
  if (destroy == nullptr) return;
  const auto reset = ResetBy(module, *destroy);
  if (!reset) return;
  std::set<absl::string_view> reported;
  for (const Definition& function : module.definitions()) {
    if (!absl::StartsWith(function.name, "initialize_")) continue;
    for (const auto& [name, node] : AssignedGlobals(module, function)) {
      if (reset->count(name) || ExistedBefore(file, name) || !reported.insert(name).second)
        continue;
      file.Report({.at = node,
                   .params = {{"name", std::string(name)},
                              {"function", function.name},
                              {"line", absl::StrCat(destroy->first_line)}},
                   .because = python::StatementOf(node),
                   .related = {{kResetHere, RangeOf(module, destroy->node.child(Field::kName))}},
                   .edits = {ResetIn(module, *destroy, name)}});
    }
  }
}

}  // namespace

extern constinit const Rule kGroupGlobalNotReset = {
    .info =
        {.id = "group-global-not-reset",
         .title = {"Global process group that is never reset", "从未重置的全局进程组"},
         .message = {"`{function}` sets the new global `{name}`, but `destroy_model_parallel` "
                     "(line {line}) does not reset it",
                     "`{function}` 设置了新的全局变量 `{name}`，但 "
                     "`destroy_model_parallel`（第 {line} 行）没有重置它"},
         .consequence = {"After destroying and initialising again, as tests and elastic runs do, "
                         "the name still holds a destroyed group",
                         "销毁后再次初始化时（测试和弹性训练都会这样做），该变量仍指向已销毁的组"},
         .advice = {"Set `{name}` to None in `destroy_model_parallel`",
                    "在 `destroy_model_parallel` 中把 `{name}` 设为 None"},
         .phrases = kPhrases,
         .why = "The initialisation treats a global that is not None as initialised, so the next "
                "initialisation in the same process uses the stale group or fails on it.",
         .fix = "Reset every global that the initialisation sets.",
         .bad = R"py(
_A_GROUP = None

def initialize_model_parallel(make):
    global _A_GROUP, _B_GROUP
    _A_GROUP = make("a")
    _B_GROUP = make("b")

def destroy_model_parallel():
    global _A_GROUP
    _A_GROUP = None
)py",
         .good = R"py(
_A_GROUP = None

def initialize_model_parallel(make):
    global _A_GROUP, _B_GROUP
    _A_GROUP = make("a")
    _B_GROUP = make("b")

def destroy_model_parallel():
    global _A_GROUP, _B_GROUP
    _A_GROUP = None
    _B_GROUP = None
)py"},
    .kinds = {NodeKind::kModule},
    .names = "destroy_model_parallel",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
