// The order in which execution meets the changed functions.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/documents/explanation/narrative.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;
using analysis::v1::FunctionStory;

constexpr size_t kMaxStops = 8;
constexpr size_t kMaxBrief = 12;
constexpr int kSmallChange = 3;   // Lines.
constexpr size_t kTrivial = 3;    // Statements.
constexpr size_t kMaxKey = 4000;  // Bytes of edits that are compared.

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

std::set<std::string> TestPaths(const review::v1::Review& review) {
  std::set<std::string> paths;
  for (const review::v1::FileSummary& file : review.files()) {
    if (file.file_class() == change::v1::FILE_CLASS_TEST) paths.insert(file.entry().new_path());
  }
  return paths;
}

// What the statements that changed are, before and after.
std::string EditsOf(const FunctionStory& story) {
  std::string key;
  const std::vector<bool> noise = NoiseOf(story);
  for (int i = 0; i < story.steps_size() && key.size() < kMaxKey; ++i) {
    const analysis::v1::Step& step = story.steps(i);
    if (!IsTouched(step) || noise[i]) continue;
    absl::StrAppend(&key, step.status(), "\n", step.code_before(), "\n", step.code(), "\n");
  }
  return key;
}

// Few plain statements, or only flags of a parser: a line says it all.
bool IsTrivial(const ModelIndex& index, const ChangedSymbol& symbol, const FunctionStory* story) {
  if (story == nullptr || HasNarrative(index.model(), IdOf(symbol))) return false;
  const std::vector<bool> noise = NoiseOf(*story);
  size_t touched = 0, flags = 0, comments = 0;
  for (int i = 0; i < story->steps_size(); ++i) {
    const analysis::v1::Step& step = story->steps(i);
    if (!IsTouched(step) || noise[i]) continue;
    ++touched;
    flags += absl::StrContains(step.code(), "add_argument(");
    comments += !step.comment().empty() && step.status() != analysis::v1::Step::STATUS_REMOVED;
  }
  if (flags == touched) return true;
  return symbol.status() == ChangedSymbol::STATUS_MODIFIED && touched <= kTrivial && comments == 0;
}

// Takes out what has the same edits as one that is told before it.
std::vector<std::pair<const ChangedSymbol*, const ChangedSymbol*>> TakeMirrors(
    const ModelIndex& index, std::vector<const ChangedSymbol*>& ranked) {
  std::vector<std::pair<const ChangedSymbol*, const ChangedSymbol*>> mirrors;
  std::map<std::string, const ChangedSymbol*> first;
  std::vector<const ChangedSymbol*> rest;
  for (const ChangedSymbol* symbol : ranked) {
    const FunctionStory* story = index.Story(IdOf(*symbol));
    const std::string edits = story == nullptr ? "" : EditsOf(*story);
    const auto [at, is_first] = first.emplace(edits, symbol);
    if (edits.empty() || is_first) {
      rest.push_back(symbol);
    } else {
      mirrors.emplace_back(symbol, at->second);
    }
  }
  ranked = std::move(rest);
  return mirrors;
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

bool IsOfCheckpoints(absl::string_view name) {
  const absl::string_view simple = SimpleName(name);
  return absl::StrContains(simple, "state_dict") || absl::StrContains(simple, "checkpoint");
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
  // step of the optimizer, checkpoints, and what runs beside.
  int Phase(size_t i) const {
    const absl::string_view name = chosen_[i]->name();
    if (absl::StrContains(SimpleName(name), "args")) return 0;
    if (IsSetUp(name)) return 1;
    if (IsOfCheckpoints(name)) return 6;
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
    return is_below_setup ? 1 : 7;
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

// How many functions are told in a part of their own, those first; trivial ones go to the end.
// Where something is worth a part, the rest is told in a line each.
size_t PartsOf(const ModelIndex& index, std::vector<const ChangedSymbol*>& ranked) {
  const auto trivial =
      std::stable_partition(ranked.begin(), ranked.end(), [&](const ChangedSymbol* symbol) {
        return !IsTrivial(index, *symbol, index.Story(IdOf(*symbol)));
      });
  const size_t worth = static_cast<size_t>(trivial - ranked.begin());
  return std::min(kMaxStops, worth > 0 ? worth : std::min<size_t>(ranked.size(), 2));
}

// Classes of which a member is told; fields are told in the table of settings.
std::set<std::string> ToldScopes(const ModelIndex& index,
                                 const std::vector<const ChangedSymbol*>& told) {
  std::set<std::string> scopes;
  const auto add = [&](const ChangedSymbol& symbol) {
    scopes.insert(absl::StrCat(symbol.path(), ":", ScopeOf(symbol.name())));
  };
  for (const ChangedSymbol* symbol : told) add(*symbol);
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    if (symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD) add(symbol);
  }
  return scopes;
}

}  // namespace

Walk PlanWalk(const review::v1::Review& review, const ModelIndex& index) {
  const std::set<std::string> tests = TestPaths(review);
  const auto is_test = [&](const ChangedSymbol& symbol) { return tests.count(symbol.path()) > 0; };
  std::vector<const ChangedSymbol*> ranked = Ranked(index);
  ranked.erase(std::remove_if(ranked.begin(), ranked.end(),
                              [&](const ChangedSymbol* symbol) { return is_test(*symbol); }),
               ranked.end());
  const auto mirrors = TakeMirrors(index, ranked);
  const size_t count = PartsOf(index, ranked);
  std::vector<const ChangedSymbol*> rest(ranked.begin() + count, ranked.end());
  ranked.resize(count);
  std::set<const ChangedSymbol*> known(ranked.begin(), ranked.end());
  for (const auto& [symbol, other] : mirrors) {
    if (known.count(other) == 0) rest.push_back(symbol);
  }
  known.insert(rest.begin(), rest.end());
  for (const auto& [symbol, other] : mirrors) known.insert(symbol);
  const std::set<std::string> scopes = ToldScopes(index, ranked);
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    const bool is_shell = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS &&
                          symbol.deltas().empty() && scopes.count(IdOf(symbol)) > 0;
    if (known.count(&symbol) == 0 && !is_shell && !IsToldElsewhere(symbol) && !is_test(symbol)) {
      rest.push_back(&symbol);
    }
  }
  Walk walk;
  walk.left_out = static_cast<int>(rest.size() - std::min(rest.size(), kMaxBrief));
  rest.resize(std::min(rest.size(), kMaxBrief));
  walk.brief = std::move(rest);
  walk.stops = Planner(index, std::move(ranked)).Order();
  for (const auto& [symbol, other] : mirrors) {
    for (size_t i = 0; i < walk.stops.size(); ++i) {
      if (walk.stops[i].symbol == other) walk.mirrors.emplace_back(symbol, i);
    }
  }
  return walk;
}

}  // namespace allreview::report::explanation
