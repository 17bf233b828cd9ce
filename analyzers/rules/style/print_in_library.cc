// print() in the library: every rank prints, nothing can switch it off.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

constexpr Phrase kEveryRankPrints("every-rank-prints",
                                  "Every rank prints it, and nobody can turn it off",
                                  "每个 rank 都会打印，而且无法关闭");
constexpr Phrase kPhrases[] = {kEveryRankPrints};

bool IsUnderMain(Node node) {
  for (Node around = node.parent(); around; around = around.parent()) {
    if (around.Is(NodeKind::kIfStatement) &&
        absl::StrContains(around.child(Field::kCondition).text(), "__name__")) {
      return true;
    }
  }
  return false;
}

// print(..., file=stream) writes where it is told.
bool HasFile(Node call) { return static_cast<bool>(python::KeywordArgument(call, "file")); }

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindPrints({change.files(), change.house(), change.project(), change.moves()});
  const HouseScope scope(change.house(), "no-print");
  for (const Hit& hit : sweep.hits) {
    change.Report(*hit.file, {.at = hit.at,
                              .params = {{"effect", scope.Effect(kEveryRankPrints)}},
                              .severity = scope.severity()});
  }
}

}  // namespace

Sweep FindPrints(const SweepInput& input) {
  const HouseScope scope(input.house, "no-print");
  Sweep sweep;
  ForEachNewNode(input.files, {NodeKind::kCall}, [&](const AnalysedFile& file, Node call) {
    ++sweep.checked;
    const Node function = call.child(Field::kFunction);
    if (!function.Is(NodeKind::kIdentifier) || function.text() != "print") return;
    if (!scope.Covers(file.changed->path) || IsUnderMain(call) || HasFile(call)) return;
    if (IsWaived(python::StatementOf(call), {"T201", "W0141", "bad-builtin"})) return;
    if (file.after->Calls(call, "builtins.print")) sweep.hits.push_back({&file, call, "print"});
  });
  return sweep;
}

extern constinit const Rule kPrintInLibrary = {
    .info =
        {.id = "print-in-library",
         .title = {"print in library code", "库代码中使用 print"},
         .impact = Impact::kLow,
         .pillar = Pillar::kMaintainability,
         .message = {"`print` is called in library code", "库代码中调用了 `print`"},
         .consequence = {"{effect}", "{effect}"},
         .advice =
             {"Use the module's logger; for one rank only, the helper that logs on one rank",
              "使用模块的 logger；只需一个 rank 输出时，使用只在单个 rank 上记录日志的辅助函数"},
         .phrases = kPhrases,
         .why = "Log messages have levels and can be filtered; prints from many ranks are noise.",
         .fix = "Use the logger.",
         .bad = R"py(
# --- pkg/core/cache.py
def warm(cache):
    print("warming", len(cache))
)py",
         .good = R"py(
# --- pkg/core/cache.py
import logging

logger = logging.getLogger(__name__)

def warm(cache):
    logger.info("warming %d", len(cache))
)py",
         .references = {"https://docs.astral.sh/ruff/rules/print/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "bad-builtin.html"},
         .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
