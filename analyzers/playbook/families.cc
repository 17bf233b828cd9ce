#include "analyzers/playbook/families.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxFamilies = 24;
constexpr size_t kMaxMembers = 40;  // More are no family, but everything that there is.
constexpr int kMaxDepth = 4;        // Of inheritance.
constexpr absl::string_view kFunction = "torch.autograd.Function";

struct ClassAt {
  const IndexedFile* file = nullptr;
  const DefinitionFacts* facts = nullptr;
};

std::string FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : std::string(path.substr(0, slash));
}

// Classes of the product by name. A name that several files define stands for none.
std::map<std::string, ClassAt> ClassesOf(const View& view) {
  std::map<std::string, ClassAt> classes;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind != DefinitionKind::kClass) continue;
      if (absl::StrContains(definition.name, ".")) continue;
      const auto [found, is_new] =
          classes.try_emplace(definition.name, ClassAt{.file = file, .facts = &definition});
      if (!is_new) found->second.facts = nullptr;
    }
  }
  return classes;
}

// Plain data and errors have no behaviour to be kept alike.
bool IsData(absl::string_view name) {
  for (absl::string_view end :
       {"Config", "Args", "Arguments", "Error", "Exception", "Enum", "Mixin", "Options", "Test"}) {
    if (absl::EndsWith(name, end)) return true;
  }
  return false;
}

// The base is a class of the product, rather than one of a library that has the same name.
const ClassAt* FindBase(const std::map<std::string, ClassAt>& classes, const IndexedFile& file,
                        absl::string_view base) {
  const auto found = classes.find(std::string(repository::LastPart(base)));
  if (found == classes.end() || found->second.facts == nullptr) return nullptr;
  const IndexedFile* owner = found->second.file;
  if (absl::StartsWith(base, ":")) return owner == &file ? &found->second : nullptr;
  const absl::string_view package =
      absl::string_view(owner->module()).substr(0, owner->module().find('.'));
  const bool is_own = absl::StartsWith(base, ".") || base.substr(0, base.find('.')) == package;
  return is_own ? &found->second : nullptr;
}

using Members = std::map<std::string, std::vector<std::string>>;  // By name of the base.

Members MembersOf(const std::map<std::string, ClassAt>& classes) {
  Members members;
  for (const auto& [name, at] : classes) {
    if (at.facts == nullptr || IsData(name)) continue;
    std::set<std::string> seen;
    std::vector<ClassAt> level = {at};
    for (int depth = 0; depth < kMaxDepth && !level.empty(); ++depth) {
      std::vector<ClassAt> above;
      for (const ClassAt& one : level) {
        for (const std::string& base : one.facts->bases) {
          if (base == kFunction && depth == 0) {
            members[absl::StrCat(kFunction, " ", FolderOf(at.file->path()))].push_back(name);
          }
          const std::string simple(repository::LastPart(base));
          const ClassAt* found = FindBase(classes, *one.file, base);
          if (found == nullptr || simple == name) continue;
          if (!IsData(simple) && seen.insert(simple).second) {
            members[simple].push_back(name);
            above.push_back(*found);
          }
        }
      }
      level = std::move(above);
    }
  }
  return members;
}

// Methods that the class says every subclass defines.
std::set<std::string> AbstractMethods(const ClassAt& base) {
  std::set<std::string> names;
  const std::string prefix = absl::StrCat(base.facts->name, ".");
  for (const DefinitionFacts& definition : base.file->facts().definitions) {
    if (!absl::StartsWith(definition.name, prefix)) continue;
    const bool is_abstract =
        std::any_of(definition.decorators.begin(), definition.decorators.end(),
                    [](const std::string& text) { return absl::StrContains(text, "abstract"); });
    if (is_abstract) names.insert(definition.name.substr(prefix.size()));
  }
  // Without decorators: a call of NotImplementedError in the method.
  for (const repository::CallFacts& call : base.file->facts().calls) {
    if (absl::StartsWith(call.symbol, prefix) &&
        repository::LastPart(call.callee) == "NotImplementedError") {
      names.insert(call.symbol.substr(prefix.size()));
    }
  }
  return names;
}

