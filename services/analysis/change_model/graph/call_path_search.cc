#include "services/analysis/change_model/graph/call_path_search.h"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::analysis {
namespace {

using reach::IsFinalEntry;
using reach::IsPublicName;
using repository::Confidence;
using repository::Found;
using repository::SimpleName;

constexpr int kMaxHops = 8;
constexpr int kMaxLookups = 48;      // Of one target.
constexpr size_t kMaxBranches = 40;  // Callers of one function that are followed.
constexpr int kEnoughRoots = 8;      // No search goes on beyond so many good ways.
constexpr size_t kMaxPaths = 3;
constexpr int kWorse = 60;  // A further path that costs so much more says nothing.

// A function on the way back from the target. Costs are in tenths of a certain call.
struct Step {
  std::string name;
  const Caller* call = nullptr;  // How it calls the next one. Null: the target.
  int next = -1;                 // Index of that one.
  int hops = 0;
  int cost = 0;
  std::string kind = "";  // Of the entry point that it is.
  bool is_root = false;   // A path may begin here.
  bool is_test = false;
};

// Not what the repository is for.
bool IsAside(const Caller& caller) { return reach::IsAsidePath(caller.range.path); }

// What frameworks call by a fixed name; who saves or loads a checkpoint says more.
bool IsStateProtocol(absl::string_view method) {
  return method == "state_dict" || method == "load_state_dict" || method == "sharded_state_dict" ||
         method == "load_sharded_state_dict";
}

int CostOf(const Caller& caller, const std::set<std::string>& changed_ids) {
  int cost = 10;
  if (caller.is_reference && !caller.is_hook) {
    cost = 20;
  } else if (caller.confidence == Confidence::kMedium) {
    cost = 14;
  }
  if (caller.is_cold) cost += 4;
  if (caller.is_delegation) cost += 15;
  // Once for each object, when others call it in every step.
  if (SimpleName(caller.name) == "__init__") cost += 12;
  if (caller.is_test_code) cost += 60;
  // A longer way from what the repository is for says more.
  if (IsAside(caller)) cost += 45;
  // Among variants that differ in nothing else, readers know GPT best.
  if (absl::StrContains(caller.range.path, "gpt")) cost -= 1;
  return changed_ids.count(caller.id) ? cost - 3 : cost;
}

// What a beginning lacks.
int PenaltyOf(const Step& root) {
  if (root.is_test) return 120;
  if (root.kind.empty()) return 130;
  if (root.kind == "public" || root.kind == "property") return 60;
  if (root.kind == "import") return 40;
  return IsFinalEntry(root.kind) ? 0 : 5;
}

bool IsProperty(const repository::DefinitionFacts& definition) {
  return std::any_of(definition.decorators.begin(), definition.decorators.end(),
                     [](const std::string& name) { return absl::EndsWith(name, "property"); });
}

class Search {
 public:
  Search(const std::string& target, const CallPathContext& context) : context_(context) {
    steps_.push_back({.name = target});
  }

  std::vector<FoundPath> Run() {
    Walk();
    DropInnerEntries();
    return Choose();
  }

 private:
  using Entry = std::tuple<int, std::string, int>;  // Cost, name, index.

  void Walk() {
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    queue.emplace(0, steps_[0].name, 0);
    std::set<std::string> seen;
    int lookups = 0, roots = 0;
    while (!queue.empty() && lookups < kMaxLookups && roots < kEnoughRoots) {
      if (context_.should_stop && context_.should_stop()) return;
      const int index = std::get<2>(queue.top());
      queue.pop();
      if (!seen.insert(steps_[index].name).second) continue;
      ClassifyEntry(index);
      const Step step = steps_[index];
      roots += step.is_root && !step.is_test && IsFinalEntry(step.kind);
      const bool is_end = index > 0 && IsFinalEntry(step.kind);
      if (is_end) continue;
      if (step.hops + 1 >= kMaxHops) {
        steps_[index].is_root = true;  // The way is longer than anybody reads.
        continue;
      }
      ++lookups;
      const std::vector<Caller>& callers = context_.callers.Of(step.name);
      if (callers.empty()) ClassifyTop(index);
      for (size_t i = 0; i < callers.size() && i < kMaxBranches; ++i) {
        if (seen.count(callers[i].name)) continue;
        steps_.push_back({.name = callers[i].name,
                          .call = &callers[i],
                          .next = index,
                          .hops = step.hops + 1,
                          .cost = step.cost + CostOf(callers[i], context_.changed_ids)});
        queue.emplace(steps_.back().cost, callers[i].name, static_cast<int>(steps_.size()) - 1);
      }
    }
  }

  // What the function is by itself.
  void ClassifyEntry(int index) {
    Step& step = steps_[index];
    if (step.call == nullptr || step.call->is_function) {
      step.kind = context_.entries.KindOf(context_.project.FindDefinition(step.name));
      const bool is_hook = step.call != nullptr && step.call->is_hook;
      if (is_hook && !step.call->is_test_code) step.kind = "hook";
    } else {
      step.kind = step.call->is_test_code ? "test" : step.call->is_script ? "main" : "import";
    }
    step.is_test = step.kind == "test";
    step.is_root = !step.kind.empty();
  }

  // Nobody calls it.
  void ClassifyTop(int index) {
    Step& step = steps_[index];
    if (step.is_root) return;
    step.is_root = true;
    step.is_test = step.call != nullptr && step.call->is_test_code;
    if (step.is_test) {
      step.kind = "test";
      return;
    }
    const Found found = context_.project.FindDefinition(step.name);
    if (!found) return;
    if (IsProperty(*found.definition)) {
      step.kind = "property";
    } else if (IsPublicName(found.definition->name)) {
      step.kind = "public";
    }
  }

