#include "analyzers/reach/test_names.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/reach/imports.h"
#include "analyzers/reach/name_users.h"
#include "analyzers/reach/walk.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "analyzers/understanding/foreign_classes.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::DefinitionFacts;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using repository::Join;
using repository::LastPart;
using repository::OwnerOf;

constexpr int kMaxHops = 5;
constexpr int kRareDefinitions = 2;  // A name with so few definitions tells which one is meant.
constexpr int kMethodHomonyms = 3;
constexpr size_t kMaxSymbols = 300;  // Of a search; beyond, everything counts as reached.

bool IsCalledByProtocol(absl::string_view name) {
  return (absl::StartsWith(name, "__") && absl::EndsWith(name, "__")) || name == "forward" ||
         name == "backward" || name == "setup" || name == "setup_context";
}

}  // namespace

struct TestNames::Target {
  Symbol symbol;
  std::string name;        // Simple.
  std::string owner = {};  // Qualified name of the class within the file; empty: a function.
};

std::string TestNames::Symbol::Absolute() const { return Join(file->module(), name); }

void TestNames::Load() {
  if (std::exchange(is_loaded_, true)) return;
  for (const IndexedFile* file : index_.AllFiles()) {
    (paths::IsTestPath(file->path()) ? tests_ : sources_).push_back(file);
  }
}

TestNames::Target TestNames::Resolve(const Symbol& symbol) const {
  Target target{.symbol = symbol, .name = std::string(LastPart(symbol.name))};
  const absl::string_view owner = OwnerOf(symbol.name);
  const DefinitionFacts* facts = owner.empty() ? nullptr : symbol.file->FindDefinition(owner);
  if (facts != nullptr && facts->kind == Definition::Kind::kClass)
    target.owner = std::string(owner);
  return target;
}

// It imports the module, or the name from a package that passes it on, or spells the module out in
// a string, as configurations do.
bool TestNames::ImportsTarget(const IndexedFile& file, const Target& target) {
  const std::string& module = target.symbol.file->module();
  if (Imports(file, module)) return true;
  const absl::string_view outer = target.owner.empty() ? target.name : LastPart(target.owner);
  if (file.Mentions(outer)) {
    const std::string absolute =
        Join(module, target.owner.empty() ? target.symbol.name : target.owner);
    for (const repository::ImportFacts& import : file.facts().imports) {
      const std::string imported = file.Absolute(import.target);
      if (LastPart(imported) == outer && project_.Canonical(imported) == absolute) return true;
    }
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(module, '.');
  const absl::string_view words = repository::StringWordsOfFacts(file.encoded_facts());
  return std::all_of(parts.begin(), parts.end(), [&](absl::string_view part) {
    return part.size() < 3 || repository::HasWord(words, part);
  });
}

int TestNames::CountDefinitions(const std::string& simple_name) {
  const auto [count, is_new] = definition_counts_.try_emplace(simple_name, 0);
  if (!is_new) return count->second;
  for (const IndexedFile* file : sources_) {
    if (!file->HasIdentifier(simple_name)) continue;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      count->second += LastPart(definition.name) == simple_name;
    }
    if (count->second > kMethodHomonyms) break;  // More makes no difference.
  }
  return count->second;
}

bool TestNames::IsOverride(const Target& target) {
  if (target.owner.empty()) return false;
  const std::string a_class = Join(target.symbol.file->module(), target.owner);
  for (const std::string& base : project_.BasesOf(a_class)) {
    if (base != a_class && project_.FindMethod(base, target.name)) return true;
  }
  return false;
}

// A decorator, or a base class of another project, may call it.
bool TestNames::IsForOthers(const Target& target) {
  const DefinitionFacts* method = target.symbol.file->FindDefinition(target.symbol.name);
  if (method == nullptr || target.owner.empty()) return false;
  const bool is_handed_on = std::any_of(
      method->decorators.begin(), method->decorators.end(), [](const std::string& decorator) {
        return !IsHarmless(decorator) && !absl::EndsWith(decorator, "property") &&
               !absl::EndsWith(decorator, ".setter");
      });
  if (is_handed_on) return true;
  const std::string a_class = Join(target.symbol.file->module(), target.owner);
  const std::vector<std::string> bases = project_.BasesOf(a_class);
  return std::any_of(bases.begin(), bases.end(), [&](const std::string& base) {
    if (base == a_class || base == "builtins.object" || project_.FindDefinition(base)) return false;
    return !understanding::IsKnownBase(base) || understanding::BaseHasAttribute(base, target.name);
  });
}

