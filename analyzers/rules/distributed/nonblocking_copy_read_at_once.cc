// A copy to the host that does not block is read before anything waits for it.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/remove_argument.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kReadHere("read-here", "read here", "在这里读取");
constexpr Phrase kCopyStarted("copy-started", "the copy starts, and nothing waits for it",
                              "拷贝已发起但没有等待");
constexpr Phrase kValuesUsed("values-used", "its values are used: {use}", "使用了它的值：{use}");
constexpr Phrase kPhrases[] = {kReadHere, kCopyStarted, kValuesUsed};

// torch.device("cpu"), "cpu".
bool IsCpu(const FileContext& file, Node device) {
  if (device.Is(NodeKind::kString)) return Module::StringContent(device) == "cpu";
  return device && file.values().Of(device).type == python::ValueType::kDevice &&
         file.values().Of(device).device == python::DeviceType::kCpu;
}

// The literal `non_blocking=True` of x.to("cpu", non_blocking=True). Null: another call.
Node NonBlockingFlag(const FileContext& file, Node call) {
  if (CalleeName(call) != "to" || !call.child(Field::kFunction).Is(NodeKind::kAttribute)) {
    return Node();
  }
  const Node flag = python::KeywordArgument(call, "non_blocking");
  if (!flag.Is(NodeKind::kTrue) || !IsCpu(file, python::Argument(call, 0, "device"))) return Node();
  return flag;
}

// ".item()" when a call of the attribute reads values.
std::string ReadingMethod(Node attribute) {
  const absl::string_view method = attribute.child(Field::kAttribute).text();
  const Node call = attribute.parent();
  if (!call.Is(NodeKind::kCall) || call.child(Field::kFunction) != attribute) return "";
  for (absl::string_view read : {"item", "tolist", "sum", "mean", "max", "min", "any", "all",
                                 "norm", "clone", "argmax", "float", "double", "nonzero"}) {
    if (method == read) return absl::StrCat(".", method, "()");
  }
  return "";
}

// "float()" when the call of these arguments reads values.
std::string ReadingFunction(Node arguments) {
  const Node callee = arguments.parent().child(Field::kFunction);
  for (absl::string_view convert : {"int", "float", "bool", "sum", "print"}) {
    if (callee.text() == convert) return absl::StrCat(convert, "()");
  }
  return "";
}

// Whether values are compared: `is` and `in` ask for more, or less.
bool ComparesValues(Node comparison) {
  for (Node child : comparison.children()) {
    if (child.text() == "is" || child.text() == "in" || child.text() == "is not" ||
        child.text() == "not in") {
      return false;
    }
  }
  return true;
}

// What the code directly around the tensor does with its values on the host. Empty: nothing that
// is sure. numpy() only hands out the memory.
std::string ReadOf(Node tensor) {
  const Node parent = tensor.parent();
  switch (parent.kind()) {
    case NodeKind::kAttribute:
      return ReadingMethod(parent);
    case NodeKind::kBinaryOperator:
    case NodeKind::kUnaryOperator:
      return "arithmetic";
    case NodeKind::kComparisonOperator:
      return ComparesValues(parent) ? "a comparison" : "";
    case NodeKind::kSubscript:
      return tensor.field() == Field::kValue ? ReadOf(parent) : "";
    case NodeKind::kParenthesizedExpression:
      return ReadOf(parent);
    case NodeKind::kArgumentList:
      return ReadingFunction(parent);
    default:
      return "";
  }
}

struct Read {
  Node at;
  std::string how;
};

// A read of the copy itself, or of the name it is bound to, in the very next statement.
std::optional<Read> ReadAtOnce(Node copy) {
  if (std::string how = ReadOf(copy); !how.empty()) return Read{copy, std::move(how)};
  const Node assignment = copy.parent();
  const Node name = assignment.child(Field::kLeft);
  if (!assignment.Is(NodeKind::kAssignment) || !name.Is(NodeKind::kIdentifier)) return std::nullopt;
  const Node next = NextStatement(assignment.parent());
  if (!next || next.Is(NodeKind::kFunctionDefinition)) return std::nullopt;
  std::optional<Read> read;
  bool is_over = false;  // Waited for, or the name is another value.
  ForEachOwnNode(next, [&](Node node) {
    if (read || is_over) return;
    if (node.Is(NodeKind::kCall) &&
        (CalleeName(node) == "synchronize" || CalleeName(node) == "wait")) {
      is_over = true;
    }
    if (!node.Is(NodeKind::kIdentifier) || node.text() != name.text()) return;
    if (node.field() == Field::kAttribute && node.parent().Is(NodeKind::kAttribute)) return;
    if (std::string how = ReadOf(node); !how.empty()) read = Read{node, std::move(how)};
  });
  return read;
}

void Check(FileContext& file, Node call) {
  const Node flag = NonBlockingFlag(file, call);
  if (!flag) return;
  const Module& module = file.module();
  const Node source = call.child(Field::kFunction).child(Field::kObject);
  if (file.values().IsHost(source)) return;
  const std::optional<Read> read = ReadAtOnce(call);
  if (!read) return;
  Observation observation{.at = call,
                          .params = {{"tensor", std::string(source.text().substr(0, 60))},
                                     {"read", read->how},
                                     {"line", absl::StrCat(read->at.first_line())}},
                          .edits = {RemoveArgument(module, flag.parent())}};
  if (read->at != call) {
    observation.related = {{kReadHere, RangeOf(module, read->at)}};
    observation.evidence.push_back(DataFlowEvidence{
        {{kCopyStarted, RangeOf(module, call)},
         {Sentence(kValuesUsed, {{"use", read->how}}), RangeOf(module, read->at)}}});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kNonblockingCopyReadAtOnce = {
    .info =
        {.id = "nonblocking-copy-read-at-once",
         .title = {"Copy to the host read before it completes", "到主机的拷贝尚未完成就被读取"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The copy of `{tensor}` to the host does not block, but line {line} reads it "
                     "immediately: {read}",
                     "把 `{tensor}` 拷贝到主机是非阻塞的，而第 {line} 行立即读取了它：{read}"},
         .consequence = {"The host may read memory that the GPU has not written yet: values are "
                         "silently and only occasionally wrong",
                         "主机可能读到 GPU 尚未写入的内存：数值会悄悄出错，而且只是偶尔出错"},
         .advice =
             {"Drop `non_blocking=True`, or record an event and synchronise on it before the read",
              "去掉 `non_blocking=True`，或者记录一个 event 并在读取前同步"},
         .phrases = kPhrases,
         .why = "With non_blocking=True, the call returns once the copy is queued. Nothing makes "
                "the host wait for a copy from the GPU.",
         .fix = "Use a blocking copy where the value is needed immediately; otherwise wait for an "
                "event before the first read.",
         .bad = R"py(
import torch

def counts(tokens: torch.Tensor):
    return tokens.to("cpu", non_blocking=True).tolist()
)py",
         .good = R"py(
import torch

def counts(tokens: torch.Tensor):
    return tokens.to("cpu").tolist()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"},
         .checks = {AuditCheck::kDevices, AuditCheck::kDistributed}},
    .kinds = {NodeKind::kCall},
    .names = "non_blocking",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
