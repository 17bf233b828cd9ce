// An autotuned kernel adds into memory: every trial run adds once more.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kTriesSeveral("tries-several", "tries several configurations", "会尝试多种配置");
constexpr Phrase kUpdates("updates", "updates `{name}`", "更新 `{name}`");
constexpr Phrase kPhrases[] = {kTriesSeveral, kUpdates};

// A literal list of one configuration is never tried out.
bool HasOneConfiguration(const Module& module, Node configs) {
  const Node list = module.Dereference(configs);
  return (list.Is(NodeKind::kList) || list.Is(NodeKind::kTuple)) && list.named_child_count() == 1 &&
         !absl::StartsWith(list.named_child(0).text(), "*");
}

// Something puts the memory back between runs: an argument, or a hook of the configurations.
bool RestoresMemory(const Module& module, Node autotune, Node configs) {
  for (absl::string_view way : {"reset_to_zero", "restore_value", "pre_hook"}) {
    if (absl::StrContains(autotune.text(), way)) return true;
  }
  const Node source = configs.Is(NodeKind::kCall) ? configs.child(Field::kFunction) : configs;
  if (absl::StrContains(module.Dereference(configs).text(), "pre_hook")) return true;
  const std::string name = module.ResolveAsWritten(source);
  const python::Definition* definition =
      absl::StartsWith(name, ":") ? module.FindDefinition(absl::string_view(name).substr(1))
                                  : nullptr;
  return definition != nullptr && absl::StrContains(definition->node.text(), "pre_hook");
}

// Each run writes the memory before it reads any of it: it is scratch, and nothing is left of the
// run before.
bool IsWrittenFirst(const Kernel& kernel, absl::string_view base) {
  std::optional<MemoryAccess> first;  // A load within a store runs before it, and ends before it.
  for (const MemoryAccess& access : kernel.Accesses()) {
    if (kernel.BaseOfPointer(access.pointer) != base) continue;
    if (!first || access.call.end_byte() < first->call.end_byte()) first = access;
  }
  return first && first->op == "store";
}

// Running twice does not leave what running once does.
bool Accumulates(const Kernel& kernel, const MemoryAccess& access, absl::string_view base) {
  if (access.op == "atomic_add" || access.op == "atomic_xor") return true;
  if (access.op != "store" || !access.value || IsWrittenFirst(kernel, base)) return false;
  return static_cast<bool>(kernel.FindBehind(access.value, [&](Node node) {
    if (!node.Is(NodeKind::kCall) || TritonOp(kernel.module(), node) != "load") {
      return Kernel::Search::kGoOn;
    }
    const Node pointer = python::Argument(node, 0, "pointer");
    return pointer && kernel.BaseOfPointer(pointer) == base ? Kernel::Search::kFound
                                                            : Kernel::Search::kGoOn;
  }));
}

// The launcher passes fresh zeros, so that zeroing between trials is what it wants.
bool IsPassedAsZeros(const Kernel& kernel, absl::string_view parameter) {
  for (Node launch : kernel.Launches()) {
    const Node argument = kernel.ArgumentFor(launch, parameter);
    const Node value = argument ? kernel.module().Dereference(argument) : Node();
    if (!value.Is(NodeKind::kCall)) return false;
    const absl::string_view factory = CalleeName(value);
    if (factory != "zeros" && factory != "zeros_like" && factory != "new_zeros") return false;
  }
  return !kernel.Launches().empty();
}

// reset_to_zero for all of them, when the launcher passes zeros for all of them.
std::vector<Edit> EditsFor(const Kernel& kernel, Node autotune,
                           const std::vector<absl::string_view>& pointers,
                           absl::string_view names) {
  for (absl::string_view pointer : pointers) {
    if (!IsPassedAsZeros(kernel, pointer)) return {};
  }
  const ArgumentSlot slot = EndOfArguments(autotune);
  return {{.path = kernel.module().path(),
           .first_byte = slot.byte,
           .end_byte = slot.byte,
           .replacement = absl::StrCat(slot.separator, "reset_to_zero=", names)}};
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel) return;
  const Node autotune = kernel->autotune();
  if (!autotune) return;
  const Node configs = python::Argument(autotune, 0, "configs");
  if (!configs || HasOneConfiguration(file.module(), configs) ||
      RestoresMemory(file.module(), autotune, configs)) {
    return;
  }
  Node first;
  std::string op;
  std::vector<absl::string_view> pointers;
  std::vector<Related> related = {{kTriesSeveral, RangeOf(file.module(), autotune)}};
  for (const MemoryAccess& access : kernel->Accesses()) {
    const absl::string_view base = kernel->BaseOfPointer(access.pointer);
    if (base.empty() || std::find(pointers.begin(), pointers.end(), base) != pointers.end() ||
        !Accumulates(*kernel, access, base)) {
      continue;
    }
    pointers.push_back(base);
    if (first) {
      related.push_back(
          {Sentence(kUpdates, {{"name", base}}), RangeOf(file.module(), access.call)});
      continue;
    }
    first = access.call;
    op = absl::StrCat("tl.", access.op);
  }
  if (!first) return;
  const std::string names = absl::StrCat("[\"", absl::StrJoin(pointers, "\", \""), "\"]");
  file.Report({.at = first,
               .params = {{"kernel", std::string(kernel->definition().simple_name)},
                          {"pointers", absl::StrCat("`", absl::StrJoin(pointers, "`, `"), "`")},
                          {"names", names},
                          {"op", op},
                          {"line", absl::StrCat(autotune.first_line())}},
               .because = FirstChanged(file, {first, autotune}),
               .related = std::move(related),
               .edits = EditsFor(*kernel, autotune, pointers, names)});
}

}  // namespace

extern constinit const Rule kAutotunedAccumulationWithoutReset = {
    .info =
        {.id = "autotuned-accumulation-without-reset",
         .title = {"Autotuned kernel accumulates without a reset between trials",
                   "autotune 的 kernel 在多次试跑之间累加却不重置"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{kernel}` updates {pointers} in place (`{op}`), and its autotuner (line "
                     "{line}) runs it several times without resetting that memory",
                     "`{kernel}` 原地更新 {pointers}（`{op}`），而它的 autotuner（第 {line} "
                     "行）会多次运行它，且不重置这块内存"},
         .consequence = {"The first call for each key returns the sum of all trial runs: the "
                         "values are wrong, and from the second call on they are right",
                         "每个 key 的首次调用会返回所有试跑之和：数值错误，第二次调用时又恢复正常"},
         .advice =
             {"Add `reset_to_zero={names}` for memory that the launcher passes as zeros, and "
              "`restore_value` for other memory",
              "对启动函数以零传入的内存加上 `reset_to_zero={names}`，其余的用 `restore_value`"},
         .phrases = kPhrases,
         .why = "To compare configurations, triton.autotune runs the kernel many times on the real "
                "arguments. An operation that is not idempotent then runs many times.",
         .fix = "Name the accumulated pointers in reset_to_zero or restore_value, or do not "
                "autotune the kernel.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.autotune(
    configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})],
    key=["n"],
)
@triton.jit
def bias_grad_kernel(grad_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    grad = tl.load(grad_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(grad, axis=0))
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.autotune(
    configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})],
    key=["n"],
    reset_to_zero=["out_ptr"],
)
@triton.jit
def bias_grad_kernel(grad_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    grad = tl.load(grad_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(grad, axis=0))
)py",
         .references = {"https://triton-lang.org/main/python-api/generated/triton.autotune.html"},
         .version = 2},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "atomic_add atomic_xor store",
    .file_names = "autotune",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