bool TestNames::IsNamedByTests(const Target& target) {
  const auto [answer, is_new] = is_named_.try_emplace(target.symbol.Absolute(), false);
  if (!is_new) return answer->second;
  std::optional<bool> is_rare;  // Costs more than most imports.
  for (const IndexedFile* test : tests_) {
    if (!test->HasWordAnywhere(target.name)) continue;
    if (!test->HasIdentifier(target.name) && stand_ins_.In(*test).contains(target.name)) continue;
    if (!ImportsTarget(*test, target)) {
      if (!is_rare) is_rare = CountDefinitions(target.name) <= kRareDefinitions;
      if (!*is_rare) continue;
    }
    answer->second = true;
    break;
  }
  return answer->second;
}

TestNames::Users TestNames::FindUsers(const Target& target) {
  Users users;
  const IndexedFile* const own = target.symbol.file;
  const bool is_rare = !target.owner.empty() && CountDefinitions(target.name) <= kMethodHomonyms;
  for (const IndexedFile* file : sources_) {
    if (!file->HasWordAnywhere(target.name)) continue;
    if (file != own && !is_rare && !ImportsTarget(*file, target)) continue;
    const ir::File* const code = codes_.FileOf(*file);
    const std::set<std::string> names =
        code == nullptr ? std::set<std::string>{""} : UsersOf(*file, *code, target.name);
    for (const std::string& user : names) {
      if (user.empty()) {
        users.is_run_by_import = users.is_run_by_import || TestsImport(file->module());
      } else if (file != own || user != target.symbol.name) {
        users.symbols.push_back({file, user});
      }
    }
  }
  return users;
}

bool TestNames::TestsImport(const std::string& module) {
  Load();
  const auto [answer, is_new] = is_imported_.try_emplace(module, false);
  if (!is_new) return answer->second;
  return answer->second = std::any_of(tests_.begin(), tests_.end(), [&](const IndexedFile* test) {
           return Imports(*test, module);
         });
}

bool TestNames::Search(const Symbol& symbol) {
  std::vector<Symbol> frontier = {symbol};
  std::set<std::string> seen = {symbol.Absolute()};
  for (int hops = 0; hops <= kMaxHops; ++hops) {
    std::vector<Symbol> next;
    for (const Symbol& one : frontier) {
      Poll();
      Target target = Resolve(one);
      const bool is_method = !target.owner.empty();
      if (is_method &&
          (IsCalledByProtocol(target.name) || IsOverride(target) || IsForOthers(target))) {
        if (!IsCalledByProtocol(target.name) && IsNamedByTests(target)) return true;
        // Whoever has an instance may call it.
        target = Resolve({one.file, target.owner});
      }
      if (IsNamedByTests(target)) return true;
      if (hops == kMaxHops) continue;
      Users users = FindUsers(target);
      if (users.is_run_by_import) return true;
      for (Symbol& user : users.symbols) {
        if (seen.insert(user.Absolute()).second) next.push_back(std::move(user));
      }
      if (seen.size() > kMaxSymbols) return true;
    }
    frontier = std::move(next);
  }
  return false;
}

// However many calls away, and whatever stands between.
bool TestNames::IsCalledByTests(const std::string& absolute_name) {
  Walk walk(project_, {});
  bool is_called = false;
  const auto visit = [&](size_t i, bool& stop) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    is_called = is_called || (step.next >= 0 && paths::IsTestPath(step.edge.call.path));
    stop = is_called;
    return {true};
  };
  std::vector<Walk::Seed> seeds = {{absolute_name}};
  if (IsCalledByProtocol(LastPart(absolute_name))) {
    seeds.push_back({std::string(OwnerOf(absolute_name))});
  }
  walk.Run(seeds, visit,
           [](const Step&, const Edge&, const Found&) { return std::make_optional(Needs()); });
  return is_called || walk.is_cut();
}

bool TestNames::MayReach(absl::string_view absolute_name) {
  Load();
  const Found found = project_.FindDefinition(absolute_name);
  if (!found) return true;
  const auto [answer, is_new] = may_reach_.try_emplace(found.name, true);
  if (!is_new) return answer->second;
  return answer->second =
             Search({found.file, found.definition->name}) || IsCalledByTests(found.name);
}

}  // namespace allreview::reach
