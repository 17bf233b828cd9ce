// Files and definitions that stand at another place now, and what imports of the old path do.

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "sentences/statements/moves.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using v1::ChangedSymbol;

constexpr size_t kMaxGroups = 3;
constexpr size_t kMaxNames = 4;
constexpr int kWholeWeight = 900;  // Nothing else changes.
constexpr int kNamedWeight = 780;  // The title speaks of it.
constexpr int kBesideWeight = 520;

// What moved between the same two places.
struct Group {
  std::vector<std::string> names, modules;
  std::vector<change::v1::SourceRange> places;
  bool is_of_files = false;
  int gone = 0, kept = 0;  // Of the old names.
};
using Groups = std::map<std::pair<std::string, std::string>, Group>;

std::pair<absl::string_view, absl::string_view> SplitPath(absl::string_view path) {
  const size_t name = path.rfind('/') + 1;  // npos + 1 is 0.
  return {path.substr(0, name), path.substr(name)};
}

// Paths of Python after the change, read at the first question.
class FilesThere {
 public:
  explicit FilesThere(const change::AnalysedChange& change) : change_(change) {}

  // Neither the module nor a package of its name is there any more.
  bool IsGone(absl::string_view path) {
    if (!change_.index().is_complete()) return false;
    if (paths_.empty()) {
      for (const repository::IndexedFile* file : change_.index().AllFiles()) {
        paths_.insert(file->path());
      }
    }
    const std::string package =
        absl::StrCat(path.substr(0, path.size() - absl::string_view(".py").size()), "/__init__.py");
    return !paths_.contains(path) && !paths_.contains(package);
  }

 private:
  const change::AnalysedChange& change_;
  std::set<std::string, std::less<>> paths_;
};

void AddFile(const ChangedSymbol& symbol, FilesThere& there, Groups& groups) {
  const auto [old_folder, old_name] = SplitPath(symbol.old_path());
  const auto [folder, name] = SplitPath(symbol.path());
  const bool is_same = old_name == name;
  Group& group = groups[{std::string(is_same ? old_folder : symbol.old_path()),
                         std::string(is_same ? folder : symbol.path())}];
  group.names.emplace_back(old_name);
  const std::string module = python::ModuleNameOf(symbol.old_path());
  const bool is_gone = !module.empty() && there.IsGone(symbol.old_path());
  group.is_of_files = true;
  ++(is_gone ? group.gone : group.kept);
  if (is_gone) group.modules.push_back(module);
  change::v1::SourceRange place = symbol.after();
  place.set_first_line(1);
  place.set_end_line(2);
  group.places.push_back(std::move(place));
}

// Whether the old file still binds the name, as an import does.
bool IsKept(const change::AnalysedChange& change, const ChangedSymbol& symbol) {
  for (const change::AnalysedFile& file : change.files()) {
    if (file.after == nullptr || file.after->path() != symbol.old_path()) continue;
    const std::string& name = symbol.old_name().empty() ? symbol.name() : symbol.old_name();
    return !file.after->scopes().BindingsOf(0, name).empty();
  }
  return false;
}

bool IsOfModule(const ChangedSymbol& symbol) {
  return symbol.kind() == v1::SYMBOL_KIND_FUNCTION || symbol.kind() == v1::SYMBOL_KIND_CLASS;
}

bool IsProduct(const ChangedSymbol& symbol) {
  return !symbol.is_test() && !paths::IsTestPath(symbol.path());
}

// The old path and the path of a definition that a whole file took with it are those of the file.
Groups GroupsOf(const change::AnalysedChange& change, const v1::ChangeModel& model) {
  std::set<std::pair<std::string, std::string>> files;
  FilesThere there(change);
  Groups groups;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_file = symbol.kind() == v1::SYMBOL_KIND_MODULE;
    if (!is_file || symbol.status() != ChangedSymbol::STATUS_MOVED) continue;
    files.emplace(symbol.old_path(), symbol.path());
    if (IsProduct(symbol)) AddFile(symbol, there, groups);
  }
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_moved = symbol.status() == ChangedSymbol::STATUS_MOVED && IsProduct(symbol) &&
                          IsOfModule(symbol) && !symbol.old_path().empty() &&
                          !absl::StrContains(symbol.name(), ".");
    if (!is_moved || files.count({symbol.old_path(), symbol.path()}) > 0) continue;
    Group& group = groups[{symbol.old_path(), symbol.path()}];
    group.names.push_back(symbol.name());
    ++(IsKept(change, symbol) ? group.kept : group.gone);
    group.places.push_back(symbol.after());
  }
  return groups;
}

