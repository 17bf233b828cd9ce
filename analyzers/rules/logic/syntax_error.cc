// def f(:

#include <optional>
#include <string>
#include <utility>

#include "analyzers/python/source_text.h"
#include "analyzers/python/token_errors.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

constexpr Phrase kPython2("python-2", "`{word}` is a statement of Python 2",
                          "`{word}` 是 Python 2 的语句");
constexpr Phrase kPhrases[] = {kPython2};

void Report(FileContext& file, Node at, Words what) {
  file.Report({.at = at,
               .params = {{"what", std::move(what)}},
               .identity = std::string(at.text().substr(0, 80))});
}

// `print x` and `exec code` ended with Python 2. `print >> f` can be an expression.
void CheckStatement(FileContext& file, Node statement) {
  if (statement.child(NodeKind::kChevron)) return;
  const absl::string_view word = statement.Is(NodeKind::kPrintStatement) ? "print" : "exec";
  Report(file, statement, Sentence(kPython2, {{"word", word}}));
}

void CheckModule(FileContext& file, Node) {
  const python::SyntaxTree& tree = file.module().tree();
  if (tree.error_count() == 0) return;
  const std::optional<std::string> made = python::TextForParser(tree.source());
  const auto error = python::FindTokenError(made ? *made : tree.source());
  if (!error) return;
  const Node place = tree.NodeAt(error->byte);
  // Somewhere in a large error, which may begin in lines that nobody changed.
  if (place.first_line() != tree.LineOf(error->byte)) return;
  Report(file, place, error->what);
}

void Check(FileContext& file, Node node) {
  node.Is(NodeKind::kModule) ? CheckModule(file, node) : CheckStatement(file, node);
}

}  // namespace

extern constinit const Rule kSyntaxError = {
    .info = {.id = "syntax-error",
             .title = {"Code that Python cannot parse", "Python 无法解析的代码"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{what}", "{what}"},
             .consequence =
                 {"Importing the file raises SyntaxError, and so does everything that imports it",
                  "导入该文件会抛出 SyntaxError，所有导入它的代码也一样"},
             .advice = {"Fix it, and run `python -m py_compile` on the file before the next push",
                        "修正它，并在下次推送之前对该文件运行 `python -m py_compile`"},
             .phrases = kPhrases,
             .why = "A file that does not parse cannot be imported. Only errors that every version "
                    "of Python 3 rejects are reported: unmatched brackets, unterminated strings, "
                    "merge conflict markers and Python 2 statements.",
             .fix = "python -m py_compile FILE says where Python stops.",
             .bad = R"py(
def scale(x:
    return x * 2
)py",
             .good = R"py(
def scale(x):
    return x * 2
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "syntax-error.html"}},
    .kinds = {NodeKind::kModule, NodeKind::kPrintStatement, NodeKind::kExecStatement},
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