// Methods of the base that every member defines itself, because the base only declares them.
std::vector<std::string> SharedMethods(const ClassAt& at,
                                       const std::vector<const DefinitionFacts*>& members) {
  const DefinitionFacts& base = *at.facts;
  const std::set<std::string> abstract = AbstractMethods(at);
  std::vector<std::string> shared;
  for (const std::string& name : base.own_names) {
    // Classes inside are no methods.
    if (absl::ascii_isupper(static_cast<unsigned char>(name[0]))) continue;
    if (absl::StartsWith(name, "_") && name != "__call__") continue;
    if (abstract.count(name) == 0) continue;
    const bool is_shared =
        std::all_of(members.begin(), members.end(), [&](const DefinitionFacts* member) {
          return std::binary_search(member->own_names.begin(), member->own_names.end(), name);
        });
    if (is_shared) shared.push_back(name);
  }
  return shared;
}

// The class that a call makes or applies: "Fast" of "pkg.mod.Fast" and of ":Fast.apply".
absl::string_view ClassOfCall(absl::string_view callee) {
  absl::string_view name = repository::LastPart(callee);
  if (name != "apply") return name;
  callee.remove_suffix(name.size() + (callee.size() > name.size() ? 1 : 0));
  return repository::LastPart(callee);
}

struct Choice {
  std::set<std::string> members;
  Provenance place;
};

// Definitions that make at least two classes of one family, by family.
void AddChoices(const View& view, const std::map<std::string, std::vector<size_t>>& families_of,
                std::vector<Family>& families) {
  std::vector<size_t> most(families.size(), 1);
  for (const IndexedFile* file : view.product) {
    std::map<std::pair<size_t, std::string>, Choice> choices;
    for (const repository::CallFacts& call : file->facts().calls) {
      const std::string name(ClassOfCall(call.callee));
      const auto found = families_of.find(name);
      if (found == families_of.end() || call.symbol.empty()) continue;
      for (const size_t family : found->second) {
        Choice& choice = choices[{family, call.symbol}];
        if (choice.members.empty()) choice.place = At(file->path(), call.place.line);
        choice.members.insert(name);
      }
    }
    for (auto& [key, choice] : choices) {
      // Who makes a few of many has a use for these, and decides nothing.
      Family& family = families[key.first];
      const size_t count = choice.members.size();
      if (count <= most[key.first] || count * 5 < family.members.size() * 2) continue;
      most[key.first] = count;
      family.chooser = key.second;
      family.chosen_at = choice.place;
    }
  }
}

// A module that applies several functions in turn chooses between none.
bool IsChoice(const Family& family) {
  return !family.chooser.empty() && repository::SimpleName(family.chooser) != "forward";
}

size_t WeightOf(const Family& family) {
  return std::min<size_t>(family.members.size(), 8) +
         2 * std::min<size_t>(family.methods.size(), 4) + (family.chooser.empty() ? 0 : 6);
}

}  // namespace

std::vector<Family> FamiliesOf(const View& view) {
  const std::map<std::string, ClassAt> classes = ClassesOf(view);
  std::vector<Family> families;
  std::map<std::string, std::vector<size_t>> families_of;
  for (auto& [key, names] : MembersOf(classes)) {
    if (names.size() < 2 || names.size() > kMaxMembers) continue;
    const bool is_function = absl::StartsWith(key, kFunction);
    const ClassAt& first = classes.at(is_function ? names[0] : key);
    Family family;
    family.base = is_function ? std::string(kFunction) : key;
    family.folder = FolderOf(first.file->path());
    family.place = At(first.file->path(), first.facts->place.line);
    std::vector<const DefinitionFacts*> members;
    for (const std::string& name : names) members.push_back(classes.at(name).facts);
    if (!is_function) family.methods = SharedMethods(first, members);
    std::vector<std::pair<int, std::string>> ordered;
    for (const std::string& name : names) ordered.emplace_back(-view.CountFiles(name), name);
    std::sort(ordered.begin(), ordered.end());
    for (const auto& [count, name] : ordered) family.members.push_back(name);
    for (const std::string& name : names) families_of[name].push_back(families.size());
    families.push_back(std::move(family));
  }
  AddChoices(view, families_of, families);
  families.erase(std::remove_if(families.begin(), families.end(),
                                [](const Family& family) {
                                  const bool is_function = family.base == kFunction;
                                  if (is_function) return !IsChoice(family);
                                  return family.methods.empty() && family.chooser.empty();
                                }),
                 families.end());
  std::stable_sort(families.begin(), families.end(),
                   [](const Family& a, const Family& b) { return WeightOf(a) > WeightOf(b); });
  if (families.size() > kMaxFamilies) families.resize(kMaxFamilies);
  return families;
}

}  // namespace allreview::playbook
