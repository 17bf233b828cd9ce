// ValueError("...") as a statement: an exception that nobody raises. raise NotImplemented: not one.

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using logic::IsExpectedToRaise;
using python::Module;

constexpr Phrase kNotRaised("not-raised", "`{name}` is created but not raised",
                            "创建了 `{name}` 却没有抛出");
constexpr Phrase kContinuesAnyway("continues-anyway",
                                  "Execution continues as if the check had passed",
                                  "执行会继续，就像检查通过了一样");
constexpr Phrase kNotException("not-exception", "`NotImplemented` is a value, not an exception",
                               "`NotImplemented` 是一个值，不是异常");
constexpr Phrase kRaisesTypeError(
    "raises-type-error", "The statement raises a TypeError instead of the intended exception",
    "该语句会抛出 TypeError，而不是本想抛出的异常");
constexpr Phrase kPhrases[] = {kNotRaised, kContinuesAnyway, kNotException, kRaisesTypeError};

constexpr absl::string_view kBuiltinExceptions[] = {
    "ArithmeticError",   "AssertionError",     "AttributeError",
    "BaseException",     "BlockingIOError",    "BrokenPipeError",
    "BufferError",       "ChildProcessError",  "ConnectionError",
    "EOFError",          "Exception",          "FileExistsError",
    "FileNotFoundError", "FloatingPointError", "IOError",
    "ImportError",       "IndexError",         "InterruptedError",
    "IsADirectoryError", "KeyError",           "KeyboardInterrupt",
    "LookupError",       "MemoryError",        "ModuleNotFoundError",
    "NameError",         "NotADirectoryError", "NotImplementedError",
    "OSError",           "OverflowError",      "PermissionError",
    "RecursionError",    "RuntimeError",       "StopAsyncIteration",
    "StopIteration",     "SyntaxError",        "SystemError",
    "SystemExit",        "TimeoutError",       "TypeError",
    "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError",
    "UnicodeError",      "ValueError",         "ZeroDivisionError"};

bool IsBuiltinException(absl::string_view name) { return IsOneOf(name, kBuiltinExceptions); }

// A class of this file whose bases lead to a built-in exception.
bool IsOwnException(const Module& module, absl::string_view name, int depth = 0) {
  const python::Definition* a_class = module.FindDefinition(name);
  if (a_class == nullptr || a_class->kind != python::Definition::Kind::kClass || depth > 4) {
    return false;
  }
  for (Node base : a_class->bases) {
    const absl::string_view base_name = base.text();
    if (IsBuiltinException(base_name) || IsOwnException(module, base_name, depth + 1)) return true;
  }
  return false;
}

bool IsException(const Module& module, Node callee) {
  if (!callee.Is(NodeKind::kIdentifier) || !absl::ascii_isupper(callee.text()[0])) return false;
  const absl::string_view name = callee.text();
  const bool is_bound = module.scopes().LookUp(callee, name) >= 0;
  return is_bound ? IsOwnException(module, name) : IsBuiltinException(name);
}

void CheckStatement(FileContext& file, Node statement) {
  const Node call = statement.named_child(0);
  if (!call.Is(NodeKind::kCall) || statement.named_child_count() != 1) return;
  if (!IsException(file.module(), call.child(Field::kFunction)) || IsExpectedToRaise(statement) ||
      IsWaived(statement, {"PLW0133", "W0133"})) {
    return;
  }
  const std::string name(call.child(Field::kFunction).text());
  file.Report({.at = call,
               .params = {{"problem", Sentence(kNotRaised, {{"name", name}})},
                          {"effect", kContinuesAnyway},
                          {"remedy", Sentence(phrases::kWriteCode,
                                              {{"code", absl::StrCat("raise ", name, "(...)")}})}},
               .edits = {Replace(file.module(), call, absl::StrCat("raise ", call.text()))}});
}

void CheckRaise(FileContext& file, Node statement) {
  const Node raised = statement.named_child(0);
  const Node name = raised.Is(NodeKind::kCall) ? raised.child(Field::kFunction) : raised;
  if (!name.Is(NodeKind::kIdentifier) || name.text() != "NotImplemented" ||
      IsWaived(statement, {"F901", "E0711"})) {
    return;
  }
  file.Report({.at = raised,
               .params = {{"problem", kNotException},
                          {"effect", kRaisesTypeError},
                          {"remedy",
                           Sentence(phrases::kWriteCode, {{"code", "raise NotImplementedError"}})}},
               .edits = {Replace(file.module(), name, "NotImplementedError")},
               .severity = Severity::kP2,  // It raises all the same, though not what it should.
               .impact = Impact::kLow});
}

void Check(FileContext& file, Node statement) {
  statement.Is(NodeKind::kRaiseStatement) ? CheckRaise(file, statement)
                                          : CheckStatement(file, statement);
}

}  // namespace

extern constinit const Rule kExceptionNotRaised = {
    .info =
        {.id = "exception-not-raised",
         .title = {"Exception that is not raised", "异常没有被抛出"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"{problem}", "{problem}"},
         .consequence = {"{effect}", "{effect}"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = kPhrases,
         .why = "Creating an exception has no effect: only `raise` does. NotImplemented is a value "
                "that operators return for operands they do not support; it cannot be raised.",
         .fix = "Put `raise` before the exception; raise NotImplementedError.",
         .bad = R"py(
def check(size):
    if size % 8:
        ValueError("size must be a multiple of 8")
    return size
)py",
         .good = R"py(
def check(size):
    if size % 8:
        raise ValueError("size must be a multiple of 8")
    return size
)py",
         .references = {"https://docs.astral.sh/ruff/rules/useless-exception-statement/",
                        "https://docs.astral.sh/ruff/rules/raise-not-implemented/",
                        "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                        "pointless-exception-statement.html"},
         .version = 2},
    .kinds = {NodeKind::kExpressionStatement, NodeKind::kRaiseStatement},
    .check = Check};

}  // namespace allreview::rules
