// A tensor of all edges: positions x durations x labels x labels.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/semi-markov/domain.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

// T, N, T + 1, N - 1.
bool IsPositions(Node size) {
  Node base = python::WithoutParentheses(size);
  if (base.Is(NodeKind::kBinaryOperator)) base = base.child(Field::kLeft);
  return IsPositionCount(LastName(base)) || base.text() == "N";
}

// ..., T, K, C, C.
bool IsAllEdges(const Factory& factory) {
  const std::vector<Node>& sizes = factory.dimensions;
  const size_t count = sizes.size();
  return (count == 4 || count == 5) && sizes[count - 1].text() == sizes[count - 2].text() &&
         !sizes[count - 1].Is(NodeKind::kInteger) && IsMaxDuration(sizes[count - 3]) &&
         IsPositions(sizes[count - 4]);
}

// Exact implementations for small inputs say so in their names.
bool IsExactOnPurpose(const python::Module& module, Node node) {
  for (const python::Definition* definition = module.EnclosingFunction(node);
       definition != nullptr;) {
    const std::string name = absl::AsciiStrToLower(definition->simple_name);
    for (absl::string_view word : {"edge_tensor", "differentiable_edge", "exact", "hsmm",
                                   "to_parts", "reference", "naive", "brute"}) {
      if (absl::StrContains(name, word)) return true;
    }
    definition = definition->parent < 0 ? nullptr : &module.definitions()[definition->parent];
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const std::optional<Factory> factory = FactoryOf(call);
  if (!factory || !IsAllEdges(*factory) || IsExperiment(file.module().path()) ||
      IsExactOnPurpose(file.module(), call) || !SpeaksOfSemiMarkov(file.module())) {
    return;
  }
  std::vector<std::string> sizes;
  for (Node size : factory->dimensions) sizes.emplace_back(size.text());
  file.Report({.at = call, .params = {{"shape", absl::StrJoin(sizes, " x ")}}});
}

}  // namespace

extern constinit const Rule kMaterialisedEdgeTensor = {
    .info =
        {.id = "materialised-edge-tensor",
         .title = {"Edges of all positions and durations materialised in one tensor",
                   "把所有位置与时长的边放进一个 tensor"},
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kMedium,
         .message = {"This tensor holds the edges of all positions at once: {shape} elements",
                     "这里同时保存了所有位置的边：{shape} 个元素"},
         .consequence =
             {"With 100,000 positions, durations up to 100 and 24 labels, that is 23 GB in float32 "
              "per sequence",
              "当有 100,000 个位置、时长最大 100、24 个标签时，每个序列在 float32 下需要 23 GB"},
         .advice = {"Compute the edge block of each position and duration from prefix sums where "
                    "it is used, as a streaming scan does",
                    "像流式扫描那样，在使用处由前缀和计算每个位置和时长对应的边块"},
         .why = "The dynamic program needs one block of C x C edges at a time. The memory for all "
                "blocks grows with positions times durations.",
         .fix = "Stream the edges; use the whole tensor only for exact checks on small inputs.",
         .bad = R"py(
import torch

def partition(scores, duration_bias, batch, T, K, C):
    return torch.zeros(batch, T, K, C, C)
)py",
         .good = R"py(
import torch

def partition(scores, duration_bias, batch, T, K, C):
    return torch.zeros(batch, K, C)
)py",
         .checks = {AuditCheck::kMemory, AuditCheck::kScaling},
         .assures = {"no edge tensor of T·K·C² where streaming would do",
                     "可流式处理时不物化 T·K·C² 的边张量"}},
    .kinds = {NodeKind::kCall},
    .names = kMaxDurationNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
