// Section 4: where a new option goes, which classes implement what and who chooses between them,
// what to read and to test for each folder of the package. All of it follows from names, bases,
// calls and numbers of users; nothing is known of any project in advance, and of what is not known
// nothing is said.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/families.h"
#include "analyzers/playbook/folders.h"
#include "analyzers/playbook/recipes.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxConfigurations = 2;
constexpr size_t kMaxCopiers = 1;
constexpr size_t kMaxFolders = 5;
constexpr size_t kFamiliesOfFolder = 2;
constexpr int kMinFields = 5;
constexpr int kMinUsers = 3;

struct ConfigurationClass {
  std::string name;
  const IndexedFile* file = nullptr;
  int line = 0;
  int users = 0;
  std::vector<const repository::FieldFacts*> fields;
};

bool IsConfiguration(absl::string_view name) {
  for (absl::string_view end :
       {"Config", "Args", "Arguments", "Configuration", "Options", "Settings"}) {
    if (absl::EndsWith(name, end)) return true;
  }
  return false;
}

// Files of configuration classes by their names. One that several define is none that all share.
std::map<std::string, int> ConfigurationNames(const View& view) {
  std::map<std::string, int> files;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind != DefinitionKind::kClass || !IsConfiguration(definition.name)) continue;
      ++files[definition.name];
    }
  }
  return files;
}

// It only holds others: options go into those.
bool IsContainer(const std::vector<const repository::FieldFacts*>& fields,
                 const std::map<std::string, int>& names) {
  const auto sections =
      std::count_if(fields.begin(), fields.end(), [&](const repository::FieldFacts* field) {
        const std::vector<std::string> words =
            absl::StrSplit(field->annotation, absl::ByAnyChar(" []|,.\"'"), absl::SkipEmpty());
        return std::any_of(words.begin(), words.end(),
                           [&](const std::string& word) { return names.count(word) > 0; });
      });
  return sections * 2 >= static_cast<int64_t>(fields.size());
}

// Files that use the class; those that only hand it on do not, nor does its own.
int UsersOf(const View& view, const std::string& name, const IndexedFile& own) {
  return static_cast<int>(
      std::count_if(view.product.begin(), view.product.end(), [&](const IndexedFile* file) {
        return file != &own && file->HasIdentifier(name) &&
               BaseName(file->path()) != "__init__.py" && !view.IsGenerated(file->path());
      }));
}

// Those that much of the product reads, with most fields first.
std::vector<ConfigurationClass> ConfigurationsOf(const View& view) {
  std::vector<ConfigurationClass> all;
  const std::map<std::string, int> names = ConfigurationNames(view);
  for (const IndexedFile* file : view.product) {
    std::map<absl::string_view, std::vector<const repository::FieldFacts*>> fields;
    for (const repository::FieldFacts& field : file->facts().fields) {
      fields[field.owner].push_back(&field);
    }
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind != DefinitionKind::kClass || !IsConfiguration(definition.name)) continue;
      const auto found = fields.find(definition.name);
      if (found == fields.end() || found->second.size() < kMinFields) continue;
      if (names.at(definition.name) > 1 || IsContainer(found->second, names)) continue;
      const int users = UsersOf(view, definition.name, *file);
      if (users < kMinUsers) continue;
      all.push_back({definition.name, file, definition.place.line, users, found->second});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.fields.size() * a.users > b.fields.size() * b.users;
  });
  if (all.size() > kMaxConfigurations) all.resize(kMaxConfigurations);
  return all;
}

// First words that at least four fields share: "moe_" (58), the largest first.
std::string GroupsOf(const ConfigurationClass& configuration) {
  std::map<std::string, int> counts;
  for (const repository::FieldFacts* field : configuration.fields) {
    const size_t end = field->name.find('_', 1);
    if (end != std::string::npos) ++counts[field->name.substr(0, end + 1)];
  }
  std::vector<std::pair<int, std::string>> groups;
  for (const auto& [group, count] : counts) {
    const bool is_word = group != "use_" && group != "num_" && group != "is_" && group != "enable_";
    if (count >= 4 && is_word) groups.emplace_back(-count, group);
  }
  std::sort(groups.begin(), groups.end());
  std::vector<std::string> lines;
  for (const auto& [count, group] : groups) lines.push_back(absl::StrCat(group, "\t", -count));
  return Lines(lines, 4);
}

