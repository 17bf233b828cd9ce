// except Exception: pass

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kPasses("passes", "passes", "直接 pass");
constexpr Phrase kContinues("continues", "continues with the next item", "继续处理下一项");
constexpr Phrase kReturnsConstant("returns-constant", "returns a constant", "返回常量");
constexpr Phrase kTheBlock("the-block", "the block", "该代码块");
constexpr Phrase kPhrases[] = {kPasses, kContinues, kReturnsConstant, kTheBlock};

// Somebody thought about it and says why nothing is done.
constexpr absl::string_view kReasons[] = {
    "never break",   "best effort",   "best-effort", "telemetry",   "teardown",    "tear down",
    "atexit",        "optional",      "shutdown",    "shut down",   "interpreter", "not fatal",
    "non-fatal",     "nonfatal",      "don't fail",  "do not fail", "must not",    "never fail",
    "should not",    "harmless",      "safe to ign", "ignored",     "fall back",   "fallback",
    "falls back",    "not supported", "unsupported", "older",       "unavailable", "not available",
    "may be missing"};
// Functions in which going on is the point.
constexpr absl::string_view kEndings[] = {"__del__", "teardown", "cleanup", "clean_up", "shutdown",
                                          "atexit",  "destroy",  "sigterm", "detect",   "probe"};
// What only watches the program: it must not fail because of them.
constexpr absl::string_view kObservers[] = {"otel", "telemetry", "pynvml", "nvtx"};

bool IsConstant(Node value) {
  switch (value.kind()) {
    case NodeKind::kNull:
    case NodeKind::kNone:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kInteger:
    case NodeKind::kFloat:
      return true;
    case NodeKind::kString:
      return !value.child(NodeKind::kInterpolation);
    case NodeKind::kList:
    case NodeKind::kTuple:
    case NodeKind::kDictionary:
      return value.named_child_count() == 0;
    default:
      return false;
  }
}

// "passes", "continues"...: what a handler does that does nothing with the error. Empty: it does
// something.
Words WayOut(Node clause) {
  const Node body = BodyOf(clause);
  if (!body || body.named_child_count() != 1) return "";
  const Node statement = body.named_child(0);
  switch (statement.kind()) {
    case NodeKind::kPassStatement:
      return kPasses;
    case NodeKind::kContinueStatement:
      return kContinues;
    case NodeKind::kReturnStatement:
      return IsConstant(statement.named_child(0)) ? kReturnsConstant : Words();
    case NodeKind::kExpressionStatement:
      return statement.named_child(0).Is(NodeKind::kEllipsis) ? kPasses : Words();
    default:
      return "";
  }
}

bool IsExplained(Node clause) {
  const python::SyntaxTree& tree = *clause.tree();
  // From the line before the try to the line after the handler.
  std::string comments;
  const auto collect = [&](int first, int last) {
    for (int line = std::max(1, first); line <= std::min(last, tree.line_count()); ++line) {
      const absl::string_view text = tree.LineText(line);
      const size_t hash = text.find('#');
      if (hash != absl::string_view::npos) absl::StrAppend(&comments, text.substr(hash), "\n");
    }
  };
  const int attempt = clause.parent().first_line();
  collect(attempt - 2, attempt);
  collect(clause.first_line() - 1, clause.last_line());
  absl::AsciiStrToLower(&comments);
  return std::any_of(std::begin(kReasons), std::end(kReasons),
                     [&](absl::string_view reason) { return absl::StrContains(comments, reason); });
}

// A sentence of its own inside of the handler says why nothing is done, in whatever words.
bool HasOwnComment(Node clause) {
  const python::SyntaxTree& tree = *clause.tree();
  for (int line = clause.first_line() + 1; line <= clause.last_line(); ++line) {
    const absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
    if (absl::StartsWith(text, "#") && std::count(text.begin(), text.end(), ' ') >= 4) return true;
  }
  return false;
}

