// open() whose file nobody closes.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kCalledOnIt("called-on-it",
                             "`.{method}` is called on it, and nothing else keeps it",
                             "对它调用了 `.{method}`，之后没有其他引用");
constexpr Phrase kUsesWithoutClosing("uses-without-closing",
                                     "`{function}` uses it but does not close it",
                                     "`{function}` 使用了它但没有关闭");
constexpr Phrase kLoopNoClose("loop-no-close", "the loop over it does not close it",
                              "遍历它的循环不会关闭它");
constexpr Phrase kNothingDone("nothing-done", "nothing is done with it", "没有对它做任何处理");
constexpr Phrase kClassNoClose("class-no-close", "no method of the class closes `{name}`",
                               "该类没有方法关闭 `{name}`");
constexpr Phrase kNeverClosed("never-closed", "`{name}` is never closed", "`{name}` 从未关闭");
constexpr Phrase kPhrases[] = {kCalledOnIt,  kUsesWithoutClosing, kLoopNoClose,
                               kNothingDone, kClassNoClose,       kNeverClosed};

bool Opens(const Module& module, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (callee != "open" && callee != "fdopen") return false;
  const std::string name = module.Resolve(call.child(Field::kFunction));
  for (absl::string_view known : {"builtins.open", "io.open", "gzip.open", "bz2.open", "lzma.open",
                                  "codecs.open", "os.fdopen"}) {
    if (name == known) return true;
  }
  return false;
}

// What the result of the call is used as, in the end: through parentheses and conditionals.
Node UseOf(Node call) {
  Node node = call;
  while (node.parent().Is(NodeKind::kParenthesizedExpression) ||
         node.parent().Is(NodeKind::kConditionalExpression)) {
    node = node.parent();
  }
  return node;
}

// Handed to somebody who keeps and closes it: Popen(stdout=open(...)), stack.enter_context(...),
// contextlib.closing(...), a constructor.
bool IsTakenOver(Node call_around) {
  const absl::string_view name = CalleeName(call_around);
  if (name.empty() || name == "enter_context" || name == "closing" || name == "Popen" ||
      name == "run" || name == "callback" || name == "append" || name == "register" ||
      name == "setattr") {
    return true;
  }
  const bool is_class = name[0] >= 'A' && name[0] <= 'Z';
  return is_class;
}

bool HasMark(absl::string_view text, absl::string_view name, absl::string_view method) {
  return absl::StrContains(text, absl::StrCat(name, ".", method));
}

// A local that is closed, used in a `with`, returned, stored or handed over.
bool IsLookedAfter(Node body, absl::string_view name) {
  if (HasMark(body.text(), name, "close")) return true;
  for (Node node : OwnNodes(body)) {
    if (!node.Is(NodeKind::kIdentifier) || node.text() != name || !IsVariable(node)) continue;
    const Node parent = node.parent();
    switch (parent.kind()) {
      case NodeKind::kReturnStatement:
      case NodeKind::kYield:
      case NodeKind::kWithItem:
      case NodeKind::kTuple:
      case NodeKind::kList:
      case NodeKind::kExpressionList:
      case NodeKind::kPair:
      case NodeKind::kKeywordArgument:
        return true;
      case NodeKind::kArgumentList:
        if (IsTakenOver(parent.parent())) return true;
        break;
      case NodeKind::kAssignment:
        if (node.field() == Field::kRight) return true;
        break;
      case NodeKind::kGlobalStatement:
      case NodeKind::kNonlocalStatement:
        return true;
      default:
        break;
    }
  }
  return false;
}

// `self.x = open(...)` of a class that closes something somewhere, or may inherit that.
bool IsClosedByClass(const Module& module, Node call) {
  const Definition* a_class = module.EnclosingClass(call);
  if (a_class == nullptr) return true;  // An object of somebody else.
  // Any close will do: `for file in (self.a, self.b): file.close()`.
  const absl::string_view text = a_class->node.text();
  return absl::StrContains(text, ".close()") || absl::StrContains(text, "__exit__") ||
         !a_class->bases.empty();
}

struct Leak {
  Words how;  // Empty: none.
};

Leak LeakOf(const Module& module, Node call) {
  const Node use = UseOf(call);
  const Node parent = use.parent();
  switch (parent.kind()) {
    case NodeKind::kAttribute: {
      const absl::string_view method = parent.child(Field::kAttribute).text();
      if (method == "close" || method == "fileno") return {};  // open(path, "w").close(): touch.
      return {Sentence(kCalledOnIt, {{"method", method}})};
    }
    case NodeKind::kArgumentList: {
      if (IsTakenOver(parent.parent())) return {};
      return {Sentence(kUsesWithoutClosing,
                       {{"function", parent.parent().child(Field::kFunction).text()}})};
    }
    case NodeKind::kForStatement:
    case NodeKind::kForInClause:
      return {kLoopNoClose};
    case NodeKind::kExpressionStatement:
      return {kNothingDone};
    case NodeKind::kAssignment:
      break;
    default:
      return {};  // with, return, yield, keyword argument, container: somebody else's business.
  }
  const Node target = parent.child(Field::kLeft);
  if (target.Is(NodeKind::kAttribute)) {
    if (IsClosedByClass(module, call)) return {};
    return {Sentence(kClassNoClose, {{"name", target.text()}})};
  }
  const Definition* function = module.EnclosingFunction(call);
  if (!target.Is(NodeKind::kIdentifier) || function == nullptr) return {};
  if (IsLookedAfter(function->body, target.text())) return {};
  return {Sentence(kNeverClosed, {{"name", target.text()}})};
}

void Check(FileContext& file, Node call) {
  if (!Opens(file.module(), call) || IsWaived(call, {"SIM115", "R1732"})) return;
  Leak leak = LeakOf(file.module(), call);
  if (leak.how.is_empty()) return;
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"how", std::move(leak.how)},
                          {"function", std::string(call.child(Field::kFunction).text())}}});
}

}  // namespace

extern constinit const Rule kUnclosedFile = {
    .info = {.id = "unclosed-file",
             .title = {"File is opened and never closed", "打开的文件从未关闭"},
             .message = {"`{call}` stays open: {how}", "`{call}` 打开后没有关闭：{how}"},
             .consequence =
                 {"On an error, or outside CPython, the descriptor leaks and written data may be "
                  "lost; with many ranks and workers the job reaches the limit of open files",
                  "出错时（或在非 CPython 解释器上）文件描述符会泄漏，已写入的内容可能丢失；rank "
                  "和 worker 较多时会达到打开文件数上限"},
             .advice = {"Open it in a block: `with {function}(...) as file:`",
                        "用 with 语句打开：`with {function}(...) as file:`"},
             .phrases = kPhrases,
             .why = "Only a with block (or a finally) closes a file on every return path. Until "
                    "the garbage collector runs, data may remain in the buffer, and on network "
                    "file systems other hosts do not see it.",
             .fix = "Use `with`. For a file that lives as long as an object, close it in the "
                    "object's close method.",
             .bad = R"py(
import json

def read_config(path):
    return json.load(open(path))
)py",
             .good = R"py(
import json

def read_config(path):
    with open(path) as file:
        return json.load(file)
)py",
             .references = {"https://docs.astral.sh/ruff/rules/open-file-with-context-handler/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/refactor/"
                            "consider-using-with.html"},
             .checks = {AuditCheck::kMemory}},
    .kinds = {NodeKind::kCall},
    .names = "fdopen open",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
