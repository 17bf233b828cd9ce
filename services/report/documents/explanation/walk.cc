// The order in which execution meets the changed functions.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;
using analysis::v1::FunctionStory;

constexpr size_t kMaxStops = 9;
constexpr size_t kMaxBrief = 12;
constexpr int kSmallChange = 3;  // Lines.

bool IsGoneOrLayout(const ChangedSymbol& symbol) {
  return symbol.status() == ChangedSymbol::STATUS_REMOVED ||
         symbol.status() == ChangedSymbol::STATUS_REFORMATTED;
}

// Whether there is more to tell of it than that it is at another place.
bool HasStory(const ChangedSymbol& symbol, const FunctionStory* story) {
  if (!IsFunction(symbol) || symbol.is_test() || IsGoneOrLayout(symbol)) return false;
  const bool has_steps =
      story != nullptr && std::any_of(story->steps().begin(), story->steps().end(),
                                      [](const auto& step) { return IsTouched(step); });
  const bool is_same = symbol.status() == ChangedSymbol::STATUS_MOVED ||
                       symbol.status() == ChangedSymbol::STATUS_RENAMED;
  return has_steps ||
         (!is_same && (!symbol.deltas().empty() || symbol.status() == ChangedSymbol::STATUS_ADDED));
}

// Changed functions, those first that matter most: as the model ranks its stories, then the rest.
std::vector<const ChangedSymbol*> Ranked(const ModelIndex& index) {
  std::vector<const ChangedSymbol*> ranked;
  std::set<std::string> seen;
  for (const FunctionStory& story : index.model().functions()) {
    const ChangedSymbol* symbol = index.Symbol(story.symbol());
    if (symbol != nullptr && seen.insert(story.symbol()).second && HasStory(*symbol, &story)) {
      ranked.push_back(symbol);
    }
  }
  std::vector<const ChangedSymbol*> rest;
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    if (seen.count(IdOf(symbol)) == 0 && HasStory(symbol, nullptr)) rest.push_back(&symbol);
  }
  std::stable_sort(rest.begin(), rest.end(), [](const ChangedSymbol* a, const ChangedSymbol* b) {
    return a->added_lines() + a->removed_lines() > b->added_lines() + b->removed_lines();
  });
  ranked.insert(ranked.end(), rest.begin(), rest.end());
  // Where not all can be told, those go first in which more than a call changes.
  if (ranked.size() > kMaxStops) {
    std::stable_partition(ranked.begin(), ranked.end(), [](const ChangedSymbol* symbol) {
      return symbol->added_lines() + symbol->removed_lines() > kSmallChange;
    });
  }
  return ranked;
}

bool IsSetUp(absl::string_view name) {
  const absl::string_view simple = SimpleName(name);
  return simple == "__init__" || simple == "__post_init__" || absl::StrContains(simple, "args") ||
         absl::StartsWith(simple, "build_") || absl::StartsWith(simple, "initialize");
}

class Planner {
 public:
  Planner(const ModelIndex& index, std::vector<const ChangedSymbol*> chosen)
      : index_(index), chosen_(std::move(chosen)) {
    for (size_t i = 0; i < chosen_.size(); ++i) at_[IdOf(*chosen_[i])] = static_cast<int>(i);
    for (size_t i = 0; i < chosen_.size(); ++i) FindCalls(static_cast<int>(i));
  }

  std::vector<Stop> Order() {
    std::vector<std::tuple<int, size_t, Way, int>> roots;
    std::map<std::string, size_t> first;  // Rank of the most important root below an entry point.
    for (size_t i = 0; i < chosen_.size(); ++i) {
      if (called_.count(static_cast<int>(i)) > 0) continue;
      Way way = WayTo(*chosen_[i]);
      const size_t rank = way.empty() ? i : first.emplace(way.front().second, i).first->second;
      roots.emplace_back(Phase(i), rank, std::move(way), i);
    }
    std::sort(roots.begin(), roots.end());
    for (const auto& [phase, rank, way, root] : roots) Visit(root, -1, {});
    // What is left calls itself in a circle.
    for (size_t i = 0; i < chosen_.size(); ++i) Visit(static_cast<int>(i), -1, {});
    return std::move(stops_);
  }

 private:
  struct Call {
    change::v1::SourceRange range;
    int to;
    bool is_handed_over = false;
  };

  // The lines of the calls from an entry point on: of two functions below one caller the one that
  // is called first runs first.
  using Way = std::vector<std::pair<int, std::string>>;

  Way WayTo(const ChangedSymbol& symbol) const {
    Way way;
    for (const analysis::v1::CallPath* path : index_.PathsTo(IdOf(symbol))) {
      if (path->is_test()) continue;
      for (const analysis::v1::Hop& hop : path->hops()) {
        // The entry itself is the same for all of its calls.
        way.emplace_back(way.empty() ? 0 : hop.range().first_line(), hop.symbol());
        if (way.size() == 1) way.emplace_back(hop.range().first_line(), "");
      }
      break;
    }
    return way;
  }

