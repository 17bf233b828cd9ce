// parts[i - 1].squeeze_(-1) above `with torch.cuda.stream(s):`, which made parts[i - 1].

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/streams.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kMadeOnStream("made-on-stream", "written on a side stream",
                               "在旁路 stream 上写入");
constexpr Phrase kOrderedHere("ordered-here", "inside of this block it would be in order",
                              "放在这个代码块中就有先后顺序");
constexpr Phrase kPhrases[] = {kMadeOnStream, kOrderedHere};

// `parts[i - 1]` that the node changes: in place, or by storing a new tensor there. Null: none.
Node ElementChangedBy(Node node) {
  Node element;
  if (node.Is(NodeKind::kCall)) {
    const Node function = node.child(Field::kFunction);
    const absl::string_view method = CalleeName(node);
    if (function.Is(NodeKind::kAttribute) && absl::EndsWith(method, "_") &&
        !absl::EndsWith(method, "__")) {
      element = function.child(Field::kObject);
    }
  } else if (node.Is(NodeKind::kAssignment)) {
    element = node.child(Field::kLeft);
  }
  const bool is_element = element && element.Is(NodeKind::kSubscript) &&
                          element.child(Field::kValue).Is(NodeKind::kIdentifier);
  return is_element ? element : Node();
}

// The current stream or the whole device waits for something before the node.
bool IsAwaitedBefore(const Definition& function, Node node) {
  return AnyOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (call.index() > node.index()) return false;
    const absl::string_view method = CalleeName(call);
    if (method == "synchronize") return true;
    const bool is_wait = method == "wait_stream" || method == "wait_event" || method == "wait";
    const absl::string_view object = call.child(Field::kFunction).child(Field::kObject).text();
    return is_wait && absl::StrContains(object, "current_stream");
  });
}

bool MentionsElement(Node code, absl::string_view element) {
  for (Node node : code.descendants(NodeKind::kSubscript)) {
    if (node.text() == element) return true;
  }
  return false;
}

// The store into the container on a side stream that comes first; null when some element is made
// elsewhere, too.
Node StoreOnStream(const Module& module, const Definition& function, Node container, Node before) {
  Node store;
  bool is_made_elsewhere = false;
  ForEachOwnNode(function.body, NodeKind::kAssignment, [&](Node node) {
    const Node left = node.child(Field::kLeft);
    if (node.index() >= before.index() || !left.Is(NodeKind::kSubscript) ||
        left.child(Field::kValue).text() != container.text()) {
      return;
    }
    const bool is_on_stream = static_cast<bool>(StreamContextOf(module, node));
    if (is_on_stream && !store) store = node;
    is_made_elsewhere |= !is_on_stream;
  });
  return is_made_elsewhere ? Node() : store;
}

struct Touch {
  Node node;   // What changes the element.
  Node store;  // What made it, on a side stream.
};

// The first node right above the block that changes an element which the block reads and another
// block has made.
Touch TouchAbove(const Module& module, const Definition& function, Node with) {
  Touch touch;
  for (Node sibling : with.parent().named_children()) {
    if (sibling == with) break;
    if (sibling.Is(NodeKind::kWithStatement)) continue;
    for (uint32_t i = sibling.index(); i < sibling.subtree_end() && !touch.store; ++i) {
      const Node node = sibling.tree()->node(i);
      const Node element = ElementChangedBy(node);
      if (!element || StreamContextOf(module, node)) continue;
      if (!MentionsElement(with.child(Field::kBody), element.text())) continue;
      touch = {node, StoreOnStream(module, function, element.child(Field::kValue), sibling)};
    }
  }
  return touch;
}

void Check(FileContext& file, Node with) {
  const Module& module = file.module();
  const Node stream = EnteredStream(module, with);
  const Definition* function = module.EnclosingFunction(with);
  if (!stream || function == nullptr || StreamContextOf(module, with.parent())) return;
  const auto [touch, store] = TouchAbove(module, *function, with);
  if (!store || IsAwaitedBefore(*function, touch)) return;
  file.Report({.at = touch,
               .params = {{"element", OneLine(ElementChangedBy(touch))},
                          {"code", OneLine(touch)},
                          {"stream", OneLine(stream)},
                          {"line", absl::StrCat(store.first_line())}},
               .because = FirstChanged(file, {touch, store, with.child(NodeKind::kWithClause)}),
               .related = {{kMadeOnStream, RangeOf(module, store)},
                           {kOrderedHere, RangeOf(module, with.child(NodeKind::kWithClause))}}});
}

}  // namespace

extern constinit const Rule kSideStreamResultTouchedOutside = {
    .info =
        {.id = "side-stream-result-touched-outside",
         .title = {"Result of a side stream changed outside of it",
                   "在旁路 stream 之外修改它的结果"},
         .severity = Severity::kP1,
         .impact = Impact::kCritical,
         .message = {"`{code}` runs on the current stream, but a side stream writes `{element}` "
                     "(line {line}), and nothing waits for it before",
                     "`{code}` 在当前 stream 上执行，而 `{element}` 由旁路 stream 写入（第 {line} "
                     "行），此前没有任何等待"},
         .consequence = {"It may read the tensor before it is written: results are wrong from time "
                         "to time",
                         "它可能在 tensor 写好之前就读取，结果偶尔会出错"},
         .advice = {"Move it into the block on `{stream}` below",
                    "把它移到下面使用 `{stream}` 的代码块中"},
         .phrases = kPhrases,
         .why = "Work on different streams is not ordered. A statement that prepares a tensor for "
                "a block on a side stream belongs into that block when a side stream made the "
                "tensor.",
         .fix = "Run it on the stream, or let the current stream wait first.",
         .bad = R"py(
import torch

def correct(streams, inputs, attend, merge):
    parts = [None] * len(inputs)
    for i, x in enumerate(inputs):
        with torch.cuda.stream(streams[i % 2]):
            parts[i] = attend(x)
        parts[i].squeeze_(-1)
        with torch.cuda.stream(streams[i % 2]):
            merge(parts[i])
)py",
         .good = R"py(
import torch

def correct(streams, inputs, attend, merge):
    parts = [None] * len(inputs)
    for i, x in enumerate(inputs):
        with torch.cuda.stream(streams[i % 2]):
            parts[i] = attend(x)
        with torch.cuda.stream(streams[i % 2]):
            parts[i].squeeze_(-1)
            merge(parts[i])
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html#cuda-streams"}},
    .kinds = {NodeKind::kWithStatement},
    .names = "StreamContext stream",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
