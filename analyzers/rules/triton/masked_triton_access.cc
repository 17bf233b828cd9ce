// Praise: a new kernel masks all blocks that it reads and writes.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/triton/kernel.h"
#include "analyzers/rules/triton/phrases.h"
#include "analyzers/rules/triton/reductions.h"

namespace allreview::rules {
namespace {

using Search = Kernel::Search;

// The access takes many elements at once.
bool IsBlock(const Kernel& kernel, const MemoryAccess& access) {
  return static_cast<bool>(kernel.FindBehind(access.pointer, [&](Node node) {
    return node.Is(NodeKind::kCall) && TritonOp(kernel.module(), node) == "arange" ? Search::kFound
                                                                                   : Search::kGoOn;
  }));
}

bool IsNew(const FileContext& file, absl::string_view name) {
  return file.before() == nullptr || file.before()->FindDefinition(name) == nullptr;
}

struct Masked {
  int loads = 0, stores = 0;
};

// nullopt: some block is not masked, or not filled where it must be.
std::optional<Masked> CountMasked(const Kernel& kernel) {
  Masked masked;
  for (const MemoryAccess& access : kernel.Accesses()) {
    if (!access.mask && !access.has_boundary_check) {
      if (IsBlock(kernel, access)) return std::nullopt;
      continue;
    }
    if (UndefinedLanesReach(kernel, access)) return std::nullopt;
    ++(access.IsLoad() ? masked.loads : masked.stores);
  }
  if (masked.loads == 0 || masked.stores == 0) return std::nullopt;
  return masked;
}

// One word of praise for each file.
void Check(FileContext& file, Node) {
  Observation observation{.at = Node(), .kind = Kind::kPraise};
  for (const python::Definition& definition : file.module().definitions()) {
    const Node name = definition.node.child(Field::kName);
    if (!file.IsChanged(name) || !IsNew(file, definition.name)) continue;
    const std::optional<Kernel> kernel = FindKernel(file.module(), definition.node);
    const std::optional<Masked> masked = kernel ? CountMasked(*kernel) : std::nullopt;
    if (!masked) continue;
    if (observation.at) {
      observation.related.push_back({phrases::kSameHere, RangeOf(file.module(), name)});
      continue;
    }
    observation.at = name;
    observation.params = {{"kernel", std::string(name.text())},
                          {"loads", absl::StrCat(masked->loads)},
                          {"stores", absl::StrCat(masked->stores)}};
  }
  if (observation.at) file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMaskedTritonAccess = {
    .info =
        {.id = "masked-triton-access",
         .title = {"New kernel masks all its blocks", "新 kernel 的所有块访问都带有 mask"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .message = {"`{kernel}` masks all {loads} block loads and {stores} block stores, and "
                     "passes fill values to its reductions",
                     "`{kernel}` 的全部 {loads} 次块加载和 {stores} 次块写入都带有 "
                     "mask，并为归约填充了默认值"},
         .consequence = {"Sizes that are not a multiple of the block size are safe",
                         "大小不是块大小的整数倍时也是安全的"},
         .advice = {"Keep it that way when you add accesses", "今后新增访问时保持这样"},
         .why =
             "Unmasked tails are the most common mistake in kernels and appear only at odd sizes.",
         .fix = "Nothing to do.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.jit
def double_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, x * 2, mask=offsets < n)
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.jit
def double_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets) * 2)
)py",
         .references =
             {"https://triton-lang.org/main/python-api/generated/triton.language.load.html"}},
    .kinds = {NodeKind::kModule},
    .names = "load",
    .file_names = kKernelNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