  // As a training run goes: arguments, construction, forward and backward passes, gradients, the
  // step of the optimizer, and what runs beside.
  int Phase(size_t i) const {
    const absl::string_view name = chosen_[i]->name();
    if (absl::StrContains(SimpleName(name), "args")) return 0;
    if (IsSetUp(name)) return 1;
    std::string root;
    bool is_below_setup = false;
    for (const analysis::v1::CallPath* path : index_.PathsTo(IdOf(*chosen_[i]))) {
      if (path->is_test()) continue;
      root = path->root_kind();
      for (const analysis::v1::Hop& hop : path->hops()) {
        const absl::string_view hop_name = SymbolName(hop.symbol());
        is_below_setup |= IsSetUp(hop_name) || absl::StartsWith(SimpleName(hop_name), "setup_");
      }
      break;
    }
    const FunctionStory* story = index_.Story(IdOf(*chosen_[i]));
    // What a step reaches runs in it, also through calls that are not certain.
    const bool is_hot = (story != nullptr && story->is_hot()) || root == "train-step" ||
                        root == "forward" || root == "inference";
    if (SimpleName(name) == "backward" || root == "backward") return 3;
    if (root == "grad-sync") return 4;
    if (root == "optimizer-step") return 5;
    if (is_hot) return 2;
    return is_below_setup ? 1 : 6;
  }

  // A call of a class runs its constructor.
  int Find(const std::string& id) const {
    auto found = at_.find(id);
    if (found == at_.end()) found = at_.find(absl::StrCat(id, ".__init__"));
    return found == at_.end() ? -1 : found->second;
  }

  void AddCall(int from, const std::string& to_id, const change::v1::SourceRange& range,
               finding::v1::Confidence confidence) {
    const int to = Find(to_id);
    if (to < 0 || to == from) return;
    const bool is_known = std::any_of(calls_[from].begin(), calls_[from].end(),
                                      [&](const Call& call) { return call.to == to; });
    if (is_known) return;
    calls_[from].push_back({range, to, confidence == finding::v1::CONFIDENCE_LOW});
    called_.insert(to);
  }

  void FindCalls(int from) {
    const std::string id = IdOf(*chosen_[from]);
    for (const Edge* edge : index_.EdgesFrom(id)) {
      if (edge->kind() == Edge::KIND_CALLS && !edge->is_removed()) {
        AddCall(from, edge->to(), edge->range(), edge->confidence());
      }
    }
    // Paths know calls that no single line shows, as through `apply`.
    for (const analysis::v1::CallPath& path : index_.model().paths()) {
      for (int i = 0; i + 1 < path.hops_size(); ++i) {
        if (path.hops(i).symbol() == id) {
          AddCall(from, path.hops(i + 1).symbol(), path.hops(i).range(), path.hops(i).confidence());
        }
      }
    }
    std::stable_sort(calls_[from].begin(), calls_[from].end(), [](const Call& a, const Call& b) {
      return a.range.first_line() < b.range.first_line();
    });
  }

  void Visit(int i, int caller, const Call& call) {
    if (!visited_.insert(i).second) return;
    const int stop = static_cast<int>(stops_.size());
    stops_.push_back({.symbol = chosen_[i],
                      .story = index_.Story(IdOf(*chosen_[i])),
                      .caller = caller,
                      .call = call.range,
                      .is_handed_over = call.is_handed_over});
    for (const Call& next : calls_[i]) Visit(next.to, stop, next);
  }

  const ModelIndex& index_;
  const std::vector<const ChangedSymbol*> chosen_;
  std::map<std::string, int> at_;
  std::map<int, std::vector<Call>> calls_;
  std::set<int> called_, visited_;
  std::vector<Stop> stops_;
};

// Whether the table of what callers see, or the tests, tell of it.
bool IsToldElsewhere(const ChangedSymbol& symbol) {
  return symbol.is_test() || symbol.status() == ChangedSymbol::STATUS_REFORMATTED ||
         symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD ||
         symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG ||
         symbol.kind() == analysis::v1::SYMBOL_KIND_CONSTANT ||
         symbol.kind() == analysis::v1::SYMBOL_KIND_MODULE;
}

}  // namespace

Walk PlanWalk(const ModelIndex& index) {
  std::vector<const ChangedSymbol*> ranked = Ranked(index);
  Walk walk;
  std::set<const ChangedSymbol*> told;
  std::set<std::string> scopes;  // Classes of which a member is told.
  for (size_t i = 0; i < std::min(kMaxStops, ranked.size()); ++i) {
    told.insert(ranked[i]);
    scopes.insert(absl::StrCat(ranked[i]->path(), ":", ScopeOf(ranked[i]->name())));
  }
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    if (symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD) {
      scopes.insert(absl::StrCat(symbol.path(), ":", ScopeOf(symbol.name())));
    }
  }
  std::vector<const ChangedSymbol*> rest(ranked.begin() + told.size(), ranked.end());
  ranked.resize(told.size());
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    const bool is_ranked = std::find(rest.begin(), rest.end(), &symbol) != rest.end();
    // Fields are told in the table of settings.
    const bool is_shell = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS &&
                          symbol.deltas().empty() && scopes.count(IdOf(symbol)) > 0;
    if (told.count(&symbol) == 0 && !is_ranked && !is_shell && !IsToldElsewhere(symbol)) {
      rest.push_back(&symbol);
    }
  }
  walk.left_out = static_cast<int>(rest.size() - std::min(rest.size(), kMaxBrief));
  rest.resize(std::min(rest.size(), kMaxBrief));
  walk.brief = std::move(rest);
  walk.stops = Planner(index, std::move(ranked)).Order();
  return walk;
}

}  // namespace allreview::report::explanation
