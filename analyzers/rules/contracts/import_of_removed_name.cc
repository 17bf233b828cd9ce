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

constexpr Phrase kPlaceUses("place-uses", "place still uses", "处仍在使用");
constexpr Phrase kPlacesUse("places-use", "places still use", "处仍在使用");
constexpr Phrase kKeepName("keep-name", "keep the name, or change these places",
                           "保留该符号，或者修改这些位置");
constexpr Phrase kImportFrom("import-from", "import it from `{module}` there",
                             "在这些位置改为从 `{module}` 导入");
constexpr Phrase kPhrases[] = {kPlaceUses, kPlacesUse, kKeepName, kImportFrom};

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
                 {"places", uses.size() == 1 ? kPlaceUses : kPlacesUse},
                 {"example", uses[0].range.path},
                 {"line", absl::StrCat(uses[0].range.first_line)},
                 {"remedy", home.empty() ? kKeepName : Sentence(kImportFrom, {{"module", home}})}},
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
         .title = {"Removed name is still used elsewhere", "已移除的符号在别处仍被使用"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{name}` is no longer in `{module}`, but {count} {places} it, for example "
              "{example}:{line}",
              "`{module}` 中已没有 `{name}`，但仍有 {count} 处在使用它，例如 {example}:{line}"},
         .consequence =
             {"Importing these files raises ImportError, or the use raises AttributeError",
              "导入这些文件会抛出 ImportError，或者在使用时抛出 AttributeError"},
         .advice = {"For `{name}`: {remedy}", "对于 `{name}`：{remedy}"},
         .phrases = contracts::kPhrases,
         .why = "A file that imports a removed name cannot be imported at all. Imports in try "
                "statements and under TYPE_CHECKING are not reported, nor are modules that create "
                "their names at run time.",
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
              "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html"},
         .version = 2},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
