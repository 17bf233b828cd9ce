// try: all_reduce(x) except Exception: pass: one rank goes on, the others wait.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kErrorEndsHere("error-ends-here", "the error ends here", "错误在这里被吞掉");
constexpr Phrase kPhrases[] = {kErrorEndsHere};

bool IsBroad(Node clause) {
  const Node value = clause.named_child(0);
  if (!value || value.Is(NodeKind::kBlock)) return true;  // except:
  const absl::string_view text = value.text();
  return MentionsName(text, "Exception") || MentionsName(text, "BaseException") ||
         MentionsName(text, "RuntimeError");
}

bool EndsTheRank(Node clause) {
  for (Node node : clause.descendants()) {
    if (node.Is(NodeKind::kRaiseStatement)) return true;
    if (!node.Is(NodeKind::kCall)) continue;
    const absl::string_view name = CalleeName(node);
    if (name == "exit" || name == "_exit" || absl::StartsWith(name, "abort") ||
        absl::StrContains(name, "raise")) {
      return true;
    }
  }
  return false;
}

// The first collective of the try block itself that exchanges data.
Node CollectiveIn(const Module& module, Node block) {
  return FindOwnNode(block, NodeKind::kCall, [&](Node node) {
    const Collective* op = FindCollective(module, node);
    return op != nullptr && !absl::StrContains(op->name, "barrier") &&
           !absl::StartsWith(op->name, "get_");
  });
}

bool IsTeardown(const Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  for (absl::string_view word : {"destroy", "cleanup", "shutdown", "close", "__del__", "exit"}) {
    if (absl::StrContains(function->simple_name, word)) return true;
  }
  return false;
}

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  if (IsTeardown(module, statement)) return;
  Node swallowing;
  for (Node child : statement.children()) {
    if (!child.Is(NodeKind::kExceptClause)) continue;
    if (!swallowing && IsBroad(child) && !EndsTheRank(child)) swallowing = child;
  }
  if (!swallowing) return;
  const Node call = CollectiveIn(module, statement.child(Field::kBody));
  if (!call) return;
  file.Report({.at = call,
               .params = {{"op", std::string(CalleeName(call))},
                          {"line", absl::StrCat(swallowing.first_line())}},
               .because = file.IsChanged(call) ? call : swallowing,
               .related = {{kErrorEndsHere, RangeOf(module, swallowing)}}});
}

}  // namespace

extern constinit const Rule kCollectiveExceptionSwallowed = {
    .info = {.id = "collective-exception-swallowed",
             .title = {"Error of a collective that is swallowed", "集合通信的错误被吞掉"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .confidence = Confidence::kLow,
             .message =
                 {"When `{op}` fails on one rank, the handler on line {line} lets that rank "
                  "continue alone",
                  "当 `{op}` 在某个 rank 上失败时，第 {line} 行的异常处理会让该 rank 独自继续执行"},
             .consequence = {"The other members of the group wait until they time out, and the "
                             "first error is lost",
                             "组内其他成员会一直等到超时，而最初的错误信息丢失"},
             .advice = {"Re-raise after logging, so that the launcher stops all ranks",
                        "记录日志后重新抛出，让启动器终止所有 rank"},
             .phrases = kPhrases,
             .why = "After a failed collective, the members of the group are no longer at the same "
                    "point. Continuing turns a clear error into a hang elsewhere.",
             .fix = "Let errors of collectives terminate the process.",
             .bad = R"py(
import torch.distributed as dist

def total(x):
    try:
        dist.all_reduce(x)
    except Exception:
        pass
    return x
)py",
             .good = R"py(
import torch.distributed as dist

def total(x):
    dist.all_reduce(x)
    return x
)py",
             .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
             .tier = Tier::kOff},
    .kinds = {NodeKind::kTryStatement},
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
