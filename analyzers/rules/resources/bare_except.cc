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
    .info =
        {.id = "bare-except",
         .title = {"except without an exception", "没有指明异常类型的 except"},
         .message = {"The bare `except` of the try on line {line} also catches KeyboardInterrupt, "
                     "SystemExit and every programming error",
                     "第 {line} 行的 try 使用了裸 `except`，会把 KeyboardInterrupt、SystemExit "
                     "以及所有编程错误一并捕获"},
         .consequence =
             {"Ctrl-C and the scheduler's signal do not stop the rank, and a wrong call looks like "
              "the expected failure",
              "Ctrl-C 和调度器的信号无法停止该 rank，错误的调用看起来也像是预期中的失败"},
         .advice = {"Name the exceptions that can occur here, or at least use `except Exception`",
                    "写明这里可能发生的异常，至少使用 `except Exception`"},
         .why = "A bare except catches BaseException: interrupts, exits and errors caused by bugs. "
                "In a distributed job, a rank that continues after such an error leaves the others "
                "waiting.",
         .fix = "Catch the exceptions that the call documents. If everything must be caught, write "
                "`except Exception` and log the error.",
         .bad = R"py(
def parse(text):
    try:
        return int(text)
    except:
        return None
)py",
         .good = R"py(
def parse(text):
    try:
        return int(text)
    except ValueError:
        return None
)py",
         .references = {"https://docs.astral.sh/ruff/rules/bare-except/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "bare-except.html"}},
    .kinds = {NodeKind::kExceptClause},
    .check = Check};

}  // namespace allreview::rules
