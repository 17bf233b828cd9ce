#include "services/report/story/call_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;

class Planner {
 public:
  Planner(const ModelIndex& index, const CoreFunctions& core,
          const std::vector<const ChangedSymbol*>& functions)
      : index_(index), core_(core), functions_(functions), calls_(functions.size()) {
    for (size_t i = 0; i < functions.size(); ++i) at_.emplace(IdOf(*functions[i]), i);
    for (size_t i = 0; i < functions.size(); ++i) FindCalls(static_cast<int>(i));
  }

  std::vector<Stop> Order() {
    const std::vector<int> roots = Roots();
    // Backwards, so that what several call stands behind the last of them.
    for (size_t i = roots.size(); i-- > 0;) Visit(roots[i]);
    // What is left calls itself in a circle.
    for (int i = static_cast<int>(functions_.size()); i-- > 0;) Visit(i);
    std::reverse(done_.begin(), done_.end());
    std::map<int, int> place;
    for (const int i : done_) place.emplace(i, static_cast<int>(place.size()));
    std::vector<Stop> stops;
    for (const int i : done_) {
      stops.push_back({.symbol = functions_[i], .story = index_.Story(IdOf(*functions_[i]))});
    }
    for (size_t from = 0; from < stops.size(); ++from) {
      for (const Call& call : calls_[done_[from]]) {
        Stop& stop = stops[place[call.to]];
        if (stop.caller >= 0 || place[call.to] < static_cast<int>(from)) continue;
        stop.caller = static_cast<int>(from);
        stop.call = call.range;
        stop.is_handed_over = call.is_handed_over;
      }
    }
    return stops;
  }

 private:
  struct Call {
    change::v1::SourceRange range;
    int to;
    bool is_handed_over = false;
  };

  // The lines of the calls from an entry point on.
  using Way = std::vector<std::pair<int, std::string>>;

  Way WayTo(const ChangedSymbol& symbol) const {
    Way way;
    for (const analysis::v1::CallPath* path : index_.PathsTo(IdOf(symbol))) {
      if (path->is_test()) continue;
      for (const analysis::v1::Hop& hop : path->hops()) {
        way.emplace_back(hop.range().first_line(), hop.symbol());
      }
      break;
    }
    return way;
  }

  // Those that no other one calls; what one entry point reaches, and what one class has, together:
  // there the constructor first, then what is called first. Groups by their weight.
  std::vector<int> Roots() const {
    std::map<std::string, int> group_weights;
    std::vector<std::tuple<int, std::string, bool, Way, int>> roots;
    for (size_t i = 0; i < functions_.size(); ++i) {
      if (called_.count(static_cast<int>(i)) > 0) continue;
      const ChangedSymbol& symbol = *functions_[i];
      Way way = WayTo(symbol);
      const absl::string_view scope = ScopeOf(symbol.name());
      const std::string group = !scope.empty()   ? absl::StrCat(symbol.path(), ":", scope)
                                : way.size() > 1 ? way.front().second
                                                 : IdOf(symbol);
      int& weight = group_weights[group];
      weight = std::max(weight, WeightBelow(static_cast<int>(i)));
      const bool is_method = SimpleName(symbol.name()) != "__init__";
      roots.emplace_back(0, group, is_method, std::move(way), static_cast<int>(i));
    }
    for (auto& root : roots) std::get<0>(root) = -group_weights[std::get<1>(root)];
    std::sort(roots.begin(), roots.end());
    std::vector<int> order;
    for (const auto& root : roots) order.push_back(std::get<4>(root));
    return order;
  }

  // The greatest weight of a function and of those that it calls.
  int WeightBelow(int i) const {
    int weight = 0;
    std::set<int> seen = {i};
    std::vector<int> open = {i};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      weight = std::max(weight, core_.WeightOf(IdOf(*functions_[at])));
      for (const Call& call : calls_[at]) {
        if (seen.insert(call.to).second) open.push_back(call.to);
      }
    }
    return weight;
  }

  // A call of a class runs its constructor.
  int Find(const std::string& id) const {
    auto found = at_.find(id);
    if (found == at_.end()) found = at_.find(absl::StrCat(id, ".__init__"));
    return found == at_.end() ? -1 : static_cast<int>(found->second);
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
    const std::string id = IdOf(*functions_[from]);
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

  // As deep as there are functions, which documents bound.
  void Visit(int i) {
    if (!visited_.insert(i).second) return;
    for (size_t at = calls_[i].size(); at-- > 0;) Visit(calls_[i][at].to);
    done_.push_back(i);
  }

  const ModelIndex& index_;
  const CoreFunctions& core_;
  const std::vector<const ChangedSymbol*>& functions_;
  std::map<std::string, size_t> at_;
  std::vector<std::vector<Call>> calls_;
  std::set<int> called_, visited_;
  std::vector<int> done_;  // Callees before their callers.
};

}  // namespace

std::vector<Stop> InCallOrder(const ModelIndex& index, const CoreFunctions& core,
                              const std::vector<const ChangedSymbol*>& functions) {
  return Planner(index, core, functions).Order();
}

}  // namespace allreview::report
