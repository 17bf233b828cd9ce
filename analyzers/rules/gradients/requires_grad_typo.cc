// A misspelt requires_grad: Python sets a new attribute and nothing else happens.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr absl::string_view kTypos =
    "reqires_grad reqires_grad_ requiers_grad requiers_grad_ require_grad require_grad_ "
    "require_grads require_grads_ required_grad required_grad_ requires_gard requires_gard_ "
    "requires_gradient requires_gradient_ requires_gradients requires_gradients_ requires_grads "
    "requires_grads_ requre_grad requre_grad_ requries_grad requries_grad_";

bool IsMisspelt(absl::string_view name) { return ListsName(kTypos, name); }

// A class of this file has a field, property or method of that name.
bool IsDefinedHere(const Module& module, absl::string_view name) {
  const python::Scopes& scopes = module.scopes();
  for (const python::Binding& binding : scopes.bindings()) {
    if (binding.name == name &&
        scopes.scopes()[binding.scope].kind == python::Scope::Kind::kClass) {
      return true;
    }
  }
  for (const python::Definition& definition : module.definitions()) {
    if (definition.kind == python::Definition::Kind::kClass &&
        !module.SelfAttributeValues(definition, name).empty()) {
      return true;
    }
  }
  return false;
}

bool IsFlagOfSomethingElse(absl::string_view object) {
  for (absl::string_view owner : {"self", "cls", "args", "config", "cfg", "options", "opts"}) {
    if (object == owner || absl::EndsWith(object, absl::StrCat(".", owner))) return true;
  }
  return false;
}

void CheckName(FileContext& file, Node name, absl::string_view object) {
  const Module& module = file.module();
  if (IsFlagOfSomethingElse(object) || IsDefinedHere(module, name.text())) return;
  const std::string right =
      absl::StrCat("requires_grad", absl::EndsWith(name.text(), "_") ? "_" : "");
  file.Report({.at = name,
               .params = {{"written", std::string(name.text())},
                          {"right", right},
                          {"object", std::string(object)}},
               .edits = {Replace(module, name, right)}});
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kAttribute)) {
    const Node name = node.child(Field::kAttribute);
    if (IsMisspelt(name.text())) CheckName(file, name, node.child(Field::kObject).text());
    return;
  }
  const Node name = node.child(Field::kName);
  if (!IsMisspelt(name.text())) return;
  const Node call = node.parent().parent();
  const std::string callee = file.module().Resolve(call.child(Field::kFunction));
  if (absl::StartsWith(callee, "torch.")) CheckName(file, name, callee);
}

}  // namespace

extern constinit const Rule kRequiresGradTypo = {
    .info = {.id = "requires-grad-typo",
             .title = {"Misspelled requires_grad", "requires_grad 拼写错误"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{written}`, set on `{object}`, is not a PyTorch attribute: the correct "
                         "spelling is `{right}`",
                         "`{object}` 的 `{written}` 不是 PyTorch 的属性，正确拼写是 `{right}`"},
             .consequence = {"Setting it has no effect: parameters that should be frozen are "
                             "trained, or the other way round",
                             "设置它不起作用：本应冻结的参数会被训练，或者相反"},
             .advice = {"Write `{right}`", "改写为 `{right}`"},
             .why = "Python can set any attribute on a tensor or module, so a misspelling raises "
                    "no error and freezes nothing.",
             .fix = "Spell it requires_grad (or call requires_grad_()).",
             .bad = R"py(
def freeze(model):
    for parameter in model.parameters():
        parameter.require_grad = False
)py",
             .good = R"py(
def freeze(model):
    for parameter in model.parameters():
        parameter.requires_grad = False
)py",
             .references = {"TorchFix TOR002"}},
    .kinds = {NodeKind::kAttribute, NodeKind::kKeywordArgument},
    .names = kTypos,
    .check = Check};

}  // namespace allreview::rules
