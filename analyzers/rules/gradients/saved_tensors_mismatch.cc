// backward unpacks another number of saved tensors than forward saved.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kSavesSome("saves-some", "saves {count}", "保存了 {count} 个");
constexpr Phrase kPhrases[] = {kSavesSome};

struct Saved {
  int count = 0;
  Node call;
};

// nullopt: nobody can tell how many are saved.
std::optional<Saved> SavedBy(const std::vector<ContextUse>& uses) {
  std::optional<Saved> saved;
  for (const ContextUse& use : uses) {
    if (use.kind == ContextUse::Kind::kEscapes) return std::nullopt;
    if (use.attribute != "save_for_backward") continue;
    if (use.kind != ContextUse::Kind::kCall) return std::nullopt;
    const python::Arguments arguments = python::ArgumentsOf(use.call);
    const int count = static_cast<int>(arguments.positional.size());
    if (arguments.has_star || (saved && saved->count != count)) return std::nullopt;
    if (!saved) saved = Saved{count, use.call};
  }
  return saved;
}

// How many tensors the place needs at least, and whether it takes no more.
struct Wanted {
  int count = 0;
  bool is_exact = false;
};

std::optional<Wanted> WantedBy(Node saved_tensors) {
  const Node parent = saved_tensors.parent();
  if (parent.Is(NodeKind::kSubscript)) {
    int index = 0;
    if (!absl::SimpleAtoi(parent.child(Field::kSubscript).text(), &index)) return std::nullopt;
    return Wanted{index + 1, false};
  }
  if (!parent.Is(NodeKind::kAssignment)) return std::nullopt;
  const Node left = parent.child(Field::kLeft);
  if (!left.Is(NodeKind::kPatternList) && !left.Is(NodeKind::kTuplePattern) &&
      !left.Is(NodeKind::kListPattern)) {
    return std::nullopt;
  }
  Wanted wanted{0, true};
  for (Node element : ElementsOf(left)) {
    const bool is_rest = element.Is(NodeKind::kListSplatPattern);
    wanted.count += !is_rest;
    wanted.is_exact &= !is_rest;
  }
  return wanted;
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function || function->backward == nullptr || function->has_other_bases) return;
  const std::vector<ContextUse> uses = function->UsesOfContext();
  const std::optional<Saved> saved = SavedBy(uses);
  if (!saved) return;
  for (const ContextUse& use : uses) {
    if (use.attribute != "saved_tensors" || use.method != function->backward) continue;
    const std::optional<Wanted> wanted = WantedBy(use.node);
    if (!wanted || wanted->count == saved->count) continue;
    if (!wanted->is_exact && wanted->count < saved->count) continue;
    file.Report({.at = use.node.parent(),
                 .params = {{"class", std::string(function->definition->simple_name)},
                            {"saved", absl::StrCat(saved->count)},
                            {"wanted", absl::StrCat(wanted->count)},
                            {"line", absl::StrCat(saved->call.first_line())}},
                 .because = FirstChanged(file, {use.node.parent(), saved->call}),
                 .related = {{Sentence(kSavesSome, {{"count", absl::StrCat(saved->count)}}),
                              RangeOf(file.module(), saved->call)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kSavedTensorsMismatch = {
    .info =
        {.id = "saved-tensors-mismatch",
         .title = {"Backward unpacks a different number of tensors than forward saved",
                   "backward 解包的 tensor 数量与 forward 保存的不一致"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{class}.backward` expects {wanted} saved tensors, but line {line} saves {saved}",
              "`{class}.backward` 需要 {wanted} 个保存的 tensor，而第 {line} 行保存了 {saved} 个"},
         .consequence = {"The first backward pass through `{class}` raises an error",
                         "第一次反向经过 `{class}` 时会抛出异常"},
         .advice = {"Unpack exactly what `save_for_backward` on line {line} saves, in its order",
                    "按第 {line} 行 `save_for_backward` 的顺序，恰好解包它所保存的 tensor"},
         .phrases = kPhrases,
         .why = "saved_tensors is the tuple that save_for_backward received. Unpacking it into a "
                "different number of names fails, but only when a gradient flows.",
         .fix = "Keep the saved tensors and the names they are unpacked into in step.",
         .bad = R"py(
import torch

class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
)py",
         .good = R"py(
import torch

class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/extending.html"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
