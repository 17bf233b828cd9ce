// Collectives in the order of a set.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOncePerElement("once-per-element", "`{op}` runs once for each element",
                                 "`{op}` 对每个元素执行一次");
constexpr Phrase kPhrases[] = {kOncePerElement};

constexpr int kMaxDepth = 4;

bool IsSetType(Node annotation) {
  const absl::string_view text = annotation.text();
  const absl::string_view base = text.substr(0, text.find('['));
  for (absl::string_view type : {"set", "frozenset", "Set", "typing.Set", "FrozenSet",
                                 "typing.FrozenSet", "AbstractSet", "MutableSet"}) {
    if (base == type) return true;
  }
  return false;
}

// A name that is annotated as a set: a parameter, or `name: set[...] = ...`.
bool IsAnnotatedAsSet(const Module& module, Node identifier) {
  const int scope = module.scopes().LookUp(identifier, identifier.text());
  if (scope < 0) return false;
  const auto bindings = module.scopes().BindingsOf(static_cast<uint32_t>(scope), identifier.text());
  if (bindings.size() != 1) return false;
  const python::Binding& only = *bindings.begin();
  if (only.kind == python::Binding::Kind::kAssignment) {
    return IsSetType(only.node.parent().child(Field::kType));
  }
  if (only.kind != python::Binding::Kind::kParameter) return false;
  const python::Definition* function = module.EnclosingFunction(only.node);
  const python::Parameter* parameter =
      function == nullptr ? nullptr : FindParameter(*function, identifier.text());
  return parameter != nullptr && parameter->annotation && IsSetType(parameter->annotation);
}

// Small integers have a fixed order wherever the same ones are in the set.
bool HoldsIntegers(Node value) {
  if (value.Is(NodeKind::kSet)) {
    for (Node child : value.named_children()) {
      if (!child.Is(NodeKind::kInteger)) return false;
    }
    return true;
  }
  const Node first = value.Is(NodeKind::kCall) ? python::Argument(value, 0, "iterable") : Node();
  return first.Is(NodeKind::kCall) && CalleeName(first) == "range";
}

Node SetBehind(const Module& module, Node expression, int depth);

// `self.x`, when all that it is ever set to are sets.
Node SetBehindAttribute(const Module& module, Node attribute, int depth) {
  const python::Definition* a_class = module.EnclosingClass(attribute);
  if (a_class == nullptr || attribute.child(Field::kObject).text() != "self") return Node();
  const auto values =
      module.SelfAttributeValues(*a_class, attribute.child(Field::kAttribute).text());
  if (values.empty()) return Node();
  for (Node value : values) {
    if (!SetBehind(module, value, depth - 1)) return Node();
  }
  return attribute;
}

// A call that makes a set, or hands out the order of one.
Node SetBehindCall(const Module& module, Node call, int depth) {
  const absl::string_view name = CalleeName(call);
  if (name == "set" || name == "frozenset") return HoldsIntegers(call) ? Node() : call;
  if (name == "list" || name == "tuple" || name == "enumerate" || name == "iter") {
    return SetBehind(module, python::Argument(call, 0, "iterable"), depth - 1);
  }
  if (name != "union" && name != "intersection" && name != "difference" && name != "copy") {
    return Node();
  }
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return Node();
  return SetBehind(module, function.child(Field::kObject), depth - 1) ? call : Node();
}

// What the expression takes its order from, when that is a set. Null: no set, as far as is known.
Node SetBehind(const Module& module, Node expression, int depth) {
  expression = python::WithoutParentheses(expression);
  if (!expression || depth == 0) return Node();
  switch (expression.kind()) {
    case NodeKind::kIdentifier: {
      const Node value = module.Dereference(expression, 1);
      if (value != expression) {
        return SetBehind(module, value, depth - 1) ? expression : Node();
      }
      return IsAnnotatedAsSet(module, expression) ? expression : Node();
    }
    case NodeKind::kSet:
    case NodeKind::kSetComprehension:
      return HoldsIntegers(expression) ? Node() : expression;
    case NodeKind::kBinaryOperator: {
      const absl::string_view op = expression.child(Field::kOperator).text();
      if (op != "|" && op != "&" && op != "-" && op != "^") return Node();
      return SetBehind(module, expression.child(Field::kLeft), depth - 1) ? expression : Node();
    }
    case NodeKind::kAttribute:
      return SetBehindAttribute(module, expression, depth);
    case NodeKind::kCall:
      return SetBehindCall(module, expression, depth);
    default:
      return Node();
  }
}

void Check(FileContext& file, Node loop) {
  const Module& module = file.module();
  const Node set = SetBehind(module, loop.child(Field::kRight), kMaxDepth);
  if (!set) return;
  const auto issued = CollectivesIn(module, loop.child(Field::kBody));
  if (issued.empty()) return;
  const IssuedCollective& first = issued.front();
  file.Report(
      {.at = loop.child(Field::kRight),
       .params = {{"op", first.op},
                  {"group", Describe(first.group)},
                  {"set", std::string(set.text().substr(0, 80))},
                  {"line", absl::StrCat(first.call.first_line())}},
       .related = {{Sentence(kOncePerElement, {{"op", first.op}}), RangeOf(module, first.call)}}});
}

}  // namespace

extern constinit const Rule kCollectiveOverUnorderedIteration = {
    .info =
        {.id = "collective-over-unordered-iteration",
         .title = {"Collectives issued in the order of a set", "按 set 的遍历顺序发起集合通信"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{op}` on line {line} runs for each element of the set `{set}`, whose "
                     "order can differ between ranks",
                     "第 {line} 行的 `{op}` 对集合 `{set}` 的每个元素执行一次，而各 rank "
                     "的遍历顺序可能不同"},
         .consequence = {"Ranks combine different tensors: the job hangs if their sizes differ, "
                         "and continues with wrong values if they do not",
                         "各 rank 会把不同的 tensor "
                         "放到同一次通信中：大小不同时作业挂起，大小相同时则带着错误的数值继续"},
         .advice =
             {"Iterate over `sorted({set}, key=...)` with a key that is the same on every rank",
              "改为遍历 `sorted({set}, key=...)`，并保证 key 在每个 rank 上都相同"},
         .phrases = kPhrases,
         .why = "Members of a group match their collectives by order alone. The order of a set "
                "depends on hashes, which for strings and objects differ between processes.",
         .fix = "Sort the elements, or keep them in a list or dict, which preserve order.",
         .bad = R"py(
import torch.distributed as dist

def flush(ready: set, group):
    for bucket in ready:
        dist.all_reduce(bucket.buffer, group=group)
)py",
         .good = R"py(
import torch.distributed as dist

def flush(ready: set, group):
    for bucket in sorted(ready, key=lambda b: b.index):
        dist.all_reduce(bucket.buffer, group=group)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kForStatement},
    .file_names = kIssuingNames,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
