// An argument that the function of torch.distributed does not take, or takes as something else.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNoParameter("no-parameter", "has no parameter `{parameter}`",
                              "没有参数 `{parameter}`");
constexpr Phrase kUseParameters("use-parameters", "Use one of its parameters: {names}",
                                "使用它支持的参数：{names}");
constexpr Phrase kGroupAsOp(
    "group-as-op", "gets the process group `{group}` where it expects the reduction operation",
    "在应传归约操作的位置收到了进程组 `{group}`");
constexpr Phrase kPassByName("pass-by-name", "Pass it by name: `group={group}`",
                             "以关键字传入：`group={group}`");
constexpr Phrase kTooMany("too-many",
                          "takes at most {count} arguments, and `{argument}` is one too many",
                          "最多接收 {count} 个参数，`{argument}` 是多出来的");
constexpr Phrase kPassOnly("pass-only", "Pass only its parameters: {names}",
                           "只传它支持的参数：{names}");
constexpr Phrase kPhrases[] = {kNoParameter, kUseParameters, kGroupAsOp,
                               kPassByName,  kTooMany,       kPassOnly};

// `with pytest.raises(...)` around it: the error is what is wanted.
bool IsExpectedToFail(Node node) {
  for (; node; node = node.parent()) {
    if (!node.Is(NodeKind::kWithStatement)) continue;
    const Node clause = node.child(NodeKind::kWithClause);
    if (clause.text().find("raises") != absl::string_view::npos) return true;
  }
  return false;
}

bool IsOfDeepSpeed(const FileContext& file, Node call) {
  return absl::StartsWith(file.module().Resolve(call.child(Field::kFunction)), "deepspeed.");
}

std::string NameOf(const FileContext& file, Node call, const Collective& op) {
  return absl::StrCat(IsOfDeepSpeed(file, call) ? "deepspeed.comm." : "torch.distributed.",
                      op.name);
}

void ReportUnknownKeyword(FileContext& file, Node call, const Collective& op, Node keyword) {
  const Node name = keyword.child(Field::kName);
  file.Report({.at = keyword,
               .params = {{"op", NameOf(file, call, op)},
                          {"fault", Sentence(kNoParameter, {{"parameter", name.text()}})},
                          {"cure", Sentence(kUseParameters,
                                            {{"names", absl::StrJoin(op.parameters, ", ")}})}}});
}

void ReportGroupAsOperation(FileContext& file, Node call, const Collective& op, Node group,
                            bool is_last) {
  Observation observation{.at = group,
                          .params = {{"op", NameOf(file, call, op)},
                                     {"fault", Sentence(kGroupAsOp, {{"group", group.text()}})},
                                     {"cure", Sentence(kPassByName, {{"group", group.text()}})}}};
  if (is_last) {
    observation.edits = {Replace(file.module(), group, absl::StrCat("group=", group.text()))};
  }
  file.Report(std::move(observation));
}

void ReportSurplus(FileContext& file, Node call, const Collective& op, Node argument) {
  file.Report(
      {.at = argument,
       .params = {{"op", NameOf(file, call, op)},
                  {"fault", Sentence(kTooMany, {{"count", absl::StrCat(op.parameters.size())},
                                                {"argument", argument.text()}})},
                  {"cure", Sentence(kPassOnly, {{"names", absl::StrJoin(op.parameters, ", ")}})}}});
}

void Check(FileContext& file, Node call) {
  const Collective* op = FindCollective(file.module(), call);
  // What returns its result changes from release to release.
  if (op == nullptr || op->kind == Collective::Kind::kFunctional || IsExpectedToFail(call)) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  const size_t most = op->parameters.size();
  // DeepSpeed's functions take more, for logging.
  if (!IsOfDeepSpeed(file, call)) {
    if (arguments.positional.size() > most) {
      ReportSurplus(file, call, *op, arguments.positional[most]);
    }
    for (Node keyword : arguments.keywords) {
      const bool is_known = op->Has(keyword.child(Field::kName).text());
      if (!is_known) ReportUnknownKeyword(file, call, *op, keyword);
    }
  }
  const int position = op->PositionOf("op");
  if (position < 0 || position >= static_cast<int>(arguments.positional.size())) return;
  const Node value = arguments.positional[position];
  if (!IsNamedLikeProcessGroup(value)) return;
  const bool is_last = position + 1 == static_cast<int>(arguments.positional.size()) &&
                       arguments.keywords.empty() && !arguments.has_star;
  ReportGroupAsOperation(file, call, *op, value, is_last);
}

}  // namespace

extern constinit const Rule kTorchDistributedBadArgument = {
    .info =
        {.id = "torch-distributed-bad-argument",
         .title = {"Argument that the collective does not accept", "集合通信不接受的参数"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{op}` {fault}", "`{op}` {fault}"},
         .consequence = {"The call raises an error on the ranks that reach it, and the other "
                         "members of the group wait for them",
                         "执行到该调用的 rank 会抛出异常，组内其他成员则一直等待它们"},
         .advice = {"{cure}", "{cure}"},
         .phrases = kPhrases,
         .why = "The functions of torch.distributed take the reduction operation before the group, "
                "and each accepts its own short list of keywords. Python notices a wrong one only "
                "when the line runs; on a rarely taken path that is in production.",
         .fix = "Pass `group` and `async_op` by name, and only keywords that the function accepts.",
         .bad = R"py(
import torch.distributed as dist

def total(x, tp_group):
    dist.all_reduce(x, tp_group)
)py",
         .good = R"py(
import torch.distributed as dist

def total(x, tp_group):
    dist.all_reduce(x, group=tp_group)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .check = Check};

}  // namespace allreview::rules
