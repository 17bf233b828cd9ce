// A masked load without `other` whose undefined lanes reach a sum, maximum or product.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"
#include "analyzers/rules/triton/reductions.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNeutral("neutral", "the neutral value of the reduction", "该归约的中性值");
constexpr Phrase kUndefinedLanes("undefined-lanes", "lanes outside the mask are undefined",
                                 "mask 之外的 lane 值不确定");
constexpr Phrase kUsesThem("uses-them", "`{op}` uses them", "`{op}` 会使用它们");
constexpr Phrase kPhrases[] = {kNeutral, kUndefinedLanes, kUsesThem};

// Zero changes nothing in sums and products; maxima have another neutral value.
bool IsNeutralZero(absl::string_view reduction) {
  return reduction == "sum" || reduction == "dot" || reduction == "cumsum";
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  for (const MemoryAccess& access : kernel->Accesses()) {
    if (!access.IsLoad() || !access.mask || access.other) continue;
    const Node reduction = UndefinedLanesReach(*kernel, access);
    if (!reduction) continue;
    const std::string op(TritonOp(file.module(), reduction));
    Observation observation{
        .at = access.call,
        .params = {{"load", std::string(access.call.text().substr(0, 80))},
                   {"reduction", absl::StrCat("tl.", op)},
                   {"line", absl::StrCat(reduction.first_line())},
                   {"neutral", IsNeutralZero(op) ? Words("0.0") : kNeutral}},
        .because = FirstChanged(file, {access.call, reduction}),
        .evidence = {DataFlowEvidence{{{kUndefinedLanes, RangeOf(file.module(), access.call)},
                                       {Sentence(kUsesThem, {{"op", absl::StrCat("tl.", op)}}),
                                        RangeOf(file.module(), reduction)}}}}};
    if (IsNeutralZero(op)) {
      const ArgumentSlot slot = EndOfArguments(access.call);
      observation.edits = {{.path = file.module().path(),
                            .first_byte = slot.byte,
                            .end_byte = slot.byte,
                            .replacement = absl::StrCat(slot.separator, "other=0.0")}};
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kMaskedLoadWithoutOther = {
    .info = {.id = "masked-load-without-other",
             .title = {"Masked load without a fill value reaches a reduction",
                       "没有填充值的带 mask 加载进入归约"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{load}` has no `other`, and `{reduction}` on line {line} also includes "
                         "the lanes outside the mask",
                         "`{load}` 没有指定 `other`，而第 {line} 行的 `{reduction}` 会把 mask "
                         "之外的 lane 也算进去"},
             .consequence =
                 {"The values of those lanes are undefined: sums and maxima of the last block are "
                  "wrong in some runs or with some compilers",
                  "这些 lane 的值不确定：最后一个块的和与最大值在某些运行或某些编译器下会出错"},
             .advice = {"Pass `other=` with {neutral}", "用 `other=` 传入{neutral}"},
             .phrases = kPhrases,
             .why = "Triton leaves masked lanes undefined unless `other` is given. They are often "
                    "zero, which hides the mistake.",
             .fix =
                 "Pass the neutral value of the reduction as other=, or mask again with tl.where.",
             .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(out_ptr, tl.sum(x, axis=0))
)py",
             .good = R"py(
import triton
import triton.language as tl

@triton.jit
def sum_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(out_ptr, tl.sum(x, axis=0))
)py",
             .references =
                 {"https://triton-lang.org/main/python-api/generated/triton.language.load.html"},
             .checks = {AuditCheck::kNumerics}},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "load",
    .file_names = kKernelNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
