// except: catches what should end the process, too.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node clause) {
  if (clause.HasError() || CaughtBy(clause) || Raises(clause) || EndsTheProcess(clause)) return;
  if (IsWaived(clause, {"E722", "B001", "bare-except", "W0702", "BLE001"})) return;
  const Node keyword = *clause.children().begin();
  const Node attempt = clause.parent();
  if (OnlyImports(attempt)) return;  // broad-except-around-import
  file.Report({.at = keyword,
               .params = {{"line", absl::StrCat(attempt.first_line())}},
               .because = file.IsChanged(keyword) ? keyword : clause,
               .edits = {Replace(file.module(), keyword, "except Exception")}});
}

}  // namespace

extern constinit const Rule kBareExcept = {
    .info = {.id = "bare-except",
             .title = "except without an exception",
             .category = "resources",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "The bare `except` of the try at line {line} also catches "
                        "KeyboardInterrupt, SystemExit and every programming error",
             .consequence = "Ctrl-C and the scheduler's signal do not stop the rank, and a wrong "
                            "call looks like the failure that was expected",
             .advice = "Name what can fail here; at least `except Exception`",
             .why = "A bare except catches BaseException: interrupts, exits and the errors of "
                    "code that is simply wrong. In a distributed job a rank that goes on after "
                    "such an error leaves the others waiting.",
             .fix = "Catch the exceptions that the call documents. Where really everything must "
                    "be caught, write `except Exception` and log it.",
             .bad = "def parse(text):\n"
                    "    try:\n"
                    "        return int(text)\n"
                    "    except:\n"
                    "        return None\n",
             .good = "def parse(text):\n"
                     "    try:\n"
                     "        return int(text)\n"
                     "    except ValueError:\n"
                     "        return None\n",
             .references = {"ruff E722", "pylint bare-except", "catalogue: general E-BARE-EXCEPT"}},
    .kinds = {NodeKind::kExceptClause},
    .check = Check};

}  // namespace allreview::rules