bool IsEnding(const Definition* function) {
  if (function == nullptr) return false;
  return std::any_of(std::begin(kEndings), std::end(kEndings), [&](absl::string_view word) {
    return absl::StrContains(function->simple_name, word);
  });
}

bool IsObserver(Node attempt, const Definition* function) {
  return std::any_of(std::begin(kObservers), std::end(kObservers), [&](absl::string_view word) {
    return absl::StrContains(attempt.text(), word) ||
           (function != nullptr && absl::StrContains(function->name, word));
  });
}

// The call that may fail, for the message; the first one of the block.
Node FirstCall(Node block) {
  return FindOwnNode(block, NodeKind::kCall, [](Node) { return true; });
}

void Check(FileContext& file, Node clause) {
  if (clause.HasError()) return;
  const Words way_out = WayOut(clause);
  const Module& module = file.module();
  if (way_out.is_empty() || !CatchesEverything(module, clause)) return;
  if (IsWaived(clause, {"BLE001", "S110", "S112", "B110", "B112", "broad-except",
                        "broad-exception-caught", "W0703", "W0718"})) {
    return;
  }
  const Definition* const function = module.EnclosingFunction(clause);
  if (IsExplained(clause) || HasOwnComment(clause) || IsEnding(function)) return;
  const Node attempt = clause.parent();
  if (IsObserver(attempt, function) || OnlyImports(attempt)) return;
  const Node call = FirstCall(attempt.child(Field::kBody));
  const bool is_library = absl::StrContains(module.path(), "/core/");
  file.Report(
      {.at = CaughtBy(clause),
       .params = {{"caught", OneLine(CaughtBy(clause))},
                  {"way_out", way_out},
                  {"what", call ? Words(absl::StrCat("`", call.child(Field::kFunction).text(), "`"))
                                : kTheBlock},
                  {"first", absl::StrCat(attempt.first_line())}},
       .because = file.IsChanged(clause) ? clause : attempt.child(Field::kBody),
       .severity = is_library ? Severity::kP1 : Severity::kP2,
       .impact = is_library ? Impact::kHigh : Impact::kMedium});
}

}  // namespace

extern constinit const Rule kSwallowedException = {
    .info =
        {.id = "swallowed-exception",
         .title = {"Every error is silently dropped", "所有错误都被悄悄丢弃"},
         .message = {"Whatever fails in {what} (try at line {first}), `except {caught}` {way_out} "
                     "without a log",
                     "无论{what}（第 {first} 行的 try）中出了什么错，`except {caught}` "
                     "都{way_out}，且没有日志"},
         .consequence = {"A wrong call, a missing attribute or a full disk looks like the expected "
                         "case, and nobody notices",
                         "错误的调用、缺失的属性或磁盘写满看起来都像是预期中的情况，没有人会知道"},
         .advice = {"Catch the exceptions that are expected and log with `logger.warning(..., "
                    "exc_info=True)`; if every error may really be dropped, say why in a comment",
                    "只捕获预期的异常，并用 `logger.warning(..., exc_info=True)` "
                    "记录；如果确实可以忽略所有错误，用注释说明原因"},
         .phrases = kPhrases,
         .why = "`except Exception` also catches TypeError and AttributeError, which usually mean "
                "a bug. If the handler does nothing, a call whose signature changed always fails, "
                "and the feature behind it is silently off.",
         .fix = "Catch the exceptions that the call documents, log others with their traceback, "
                "and let them propagate where continuing makes no sense.",
         .bad = R"py(
def last_step(path):
    try:
        return int(path.read_text())
    except Exception:
        return 0
)py",
         .good = R"py(
def last_step(path):
    try:
        return int(path.read_text())
    except FileNotFoundError:
        return 0
)py",
         .references = {"https://docs.astral.sh/ruff/rules/blind-except/",
                        "https://docs.astral.sh/ruff/rules/try-except-pass/",
                        "https://docs.astral.sh/ruff/rules/try-except-continue/"}},
    .kinds = {NodeKind::kExceptClause},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
