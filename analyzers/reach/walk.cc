#include "analyzers/reach/walk.h"

#include <algorithm>

#include "analyzers/repository/dotted_names.h"
#include "base/work_budget.h"

namespace allreview::reach {

using repository::Call;
using repository::Edge;
using repository::Found;
using repository::OwnerOf;

namespace {
constexpr size_t kMaxNeeds = 4;  // Different ones, for each function.
}  // namespace

bool Walk::IsNew(const std::string& name, int state, const Needs& needs) {
  std::vector<std::string>& seen = seen_[{name, state}];
  std::string key = KeyOf(needs);
  const auto covers = [&](const std::string& one) { return one.empty() || one == key; };
  if (std::any_of(seen.begin(), seen.end(), covers)) return false;
  if (seen.size() == kMaxNeeds) {
    is_cut_ = true;
    return false;
  }
  seen.push_back(std::move(key));
  return true;
}

void Walk::Run(const std::vector<Seed>& seeds, const Visit& visit, const Wants& wants) {
  for (const Seed& seed : seeds) {
    Found found = project_.FindDefinition(seed.name);
    if (!found || !IsNew(found.name, 0, {})) continue;
    std::string canonical = found.name;
    steps_.push_back(
        {.function = std::move(found), .name = std::move(canonical), .calls = seed.calls});
  }
  bool stop = false;
  for (size_t i = 0; i < steps_.size() && !stop; ++i) {
    Poll();
    const Onward onward = visit(i, stop);
    if (!stop && onward.goes_on) AddCallers(i, onward.state, wants);
  }
}

void Walk::AddCallers(size_t index, int state, const Wants& wants) {
  const std::string callee = steps_[index].name;
  const int calls = steps_[index].calls;
  for (const Edge& edge : project_.EdgesTo(callee)) {
    const bool is_own = OwnerOf(callee) == edge.call.caller;
    Found caller = project_.FindDefinition(edge.call.caller);
    std::optional<Needs> needs = wants(steps_[index], edge, caller);
    if (!needs) continue;
    const bool is_far = calls == limits_.max_calls && !is_own;
    if (is_far || steps_.size() == limits_.max_functions) {
      is_cut_ = true;
      continue;
    }
    std::string name = caller ? caller.name : edge.call.caller;
    if (!IsNew(name, state, *needs)) continue;
    steps_.push_back({.function = std::move(caller),
                      .name = std::move(name),
                      .edge = edge,
                      .next = static_cast<int>(index),
                      .calls = calls + (is_own ? 0 : 1),
                      .state = state,
                      .needs = *std::move(needs)});
  }
}

std::vector<Call> Walk::ChainOf(size_t index) const {
  std::vector<Call> chain;
  for (int i = static_cast<int>(index); i >= 0; i = steps_[static_cast<size_t>(i)].next) {
    const Step& step = steps_[static_cast<size_t>(i)];
    if (step.next >= 0) {
      chain.push_back(step.edge.call);
    } else {
      chain.push_back({.caller = step.function.name,
                       .path = step.function.path,
                       .place = step.function.definition->place});
    }
  }
  return chain;
}

}  // namespace allreview::reach
