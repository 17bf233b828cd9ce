// A new import that the file does not use.

#include <string>
#include <utility>

#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/imports.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

using python::Binding;

constexpr Phrase kCostsTime(
    "costs-time", "It costs time at import and misleads readers about what the file needs",
    "它会增加导入耗时，并让读者误解该文件的依赖");
constexpr Phrase kPhrases[] = {kCostsTime};

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindUnusedImports({change.files(), change.house(), change.project(), change.moves()});
  const HouseScope scope(change.house(), "unused-import");
  for (const Hit& hit : sweep.hits) {
    change.Report(*hit.file, {.at = hit.at,
                              .params = {{"name", hit.name}, {"effect", scope.Effect(kCostsTime)}},
                              .severity = scope.severity()});
  }
}

}  // namespace

Sweep FindUnusedImports(const SweepInput& input) {
  Sweep sweep;
  for (const AnalysedFile& file : input.files) {
    if (file.after == nullptr || IsVendored(file.changed->path)) continue;
    bool has_new = false;
    for (const Binding& binding : file.after->scopes().bindings()) {
      if (binding.kind != Binding::Kind::kImport || binding.scope != 0) continue;
      if (!file.lines.Starts(binding.node)) continue;
      has_new = true;
      ++sweep.checked;
    }
    if (!has_new) continue;
    for (const Binding* unused : UnusedImports(*file.after)) {
      if (!file.lines.Starts(unused->node)) continue;
      sweep.hits.push_back({&file, unused->node, std::string(unused->name)});
    }
  }
  return sweep;
}

extern constinit const Rule kUnusedImport = {
    .info = {.id = "unused-import",
             .title = {"Unused import", "未使用的 import"},
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"`{name}` is imported but not used", "`{name}` 被导入却没有使用"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Remove the import of `{name}`", "删除对 `{name}` 的导入"},
             .phrases = kPhrases,
             .why = "Imports show what a file depends on.",
             .fix = "Remove it.",
             .bad = R"py(
import math
import os

root = math.sqrt(2)
)py",
             .good = R"py(
import math

root = math.sqrt(2)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/unused-import/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "unused-import.html"},
             .tier = Tier::kOff},
    .check_change = Check};

}  // namespace allreview::rules
