// parallel_state.get_all_parallel_group(): the module defines no such name.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/contracts/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using python::Module;
using repository::ModuleFacts;

constexpr Phrase kUseFromThere("use-from-there", "`{module}` defines it: use it from there",
                               "`{module}` 定义了它，请从那里使用");
constexpr Phrase kDefineThere("define-there", "Define it there, or use a name that {module} offers",
                              "在那里定义它，或者使用 {module} 提供的名字");
constexpr Phrase kPhrases[] = {kUseFromThere, kDefineThere};

// The module that the expression names; null: none of the repository, or one whose names are open.
const ModuleFacts* ModuleOf(FileContext& file, Node object) {
  const Module& module = file.module();
  Node base = object;
  while (base.Is(NodeKind::kAttribute)) base = base.child(Field::kObject);
  // Half of all attributes are those of self.
  if (!base.Is(NodeKind::kIdentifier) || base.text() == "self") return nullptr;
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(base, base.text());
  if (meaning.scope < 0) return nullptr;
  // Imported, and nothing else.
  for (const python::Binding& binding : meaning.bindings) {
    if (binding.kind != python::Binding::Kind::kImport || binding.is_in_handler) return nullptr;
  }
  const std::string name = module.Resolve(object);
  if (name.empty()) return nullptr;
  const ModuleFacts* facts = file.project().FindModule(file.project().Canonical(name));
  return facts != nullptr && facts->is_certain ? facts : nullptr;
}

// The line runs only where the name exists, or the program is ready for its absence. `module` is
// how the code names the module.
bool IsGuarded(Node node, absl::string_view module) {
  for (; node; node = node.parent()) {
    if (node.Is(NodeKind::kTryStatement)) return true;
    if (node.Is(NodeKind::kIfStatement) || node.Is(NodeKind::kConditionalExpression) ||
        node.Is(NodeKind::kBooleanOperator)) {
      const absl::string_view text =
          node.Is(NodeKind::kIfStatement) ? node.child(Field::kCondition).text() : node.text();
      if (absl::StrContains(text, "TYPE_CHECKING")) return true;
      for (absl::string_view word : {"hasattr(", "getattr("}) {
        if (absl::StrContains(text, absl::StrCat(word, module))) return true;
      }
    }
  }
  return false;
}

// The file gives the module that name itself.
bool IsAssignedHere(const Module& module, Node attribute) {
  if (attribute.field() == Field::kLeft) return true;
  const std::string target = absl::StrCat(attribute.text(), " =");
  return absl::StrContains(module.source(), target);
}

std::string Suggestion(const ModuleFacts& facts, absl::string_view wanted) {
  std::vector<std::string> names;
  for (const repository::NameFacts& name : *facts.names) names.push_back(name.name);
  return Nearest(wanted, names);
}

// Module of the repository that alone defines a function or class of that name. Empty: none.
std::string HomeOf(FileContext& file, absl::string_view name) {
  const repository::Found found = file.project().FindUnique(name);
  if (!found || found.definition->kind == python::Definition::Kind::kMethod) return "";
  const std::string home = found.name.substr(0, found.name.size() - name.size() - 1);
  return file.project().FindModule(home) == nullptr ? "" : home;
}

// The only name that a `from x import name` imports, without parentheses or comments about it.
bool IsOnlyImport(Node import) {
  int names = 0;
  for (Node child : import.children()) names += child.field() == Field::kName;
  return names == 1;
}

// `import` is the statement when it is a `from x import name`, else null.
void Report(FileContext& file, Node at, absl::string_view name, const ModuleFacts& facts,
            Node import) {
  const std::string home = HomeOf(file, name);
  const std::string nearest = home.empty() ? Suggestion(facts, name) : "";
  Observation observation{
      .at = at,
      .params = {
          {"module", facts.name},
          {"name", std::string(name)},
          {"remedy", !home.empty()     ? Sentence(kUseFromThere, {{"module", home}})
                     : nearest.empty() ? Sentence(kDefineThere, {{"module", facts.path}})
                                       : Sentence(phrases::kDidYouMean, {{"name", nearest}})}}};
  if (import && !home.empty() && home != file.module().name() && IsOnlyImport(import)) {
    observation.edits = {Replace(file.module(), import.child(Field::kModuleName), home)};
  }
  file.Report(std::move(observation));
}

// Not among the names, and no module below a package either.
bool IsMissing(FileContext& file, const ModuleFacts& facts, absl::string_view name) {
  if (absl::StartsWith(name, "__") || facts.Has(name)) return false;
  return file.project().is_complete() &&
         file.project().FindModule(absl::StrCat(facts.name, ".", name)) == nullptr;
}

void CheckImport(FileContext& file, Node import) {
  const Node source = import.child(Field::kModuleName);
  if (!source || IsGuarded(import, source.text())) return;
  const std::string written(source.text());
  const std::string name = file.module().Absolute(written);
  const ModuleFacts* facts = file.project().FindModule(name);
  if (facts == nullptr || !facts->is_certain) return;
  for (Node child : import.children()) {
    if (child.field() != Field::kName) continue;
    const Node imported = child.Is(NodeKind::kAliasedImport) ? child.child(Field::kName) : child;
    if (IsMissing(file, *facts, imported.text())) {
      Report(file, imported, imported.text(), *facts, import);
    }
  }
}

void Check(FileContext& file, Node node) {
  if (!file.IsChanged(node)) return;
  if (node.Is(NodeKind::kImportFromStatement)) {
    CheckImport(file, node);
    return;
  }
  // The whole of a.b.c is looked at once, but a.b may be the module.
  const Node object = node.child(Field::kObject);
  const ModuleFacts* facts = ModuleOf(file, object);
  if (facts == nullptr) return;
  const Node attribute = node.child(Field::kAttribute);
  if (!IsMissing(file, *facts, attribute.text()) || IsAssignedHere(file.module(), node) ||
      IsGuarded(node, object.text())) {
    return;
  }
  Report(file, node, attribute.text(), *facts, Node());
}

}  // namespace

extern constinit const Rule kUndefinedModuleAttribute = {
    .info =
        {.id = "undefined-module-attribute",
         .title = {"Name that the module does not define", "使用了模块未定义的名字"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{module}` defines no `{name}`", "`{module}` 没有定义 `{name}`"},
         .consequence =
             {"The import or the line raises an error when it runs; for a rarely used parallel "
              "configuration that is in production",
              "执行到该 import 或该行时会报错；对很少使用的并行配置来说，这往往发生在生产环境"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why = "Merging branches that have diverged leaves calls to functions that were renamed "
                "or never merged. Python notices only when the line runs.",
         .fix = "Use a name that the module defines, or add it.",
         .bad = R"py(
# --- pkg/state.py unchanged
def get_model_parallel_group():
    return None
# --- pkg/use.py
from pkg import state

def group():
    return state.get_model_paralel_group()
)py",
         .good = R"py(
# --- pkg/state.py unchanged
def get_model_parallel_group():
    return None
# --- pkg/use.py
from pkg import state

def group():
    return state.get_model_parallel_group()
)py",
         .references =
             {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html",
              "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
              "no-name-in-module.html"},
         .version = 2},
    .kinds = {NodeKind::kAttribute, NodeKind::kImportFromStatement},
    .check = Check};

}  // namespace allreview::rules
