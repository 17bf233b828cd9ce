#include "analyzers/test_plan/reachability.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::test_plan {
namespace {

using python::Definition;
using repository::DefinitionFacts;
using repository::IndexedFile;

constexpr int kMaxHops = 3;
constexpr int kRareDefinitions = 2;  // A name with so few definitions tells which one is meant.
constexpr int kMethodHomonyms = 3;
constexpr size_t kMaxSymbols = 300;  // Of a search; beyond, everything counts as reached.

bool IsCalledByProtocol(absl::string_view name) {
  return (absl::StartsWith(name, "__") && absl::EndsWith(name, "__")) || name == "forward" ||
         name == "backward" || name == "setup" || name == "setup_context";
}

// The import leads to the module, or to something in it.
bool LeadsTo(absl::string_view target, absl::string_view module) {
  return absl::StartsWith(target, module) &&
         (target.size() == module.size() || target[module.size()] == '.');
}

}  // namespace

struct Reachability::Target {
  SymbolId id;
  const IndexedFile* file = nullptr;
  std::string name = {};        // Simple.
  std::string owner = {};       // Qualified name of the class; empty: a function.
  std::string owner_name = {};  // Simple.
  std::string absolute = {};
};

Reachability::Reachability(repository::RepositoryIndex& index, repository::Project& project,
                           reach::Reach& who)
    : project_(project), who_(who) {
  for (const IndexedFile* file : index.AllFiles()) {
    by_path_[file->path()] = file;
    (paths::IsTestPath(file->path()) ? tests_ : sources_).push_back(file);
  }
}

const IndexedFile* Reachability::FindFile(const std::string& path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? nullptr : found->second;
}

Reachability::Target Reachability::Resolve(const SymbolId& symbol) const {
  Target target{.id = symbol, .file = FindFile(symbol.path)};
  target.name = std::string(repository::LastPart(symbol.name));
  if (target.file == nullptr) return target;
  target.absolute = absl::StrCat(target.file->module(), ".", symbol.name);
  const size_t dot = symbol.name.rfind('.');
  if (dot == std::string::npos) return target;
  const std::string owner = symbol.name.substr(0, dot);
  const DefinitionFacts* facts = target.file->FindDefinition(owner);
  if (facts != nullptr && facts->kind == Definition::Kind::kClass) {
    target.owner = owner;
    target.owner_name = std::string(repository::LastPart(owner));
  }
  return target;
}

bool Reachability::Imports(const IndexedFile& importer, absl::string_view module) {
  if (module.empty() || !importer.Mentions(repository::LastPart(module))) return false;
  for (const repository::ImportFacts& import : importer.facts().imports) {
    if (LeadsTo(importer.Absolute(import.target), module)) return true;
  }
  for (const std::string& star : importer.facts().star_imports) {
    if (importer.Absolute(star) == module) return true;
  }
  return false;
}

// It imports the module, or the name from a package that passes it on, or spells the module out in
// a string, as monkeypatch and mock want it.
bool Reachability::ImportsTarget(const IndexedFile& file, const Target& target) {
  const std::string& module = target.file->module();
  if (Imports(file, module)) return true;
  const std::string& outer = target.owner.empty() ? target.name : target.owner_name;
  if (file.Mentions(outer)) {
    const std::string absolute =
        absl::StrCat(module, ".", target.owner.empty() ? target.id.name : target.owner);
    for (const repository::ImportFacts& import : file.facts().imports) {
      const std::string imported = file.Absolute(import.target);
      if (repository::LastPart(imported) == outer && project_.Canonical(imported) == absolute)
        return true;
    }
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(module, '.');
  const absl::string_view words = repository::StringWordsOfFacts(file.encoded_facts());
  return std::all_of(parts.begin(), parts.end(), [&](absl::string_view part) {
    return part.size() < 3 || repository::HasWord(words, part);
  });
}

int Reachability::CountDefinitions(const std::string& simple_name) {
  const auto [count, is_new] = definition_counts_.try_emplace(simple_name, 0);
  if (!is_new) return count->second;
  for (const IndexedFile* file : sources_) {
    if (!file->HasIdentifier(simple_name)) continue;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      count->second += repository::LastPart(definition.name) == simple_name;
    }
    if (count->second > kMethodHomonyms) break;  // More makes no difference.
  }
  return count->second;
}

