// A barrier right after something that already made all ranks meet.

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kRanksMetHere("ranks-met-here", "all ranks have synchronised here",
                               "所有 rank 已在这里会合");
constexpr Phrase kPhrases[] = {kRanksMetHere};

struct Meeting {
  Node call;
  std::string op, group;  // Text of the group; "": the default one.
};

// What the statement makes all ranks wait for on the host: a barrier, or objects of all ranks.
Meeting MeetingIn(const Module& module, Node statement) {
  if (!statement.Is(NodeKind::kExpressionStatement)) return {};
  const Node call = statement.named_child(0);
  if (!call.Is(NodeKind::kCall)) return {};
  const absl::string_view name = CalleeName(call);
  if (name != "barrier" && name != "all_gather_object") return {};
  const Collective* op = FindCollective(module, call);
  if (op == nullptr || python::KeywordArgument(call, "async_op")) return {};
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) return {};
  const Node group = python::Argument(call, op->PositionOf("group"), "group");
  return {call, std::string(op->name),
          group && !group.Is(NodeKind::kNone) ? std::string(group.text()) : ""};
}

// The statement before, without comments between. Null: the first of its block.
Node StatementBefore(Node statement) {
  const Node block = statement.parent();
  for (uint32_t index = statement.index(); index > block.index() + 1;) {
    // What stands before it in the source, and of that what the block holds itself.
    Node before = statement.tree()->node(index - 1);
    while (before.parent() != block) before = before.parent();
    if (before.IsNamed() && !before.Is(NodeKind::kComment) && !before.Is(NodeKind::kError)) {
      return before;
    }
    index = before.index();
  }
  return Node();
}

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  const Meeting barrier = MeetingIn(module, statement);
  if (barrier.op != "barrier") return;
  const Node before = StatementBefore(statement);
  if (!before) return;
  const Meeting meeting = MeetingIn(module, before);
  if (!meeting.call || meeting.group != barrier.group) return;
  Observation observation{.at = barrier.call,
                          .params = {{"barrier", OneLine(barrier.call)},
                                     {"op", meeting.op},
                                     {"line", absl::StrCat(meeting.call.first_line())}},
                          .because = file.IsChanged(statement) ? statement : before,
                          .related = {{kRanksMetHere, RangeOf(module, meeting.call)}}};
  const python::SyntaxTree& tree = module.tree();
  const int line = statement.first_line();
  if (absl::StripAsciiWhitespace(tree.LineText(line)) == statement.text()) {
    observation.edits = {{.path = module.path(),
                          .first_byte = tree.LineStart(line),
                          .end_byte = tree.LineStart(line + 1),
                          .replacement = ""}};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kRedundantBarrier = {
    .info = {.id = "redundant-barrier",
             .title = {"Barrier where all ranks have just synchronised",
                       "所有 rank 刚刚会合，又加了一次 barrier"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .confidence = Confidence::kMedium,
             .message = {"`{barrier}` directly follows `{op}` (line {line}) on the same group, "
                         "which no rank leaves before all ranks have entered it",
                         "`{barrier}` 紧跟在同一组的 `{op}`（第 {line} 行）之后，而后者在所有 rank "
                         "到齐之前不会有任何 rank 离开"},
             .consequence = {"All ranks pay for one more round trip over the network",
                             "所有 rank 都要多付一次网络往返的代价"},
             .advice = {"Remove the barrier", "删除这个 barrier"},
             .phrases = kPhrases,
             .why =
                 "A rank leaves a barrier, or an all_gather_object, only when every member has "
                 "entered it. With no statement in between, a second barrier orders nothing more.",
             .fix = "Keep one of the two.",
             .bad = R"py(
import torch.distributed as dist

def share(parts, item):
    dist.all_gather_object(parts, item)
    dist.barrier()
    return parts
)py",
             .good = R"py(
import torch.distributed as dist

def share(parts, item):
    dist.all_gather_object(parts, item)
    return parts
)py",
             .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
             .tier = Tier::kHint},
    .kinds = {NodeKind::kExpressionStatement},
    .names = "barrier",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
