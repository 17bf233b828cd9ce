// A stream waits for itself, because the outer stream was not taken before entering it.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/streams.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kCurrentFromHere("current-from-here",
                                  "`{stream}` is the current stream from here on",
                                  "从这里起当前 stream 是 `{stream}`");
constexpr Phrase kPhrases[] = {kCurrentFromHere};

// The expression is the stream that the `with` entered: its name, or the current stream as asked
// for inside.
bool IsEntered(const Module& module, Node expression, Node with, Node entered) {
  if (IsSameStream(expression, entered)) return true;
  const Node call = module.Dereference(expression);
  return IsCudaCall(module, call, "current_stream") && with.child(Field::kBody).Contains(call) &&
         StreamContextOf(module, call) == with &&
         call.child(Field::kArguments).named_child_count() == 0;
}

// The wait is the first statement of the block, alone on its lines, and names the stream that is
// waited for by a call: before the `with` it says what is meant.
std::vector<Edit> EditsOf(const Module& module, Node wait, Node with) {
  const Node statement = wait.parent();
  const Node block = with.child(Field::kBody);
  const python::SyntaxTree& tree = module.tree();
  const int first = statement.first_line(), last = statement.last_line();
  if (!statement.Is(NodeKind::kExpressionStatement) || block.named_child(0) != statement ||
      block.named_child_count() < 2 || first == with.first_line() ||
      block.named_child(1).first_line() == last ||
      with.parent().first_line() == with.first_line()) {
    return {};
  }
  const uint32_t line = tree.LineStart(with.first_line());
  const std::string indent(module.source().substr(line, with.first_byte() - line));
  if (indent.find_first_not_of(" \t") != std::string::npos) return {};
  const uint32_t begin = tree.LineStart(first);
  const uint32_t end = tree.LineStart(last + 1);
  return {{.path = module.path(),
           .first_byte = with.first_byte(),
           .end_byte = with.first_byte(),
           .replacement = absl::StrCat(statement.text(), "\n", indent)},
          {.path = module.path(), .first_byte = begin, .end_byte = end, .replacement = ""}};
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != "wait_stream") return;
  const Module& module = file.module();
  const Node with = StreamContextOf(module, call);
  if (!with) return;
  const Node entered = EnteredStream(module, with);
  const Node waiting = call.child(Field::kFunction).child(Field::kObject);
  const Node awaited = python::Argument(call, 0, "stream");
  if (!awaited || !IsEntered(module, waiting, with, entered) ||
      !IsEntered(module, awaited, with, entered)) {
    return;
  }
  Observation observation{.at = call,
                          .params = {{"stream", std::string(entered.text())},
                                     {"wait", std::string(call.text().substr(0, 80))},
                                     {"line", absl::StrCat(with.first_line())}},
                          .related = {{Sentence(kCurrentFromHere, {{"stream", entered.text()}}),
                                       RangeOf(module, with.child(NodeKind::kWithClause))}}};
  observation.edits = EditsOf(module, call, with);
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kStreamWaitsForItself = {
    .info =
        {.id = "stream-waits-for-itself",
         .title = {"CUDA stream waits for itself", "CUDA stream 等待自己"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{wait}` orders nothing: inside the `with` on line {line}, the current "
                     "stream is `{stream}` itself",
                     "`{wait}` 不起排序作用：在第 {line} 行的 `with` 内，当前 stream 就是 "
                     "`{stream}` 本身"},
         .consequence =
             {"`{stream}` may read its inputs before the kernels that write them have run",
              "`{stream}` 可能在写入其输入的 kernel 执行之前就读取输入"},
         .advice = {"Get the outer stream before entering `{stream}`, or wait before the `with`",
                    "在进入 `{stream}` 之前取得外层 stream，或者在 `with` 之前等待"},
         .phrases = kPhrases,
         .why = "Inside a stream context, torch.cuda.current_stream() returns the stream of that "
                "context, and a stream is always ordered with itself.",
         .fix = "Move the wait before the with statement.",
         .bad = R"py(
import torch

def stage(side, copy):
    with torch.cuda.stream(side):
        side.wait_stream(torch.cuda.current_stream())
        copy()
)py",
         .good = R"py(
import torch

def stage(side, copy):
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        copy()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"}},
    .kinds = {NodeKind::kCall},
    .names = "wait_stream",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
