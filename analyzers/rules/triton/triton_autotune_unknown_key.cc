// @triton.autotune(key=["N"]) over a kernel without a parameter N.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kTheKernel("the-kernel", "its parameters", "它的形参");
constexpr Phrase kPhrases[] = {kTheKernel};

bool TakesAnything(const python::Definition& kernel) {
  for (const python::Parameter& parameter : kernel.parameters) {
    if (parameter.kind == python::Parameter::Kind::kVarKeyword) return true;
  }
  return false;
}

// The texts of a literal list; empty: the key is computed.
std::vector<Node> TextsOf(const Module& module, Node key) {
  const Node list = key ? module.Dereference(key) : Node();
  if (!list.Is(NodeKind::kList) && !list.Is(NodeKind::kTuple)) return {};
  std::vector<Node> texts;
  for (Node element : list.named_children()) {
    if (!element.Is(NodeKind::kString)) return {};
    texts.push_back(element);
  }
  return texts;
}

void Check(FileContext& file, Node function) {
  const std::optional<Kernel> kernel = FindKernel(file.module(), function);
  if (!kernel || TakesAnything(kernel->definition())) return;
  const Node autotune = kernel->autotune();
  if (!autotune) return;
  for (Node text : TextsOf(file.module(), python::Argument(autotune, 1, "key"))) {
    const absl::string_view name = Module::StringContent(text);
    if (name.empty() || kernel->FindParameter(name) != nullptr) continue;
    const Node parameters = function.child(Field::kParameters);
    file.Report({.at = text,
                 .params = {{"name", std::string(name)},
                            {"kernel", std::string(kernel->definition().simple_name)}},
                 .because = FirstChanged(file, {text, parameters}),
                 .related = {{kTheKernel, RangeOf(file.module(), parameters)}}});
  }
}

}  // namespace

extern constinit const Rule kTritonAutotuneUnknownKey = {
    .info =
        {.id = "triton-autotune-unknown-key",
         .title = {"Autotune key names no parameter of the kernel",
                   "autotune 的 key 不是 kernel 的形参"},
         .severity = Severity::kP1,
         .impact = Impact::kMedium,
         .message = {"The autotune key `{name}` is no parameter of `{kernel}`",
                     "autotune 的 key `{name}` 不是 `{kernel}` 的形参"},
         .consequence =
             {"Triton ignores it: the configuration tuned for the first value serves all "
              "others; older versions raise an error at the first launch",
              "Triton 会忽略它：为第一个取值调出的配置会用于所有取值；旧版本在首次启动时"
              "报错"},
         .advice = {"Name a parameter of `{kernel}`, or remove `{name}` from the key",
                    "改成 `{kernel}` 的形参名，或者从 key 中删去 `{name}`"},
         .phrases = kPhrases,
         .why = "The autotuner reads the values of its key from the arguments of the kernel, by "
                "name. What is no argument does not count.",
         .fix = "Correct the name, or pass the value to the kernel.",
         .bad = R"py(
import triton
import triton.language as tl

@triton.autotune(
    configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})],
    key=["n_columns"],
)
@triton.jit
def scale_kernel(x_ptr, n_cols, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n_cols, other=0.0)
    tl.store(x_ptr + offsets, x * 2, mask=offsets < n_cols)
)py",
         .good = R"py(
import triton
import triton.language as tl

@triton.autotune(
    configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})],
    key=["n_cols"],
)
@triton.jit
def scale_kernel(x_ptr, n_cols, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n_cols, other=0.0)
    tl.store(x_ptr + offsets, x * 2, mask=offsets < n_cols)
)py",
         .references = {"https://triton-lang.org/main/python-api/generated/triton.autotune.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .file_names = "autotune",
    .check = Check};

}  // namespace allreview::rules
