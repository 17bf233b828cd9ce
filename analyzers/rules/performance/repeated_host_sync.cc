// The same value is read from the device twice.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/guards.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kFirstRead("first-read", "the first read", "第一次读取");
constexpr Phrase kAlsoReadHere("also-read-here", "also read here", "这里也读取");
constexpr Phrase kPhrases[] = {kAlsoReadHere, kFirstRead};

constexpr int kMaxLines = 12;
constexpr size_t kMaxExpressionBytes = 80;

// What a read depends on: "x" of `x.sum()[i].item()` with the index, "self.x" of `self.x.item()`.
std::vector<absl::string_view> InputsOf(Node tensor) {
  std::vector<absl::string_view> inputs;
  if (const Node base = python::BaseOf(tensor)) inputs.push_back(base.text());
  const auto add = [&](Node node) {
    if (node.Is(NodeKind::kIdentifier) && node.field() != Field::kAttribute) {
      inputs.push_back(node.text());
    }
  };
  add(tensor);
  for (Node node : tensor.descendants()) add(node);
  return inputs;
}

// One of them is the other or what it is part of: "self" and "self.x", "x" and "x.y".
bool Overlap(absl::string_view a, absl::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return absl::StartsWith(b, a) && (a.size() == b.size() || b[a.size()] == '.');
}

bool Touches(Node target, const std::vector<absl::string_view>& inputs) {
  while (target.Is(NodeKind::kSubscript)) target = target.child(Field::kValue);
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](absl::string_view input) { return Overlap(target.text(), input); });
}

// The left side of an assignment, the target of a loop... with all that is unpacked.
bool Binds(Node target, const std::vector<absl::string_view>& inputs) {
  if (!target) return false;
  if (target.Is(NodeKind::kPatternList) || target.Is(NodeKind::kTuplePattern) ||
      target.Is(NodeKind::kListPattern)) {
    for (Node part : target.children()) {
      if (part.IsNamed() && Binds(part, inputs)) return true;
    }
    return false;
  }
  return Touches(target, inputs);
}

// Reading does not change anything: x.sum(), x.item(); x.add_(1) and x.update() may.
bool IsReadingMethod(absl::string_view name) {
  for (absl::string_view reading :
       {"item",  "tolist",  "cpu",    "sum",    "mean",   "max",   "min",  "numel",  "size", "dim",
        "float", "int",     "long",   "double", "detach", "clone", "abs",  "norm",   "any",  "all",
        "view",  "reshape", "append", "extend", "format", "items", "keys", "values", "get"}) {
    if (name == reading) return true;
  }
  return false;
}

// A call may change its arguments and the object of its method.
bool MayChange(Node call, const std::vector<absl::string_view>& inputs) {
  const Node callee = call.child(Field::kFunction);
  if (callee.Is(NodeKind::kAttribute)) {
    const absl::string_view method = callee.child(Field::kAttribute).text();
    if (!IsReadingMethod(method) && Touches(callee.child(Field::kObject), inputs)) return true;
    // What is appended to a list is not changed.
    if (IsReadingMethod(method)) return false;
  }
  for (absl::string_view harmless : {"print", "float", "int", "bool", "str", "len", "max", "min",
                                     "abs", "round", "range", "isinstance"}) {
    if (callee.text() == harmless) return false;
  }
  for (Node argument : call.child(Field::kArguments).children()) {
    if (argument.Is(NodeKind::kKeywordArgument)) argument = argument.child(Field::kValue);
    if ((argument.Is(NodeKind::kIdentifier) || argument.Is(NodeKind::kAttribute) ||
         argument.Is(NodeKind::kSubscript)) &&
        Touches(argument, inputs)) {
      return true;
    }
  }
  return false;
}

