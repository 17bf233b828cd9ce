// raise ValueError(...) in a handler, without `from`.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

constexpr Phrase kCaughtOne("caught-one", "the caught exception", "捕获到的异常");
constexpr Phrase kPhrases[] = {kCaughtOne};

// The handler in whose own code the statement stands; null: none.
Node HandlerAround(Node statement) {
  for (Node node = statement.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kExceptClause)) return node;
    if (node.Is(NodeKind::kFunctionDefinition) || node.Is(NodeKind::kClassDefinition)) break;
  }
  return Node();
}

void Check(FileContext& file, Node statement) {
  const Node raised = statement.named_child(0);
  if (!raised || statement.child(Field::kCause)) return;
  // `raise error` raises what was caught, or an error that somebody made before.
  if (!raised.Is(NodeKind::kCall) && !raised.Is(NodeKind::kAttribute)) return;
  const Node clause = HandlerAround(statement);
  if (!clause || clause.HasError() || IsWaived(statement, {"B904", "raise-missing-from", "W0707"}))
    return;
  const Node name = NameOfCaught(clause);
  // error.with_traceback(...), type(error)(...): the same error, or its kind.
  if (name && MentionsName(raised.child(Field::kFunction).text(), name.text())) return;
  const Node caught = CaughtBy(clause);
  std::vector<Edit> edits;
  if (name) {
    edits.push_back(
        Replace(file.module(), raised, absl::StrCat(raised.text(), " from ", name.text())));
  }
  file.Report({.at = raised.Is(NodeKind::kCall) ? raised.child(Field::kFunction) : raised,
               .params = {{"raised", OneLine(raised)},
                          {"caught", caught ? Words(OneLine(caught)) : kCaughtOne},
                          {"cause", name ? std::string(name.text()) : "error"},
                          {"line", absl::StrCat(clause.first_line())}},
               .edits = std::move(edits)});
}

}  // namespace

extern constinit const Rule kRaiseWithoutFrom = {
    .info = {.id = "raise-without-from",
             .title = {"Error raised in a handler without its cause",
                       "在异常处理中抛出新异常却没有注明原因"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"`raise {raised}` in the handler on line {line} does not say that "
                         "`{caught}` is its cause",
                         "第 {line} 行的异常处理中，`raise {raised}` 没有说明它由 `{caught}` 引起"},
             .consequence =
                 {"The traceback reads as if the handler of the first error had failed by accident",
                  "traceback 读起来像是在处理第一个错误时又意外失败了"},
             .advice = {"Raise it `from {cause}`, or `from None` if the first error is not useful",
                        "用 `from {cause}` 抛出；如果第一个错误没有价值，使用 `from None`"},
             .phrases = kPhrases,
             .why = "Without `from`, Python prints \"During handling of the above exception, "
                    "another exception occurred\", as for a bug in the handler. With it, the log "
                    "says which error caused which.",
             .fix = "Write `except KeyError as error: raise ValueError(...) from error`.",
             .bad = R"py(
def size_of(table, name):
    try:
        return table[name]
    except KeyError as error:
        raise ValueError(f"no layer {name}")
)py",
             .good = R"py(
def size_of(table, name):
    try:
        return table[name]
    except KeyError as error:
        raise ValueError(f"no layer {name}") from error
)py",
             .references = {"https://docs.astral.sh/ruff/rules/raise-without-from-inside-except/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "raise-missing-from.html"},
             .tier = Tier::kHint},
    .kinds = {NodeKind::kRaiseStatement},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