  // The forward of a part does not begin anything when it is known what calls it.
  void DropInnerEntries() {
    std::vector<int> inner;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Step& root = steps_[i];
      if (!root.is_root || root.is_test || PenaltyOf(root) > 5) continue;
      if (root.call != nullptr && IsAside(*root.call)) continue;
      for (const Step* step = &root; step->next > 0; step = &steps_[step->next]) {
        const Caller& call = *step->call;
        // Who overrides a method and calls it is one of those who use it, not the way to it.
        if (call.is_delegation) break;
        inner.push_back(step->next);
      }
    }
    for (int i : inner) steps_[i].is_root = false;
  }

  // Where the callers go round in circles, or are too many.
  int Longest() const {
    const auto key = [](const Step& step) { return std::make_tuple(-step.hops, step.cost); };
    const auto longest =
        std::min_element(steps_.begin() + 1, steps_.end(),
                         [&](const Step& a, const Step& b) { return key(a) < key(b); });
    return static_cast<int>(longest - steps_.begin());
  }

  // The product before what stands beside it, tests last; a way that is only guessed, or that
  // begins nowhere, counts no more than one from an example.
  int RankOf(int root) const {
    const Step& step = steps_[root];
    if (step.is_test || step.call->is_test_code) return 3;
    if (step.kind.empty() || IsAside(*step.call)) return 2;
    for (int i = root; i > 0; i = steps_[i].next) {
      const Caller& call = *steps_[i].call;
      if (call.confidence == Confidence::kLow && !call.is_hook) return 2;
    }
    return PenaltyOf(step) > 5 ? 1 : 0;
  }

  // Of implementations that differ in nothing else the larger one does the work; what it inherits
  // counts.
  int SizeOfClass(const std::string& method) const {
    std::vector<std::string> classes = context_.project.BasesOf(repository::OwnerOf(method));
    classes.emplace_back(repository::OwnerOf(method));
    int size = 0;
    for (const std::string& name : classes) {
      const Found found = context_.project.FindDefinition(name);
      if (found) size += static_cast<int>(found.definition->own_names.size());
    }
    return size;
  }

  // The call of the target on this way.
  const Caller& LastCallOf(int root) const {
    int i = root;
    while (steps_[i].next > 0) i = steps_[i].next;
    return *steps_[i].call;
  }

  std::vector<FoundPath> Choose() const {
    std::vector<int> roots;
    for (size_t i = 1; i < steps_.size(); ++i) {
      if (steps_[i].is_root) roots.push_back(static_cast<int>(i));
    }
    if (roots.empty() && steps_.size() > 1) roots.push_back(Longest());
    std::map<int, std::pair<int, int>> known;  // Rank and size by root.
    for (int root : roots) known[root] = {RankOf(root), SizeOfClass(steps_[root].name)};
    const auto cost = [&](int i) { return steps_[i].cost + PenaltyOf(steps_[i]); };
    const auto key = [&](int i) {
      const auto& [rank, size] = known.at(i);
      return std::make_tuple(rank, cost(i), steps_[i].hops, -size, std::cref(steps_[i].name));
    };
    std::sort(roots.begin(), roots.end(), [&](int a, int b) { return key(a) < key(b); });
    std::vector<FoundPath> paths;
    std::set<std::string> last_callers, kinds;
    const bool is_entry = steps_[0].is_root && !steps_[0].kind.empty() && !steps_[0].is_test;
    for (int root : roots) {
      const Step& step = steps_[root];
      if (paths.size() == kMaxPaths || known[root].first > std::max(1, known[roots[0]].first) ||
          cost(root) > cost(roots[0]) + kWorse) {
        break;
      }
      // Tests, examples and callers that nobody calls add nothing to what is known to begin here.
      const bool is_aside = PenaltyOf(step) > 5 || IsAside(*step.call);
      if (is_aside && (is_entry || !paths.empty())) continue;
      if (is_entry && LastCallOf(root).is_delegation) continue;
      const bool is_other_caller = last_callers.insert(LastCallOf(root).name).second;
      const bool is_other_kind = kinds.insert(step.kind).second;
      if (is_other_caller || is_other_kind) paths.push_back(PathFrom(root));
    }
    if (paths.empty()) paths.push_back(PathFrom(0));
    return paths;
  }

  FoundPath PathFrom(int root) const {
    FoundPath path = {.root_kind = steps_[root].kind, .is_test = steps_[root].is_test};
    if (const Caller* keeper = KeeperOf(steps_[root])) path.calls.push_back(keeper);
    for (int i = root; i > 0; i = steps_[i].next) path.calls.push_back(steps_[i].call);
    return path;
  }

  // Who saves or loads the checkpoint to which the state goes; null: not known.
  const Caller* KeeperOf(const Step& root) const {
    if (root.kind != "checkpoint" || !IsStateProtocol(SimpleName(root.name))) return nullptr;
    for (const Caller& caller : context_.callers.Of(root.name)) {
      const bool fits = caller.is_function && !caller.is_test_code && !IsAside(caller) &&
                        !caller.is_delegation && !IsStateProtocol(SimpleName(caller.name)) &&
                        absl::StrContains(SimpleName(caller.name), "checkpoint");
      if (fits) return &caller;
    }
    return nullptr;
  }

  const CallPathContext& context_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<FoundPath> FindCallPaths(const std::string& target, const CallPathContext& context) {
  return Search(target, context).Run();
}

}  // namespace allreview::analysis