void AddConfigurations(const View& view, Writer& say) {
  for (const ConfigurationClass& configuration : ConfigurationsOf(view)) {
    int switches = 0, off = 0;
    for (const repository::FieldFacts* field : configuration.fields) {
      if (field->annotation != "bool") continue;
      ++switches;
      off += field->default_text == "False";
    }
    const std::string groups = GroupsOf(configuration);
    const Provenance place = At(configuration.file->path(), configuration.line);
    say.Add(groups.empty() ? "option-home" : "option-home-grouped", "configuration",
            {{"name", configuration.name},
             {"fields", absl::StrCat(configuration.fields.size())},
             {"files", absl::StrCat(configuration.users)},
             {"counted", groups}},
            {place});
    if (switches >= 8 && off * 10 >= switches * 8) {
      say.Add("option-off", "configuration", {{"name", configuration.name}},
              {Counted(off, switches)});
    }
  }
}

// Functions that make a configuration out of flags, or check flags.
bool IsCopier(absl::string_view name) {
  return absl::EndsWith(name, "_from_args") || name == "validate_args" ||
         absl::EndsWith(name, "_from_arguments") || name == "args_to_config";
}

void AddFlags(const View& view, Writer& say) {
  std::map<std::string, int> flags;  // By file.
  int all = 0;
  std::vector<std::pair<std::string, Provenance>> copiers;
  for (const IndexedFile* file : view.product) {
    const int count = static_cast<int>(file->facts().flags.size());
    if (count > 0) flags[file->path()] += count;
    all += count;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind == DefinitionKind::kClass || !IsCopier(definition.name)) continue;
      copiers.emplace_back(definition.name, At(file->path(), definition.place.line));
    }
  }
  std::string most;
  for (const auto& [path, count] : flags) {
    if (most.empty() || count > flags[most]) most = path;
  }
  // Flags of a script are its own.
  const bool is_package =
      !view.package.empty() && absl::StartsWith(most, absl::StrCat(view.package, "/"));
  if (is_package && flags[most] >= 10 && flags[most] * 2 >= all) {
    say.Add("flag-home", "configuration", {{"path", most}}, {Counted(flags[most], all)});
  }
  std::stable_sort(copiers.begin(), copiers.end(), [&](const auto& a, const auto& b) {
    return view.CountFiles(a.first) > view.CountFiles(b.first);
  });
  for (size_t i = 0; i < copiers.size() && i < kMaxCopiers; ++i) {
    if (view.CountFiles(copiers[i].first) < 2) continue;
    say.Add("flag-function", "configuration", {{"name", copiers[i].first}}, {copiers[i].second});
  }
}

// Functions of the product that are used as decorators and say that they register.
void AddRegistries(const View& view, Writer& say) {
  std::map<std::string, std::pair<int, Provenance>> found;
  std::set<std::string> own;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      const absl::string_view simple = repository::SimpleName(definition.name);
      if (absl::StartsWith(simple, "register")) own.insert(std::string(simple));
      for (const std::string& decorator : definition.decorators) {
        const std::string name(
            repository::SimpleName(absl::string_view(decorator).substr(0, decorator.find('('))));
        // On `__init__` it records arguments rather than an implementation.
        if (!absl::StartsWith(name, "register") || simple == "__init__") continue;
        auto& [uses, first] = found[name];
        if (uses++ == 0) first = At(file->path(), definition.place.line);
      }
    }
  }
  for (const auto& [name, use] : found) {
    if (use.first < 3 || own.count(name) == 0) continue;
    say.Add("registry", "parts", {{"name", name}, {"number", absl::StrCat(use.first)}},
            {use.second});
  }
}

// Definition of that name below the tests, in the file that most tests name.
std::optional<Provenance> HelperNamed(const View& view, const std::string& name) {
  std::optional<Provenance> best;
  int64_t most = 1;  // Its own users in one test are no helper's.
  for (const std::vector<IndexedFile*>* files : {&view.helpers, &view.tests}) {
    for (const IndexedFile* file : *files) {
      if (!file->HasIdentifier(name)) continue;
      for (const DefinitionFacts& definition : file->facts().definitions) {
        if (repository::SimpleName(definition.name) != name) continue;
        const std::string module(repository::SimpleName(file->module()));
        const auto users = std::count_if(
            view.tests.begin(), view.tests.end(),
            [&](const IndexedFile* test) { return test != file && test->HasIdentifier(module); });
        if (users <= most) continue;
        most = users;
        best = At(file->path(), definition.place.line);
      }
    }
  }
  return best;
}

