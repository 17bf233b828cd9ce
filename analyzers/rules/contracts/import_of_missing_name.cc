// from pkg.ops import scale, where pkg/ops.py has no such name.

#include <string>
#include <utility>

#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"

namespace allreview::rules {
namespace {

// The `from x import name` that imports nothing else; null: it imports more.
Node OnlyImportAround(Node at) {
  while (at && !at.Is(NodeKind::kImportFromStatement)) at = at.parent();
  if (!at) return at;
  int count = 0;
  for (Node child : at.children()) count += child.field() == Field::kName;
  return count == 1 ? at : Node();
}

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kImport)) {
    const std::string module(repository::OwnerOf(found->failure.name));
    const std::string name(repository::LastPart(found->failure.name));
    const contracts::MissingName missing(change, module, name);
    Observation observation = Observe(change, *found);
    observation.params = {{"name", name}, {"module", module}, {"remedy", missing.Remedy()}};
    if (found->file->changed->role == FileRole::kTest) {  // Nothing but the test stops.
      observation.severity = Severity::kP1;
      observation.impact = Impact::kHigh;
    }
    const Node import = OnlyImportAround(found->at);
    const bool is_elsewhere =
        !missing.home().empty() && missing.home() != found->file->after->name();
    if (import && is_elsewhere) {
      observation.edits = {
          Replace(*found->file->after, import.child(Field::kModuleName), missing.home())};
    }
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kImportOfMissingName = {
    .info =
        {.id = "import-of-missing-name",
         .title = {"Import of a name that the module does not have", "导入模块中不存在的符号"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{module}` has no `{name}`", "`{module}` 中没有 `{name}`"},
         .consequence = {"The import raises ImportError, and with it everything that imports "
                         "this file",
                         "该导入会抛出 ImportError，导入本文件的代码也会失败"},
         .advice = {"{remedy}", "{remedy}"},
         .why =
             "The module is a file of the repository, and all names that it binds are known: "
             "no star import from another project, no module-level `__getattr__`, no names made at "
             "run time. Imports in `try` and under TYPE_CHECKING are not reported.",
         .fix = "Look for the name's new home, or for a spelling mistake.",
         .bad = R"py(
# --- pkg/ops.py unchanged
def double(x):
    return 2 * x
# --- pkg/use.py
from pkg.ops import scale
)py",
         .good = R"py(
# --- pkg/ops.py unchanged
def double(x):
    return 2 * x
# --- pkg/use.py
from pkg.ops import double
)py",
         .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                        "no-name-in-module.html"},
         .version = 3},
    .check_change = CheckChange};

}  // namespace allreview::rules
