// The change removes a name of a module; other files still import it.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Binding;

constexpr size_t kMaxRelated = 50;

void ReportRemoved(ChangeContext& change, const AnalysedFile& file, const Binding& binding) {
  const std::string name(binding.name);
  std::vector<Related> uses = FindUses(change, file.before->name(), name);
  if (uses.empty()) return;
  const std::string home = HomeOf(change, name);
  Observation observation{
      .at = binding.node,
      .params = {{"name", name},
                 {"module", file.before->name()},
                 {"count", absl::StrCat(uses.size())},
                 {"places", uses.size() == 1 ? "place still uses" : "places still use"},
                 {"example", uses[0].range.path},
                 {"line", absl::StrCat(uses[0].range.first_line)},
                 {"remedy", home.empty() ? "keep the name, or change these places"
                                         : absl::StrCat("import it from `", home, "` there")}},
      .cause = CauseOfRemoved(file, binding.node.first_line())};
  DeltaEvidence delta;
  delta.what = "definition";
  delta.before = name;
  delta.before_range = rules::RangeOf(*file.before, binding.node, Side::kLeft);
  observation.evidence.push_back(std::move(delta));
  if (uses.size() > kMaxRelated) uses.resize(kMaxRelated);
  observation.related = std::move(uses);
  change.ReportBefore(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr) continue;
    for (const Binding* binding : RemovedNames(change, file)) {
      ReportRemoved(change, file, *binding);
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kImportOfRemovedName = {
    .info =
        {.id = "import-of-removed-name",
         .title = {"Removed name is still used elsewhere", "已移除的名字在别处仍被使用"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{name}` is no longer in `{module}`, but {count} {places} it, for example "
              "{example}:{line}",
              "`{module}` 中已没有 `{name}`，但仍有 {count} 处在使用它，例如 {example}:{line}"},
         .consequence = {"Importing these files raises ImportError, or the call AttributeError",
                         "导入这些文件会抛出 ImportError，或者在调用时抛出 AttributeError"},
         .advice = {"For `{name}`: {remedy}", "对于 `{name}`：{remedy}"},
         .why = "A file that imports a name which is gone fails as a whole when it is imported. "
                "Imports in try statements and under TYPE_CHECKING are left out, as are modules "
                "that make their names at run time.",
         .fix = "Change every importer in the same change, or keep an alias under the old name.",
         .bad = R"py(
# --- pkg/ops.py before
def scale(x):
    return 2 * x
# --- pkg/ops.py after
def double(x):
    return 2 * x
# --- pkg/use.py unchanged
from pkg.ops import scale
)py",
         .good = R"py(
# --- pkg/ops.py before
def scale(x):
    return 2 * x
# --- pkg/ops.py after
def double(x):
    return 2 * x

scale = double
# --- pkg/use.py unchanged
from pkg.ops import scale
)py",
         .references =
             {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
              "no-name-in-module.html",
              "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html"}},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
