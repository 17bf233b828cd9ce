#include "analyzers/playbook/options.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxConfigurations = 2;
constexpr size_t kMaxCopiers = 1;
constexpr int kMinFields = 5;
constexpr int kMinUsers = 3;
constexpr size_t kMinSections = 3;
constexpr size_t kMaxSections = 10;

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

// The class that holds the others, and its sections: "train: TrainConfig".
struct Container {
  std::string name;
  Provenance place;
  std::set<std::string> classes;
  std::vector<std::string> sections;
};

// The class of fields that are configuration classes, which most files use. Null: there is none.
std::optional<Container> ContainerOf(const View& view, const std::map<std::string, int>& names);

// Files that use the class; those that only hand it on do not, nor does its own.
int UsersOf(const View& view, const std::string& name, const IndexedFile& own) {
  return static_cast<int>(
      std::count_if(view.product.begin(), view.product.end(), [&](const IndexedFile* file) {
        return file != &own && file->HasIdentifier(name) &&
               BaseName(file->path()) != "__init__.py" && !view.IsGenerated(file->path());
      }));
}

std::optional<Container> ContainerOf(const View& view, const std::map<std::string, int>& names) {
  std::optional<Container> best;
  int most = 1;  // Users: one that a single file uses holds what that file needs.
  for (const IndexedFile* file : view.product) {
    std::map<absl::string_view, std::vector<const repository::FieldFacts*>> fields;
    for (const repository::FieldFacts& field : file->facts().fields) {
      fields[field.owner].push_back(&field);
    }
    for (const DefinitionFacts& definition : file->facts().definitions) {
      const auto found = fields.find(definition.name);
      const bool may_be = definition.kind == DefinitionKind::kClass && found != fields.end() &&
                          names.count(definition.name) > 0 && names.at(definition.name) == 1;
      if (!may_be || !IsContainer(found->second, names)) continue;
      Container container{.name = definition.name,
                          .place = At(file->path(), definition.place.line),
                          .classes = {},
                          .sections = {}};
      for (const repository::FieldFacts* field : found->second) {
        for (absl::string_view word :
             absl::StrSplit(field->annotation, absl::ByAnyChar(" []|,.\"'"), absl::SkipEmpty())) {
          if (names.count(std::string(word)) == 0) continue;
          container.classes.insert(std::string(word));
          container.sections.push_back(absl::StrCat(field->name, ": ", word));
        }
      }
      const int users = UsersOf(view, definition.name, *file);
      if (container.classes.size() < kMinSections || users <= most) continue;
      most = users;
      best = std::move(container);
    }
  }
  return best;
}

// Those that much of the product reads, with most fields first.
std::vector<ConfigurationClass> ConfigurationsOf(const View& view,
                                                 const std::map<std::string, int>& names,
                                                 const std::optional<Container>& container) {
  std::vector<ConfigurationClass> all;
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
      // Of a repository with one configuration, others belong to parts of it.
      if (container && container->classes.count(definition.name) == 0) continue;
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

// Whether there is one configuration with sections.
bool AddConfigurations(const View& view, Writer& say) {
  const std::map<std::string, int> names = ConfigurationNames(view);
  const std::optional<Container> container = ContainerOf(view, names);
  if (container) {
    say.Add("option-sections", "configuration",
            {{"name", container->name}, {"names", Lines(container->sections, kMaxSections)}},
            {container->place});
  }
  for (const ConfigurationClass& configuration : ConfigurationsOf(view, names, container)) {
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
  return container.has_value();
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
  if (!is_package || flags[most] < 10 || flags[most] * 2 < all) return;
  say.Add("flag-home", "configuration", {{"path", most}}, {Counted(flags[most], all)});
  std::stable_sort(copiers.begin(), copiers.end(), [&](const auto& a, const auto& b) {
    return view.CountFiles(a.first) > view.CountFiles(b.first);
  });
  for (size_t i = 0; i < copiers.size() && i < kMaxCopiers; ++i) {
    if (view.CountFiles(copiers[i].first) < 2) continue;
    say.Add("flag-function", "configuration", {{"name", copiers[i].first}}, {copiers[i].second});
  }
}

}  // namespace

void AddOptions(const View& view, Writer& say) {
  if (!AddConfigurations(view, say)) AddFlags(view, say);
}

}  // namespace allreview::playbook