// How tests start ranks.
void AddRanks(const View& view, Writer& say) {
  for (absl::string_view word : {"initialize_model_parallel", "init_process_group",
                                 "initialize_distributed", "init_distributed"}) {
    int count = 0;
    for (const IndexedFile* file : view.tests) count += file->HasIdentifier(word);
    const std::optional<Provenance> helper =
        count > kMinUsers ? HelperNamed(view, std::string(word)) : std::nullopt;
    if (!helper) continue;
    say.Add("rank-helper", "ranks", {{"name", std::string(word)}},
            {*helper, Counted(count, static_cast<int64_t>(view.tests.size()))});
    return;
  }
}

std::string Members(const std::vector<std::string>& names) {
  std::vector<std::string> shown(names.begin(), names.begin() + std::min<size_t>(names.size(), 4));
  if (names.size() > shown.size()) shown.push_back("…");
  return Lines(shown);
}

void AddFamily(const Family& family, const std::string& topic, Writer& say) {
  const bool has_base = !absl::StartsWith(family.base, "torch.");
  const absl::string_view id = family.chooser.empty() ? "family" : "family-chosen";
  std::vector<Provenance> places = {family.place};
  if (!family.chooser.empty()) places.push_back(family.chosen_at);
  say.Add(has_base ? id : "functions-chosen", topic,
          {{"name", family.base},
           {"names", Members(family.members)},
           {"methods", Members(family.methods)},
           {"symbol", family.chooser}},
          places);
}

void AddFolders(const View& view, Writer& say) {
  std::map<std::string, std::vector<Family>> families;
  std::vector<std::string> order;
  for (Family& family : FamiliesOf(view)) {
    std::vector<Family>& here = families[family.folder];
    if (here.empty()) order.push_back(family.folder);
    if (here.size() < kFamiliesOfFolder) here.push_back(std::move(family));
  }
  for (const std::string& folder : LargestFolders(view)) {
    if (families.count(folder) == 0) order.push_back(folder);
  }
  size_t written = 0;
  for (const std::string& folder : order) {
    if (written == kMaxFolders) break;
    const std::string topic = absl::StrCat(folder.empty() ? "." : folder, "/");
    const FolderGuide guide = GuideOf(view, folder);
    const auto found = families.find(folder);
    const bool is_known =
        found != families.end() || (!guide.tests.empty() && !guide.document.empty());
    if (!is_known) continue;
    ++written;
    if (!guide.document.empty()) {
      say.Add("folder-document", topic, {{"path", guide.document}});
    }
    if (found != families.end()) {
      for (const Family& family : found->second) AddFamily(family, topic, say);
    }
    if (!guide.tests.empty()) say.Add("folder-tests", topic, {{"path", guide.tests}});
  }
}

void AddRecipes(const View& view, Writer& say) {
  const auto exists = [&](absl::string_view path) {
    return absl::EndsWith(path, "/") ? view.HasFolder(path.substr(0, path.size() - 1))
                                     : view.HasFile(path);
  };
  for (const Recipe& recipe : RecipesOf(view.input.past, exists)) {
    if (view.IsGenerated(recipe.target) || view.IsGenerated(recipe.name)) continue;
    static constexpr absl::string_view kIds[] = {"recipe-field", "recipe-file", "recipe-flag",
                                                 "recipe-edit"};
    const bool is_below = absl::EndsWith(recipe.target, "/");
    say.Add(absl::StrCat(kIds[static_cast<int>(recipe.deed)], is_below ? "-below" : ""), "recipes",
            {{"name", recipe.name}, {"path", recipe.target}}, {Counted(recipe.count, recipe.of)});
  }
}

}  // namespace

void AddDomain(const View& view, Writer& say) {
  for (const NamedGuide& guide : ConventionFiles(view)) {
    say.Add(guide.purpose.empty() ? "read-guide" : "read-convention", "reading",
            {{"path", guide.path}, {"quote", guide.purpose}});
  }
  AddRecipes(view, say);
  AddConfigurations(view, say);
  AddFlags(view, say);
  AddRegistries(view, say);
  AddFolders(view, say);
  AddRanks(view, say);
}

}  // namespace allreview::playbook
