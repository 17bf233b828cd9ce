// A buffer has room for `numel_aligned` of each item, and the offset advances by `numel`.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kSizedHere("buffer-sized-here", "the buffer gets its size here",
                            "缓冲区的大小在这里确定");
constexpr Phrase kPhrases[] = {kSizedHere};

// A length of an item: "ds_numel" of p.ds_numel, "numel()" of p.numel(). Empty: something else.
std::string LengthOf(Node expression, absl::string_view item) {
  expression = python::WithoutParentheses(expression);
  Node chain = expression;
  if (chain.Is(NodeKind::kCall)) {
    if (chain.child(Field::kArguments).named_child_count() > 0) return "";
    chain = chain.child(Field::kFunction);
  }
  if (!chain.Is(NodeKind::kAttribute)) return "";
  while (chain.Is(NodeKind::kAttribute)) chain = chain.child(Field::kObject);
  if (!chain.Is(NodeKind::kIdentifier) || chain.text() != item) return "";
  const std::string length(expression.text().substr(item.size() + 1));
  // The same elements under other names.
  return absl::StrReplaceAll(length, {{"data.", ""}, {"grad.", ""}, {"nelement()", "numel()"}});
}

bool IsPadded(absl::string_view length) {
  const bool is_compact = absl::StrContains(length, "unpadded") ||
                          absl::StrContains(length, "without") ||
                          absl::StrContains(length, "unaligned");
  return !is_compact && (absl::StrContains(length, "padded") || absl::StrContains(length, "align"));
}

// sum(p.n for p in params)
struct Sum {
  std::string length = {};
  Node items = {};
};

Sum SumOf(const Module& module, Node size) {
  const Node call = module.Dereference(size);
  if (!call.Is(NodeKind::kCall) || CalleeName(call) != "sum") return {};
  Node generator = call.child(Field::kArguments);
  if (generator.Is(NodeKind::kArgumentList)) generator = generator.named_child(0);
  const bool is_one =
      generator.Is(NodeKind::kGeneratorExpression) || generator.Is(NodeKind::kListComprehension);
  const Node loop = is_one ? generator.child(NodeKind::kForInClause) : Node();
  if (!loop || generator.named_child_count() != 2) return {};
  const Node item = loop.child(Field::kLeft);
  if (!item.Is(NodeKind::kIdentifier)) return {};
  return {.length = LengthOf(generator.child(Field::kBody), item.text()),
          .items = loop.child(Field::kRight)};
}

// The size of torch.zeros(size), x.new_empty(size); null: it makes no buffer of one dimension.
Node SizeOfBuffer(Node value) {
  if (!value.Is(NodeKind::kCall)) return Node();
  const absl::string_view name = CalleeName(value);
  for (absl::string_view one : {"zeros", "empty", "ones", "full", "new_zeros", "new_empty"}) {
    if (name == one) return python::Argument(value, 0, "size");
  }
  return Node();
}

// The buffer that the node cuts at the offset: flat.narrow(0, offset, n), flat[offset:end].
Node CutAt(Node node, absl::string_view offset) {
  if (node.Is(NodeKind::kCall)) {
    const Node start = CalleeName(node) == "narrow" ? python::Argument(node, 1, "start") : Node();
    const bool is_here = start && Mentions(start, offset);
    return is_here ? node.child(Field::kFunction).child(Field::kObject) : Node();
  }
  const Node slice = node.child(Field::kSubscript);
  const bool is_here = slice.Is(NodeKind::kSlice) && slice.named_child_count() > 0 &&
                       Mentions(slice.named_child(0), offset);
  return is_here ? node.child(Field::kValue) : Node();
}

// The buffer is sized by a sum over the items that the loop visits.
Sum SumBehind(const Module& module, Node loop, absl::string_view offset) {
  for (Node node : loop.child(Field::kBody).descendants()) {
    if (!node.Is(NodeKind::kCall) && !node.Is(NodeKind::kSubscript)) continue;
    const Node buffer = CutAt(node, offset);
    const Node size = buffer ? SizeOfBuffer(module.Dereference(buffer)) : Node();
    if (!size) continue;
    Sum sum = SumOf(module, size);
    if (!sum.length.empty() && sum.items.text() == loop.child(Field::kRight).text()) return sum;
  }
  return {};
}

void Check(FileContext& file, Node step) {
  const Node offset = step.child(Field::kLeft), loop = Around(step, NodeKind::kForStatement);
  if (!loop || !offset.Is(NodeKind::kIdentifier)) return;
  if (step.child(Field::kOperator).text() != "+=") return;
  const Node item = loop.child(Field::kLeft);
  const std::string by =
      LengthOf(file.module().Dereference(step.child(Field::kRight)), item.text());
  if (by.empty() || !item.Is(NodeKind::kIdentifier)) return;
  const Sum sum = SumBehind(file.module(), loop, offset.text());
  if (sum.length.empty() || sum.length == by || IsPadded(sum.length) == IsPadded(by)) return;
  file.Report({.at = step,
               .params = {{"offset", std::string(offset.text())},
                          {"by", by},
                          {"length", sum.length},
                          {"items", OneLine(sum.items)}},
               .because = FirstChanged(file, {step, sum.items}),
               .related = {{kSizedHere, RangeOf(file.module(), sum.items)}}});
}

}  // namespace

extern constinit const Rule kOffsetWithoutPadding = {
    .info =
        {.id = "offset-without-padding",
         .title = {"Offset and buffer disagree about padding", "偏移量与缓冲区对填充的处理不一致"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{offset}` advances by `{by}`, but the buffer is sized by `{length}` of each "
                     "of `{items}`",
                     "`{offset}` 每次前进 `{by}`，而缓冲区是按 `{items}` 中每一项的 `{length}` "
                     "分配的"},
         .consequence =
             {"Items behind a padded one overlap it, or lie past the end of the buffer: "
              "their elements are overwritten without an error, or a slice is too short",
              "位于带填充项之后的各项会与它重叠，或超出缓冲区末尾：元素被无声地覆盖，或切片过"
              "短"},
         .advice = {"Advance `{offset}` by `{length}`", "让 `{offset}` 前进 `{length}`"},
         .phrases = kPhrases,
         .why = "A slot of a padded layout is longer than what stands in it. The offset of the "
                "next slot is the sum of slots, not of contents.",
         .fix = "Use the same length for the size of the buffer and for the step.",
         .bad = R"py(
import torch

def gather(params):
    size = sum(p.numel_aligned for p in params)
    flat = torch.zeros(size)
    offset = 0
    for p in params:
        flat.narrow(0, offset, p.numel).copy_(p.shard)
        offset += p.numel
    return flat
)py",
         .good = R"py(
import torch

def gather(params):
    size = sum(p.numel_aligned for p in params)
    flat = torch.zeros(size)
    offset = 0
    for p in params:
        flat.narrow(0, offset, p.numel).copy_(p.shard)
        offset += p.numel_aligned
    return flat
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.narrow.html"}},
    .kinds = {NodeKind::kAugmentedAssignment},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
