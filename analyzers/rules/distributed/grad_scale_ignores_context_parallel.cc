// Gradients are reduced over data and context parallelism, but scaled by the size of the first.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/data_parallel_query.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kSizeWithoutContext("size-without-context", "the size without context parallelism",
                                     "未计入上下文并行的大小");
constexpr Phrase kScalesThrough("scales-through", "scales through `{name}`", "通过 `{name}` 缩放");
constexpr Phrase kPhrases[] = {kSizeWithoutContext, kScalesThrough};

bool IsGradientScale(absl::string_view name) {
  const size_t grad = name.find("grad");
  return (grad != absl::string_view::npos && absl::StrContains(name.substr(grad), "scal")) ||
         absl::StrContains(name, "scaling_factor") || absl::StrContains(name, "loss_scale");
}

void Check(FileContext& file, Node node) {
  const NamedValue bound = NamedValueOf(node);
  if (!IsGradientScale(bound.name)) return;
  const Node query =
      FindQueryWithoutContextParallel(file.module(), bound.value, "get_data_parallel_world_size");
  if (!query) return;
  // Where it is bound to such a name first, it is reported there.
  const NamedValue first = NamedValueOf(Around(query, NodeKind::kAssignment));
  if (!node.Contains(query) && IsGradientScale(first.name)) return;
  Observation observation{
      .at = query,
      .params = {{"name", std::string(bound.name)},
                 {"query", std::string(query.text())},
                 {"function", std::string(query.child(Field::kFunction).text())}},
      .because = file.IsChanged(query) ? query : node};
  if (node.Contains(query)) {
    observation.edits = {WithContextParallel(file.module(), query)};
  } else {
    observation.evidence.push_back(DataFlowEvidence{
        {{kSizeWithoutContext, RangeOf(file.module(), query)},
         {Sentence(kScalesThrough, {{"name", bound.name}}), RangeOf(file.module(), node)}}});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kGradScaleIgnoresContextParallel = {
    .info =
        {.id = "grad-scale-ignores-context-parallel",
         .title = {"Gradient scale without the context-parallel size",
                   "梯度缩放没有计入上下文并行的大小"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{name}` is computed from `{query}`, but gradients are reduced over data and "
                     "context parallelism together",
                     "`{name}` 由 `{query}` 计算得到，但梯度是在数据并行与上下文并行上一起归约的"},
         .consequence = {"With context parallelism, gradients are too large by a factor of the "
                         "context-parallel size",
                         "启用上下文并行后，梯度会被放大，倍数等于上下文并行的大小"},
         .advice = {"Use `{function}(with_context_parallel=True)`",
                    "使用 `{function}(with_context_parallel=True)`"},
         .phrases = kPhrases,
         .why = "Each context-parallel rank computes part of the gradient of the same samples, and "
                "the all-reduce sums over both dimensions. A scale that counts only data-parallel "
                "ranks is correct only while context parallelism is off.",
         .fix = "Divide by the size of the group over which gradients are reduced.",
         .bad = R"py(
from megatron.core import parallel_state

def scale(grads):
    grad_scaling = 1.0 / parallel_state.get_data_parallel_world_size()
    return grads * grad_scaling
)py",
         .good = R"py(
from megatron.core import parallel_state

def scale(grads):
    size = parallel_state.get_data_parallel_world_size(
        with_context_parallel=True
    )
    grad_scaling = 1.0 / size
    return grads * grad_scaling
)py"},
    .kinds = {NodeKind::kAssignment, NodeKind::kKeywordArgument, NodeKind::kPair},
    .file_names = "get_data_parallel_world_size",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
