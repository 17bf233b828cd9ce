// A tensor is freed while a pipeline send that overlaps with computation may still read it.

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Module;
using Point = ControlFlow::Point;

constexpr Phrase kSentMeanwhile("sent-meanwhile", "`{tensor}` is sent while computation continues",
                                "`{tensor}` 在发送的同时计算仍在进行");
constexpr Phrase kFreedUnwaited(
    "freed-unwaited", "it is freed, and nothing waited on a handle of that send in between",
    "它被释放，而期间没有等待该发送的 handle");
constexpr Phrase kSendStarts("send-starts", "a send starts here", "发送在这里启动");
constexpr Phrase kPhrases[] = {kSentMeanwhile, kFreedUnwaited, kSendStarts};

// A call that starts sending its first argument.
struct Send {
  Node call;
  Node tensor;
};

struct Candidates {
  std::vector<Send> sends;
  std::vector<Node> frees;  // Calls of a function that deallocates its first argument.
};

Candidates CandidatesIn(Node function) {
  Candidates found;
  ForEachOwnNode(function.child(Field::kBody), NodeKind::kCall, [&](Node node) {
    const absl::string_view callee = CalleeName(node);
    if (absl::StartsWith(callee, "deallocate_") || absl::StartsWith(callee, "_deallocate_")) {
      found.frees.push_back(node);
    } else if (python::KeywordArgument(node, "overlap_p2p_comm").Is(NodeKind::kTrue)) {
      const Node tensor = python::Argument(node, 0, "output_tensor");
      if (tensor.Is(NodeKind::kIdentifier)) found.sends.push_back({node, tensor});
    }
  });
  return found;
}

std::vector<absl::string_view> NamesIn(Node node) {
  std::vector<absl::string_view> names;
  if (node.Is(NodeKind::kIdentifier)) names.push_back(node.text());
  for (Node inner : node.descendants()) {
    if (inner.Is(NodeKind::kIdentifier)) names.push_back(inner.text());
  }
  return names;
}

bool HasAny(const std::set<absl::string_view>& names, Node node) {
  for (absl::string_view name : NamesIn(node)) {
    if (names.count(name) != 0) return true;
  }
  return false;
}

// Follows, in the order of the text, the names that the handles of one send go through.
class Pending {
 public:
  explicit Pending(const Send& send) {
    const Node assignment = Around(send.call, NodeKind::kAssignment);
    if (!assignment) return;
    Add(assignment.child(Field::kLeft));
  }

  bool is_empty() const { return names_.empty(); }
  bool is_waited() const { return is_waited_; }

  void Visit(Node node) {
    if (node.Is(NodeKind::kAssignment) && HasAny(names_, node.child(Field::kRight))) {
      Add(node.child(Field::kLeft));
    } else if (node.Is(NodeKind::kForStatement) && HasAny(names_, node.child(Field::kRight))) {
      Add(node.child(Field::kLeft));
    } else if (node.Is(NodeKind::kForInClause) && HasAny(names_, node.child(Field::kRight))) {
      Add(node.child(Field::kLeft));
      // [h.wait() for h in handles]: the element stands before the clause.
      if (absl::StrContains(node.parent().text(), ".wait")) is_waited_ = true;
    } else if (node.Is(NodeKind::kCall)) {
      VisitCall(node);
    }
  }

 private:
  void Add(Node target) {
    for (absl::string_view name : NamesIn(target)) {
      if (name != "_" && name != "self") names_.insert(name);
    }
  }

  // h.wait(), wait_all(handles), and lists that handles are put into.
  void VisitCall(Node call) {
    const absl::string_view callee = CalleeName(call);
    const Node receiver = call.child(Field::kFunction).child(Field::kObject);
    const bool has_argument = HasAny(names_, call.child(Field::kArguments));
    if (absl::StartsWith(callee, "wait") && (has_argument || HasAny(names_, receiver))) {
      is_waited_ = true;
    }
    if (absl::StrContains(callee, "wait") && has_argument) is_waited_ = true;
    if ((callee == "append" || callee == "extend") && has_argument) Add(receiver);
    if (callee == "synchronize") is_waited_ = true;
  }

  std::set<absl::string_view> names_;
  bool is_waited_ = false;
};

bool IsWaitedBefore(Node function, const Send& send, Node free) {
  Pending pending(send);
  if (pending.is_empty()) return false;
  ForEachOwnNode(function.child(Field::kBody), [&](Node node) {
    if (node.index() <= send.call.index() || node.index() >= free.index()) return;
    pending.Visit(node);
  });
  return pending.is_waited();
}

