// tl.arange over a dimension of the model, which need not be a power of two.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/known_values.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"
#include "analyzers/rules/triton/phrases.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kAnySizeLaunch("any-size-launch", "a launch that passes any size",
                                "可能传入任意大小的启动");
constexpr Phrase kPhrases[] = {kAnySizeLaunch};

// `D` of `D` and `D // 2`. Null: no name.
Node DimensionOf(Node end) {
  Node name = python::WithoutParentheses(end);
  if (name.Is(NodeKind::kBinaryOperator) && name.child(Field::kOperator).text() == "//") {
    name = python::WithoutParentheses(name.child(Field::kLeft));
  }
  return name.Is(NodeKind::kIdentifier) ? name : Node();
}

// Whatever it is there.
bool IsPowerOfTwo(const FileContext& file, Node argument) {
  const std::vector<double> numbers = NumbersOf(file, argument);
  return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(), [](double number) {
    int exponent = 0;
    return std::frexp(number, &exponent) == 0.5 && number >= 1;
  });
}

bool RoundsUp(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  return absl::StrContains(lower, "power_of_2") || absl::StrContains(lower, "power_of_two") ||
         absl::StrContains(lower, "pow2") || absl::StrContains(lower, "bit_length");
}

// Something before the launch refuses other sizes: an assert or raise that mentions the argument.
bool IsChecked(const Module& module, Node launch, Node argument) {
  const python::Definition* launcher = module.EnclosingFunction(launch);
  if (launcher == nullptr) return false;
  for (Node node : OwnNodes(launcher->body)) {
    if (node.index() > launch.index()) break;
    const bool is_check = node.Is(NodeKind::kAssertStatement) || node.Is(NodeKind::kIfStatement);
    if (!is_check || !Mentions(node, LastName(BaseOf(argument)))) continue;
    if (node.Is(NodeKind::kAssertStatement) || absl::StrContains(node.text(), "raise "))
      return true;
  }
  return false;
}

// Each launch of this file passes what certainly is a power of two, or checks it.
bool LaunchesAreSafe(const FileContext& file, const Kernel& kernel,
                     const std::vector<Node>& launches, absl::string_view parameter) {
  for (Node launch : launches) {
    const Node argument = kernel.ArgumentFor(launch, parameter);
    if (!argument) continue;  // Set by the autotuner or by a heuristic.
    const Node value = kernel.module().Dereference(argument);
    if (!RoundsUp(value.text()) && !IsChecked(kernel.module(), launch, argument) &&
        !IsPowerOfTwo(file, argument)) {
      return false;
    }
  }
  return true;
}

// The decorators give the parameter its values: it is a tile size after all.
bool IsTuned(const Kernel& kernel, absl::string_view parameter) {
  for (Node decorator : kernel.definition().decorators) {
    if (absl::StrContains(decorator.text(), absl::StrCat("\"", parameter, "\":")) ||
        absl::StrContains(decorator.text(), absl::StrCat("'", parameter, "':"))) {
      return true;
    }
  }
  return false;
}

// The kernel refuses other sizes itself.
bool IsAsserted(const Kernel& kernel, absl::string_view parameter) {
  for (Node node : kernel.nodes()) {
    if (node.Is(NodeKind::kCall) && TritonOp(kernel.module(), node) == "static_assert" &&
        Mentions(node.child(Field::kArguments), parameter)) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  Node first, dimension;
  std::vector<Related> related;
  for (Node node : kernel->nodes()) {
    if (!node.Is(NodeKind::kCall) || TritonOp(file.module(), node) != "arange") continue;
    const Node end = python::Argument(node, 1, "end");
    const Node name = end ? DimensionOf(end) : Node();
    if (!name || IsTileSize(name.text()) || !kernel->IsConstexpr(name.text()) ||
        IsTuned(*kernel, name.text()) || IsAsserted(*kernel, name.text())) {
      continue;
    }
    if (first) {
      related.push_back({phrases::kSameHere, RangeOf(file.module(), node)});
      continue;
    }
    const std::vector<Node> launches = kernel->Launches();
    // Without a launch in sight nobody knows what is passed.
    if (launches.empty() || LaunchesAreSafe(file, *kernel, launches, name.text())) continue;
    first = node;
    dimension = name;
    related.push_back({kAnySizeLaunch, RangeOf(file.module(), launches.front())});
  }
  if (!first) return;
  file.Report({.at = first,
               .params = {{"expression", std::string(first.text())},
                          {"dimension", std::string(dimension.text())},
                          {"kernel", std::string(kernel->definition().simple_name)}},
               .related = std::move(related)});
}

}  // namespace

extern constinit const Rule kArangeOverNonPowerOfTwo = {
    .info =
        {.id = "arange-over-non-power-of-two",
         .title = {"tl.arange over a size that may not be a power of two",
                   "tl.arange 的大小不一定是 2 的幂"},
         .confidence = Confidence::kMedium,
         .message = {"`{expression}` in `{kernel}` needs a power of two, but nothing rounds or "
                     "checks `{dimension}`",
                     "`{kernel}` 中的 `{expression}` 要求大小为 2 的幂，但没有代码对 "
                     "`{dimension}` 取整或检查"},
         .consequence =
             {"The kernel does not compile for models whose `{dimension}` is not a power of two",
              "对于 `{dimension}` 不是 2 的幂的模型，该 kernel 无法编译"},
         .advice = {"Pass `triton.next_power_of_2({dimension})` as a block size and mask "
                    "`offsets < {dimension}`, or assert the size in the launcher",
                    "把 `triton.next_power_of_2({dimension})` 作为块大小传入，并用 `offsets < "
                    "{dimension}` 做 mask；或者在启动函数中断言该大小"},
         .phrases = kPhrases,
         .why = "The length of a range in Triton must be a power of two. Model dimensions, such as "
                "96 or 192, often are not.",
         .fix = "Round the size up and mask the rest, or reject other sizes with an error message.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def scale_kernel(x_ptr, head_dim: tl.constexpr):
    offsets = tl.arange(0, head_dim)
    tl.store(x_ptr + offsets, tl.load(x_ptr + offsets) * 2)

def scale(x):
    scale_kernel[(x.shape[0],)](x, x.shape[-1])
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.jit
def scale_kernel(x_ptr, head_dim, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    mask = offsets < head_dim
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(x_ptr + offsets, x * 2, mask=mask)

def scale(x):
    size = x.shape[-1]
    scale_kernel[(x.shape[0],)](x, size, triton.next_power_of_2(size))
)py",
         .references =
             {"https://triton-lang.org/main/python-api/generated/triton.language.arange.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "arange",
    .file_names = kKernelNames,
    .check = Check};

}  // namespace allreview::rules
