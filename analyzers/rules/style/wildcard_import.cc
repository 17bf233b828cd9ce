// from m import *: nobody can tell where a name is from.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep = FindWildcardImports({change.files(), change.house(), change.project()});
  const HouseScope scope(change.house(), "wildcard-import");
  for (const Hit& hit : sweep.hits) {
    change.Report(*hit.file,
                  {.at = hit.at,
                   .params = {{"module", hit.name},
                              {"effect", scope.Effect("Names appear from nowhere, and a new name "
                                                      "there can shadow one here")}},
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
             .title = "Wildcard import",
             .category = "style",
             .severity = Severity::kP2,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kHigh,
             .message = "`from {module} import *` hides which names come from there",
             .consequence = "{effect}",
             .advice = "Import the names that the file uses, or the module",
             .why = "Readers and tools look a name up where it was imported.",
             .fix = "Name what is imported.",
             .bad = "from pkg.ops import *\n"
                    "\n"
                    "def run(x):\n"
                    "    return scale(x)\n",
             .good = "from pkg.ops import scale\n"
                     "\n"
                     "def run(x):\n"
                     "    return scale(x)\n",
             .references = {"ruff F403", "pylint W0401", "catalogue: general H-IMPORT"},
             .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
