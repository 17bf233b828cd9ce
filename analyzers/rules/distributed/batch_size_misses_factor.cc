// One worker multiplies its mini-batch by the rollouts of a prompt before dividing it by the ranks;
// another one only divides.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/scales.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kAlsoBy("also-by-factor", "here also by `{factor}`", "这里还按 `{factor}`");
constexpr Phrase kPhrases[] = {kAlsoBy};

bool IsBatch(absl::string_view name) {
  return absl::StrContains(name, "batch_size") || absl::StrContains(name, "num_samples") ||
         absl::StrContains(name, "num_tokens");
}

// Fields of objects that the file multiplies and divides by sizes, by the name of the field.
std::map<absl::string_view, std::vector<Scaling>> ScaledBatches(const Module& module) {
  std::map<absl::string_view, std::vector<Scaling>> batches;
  for (Node block : module.tree().root().descendants(NodeKind::kBlock)) {
    for (Scaling& scaling : ScalingsIn(module, block)) {
      const Node target = scaling.target;
      const absl::string_view name = LastName(target);
      if (!target.Is(NodeKind::kAttribute) || !IsBatch(name) || !scaling.scale.is_known) continue;
      batches[name].push_back(std::move(scaling));
    }
  }
  return batches;
}

// The one count that `full` has beside those of `lacking`. Empty: they differ in another way.
std::string OnlyFurtherCount(const Scale& full, const Scale& lacking) {
  if (full.DistanceFrom(lacking) != 0) return "";
  if (full.counts.size() != lacking.counts.size() + 1) return "";
  std::string further;
  for (const auto& [name, power] : full.counts) {
    const auto it = lacking.counts.find(name);
    if (it != lacking.counts.end() && it->second == power) continue;
    if (!further.empty() || power != 1) return "";
    further = name;
  }
  return further;
}

bool IsDivided(const Scale& scale) {
  if (scale.DistanceFrom({}) > 0) return true;
  for (const auto& [name, power] : scale.counts) {
    if (power < 0) return true;
  }
  return false;
}

// Both are certainly not arms of one decision.
bool AreInDifferentFunctions(const Module& module, Node a, Node b) {
  const python::Definition* first = module.EnclosingFunction(a);
  return first != nullptr && first != module.EnclosingFunction(b);
}

void CheckLacking(FileContext& file, const Scaling& lacking, const std::vector<Scaling>& all) {
  const Module& module = file.module();
  if (!IsDivided(lacking.scale)) return;
  for (const Scaling& full : all) {
    const std::string factor = OnlyFurtherCount(full.scale, lacking.scale);
    if (factor.empty()) continue;
    Observation observation{
        .at = lacking.at,
        .params = {{"target", std::string(lacking.target.text())},
                   {"other", std::string(full.target.text())},
                   {"factor", factor},
                   {"line", absl::StrCat(full.at.first_line())}},
        .related = {{Sentence(kAlsoBy, {{"factor", factor}}), RangeOf(module, full.at)}}};
    if (!file.IsChanged(lacking.at)) observation.because = full.at;
    return file.Report(std::move(observation));
  }
}

void Check(FileContext& file, Node) {
  for (const auto& [name, scalings] : ScaledBatches(file.module())) {
    constexpr size_t kMax = 50;
    if (scalings.size() < 2 || scalings.size() > kMax) continue;
    for (const Scaling& lacking : scalings) {
      std::vector<Scaling> others;
      for (const Scaling& other : scalings) {
        if (AreInDifferentFunctions(file.module(), lacking.at, other.at)) others.push_back(other);
      }
      CheckLacking(file, lacking, others);
    }
  }
}

}  // namespace

extern constinit const Rule kBatchSizeMissesFactor = {
    .info =
        {.id = "batch-size-misses-factor",
         .title = {"Batch size scaled without a factor that its sibling has",
                   "batch size 的换算漏掉了同类处的一个因子"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{target}` is divided as `{other}` on line {line} is, but not multiplied by "
                     "`{factor}`",
                     "`{target}` 与第 {line} 行的 `{other}` 一样做了除法，却没有乘以 `{factor}`"},
         .consequence = {"The two count different things under one name: this one takes `{factor}` "
                         "times as many steps for the same data",
                         "同一个名字表示了两种数量：对同样的数据，这里的步数是 `{factor}` 倍"},
         .advice = {"Multiply `{target}` by `{factor}`, too", "`{target}` 也乘以 `{factor}`"},
         .phrases = kPhrases,
         .why = "Sizes of batches are given for the whole job and cut to what one rank sees. Every "
                "place that does so for the same field needs the same factors.",
         .fix = "Compute both in the same way, best in one function.",
         .bad = R"py(
class Actor:
    def __init__(self, config, world_size):
        config.mini_batch_size *= config.rollouts
        config.mini_batch_size //= world_size

class Critic:
    def __init__(self, config, world_size):
        config.mini_batch_size //= world_size
)py",
         .good = R"py(
class Actor:
    def __init__(self, config, world_size):
        config.mini_batch_size *= config.rollouts
        config.mini_batch_size //= world_size

class Critic:
    def __init__(self, config, world_size):
        config.mini_batch_size *= config.rollouts
        config.mini_batch_size //= world_size
)py"},
    .kinds = {NodeKind::kModule},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