// Something between the two may change the value: an assignment to it or a call on it.
bool MayChangeBetween(const Definition& function, Node first, Node second, Node tensor) {
  const std::vector<absl::string_view> inputs = InputsOf(tensor);
  for (Node node : function.body.descendants()) {
    if (node.first_byte() >= second.first_byte()) break;
    // What began before the first read may bind after it: x = f(x.item()).
    const bool is_after = node.first_byte() >= first.end_byte();
    const bool is_around = node.Contains(first) && !node.Contains(second);
    if (!is_after && !is_around) continue;
    switch (node.kind()) {
      case NodeKind::kAssignment:
      case NodeKind::kAugmentedAssignment:
      case NodeKind::kForStatement:
        if (Binds(node.child(Field::kLeft), inputs)) return true;
        break;
      case NodeKind::kNamedExpression:
        if (Binds(node.child(Field::kName), inputs)) return true;
        break;
      case NodeKind::kDeleteStatement:
        if (Binds(node.named_child(0), inputs)) return true;
        break;
      case NodeKind::kAsPatternTarget:
        if (Binds(node.named_child(0), inputs)) return true;
        break;
      case NodeKind::kCall:
        if (is_after && MayChange(node, inputs)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

// The second runs whenever the first did: its block holds, or is, the block of the first.
bool AlwaysFollows(Node first, Node second) {
  return python::StatementOf(first).parent().Contains(second);
}

struct Read {
  Node node;
  Node tensor;
};

// The nearest earlier read of the same text; null: none.
Node EarlierRead(const std::vector<Read>& reads, const Read& read) {
  Node found;
  for (const auto& [earlier, tensor] : reads) {
    if (earlier.first_byte() < read.node.first_byte() && earlier.text() == read.node.text() &&
        read.node.first_line() - earlier.first_line() <= kMaxLines &&
        AlwaysFollows(earlier, read.node)) {
      found = earlier;
    }
  }
  return found;
}

// `name = x.item()`, and nothing between binds the name again: the second read can be the name.
std::vector<Edit> BindOnce(const Module& module, const Definition& function, Node first,
                           Node second) {
  const Node assignment = first.parent();
  const Node name = assignment.child(Field::kLeft);
  if (!assignment.Is(NodeKind::kAssignment) || assignment.child(Field::kRight) != first ||
      !name.Is(NodeKind::kIdentifier)) {
    return {};
  }
  for (Node node : function.node.descendants()) {
    const bool is_binding =
        (node.Is(NodeKind::kAssignment) || node.Is(NodeKind::kAugmentedAssignment) ||
         node.Is(NodeKind::kForStatement)) &&
        node != assignment;
    if (is_binding && Binds(node.child(Field::kLeft), {name.text()})) return {};
  }
  return {Replace(module, second, std::string(name.text()))};
}

std::vector<Read> ReadsOf(const FileContext& file, const Definition& function) {
  std::vector<Read> reads;
  for (Node node : function.body.descendants(NodeKind::kCall)) {
    if (file.module().EnclosingFunction(node) != &function) continue;
    const HostSync sync = FindHostSync(file, node);
    if (sync.tensor && !IsColdBlock(node)) reads.push_back({node, sync.tensor});
  }
  return reads;
}

// One value and its reads after the first.
struct Repetition {
  Node first;
  Node tensor;
  std::vector<Node> again;
};

std::vector<Repetition> RepetitionsOf(const FileContext& file, const Definition& function) {
  std::vector<Repetition> repetitions;
  const std::vector<Read> reads = ReadsOf(file, function);
  for (const Read& read : reads) {
    const Node earlier = EarlierRead(reads, read);
    if (!earlier || MayChangeBetween(function, earlier, read.node, read.tensor)) continue;
    const auto same =
        std::find_if(repetitions.begin(), repetitions.end(), [&](const Repetition& other) {
          return other.first == earlier || other.again.back() == earlier;
        });
    if (same != repetitions.end()) {
      same->again.push_back(read.node);
    } else {
      repetitions.push_back({earlier, read.tensor, {read.node}});
    }
  }
  return repetitions;
}

void Check(FileContext& file, Node definition) {
  const Module& module = file.module();
  if (IsColdFile(module.path())) return;
  const Definition* function = module.EnclosingFunction(definition);
  if (function == nullptr) return;
  for (const auto& [first, tensor, again] : RepetitionsOf(file, *function)) {
    const auto changed =
        std::find_if(again.begin(), again.end(), [&](Node read) { return file.IsChanged(read); });
    if (changed == again.end() && !file.IsChanged(first)) continue;
    if (LivesOnCpu(file, tensor)) continue;
    const Node at = changed == again.end() ? again.front() : *changed;
    Observation observation{
        .at = at,
        .params = {{"expression", std::string(at.text().substr(0, kMaxExpressionBytes))},
                   {"line", absl::StrCat(first.first_line())}},
        .because = changed == again.end() ? first : at,
        .related = {{kFirstRead, RangeOf(module, first)}}};
    for (Node read : again) {
      if (read != at) observation.related.push_back({kAlsoReadHere, RangeOf(module, read)});
      for (Edit& edit : BindOnce(module, *function, first, read)) {
        observation.edits.push_back(std::move(edit));
      }
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kRepeatedHostSync = {
    .info =
        {.id = "repeated-host-sync",
         .title = {"Same value read from the device twice", "同一个值从设备读取了两次"},
         .pillar = Pillar::kMaintainability,
         .message =
             {"`{expression}` was already read on line {line}; each read waits for the GPU again",
              "`{expression}` 在第 {line} 行已经读取过；每次读取都要再等一次 GPU"},
         .consequence =
             {"The CPU waits twice for one value, on a path where even one wait is costly",
              "为同一个值等待两次，而这里连等待一次都有代价"},
         .advice = {"Assign the first result to a name and use it here",
                    "把第一次的结果存入变量，在这里复用"},
         .phrases = kPhrases,
         .why = "Every `.item()`, `.cpu()` or `.tolist()` waits until the GPU has finished "
                "everything that was launched before it, even if the value cannot have changed.",
         .fix = "Read the value once and keep the Python number.",
         .bad = R"py(
def report(loss, history):
    history.append(loss.item())
    return loss.item()
)py",
         .good = R"py(
def report(loss, history):
    value = loss.item()
    history.append(value)
    return value
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/cuda.html"},
         .version = 2,
         .checks = {AuditCheck::kDevices, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = kHostSyncNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