// The send leads to the free with the same tensor in the name.
std::vector<Point> PathTo(const ControlFlow& flow, Node function, const Send& send, Node free) {
  std::vector<Point> rebindings;
  ForEachOwnNode(function.child(Field::kBody), NodeKind::kIdentifier, [&](Node node) {
    if (node.text() != send.tensor.text()) return;
    const Node parent = node.parent();
    const bool is_target = (parent.Is(NodeKind::kAssignment) && node.field() == Field::kLeft) ||
                           parent.Is(NodeKind::kPatternList) ||
                           parent.Is(NodeKind::kDeleteStatement);
    const Point point = flow.PointOf(node);
    if (is_target && point != flow.PointOf(send.call)) rebindings.push_back(point);
  });
  return flow.PathBetween(flow.PointOf(send.call), flow.PointOf(free), rebindings,
                          ControlFlow::Paths::kNormal);
}

void Report(FileContext& file, Node free, std::vector<Related> sends) {
  const std::string tensor(python::Argument(free, 0, "out").text());
  const Range start = sends.front().range;
  file.Report(
      {.at = free,
       .params = {{"tensor", tensor}, {"line", absl::StrCat(start.first_line)}},
       .related = std::move(sends),
       .evidence = {DataFlowEvidence{{{Sentence(kSentMeanwhile, {{"tensor", tensor}}), start},
                                      {kFreedUnwaited, RangeOf(file.module(), free)}}}}});
}

void Check(FileContext& file, Node function) {
  const Module& module = file.module();
  const Candidates candidates = CandidatesIn(function);
  if (candidates.sends.empty() || candidates.frees.empty()) return;
  const ControlFlow& flow = file.flow(function);
  std::set<uint32_t> reported;  // Sends, by node.
  for (Node free : candidates.frees) {
    std::vector<Related> sends;
    for (const Send& send : candidates.sends) {
      if (reported.count(send.call.index()) != 0 || free.index() < send.call.index()) continue;
      if (python::Argument(free, 0, "out").text() != send.tensor.text()) continue;
      if (PathTo(flow, function, send, free).empty()) continue;
      if (IsWaitedBefore(function, send, free)) continue;
      reported.insert(send.call.index());
      sends.push_back({kSendStarts, RangeOf(module, send.call)});
    }
    if (!sends.empty()) Report(file, free, std::move(sends));
  }
}

}  // namespace

extern constinit const Rule kSendBufferFreedBeforeWait = {
    .info = {.id = "send-buffer-freed-before-wait",
             .title = {"Tensor freed while its send may still read it",
                       "tensor 在发送可能仍在读取时就被释放"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message =
                 {"`{tensor}` is freed while the overlapped send on line {line} may still read it",
                  "第 {line} 行与计算重叠的发送可能仍在读取 `{tensor}`，它就被释放了"},
             .consequence =
                 {"The next pipeline stage receives whatever was written to the freed memory: "
                  "activations are silently corrupted",
                  "下一个流水线 stage 会收到这块已释放内存中后来写入的内容：激活值被悄悄破坏"},
             .advice = {"Before `{tensor}` is deallocated, wait on the handle that the send on "
                        "line {line} returned",
                        "在释放 `{tensor}` 之前，先等待第 {line} 行的发送所返回的 handle"},
             .phrases = kPhrases,
             .why = "With overlap, the call returns before the data is sent. Waiting on the handle "
                    "of an earlier send does not cover this one.",
             .fix = "Keep the handles that the call returns, wait on the send's handle, and only "
                    "then deallocate.",
             .bad = R"py(
def step(comm, out, recv):
    _, handles = comm.send_forward_recv_forward(
        out, recv_prev=recv, overlap_p2p_comm=True)
    deallocate_output_tensor(out, True)
    return handles
)py",
             .good = R"py(
def step(comm, out, recv):
    _, handles = comm.send_forward_recv_forward(
        out, recv_prev=recv, overlap_p2p_comm=True)
    for handle in handles.values():
        handle.wait()
    deallocate_output_tensor(out, True)
)py",
             .references = {"https://docs.pytorch.org/docs/stable/"
                            "distributed.html#synchronous-and-asynchronous-collective-operations"},
             .checks = {AuditCheck::kMemory, AuditCheck::kDistributed}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "overlap_p2p_comm",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
