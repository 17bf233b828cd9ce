// from m import *: nobody can tell where a name is from.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNamesFromNowhere(
    "names-from-nowhere",
    "Readers cannot tell where names come from, and a new name there can shadow one here",
    "符号来源不明，那边新增的符号还可能遮蔽这里的同名符号");
constexpr Phrase kPhrases[] = {kNamesFromNowhere};

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindWildcardImports({change.files(), change.house(), change.project(), change.moves()});
  const HouseScope scope(change.house(), "wildcard-import");
  for (const Hit& hit : sweep.hits) {
    change.Report(*hit.file,
                  {.at = hit.at,
                   .params = {{"module", hit.name}, {"effect", scope.Effect(kNamesFromNowhere)}},
                   .severity = scope.severity()});
  }
}

}  // namespace

Sweep FindWildcardImports(const SweepInput& input) {
  Sweep sweep;
  ForEachNewNode(
      input.files, {NodeKind::kImportFromStatement}, [&](const AnalysedFile& file, Node import) {
        ++sweep.checked;
        if (!import.child(NodeKind::kWildcardImport) || file.after->is_package()) return;
        if (IsWaived(import, {"F403", "F401", "W0401", "wildcard-import"})) return;
        for (Node around = import.parent(); around; around = around.parent()) {
          if (around.Is(NodeKind::kTryStatement)) return;
        }
        // A file that does nothing else passes names on.
        if (file.after->definitions().empty()) return;
        sweep.hits.push_back({&file, import, std::string(import.child(Field::kModuleName).text())});
      });
  return sweep;
}

extern constinit const Rule kWildcardImport = {
    .info = {.id = "wildcard-import",
             .title = {"Wildcard import", "通配符导入"},
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .message = {"`from {module} import *` hides which names come from there",
                         "`from {module} import *` 使人看不出哪些符号来自那里"},
             .consequence = {"{effect}", "{effect}"},
             .advice = {"Import the names that the file uses, or the module",
                        "只导入该文件用到的符号，或者导入模块"},
             .phrases = kPhrases,
             .why = "Readers and tools look up where a name was imported.",
             .fix = "Import names explicitly.",
             .bad = R"py(
from pkg.ops import *

def run(x):
    return scale(x)
)py",
             .good = R"py(
from pkg.ops import scale

def run(x):
    return scale(x)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/undefined-local-with-import-star/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "wildcard-import.html"},
             .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
