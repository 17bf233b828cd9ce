#include "analyzers/rules/performance/exchanged.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/python/guards.h"

namespace allreview::rules {
namespace {

// By its name a collective, of torch.distributed or a helper around one.
bool IsNamedLikeCollective(absl::string_view name) {
  while (absl::ConsumePrefix(&name, "_")) continue;
  return absl::StartsWith(name, "all_reduce") || absl::StartsWith(name, "all_gather") ||
         absl::StartsWith(name, "all_to_all") || absl::StartsWith(name, "reduce_scatter") ||
         (absl::StartsWith(name, "broadcast") && name != "broadcast_to") || name == "reduce" ||
         name == "recv" || name == "irecv";
}

}  // namespace

ExchangedTensors::ExchangedTensors(const python::Module& module, const python::Definition& function)
    : module_(module) {
  for (Node node : function.body.descendants(NodeKind::kCall)) {
    const Node callee = node.child(Field::kFunction);
    const absl::string_view name =
        callee.Is(NodeKind::kAttribute) ? callee.child(Field::kAttribute).text() : callee.text();
    if (!IsNamedLikeCollective(name)) continue;
    const std::string resolved = module.Resolve(callee);
    if (absl::StartsWith(resolved, "torch.") && !absl::StartsWith(resolved, "torch.distributed.")) {
      continue;
    }
    for (Node argument : node.child(Field::kArguments).children()) {
      if (argument.Is(NodeKind::kKeywordArgument)) argument = argument.child(Field::kValue);
      if (argument.Is(NodeKind::kList)) argument = argument.named_child(0);
      if (const Node base = python::BaseOf(argument)) exchanged_.push_back(base.text());
    }
  }
  std::sort(exchanged_.begin(), exchanged_.end());
}

bool ExchangedTensors::Include(Node tensor) const {
  constexpr int kMaxNames = 3;
  for (int i = 0; i < kMaxNames && tensor; ++i) {
    const Node base = python::BaseOf(tensor);
    if (!base) return false;
    if (std::binary_search(exchanged_.begin(), exchanged_.end(), base.text())) return true;
    tensor = module_.ReachingValue(base);
  }
  return false;
}

}  // namespace allreview::rules
