// Which changed functions are told in a part of their own, and in which order.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/story/call_order.h"
#include "services/report/story/core_functions.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::FunctionStory;

constexpr size_t kMaxStops = 8;
constexpr size_t kMaxCore = 3;  // Told with more code than the others.
constexpr size_t kMaxBrief = 12;

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

// Changed functions, the weightiest first; those without a story behind them.
std::vector<const ChangedSymbol*> Ranked(const ModelIndex& index, const CoreFunctions& core) {
  std::vector<const ChangedSymbol*> ranked;
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    if (HasStory(symbol, index.Story(IdOf(symbol)))) ranked.push_back(&symbol);
  }
  const auto key = [&](const ChangedSymbol* symbol) {
    return std::make_pair(core.WeightOf(IdOf(*symbol)),
                          symbol->added_lines() + symbol->removed_lines());
  };
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const auto* a, const auto* b) { return key(a) > key(b); });
  return ranked;
}

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
size_t PartsOf(const ModelIndex& index, const CoreFunctions& core,
               std::vector<const ChangedSymbol*>& ranked) {
  const auto trivial =
      std::stable_partition(ranked.begin(), ranked.end(), [&](const ChangedSymbol* symbol) {
        return !IsTrivial(index, *symbol) || IdOf(*symbol) == core.heaviest();
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

// Their members go without saying.
std::set<std::string> GoneClasses(const ModelIndex& index) {
  std::set<std::string> gone;
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
    if (is_gone && symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS) gone.insert(IdOf(symbol));
  }
  return gone;
}

// A class of which members are told, and a member of one that is gone.
bool IsToldWithOthers(const ChangedSymbol& symbol, const std::set<std::string>& scopes,
                      const std::set<std::string>& gone) {
  const bool is_shell = symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS &&
                        symbol.deltas().empty() && scopes.count(IdOf(symbol)) > 0;
  const bool is_of_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED &&
                          gone.count(absl::StrCat(symbol.path(), ":", ScopeOf(symbol.name()))) > 0;
  return is_shell || is_of_gone || IsToldElsewhere(symbol);
}

}  // namespace

Walk PlanWalk(const review::v1::Review& review, const ModelIndex& index) {
  const std::set<std::string> tests = TestPaths(review);
  const auto is_test = [&](const ChangedSymbol& symbol) { return tests.count(symbol.path()) > 0; };
  const CoreFunctions core(index);
  std::vector<const ChangedSymbol*> ranked = Ranked(index, core);
  ranked.erase(std::remove_if(ranked.begin(), ranked.end(),
                              [&](const ChangedSymbol* symbol) { return is_test(*symbol); }),
               ranked.end());
  const auto mirrors = TakeMirrors(index, ranked);
  const size_t count = PartsOf(index, core, ranked);
  std::vector<const ChangedSymbol*> rest(ranked.begin() + count, ranked.end());
  ranked.resize(count);
  std::set<const ChangedSymbol*> known(ranked.begin(), ranked.end());
  for (const auto& [symbol, other] : mirrors) {
    if (known.count(other) == 0) rest.push_back(symbol);
  }
  known.insert(rest.begin(), rest.end());
  for (const auto& [symbol, other] : mirrors) known.insert(symbol);
  const std::set<std::string> scopes = ToldScopes(index, ranked), gone = GoneClasses(index);
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    const bool is_told = known.count(&symbol) > 0 || IsToldWithOthers(symbol, scopes, gone);
    if (!is_told && !is_test(symbol)) {
      rest.push_back(&symbol);
    }
  }
  Walk walk;
  walk.left_out = static_cast<int>(rest.size() - std::min(rest.size(), kMaxBrief));
  rest.resize(std::min(rest.size(), kMaxBrief));
  walk.brief = std::move(rest);
  walk.stops = InCallOrder(index, core, ranked);
  walk.heaviest = core.heaviest();
  for (size_t i = 0; i < ranked.size() && i < kMaxCore; ++i) walk.core.insert(ranked[i]);
  for (const auto& [symbol, other] : mirrors) {
    for (size_t i = 0; i < walk.stops.size(); ++i) {
      if (walk.stops[i].symbol == other) walk.mirrors.emplace_back(symbol, i);
    }
  }
  return walk;
}

}  // namespace allreview::report::explanation