// Imports of the old place fail, of each.
bool FailsByOldPath(const Group& group) { return group.gone > 0 && group.kept == 0; }

// "a.py moves from … to …; imports of … fail".
Words TextOf(const std::pair<std::string, std::string>& ends, const Group& group) {
  std::vector<std::string> names = group.names;
  const size_t more = names.size() - std::min(names.size(), kMaxNames);
  names.resize(names.size() - more);
  Params params = {{"names", CodeList(names)},
                   {"from", Shown(ends.first, 200)},
                   {"to", Shown(ends.second, 200)}};
  if (more > 0) params.emplace_back("count", absl::StrCat(more));
  const Words move = Sentence(more > 0           ? phrases::kMovesMore
                              : names.size() > 1 ? phrases::kMovesMany
                                                 : phrases::kMovesOne,
                              std::move(params));
  // Of several that fare differently, and of many, nothing is said.
  const bool is_mixed = group.gone > 0 && group.kept > 0;
  if (is_mixed || more > 0 || (group.is_of_files && group.kept > 0)) return move;
  if (FailsByOldPath(group)) {
    const Words then = group.is_of_files ? Sentence(phrases::kMovesImportsFail,
                                                    {{"modules", CodeList(group.modules)}})
                                         : Words(phrases::kMovesNamesFail);
    return Sentence(phrases::kMovesThen, {{"move", move}, {"then", then}});
  }
  return Sentence(phrases::kMovesThen, {{"move", move}, {"then", phrases::kMovesNamesStay}});
}

// Nothing else of the code is new, gone or edited.
bool IsAll(const v1::ChangeModel& model) {
  return std::none_of(model.symbols().begin(), model.symbols().end(), [](const auto& symbol) {
    const bool is_definition = IsOfModule(symbol) || symbol.kind() == v1::SYMBOL_KIND_METHOD;
    return is_definition && IsProduct(symbol) &&
           (symbol.status() == ChangedSymbol::STATUS_ADDED ||
            symbol.status() == ChangedSymbol::STATUS_REMOVED ||
            (symbol.status() == ChangedSymbol::STATUS_MODIFIED && !symbol.deltas().empty()));
  });
}

bool IsNamed(const change::Description& description) {
  const std::string title = absl::AsciiStrToLower(description.title);
  for (absl::string_view word :
       {"move", "moving", "refactor", "relocat", "reorgani", "restructur", "split", "extract"}) {
    if (absl::StrContains(title, word)) return true;
  }
  return false;
}

}  // namespace

std::vector<Effect> EffectsOfRelocations(const change::AnalysedChange& change,
                                         const v1::ChangeModel& model) {
  std::vector<std::pair<std::pair<std::string, std::string>, Group>> groups;
  for (auto& [ends, group] : GroupsOf(change, model)) groups.emplace_back(ends, std::move(group));
  std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return a.second.names.size() > b.second.names.size();
  });
  if (groups.size() > kMaxGroups) groups.resize(kMaxGroups);
  const int weight = IsAll(model)                    ? kWholeWeight
                     : IsNamed(change.description()) ? kNamedWeight
                                                     : kBesideWeight;
  std::vector<Effect> effects;
  for (const auto& [ends, group] : groups) {
    effects.push_back({.subject = absl::StrCat(group.places.front().path(), ":"),
                       .predicate = FailsByOldPath(group) ? "moves-away" : "moves",
                       .object = ends.second,
                       .text = TextOf(ends, group),
                       .places = {group.places.front()},
                       .weight = weight - static_cast<int>(effects.size())});
  }
  return effects;
}

}  // namespace allreview::analysis