bool Reachability::IsOverride(const SymbolId& method) {
  const Target target = Resolve(method);
  if (target.owner.empty()) return false;
  const std::string a_class = absl::StrCat(target.file->module(), ".", target.owner);
  for (const std::string& base : project_.BasesOf(a_class)) {
    if (base != a_class && project_.FindMethod(base, target.name)) return true;
  }
  return false;
}

std::vector<const IndexedFile*> Reachability::DirectTests(const Target& target) {
  const auto [known, is_new] = direct_.try_emplace(target.id);
  if (!is_new) return known->second;
  std::vector<const IndexedFile*> found;
  std::optional<bool> is_rare;  // Costs more than most imports.
  for (const IndexedFile* test : tests_) {
    if (!test->HasWordAnywhere(target.name)) continue;
    if (!ImportsTarget(*test, target)) {
      if (!is_rare) is_rare = CountDefinitions(target.name) <= kRareDefinitions;
      if (!*is_rare) continue;
    }
    found.push_back(test);
  }
  return direct_[target.id] = found;
}

Reachability::Users Reachability::FindUsers(const Target& target) {
  Users users;
  const bool is_method = !target.owner.empty();
  const bool is_rare = is_method && CountDefinitions(target.name) <= kMethodHomonyms;
  for (const IndexedFile* file : sources_) {
    if (file != target.file && !file->HasWordAnywhere(target.name)) continue;
    const bool may_mean_it = file == target.file || is_rare || ImportsTarget(*file, target);
    if (!may_mean_it) continue;
    for (const std::string& user : who_.UsersOf(*file, target.name)) {
      if (user.empty()) {
        users.is_run_by_import = users.is_run_by_import || TestsImport(file->path());
      } else if (file != target.file || user != target.id.name) {
        users.symbols.push_back({file->path(), user});
      }
    }
  }
  return users;
}

bool Reachability::TestsImport(const std::string& path) {
  const auto [answer, is_new] = is_imported_.try_emplace(path, false);
  const IndexedFile* file = FindFile(path);
  if (!is_new || file == nullptr) return answer->second;
  answer->second = std::any_of(tests_.begin(), tests_.end(), [&](const IndexedFile* test) {
    return Imports(*test, file->module());
  });
  return answer->second;
}

bool Reachability::TestsImportPackageOf(const std::string& path) {
  const IndexedFile* file = FindFile(path);
  if (file == nullptr) return true;
  const std::string package = file->module().substr(0, file->module().rfind('.'));
  return std::any_of(tests_.begin(), tests_.end(),
                     [&](const IndexedFile* test) { return Imports(*test, package); });
}

Reach Reachability::Of(const SymbolId& symbol) { return Of(symbol, kMaxHops); }

Reach Reachability::Of(const SymbolId& symbol, int max_hops) {
  std::vector<SymbolId> frontier = {symbol};
  std::set<SymbolId> seen = {symbol};
  for (int hops = 0; hops <= max_hops; ++hops) {
    std::vector<SymbolId> next;
    for (size_t i = 0; i < frontier.size(); ++i) {
      Target target = Resolve(frontier[i]);
      if (target.file == nullptr) return {.is_reached = true, .hops = hops};
      const bool is_protocol = !target.owner.empty() && IsCalledByProtocol(target.name);
      if (!is_protocol && !target.owner.empty() && IsOverride(frontier[i])) {
        std::vector<const IndexedFile*> tests = DirectTests(target);
        if (!tests.empty()) return {true, hops, std::move(tests), target.name};
        target = Resolve({frontier[i].path, target.owner});
      } else if (is_protocol) {
        // Whoever has an instance may call it.
        target = Resolve({frontier[i].path, target.owner});
      }
      std::vector<const IndexedFile*> tests = DirectTests(target);
      if (!tests.empty()) return {true, hops, std::move(tests), target.name};
      if (hops == max_hops) continue;
      Users users = FindUsers(target);
      if (users.is_run_by_import) return {.is_reached = true, .hops = hops + 1};
      for (SymbolId& user : users.symbols) {
        if (seen.insert(user).second) next.push_back(std::move(user));
      }
      if (seen.size() > kMaxSymbols) return {.is_reached = true, .hops = hops + 1};
    }
    frontier = std::move(next);
  }
  return {};
}

}  // namespace allreview::test_plan
