// The CPU waits for the GPU in code that runs in every step.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/performance/host_sync.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kCommentLines = 4;

bool IsWordCharacter(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '-'; }

// `word` stands in the text with no letter, digit, underscore or hyphen around it.
bool HasWord(absl::string_view text, absl::string_view word) {
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsWordCharacter(text[at - 1])) &&
        (end == text.size() || !IsWordCharacter(text[end]))) {
      return true;
    }
  }
  return false;
}

// A comment just above says that the wait is meant.
bool IsAcknowledged(const Module& module, int line) {
  for (int i = std::max(1, line - kCommentLines); i <= line; ++i) {
    const absl::string_view text = module.tree().LineText(i);
    const size_t hash = text.find('#');
    if (hash == absl::string_view::npos) continue;
    for (absl::string_view word :
         {"sync", "syncs", "synchronize", "synchronizes", "D2H", "host", "item()"}) {
      if (HasWord(text.substr(hash), word)) return true;
    }
  }
  return false;
}

// The value goes through a collective of this function: the ranks exchange a decision.
bool IsExchanged(const Module& module, const Definition& function, Node tensor) {
  for (Node node : function.body.descendants()) {
    if (!node.Is(NodeKind::kCall)) continue;
    const std::string name = module.Resolve(node.child(Field::kFunction));
    if (name.rfind("torch.distributed.", 0) != 0) continue;
    for (Node argument : python::ArgumentsOf(node).positional) {
      if (argument.text() == tensor.text()) return true;
    }
  }
  return false;
}

std::vector<std::pair<Node, HostSync>> SyncsOf(FileContext& file, const Definition& function) {
  std::vector<std::pair<Node, HostSync>> syncs;
  const Module& module = file.module();
  for (Node node : function.body.descendants()) {
    if (!node.Is(NodeKind::kCall) || !file.IsChanged(node)) continue;
    const HostSync sync = FindHostSync(file, node);
    if (!sync || module.EnclosingFunction(node) != &function || IsColdBlock(node) ||
        IsAcknowledged(module, node.first_line())) {
      continue;
    }
    if (sync.tensor && IsExchanged(module, function, sync.tensor)) continue;
    syncs.emplace_back(node, sync);
  }
  return syncs;
}

// "once per iteration of the loop on line 12", when a loop is around it.
std::string Frequency(Node node, absl::string_view root) {
  for (Node outer = node.parent(); outer && !outer.Is(NodeKind::kFunctionDefinition);
       outer = outer.parent()) {
    if (outer.Is(NodeKind::kForStatement) || outer.Is(NodeKind::kWhileStatement)) {
      return absl::StrCat("in every iteration of the loop on line ", outer.first_line());
    }
  }
  return root == "train-step" ? "in every training step" : absl::StrCat("in every ", root, " pass");
}

void Check(FileContext& file, Node definition) {
  if (file.is_test()) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(definition);
  if (function == nullptr) return;
  const auto syncs = SyncsOf(file, *function);
  if (syncs.empty()) return;
  std::optional<HotPath> path = FindHotPath(module, *function);
  if (!path) return;

  const auto& [node, sync] = syncs.front();
  Observation observation{.at = node,
                          .params = {{"expression", std::string(node.text().substr(0, 80))},
                                     {"function", std::string(function->simple_name)},
                                     {"frequency", Frequency(node, path->chain.root_kind)}},
                          .evidence = {std::move(path->chain)}};
  if (IsInferencePath(module.path())) observation.severity = Severity::kP2;
  for (size_t i = 1; i < syncs.size(); ++i) {
    observation.related.push_back({absl::StrCat("`", syncs[i].second.operation, "` waits, too"),
                                   RangeOf(module, syncs[i].first)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kHostSyncInHotPath = {
    .info = {.id = "host-sync-in-hot-path",
             .title = "CPU waits for the GPU in the training step",
             .category = "performance",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kMedium,
             .message = "`{expression}` in `{function}` makes the CPU wait for the GPU {frequency}",
             .consequence = "The GPU runs dry while the CPU waits and then launches kernels again, "
                            "and the code cannot be captured in a CUDA graph",
             .advice = "Keep the value on the device, or read it at the logging interval only; "
                       "where the wait is meant, say so in a comment above it",
             .why = "Kernels are launched ahead of their execution. Reading a value on the host "
                    "drains that queue: every rank pays for it in every step.",
             .fix = "Accumulate on the device and transfer once per logging interval; replace "
                    "branches on values by clamp, where or masks.",
             .bad = "import torch\n"
                    "\n"
                    "class Loss(torch.nn.Module):\n"
                    "    def forward(self, losses, mask):\n"
                    "        count = mask.sum().item()\n"
                    "        return losses.sum() / count\n",
             .good = "import torch\n"
                     "\n"
                     "class Loss(torch.nn.Module):\n"
                     "    def forward(self, losses, mask):\n"
                     "        count = mask.sum().clamp(min=1)\n"
                     "        return losses.sum() / count\n",
             .references = {"catalogue: numerics and performance 37"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
