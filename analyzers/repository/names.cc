#include "analyzers/repository/names.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::repository {
namespace {

constexpr int kMaxReexports = 32;
constexpr int kMaxStars = 4;

// Names under which torch itself offers what everybody knows by another.
std::string WithoutSynonym(std::string name) {
  constexpr std::pair<absl::string_view, absl::string_view> kSynonyms[] = {
      {"torch.nn.modules.module.Module", "torch.nn.Module"},
      {"torch.nn.modules.Module", "torch.nn.Module"},
      {"torch.autograd.function.Function", "torch.autograd.Function"},
      {"torch.optim.optimizer.Optimizer", "torch.optim.Optimizer"},
      {"torch._C._distributed_c10d.ProcessGroup", "torch.distributed.ProcessGroup"},
  };
  for (const auto& [synonym, canonical] : kSynonyms) {
    if (name == synonym) return std::string(canonical);
  }
  return name;
}

const NameFacts* FindName(const std::vector<NameFacts>& names, absl::string_view name) {
  const auto found =
      std::lower_bound(names.begin(), names.end(), name,
                       [](const NameFacts& a, absl::string_view b) { return a.name < b; });
  return found == names.end() || found->name != name ? nullptr : &*found;
}

}  // namespace

bool EndsWithPart(absl::string_view name, absl::string_view part) {
  // Most differ in the last character, which costs less to see.
  if (!part.empty() && (name.empty() || name.back() != part.back())) return false;
  if (!absl::EndsWith(name, part)) return false;
  if (name.size() == part.size()) return true;
  const char before = name[name.size() - part.size() - 1];
  return before == '.' || before == ':';
}

std::string SymbolIn(const IndexedFile& file, absl::string_view symbol) {
  return file.module().empty() ? std::string(symbol) : Join(file.module(), symbol);
}

bool ModuleFacts::Has(absl::string_view name) const { return FindName(*names, name) != nullptr; }

Names::Split Names::SplitModule(absl::string_view absolute_name) {
  for (absl::string_view module = absolute_name; !module.empty(); module = OwnerOf(module)) {
    const IndexedFile* file = index_.FindModule(module);
    if (file == nullptr) continue;
    absl::string_view rest = absolute_name.substr(module.size());
    if (!rest.empty()) rest.remove_prefix(1);
    return {file, rest};
  }
  return {};
}

Names::Known& Names::Know(absl::string_view absolute_name) {
  const auto known = known_.find(absolute_name);
  if (known != known_.end()) return known->second;
  return known_.emplace(absolute_name, Known{.canonical = Follow(absolute_name)}).first->second;
}

const std::string& Names::Canonical(absl::string_view absolute_name) {
  return Know(absolute_name).canonical;
}

std::string Names::Follow(absl::string_view absolute_name) {
  std::string name(absolute_name);
  std::set<std::string> seen;
  while (static_cast<int>(seen.size()) < kMaxReexports && seen.insert(name).second) {
    const auto [file, rest] = SplitModule(name);
    if (file == nullptr) break;
    if (std::string own = SymbolIn(*file, rest); own != name) {  // The name of a link.
      name = std::move(own);
      continue;
    }
    if (rest.empty()) break;
    const absl::string_view first = rest.substr(0, rest.find('.'));
    const absl::string_view more = rest.size() > first.size() ? rest.substr(first.size() + 1) : "";
    std::string next;
    if (const NameFacts* bound = FindName(file->facts().names, first)) {
      if (bound->imported.empty()) break;
      next = Join(file->Absolute(bound->imported), more);
    } else if (const IndexedFile* source = StarSource(*file, first, kMaxStars)) {
      next = SymbolIn(*source, rest);
    } else {
      break;
    }
    name = std::move(next);
  }
  return WithoutSynonym(std::move(name));
}

const IndexedFile* Names::StarSource(const IndexedFile& file, absl::string_view name, int depth) {
  if (depth == 0 || absl::StartsWith(name, "_")) return nullptr;
  for (const std::string& star : file.facts().star_imports) {
    const IndexedFile* source = index_.FindModule(file.Absolute(star));
    if (source == nullptr || source == &file) continue;
    if (FindName(source->facts().names, name) != nullptr) return source;
    if (const IndexedFile* deeper = StarSource(*source, name, depth - 1)) return deeper;
  }
  return nullptr;
}

Found Names::FindDefinition(absl::string_view absolute_name) {
  Known& known = Know(absolute_name);
  if (!known.is_looked_up) {
    known.is_looked_up = true;
    const auto [file, rest] = SplitModule(known.canonical);
    known.file = file;
    if (file != nullptr && !rest.empty()) known.definition = file->FindDefinition(rest);
  }
  if (known.definition == nullptr) return {};
  return {known.canonical, known.file->path(), known.definition, known.file};
}

std::vector<Found> Names::AllDefinitions(absl::string_view canonical) {
  const auto [file, rest] = SplitModule(canonical);
  std::vector<Found> all;
  if (file == nullptr || file->FindDefinition(rest) == nullptr) return all;
  for (const DefinitionFacts* definition : DefinitionsNamed(*file, SimpleName(rest))) {
    if (definition->name != rest) continue;
    all.push_back({std::string(canonical), file->path(), definition, file});
  }
  return all;
}

const std::vector<const DefinitionFacts*>& Names::DefinitionsNamed(const IndexedFile& file,
                                                                   absl::string_view simple_name) {
  static const std::vector<const DefinitionFacts*> kNone;
  const auto [known, is_new] = definitions_.try_emplace(&file);
  if (is_new) {
    for (const DefinitionFacts& definition : file.facts().definitions) {
      known->second[SimpleName(definition.name)].push_back(&definition);
    }
  }
  const auto named = known->second.find(simple_name);
  return named == known->second.end() ? kNone : named->second;
}

Found Names::FindUnique(absl::string_view simple_name) {
  const auto [entry, is_new] = unique_.emplace(std::string(simple_name), Found());
  Found& unique = entry->second;
  if (!is_new || !index_.is_complete()) return unique;
  for (const IndexedFile* file : index_.FilesMentioning(simple_name)) {
    for (const DefinitionFacts* definition : DefinitionsNamed(*file, simple_name)) {
      if (unique.definition != nullptr) return unique = {};
      unique = {SymbolIn(*file, definition->name), file->path(), definition, file};
    }
  }
  return unique;
}

const ModuleFacts* Names::FindModule(absl::string_view module) {
  if (const auto known = modules_.find(module); known != modules_.end()) return &known->second;
  const IndexedFile* file = index_.FindModule(module);
  if (file == nullptr || !file->is_known()) return nullptr;
  const FileFacts& facts = file->facts();
  ModuleFacts found = {std::string(module), file->path(), &facts.names,
                       facts.star_imports.empty() && !facts.has_getattr && !facts.has_errors};
  return &modules_.emplace(std::string(module), std::move(found)).first->second;
}

}  // namespace allreview::repository
