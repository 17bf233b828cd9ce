// A copy of what was just copied.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kIndexingByTensor("indexing-by-tensor", "indexing by a tensor", "用 tensor 索引");
constexpr Phrase kAsItIs("as-it-is", "the tensor as it is", "该 tensor 本身");
constexpr Phrase kPhrases[] = {kIndexingByTensor, kAsItIs};

// A call of that method without arguments, as `x.clone()`.
bool CallsBare(Node call, absl::string_view method) {
  const Node function = call.child(Field::kFunction);
  if (!call.Is(NodeKind::kCall) || !function.Is(NodeKind::kAttribute)) return false;
  const python::Arguments arguments = python::ArgumentsOf(call);
  return function.child(Field::kAttribute).text() == method && arguments.positional.empty() &&
         arguments.keywords.empty() && !arguments.has_star && !arguments.has_double_star;
}

Node ReceiverOf(Node call) {
  return python::WithoutParentheses(call.child(Field::kFunction).child(Field::kObject));
}

// Indexing by a tensor or a list copies, by numbers and slices does not.
bool IsAdvancedIndex(const FileContext& file, Node subscript) {
  if (!file.values().IsTensor(subscript.child(Field::kValue))) return false;
  for (Node index : subscript.children()) {
    if (index.field() != Field::kSubscript) continue;
    if (index.Is(NodeKind::kList) || file.values().IsTensor(index)) return true;
    if (!index.Is(NodeKind::kTuple)) continue;
    for (Node part : index.children()) {
      if (part.IsNamed() && (part.Is(NodeKind::kList) || file.values().IsTensor(part))) return true;
    }
  }
  return false;
}

// What makes a fresh tensor: "torch.cat". Empty: nothing known to.
Words FreshMaker(const FileContext& file, Node expression) {
  if (expression.Is(NodeKind::kSubscript) && IsAdvancedIndex(file, expression)) {
    return kIndexingByTensor;
  }
  if (!expression.Is(NodeKind::kCall)) return "";
  const std::string name = file.module().Resolve(expression.child(Field::kFunction));
  for (absl::string_view maker :
       {"torch.cat", "torch.concat", "torch.stack", "torch.hstack", "torch.vstack"}) {
    if (name == maker) return absl::StrCat("`", name, "`");
  }
  return "";
}

void Check(FileContext& file, Node call) {
  const bool is_clone = CallsBare(call, "clone");
  if (!is_clone && !CallsBare(call, "contiguous")) return;
  const Module& module = file.module();
  const Node inner = ReceiverOf(call);
  const bool is_pair = CallsBare(inner, is_clone ? "contiguous" : "clone");
  const Words maker = is_clone && !is_pair ? FreshMaker(file, inner) : Words();
  if (!is_pair && maker.is_empty()) return;

  Observation observation{.at = call};
  if (is_pair) {
    const Node source = ReceiverOf(inner);
    observation.params = {{"second", is_clone ? ".clone()" : ".contiguous()"},
                          {"first", is_clone ? "`.contiguous()`" : "`.clone()`"},
                          {"instead", "`.clone(memory_format=torch.contiguous_format)`"}};
    if (module.scopes().LookUp(call, "torch") == 0) {
      observation.edits = {{.path = module.path(),
                            .first_byte = source.end_byte(),
                            .end_byte = call.end_byte(),
                            .replacement = ".clone(memory_format=torch.contiguous_format)"}};
      // `(a + b).clone()`: the parenthesis is no part of the source.
      const Node object = inner.child(Field::kFunction).child(Field::kObject);
      observation.edits[0].first_byte = object.end_byte();
    }
  } else {
    observation.params = {{"second", ".clone()"}, {"first", maker}, {"instead", kAsItIs}};
    observation.edits = {
        {.path = module.path(),
         .first_byte = call.child(Field::kFunction).child(Field::kObject).end_byte(),
         .end_byte = call.end_byte(),
         .replacement = ""}};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kRedundantCopy = {
    .info = {.id = "redundant-copy",
             .title = {"Copy of a fresh copy", "对刚拷贝出来的结果再次拷贝"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"`{second}` may copy again what {first} has just copied",
                         "{first} 刚刚完成拷贝，`{second}` 可能又拷贝一次"},
             .consequence = {"A tensor is allocated, written and dropped for nothing",
                             "白白分配、写入并丢弃一个 tensor"},
             .advice = {"Use {instead}", "使用 {instead}"},
             .phrases = kPhrases,
             .why = "clone, cat, stack and indexing with tensors return new memory.",
             .fix = "Drop one of the copies; if the result must be both new and contiguous, clone "
                    "with memory_format=torch.contiguous_format.",
             .bad = R"py(
import torch

def join(a, b):
    return torch.cat([a, b]).clone()
)py",
             .good = R"py(
import torch

def join(a, b):
    return torch.cat([a, b])
)py",
             .tier = Tier::kHint,
             .checks = {AuditCheck::kMemory, AuditCheck::kPerformance}},
    .kinds = {NodeKind::kCall},
    .names = "clone contiguous",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
