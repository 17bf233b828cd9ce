// parallel_state.get_all_parallel_group(): the module defines no such name.

#include <utility>

#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"

namespace allreview::rules {
namespace {

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kAttribute)) {
    const understanding::Atom* const module = found->failure.object.only();
    if (module == nullptr || module->kind != understanding::Atom::Kind::kModule) continue;
    Observation observation = Observe(change, *found);
    observation.params = {
        {"module", module->text},
        {"name", found->failure.name},
        {"remedy", contracts::MissingName(change, module->text, found->failure.name).Remedy()}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kUndefinedModuleAttribute = {
    .info =
        {.id = "undefined-module-attribute",
         .title = {"Name that the module does not define", "使用了模块未定义的符号"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{module}` defines no `{name}`", "`{module}` 没有定义 `{name}`"},
         .consequence =
             {"The line raises AttributeError when it runs; for a rarely used parallel "
              "configuration that is in production",
              "执行到该行时会抛出 AttributeError；对很少使用的并行配置来说，这往往发生在生产环境"},
         .advice = {"{remedy}", "{remedy}"},
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
             {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html"},
         .version = 3},
    .check_change = CheckChange};

}  // namespace allreview::rules
