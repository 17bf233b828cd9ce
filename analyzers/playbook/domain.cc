// Section 4: where the repository keeps its configuration, its parts and its parallel state. All of
// it follows from names, bases and numbers of users; nothing is known of any project in advance.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxConfigurations = 6;
constexpr size_t kMaxFamilies = 12;
constexpr size_t kMaxMembers = 8;
constexpr size_t kMaxCopiers = 4;
constexpr int kMinFields = 5;

struct ClassPlace {
  std::string name;
  const IndexedFile* file = nullptr;
  int line = 0;
  int fields = 0;
};

// Classes at the top level of the product's files.
std::vector<ClassPlace> ClassesOf(const View& view) {
  std::vector<ClassPlace> classes;
  std::set<std::string> seen;  // Of several of one name, the first by path.
  for (const IndexedFile* file : view.product) {
    std::map<absl::string_view, int> fields;
    for (const repository::FieldFacts& field : file->facts().fields) ++fields[field.owner];
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind != DefinitionKind::kClass) continue;
      if (absl::StrContains(definition.name, ".")) continue;
      if (!seen.insert(definition.name).second) continue;
      classes.push_back({definition.name, file, definition.place.line, fields[definition.name]});
    }
  }
  return classes;
}

bool IsConfiguration(absl::string_view name) {
  return absl::EndsWith(name, "Config") || absl::EndsWith(name, "Args") ||
         absl::EndsWith(name, "Arguments") || absl::EndsWith(name, "Configuration") ||
         absl::EndsWith(name, "Options") || absl::EndsWith(name, "Settings");
}

void AddConfigurations(const View& view, const std::vector<ClassPlace>& classes, Writer& say) {
  std::vector<std::pair<int, const ClassPlace*>> found;
  for (const ClassPlace& candidate : classes) {
    if (candidate.fields >= kMinFields && IsConfiguration(candidate.name)) {
      found.emplace_back(-candidate.fields, &candidate);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < found.size() && i < kMaxConfigurations; ++i) {
    const ClassPlace& configuration = *found[i].second;
    say.Add("configuration-class", "configuration",
            {{"name", configuration.name},
             {"fields", absl::StrCat(configuration.fields)},
             {"files", absl::StrCat(view.CountFiles(configuration.name))}},
            {At(configuration.file->path(), configuration.line)});
  }
  if (found.size() > kMaxConfigurations) {
    say.Add("more-configurations", "configuration",
            {{"number", absl::StrCat(found.size() - kMaxConfigurations)}});
  }
}

// Functions that make a configuration out of flags, or check flags.
bool IsCopier(absl::string_view name) {
  return absl::EndsWith(name, "_from_args") || name == "validate_args" || name == "parse_args" ||
         absl::EndsWith(name, "_from_arguments") || name == "args_to_config";
}

void AddFlags(const View& view, Writer& say) {
  std::map<std::string, int> flags;  // By file.
  std::map<std::string, int> lines;
  int all = 0;
  std::vector<std::pair<std::string, Provenance>> copiers;
  for (const IndexedFile* file : view.product) {
    for (const repository::FlagFacts& flag : file->facts().flags) {
      if (flags[file->path()]++ == 0) lines[file->path()] = flag.place.line;
      ++all;
    }
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind == DefinitionKind::kClass || !IsCopier(definition.name)) continue;
      copiers.emplace_back(definition.name, At(file->path(), definition.place.line));
    }
  }
  std::string most;
  for (const auto& [path, count] : flags) {
    if (most.empty() || count > flags[most]) most = path;
  }
  if (all >= kMinFields) {
    say.Add("flags", "configuration",
            {{"count", absl::StrCat(flags[most])},
             {"of", absl::StrCat(all)},
             {"files", absl::StrCat(flags.size())},
             {"path", most}},
            {At(most, lines[most])});
  }
  std::stable_sort(copiers.begin(), copiers.end(), [&](const auto& a, const auto& b) {
    return view.CountFiles(a.first) > view.CountFiles(b.first);
  });
  for (size_t i = 0; i < copiers.size() && i < kMaxCopiers; ++i) {
    say.Add(
        "flag-function", "configuration",
        {{"name", copiers[i].first}, {"files", absl::StrCat(view.CountFiles(copiers[i].first))}},
        {copiers[i].second});
  }
}

// "Dispatcher" of "MoEAllToAllTokenDispatcher".
std::string LastWord(absl::string_view name) {
  for (size_t i = name.size(); i-- > 1;) {
    const bool starts = absl::ascii_isupper(static_cast<unsigned char>(name[i])) &&
                        absl::ascii_islower(static_cast<unsigned char>(name[i - 1]));
    const bool after_acronym = absl::ascii_isupper(static_cast<unsigned char>(name[i])) &&
                               i + 1 < name.size() &&
                               absl::ascii_islower(static_cast<unsigned char>(name[i + 1]));
    if (starts || after_acronym) return std::string(name.substr(i));
  }
  return std::string(name);
}

// Families of classes by the last word of their names, with the words of the trade first.
constexpr absl::string_view kFamilies[] = {
    "Dispatcher", "Router",    "Experts",   "Expert",    "Registry",  "Spec",       "Provider",
    "MLP",        "Attention", "Scheduler", "Optimizer", "Strategy",  "Collection", "Buffer",
    "Allocator",  "Manager",   "Loader",    "Dataset",   "Tokenizer", "Backend",    "Kernel",
    "Engine",     "Context",   "Builder",   "Layer",     "Block",     "Model",      "Embedding",
    "Norm",       "Head",      "Function",  "Callback",  "Factory",   "Trainer",    "Submodules"};

void AddFamilies(const View& view, const std::vector<ClassPlace>& classes, Writer& say) {
  std::map<std::string, std::vector<const ClassPlace*>> families;
  for (const ClassPlace& candidate : classes) {
    std::string word = LastWord(candidate.name);
    families[word].push_back(&candidate);
  }
  size_t written = 0;
  for (absl::string_view word : kFamilies) {
    const auto family = families.find(std::string(word));
    if (family == families.end() || written == kMaxFamilies) continue;
    std::vector<std::pair<int, const ClassPlace*>> members;
    for (const ClassPlace* member : family->second) {
      members.emplace_back(-view.CountFiles(member->name), member);
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (members.size() < 2 && members[0].first > -3) continue;
    std::vector<std::string> names;
    std::vector<Provenance> places;
    std::set<std::string> paths;
    for (const auto& [uses, member] : members) {
      if (names.size() < kMaxMembers) names.push_back(member->name);
      const bool is_new = paths.insert(member->file->path()).second;
      if (is_new && places.size() < 3) places.push_back(At(member->file->path(), member->line));
    }
    say.Add("family", "parts",
            {{"word", std::string(word)},
             {"names", Lines(names)},
             {"number", absl::StrCat(members.size())}},
            places);
    ++written;
  }
}

// Where process groups are made and handed out.
void AddParallelState(const View& view, Writer& say) {
  for (const IndexedFile* file : view.product) {
    if (!file->HasIdentifier("new_group")) continue;
    std::vector<std::pair<int, const DefinitionFacts*>> getters;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      const absl::string_view name = definition.name;
      if (definition.kind == DefinitionKind::kClass || absl::StrContains(name, ".")) continue;
      const bool is_getter = absl::StartsWith(name, "get_") &&
                             (absl::EndsWith(name, "_group") || absl::EndsWith(name, "_rank") ||
                              absl::EndsWith(name, "_world_size") || absl::EndsWith(name, "_size"));
      if (is_getter) getters.emplace_back(-view.CountFiles(name), &definition);
    }
    if (static_cast<int>(getters.size()) < kMinFields) continue;
    std::stable_sort(getters.begin(), getters.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> used;
    for (const auto& [count, definition] : getters) {
      if (used.size() < 4) used.push_back(absl::StrCat(definition->name, "\t", -count));
    }
    say.Add("parallel-state", "parallel",
            {{"path", file->path()},
             {"number", absl::StrCat(getters.size())},
             {"counted", Lines(used)}},
            {At(file->path(), getters[0].second->place.line)});
  }
}

// Functions that are used as decorators and say that they register.
void AddRegistries(const View& view, Writer& say) {
  std::map<std::string, std::pair<int, Provenance>> found;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      for (const std::string& decorator : definition.decorators) {
        const std::string name(
            repository::SimpleName(absl::string_view(decorator).substr(0, decorator.find('('))));
        if (!absl::StartsWith(name, "register")) continue;
        auto& [uses, first] = found[name];
        if (uses++ == 0) first = At(file->path(), definition.place.line);
      }
    }
  }
  for (const auto& [name, use] : found) {
    if (use.first < 2) continue;
    say.Add("registry", "parts", {{"name", name}, {"number", absl::StrCat(use.first)}},
            {use.second});
  }
}

// Boolean fields that say whether a feature is on, by the files that read them.
void AddSwitches(const View& view, const std::vector<ClassPlace>& classes, Writer& say) {
  const ClassPlace* largest = nullptr;
  for (const ClassPlace& candidate : classes) {
    if (!IsConfiguration(candidate.name)) continue;
    if (largest == nullptr || candidate.fields > largest->fields) largest = &candidate;
  }
  if (largest == nullptr || largest->fields < kMinFields) return;
  int switches = 0, off = 0;
  std::vector<std::pair<int, std::string>> used;
  for (const repository::FieldFacts& field : largest->file->facts().fields) {
    if (field.owner != largest->name) continue;
    if (field.annotation != "bool") continue;
    ++switches;
    off += field.default_text == "False";
    used.emplace_back(-view.CountFiles(field.name), field.name);
  }
  if (switches == 0) return;
  std::sort(used.begin(), used.end());
  std::vector<std::string> lines;
  for (const auto& [count, name] : used) {
    if (lines.size() < 5) lines.push_back(absl::StrCat(name, "\t", -count));
  }
  say.Add("switches", "configuration",
          {{"name", largest->name},
           {"number", absl::StrCat(switches)},
           {"off", absl::StrCat(off)},
           {"counted", Lines(lines)}},
          {At(largest->file->path(), largest->line)});
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
  std::vector<std::pair<int, std::string>> found;
  for (absl::string_view word :
       {"initialize_model_parallel", "init_process_group", "initialize_distributed",
        "destroy_model_parallel", "destroy_process_group", "spawn"}) {
    int count = 0;
    for (const IndexedFile* file : view.tests) count += file->HasIdentifier(word);
    if (count > 0) found.emplace_back(-count, std::string(word));
  }
  std::sort(found.begin(), found.end());
  for (const auto& [count, word] : found) {
    std::vector<Provenance> places;
    if (const std::optional<Provenance> helper = HelperNamed(view, word)) places.push_back(*helper);
    places.push_back(Counted(-count, static_cast<int64_t>(view.tests.size())));
    say.Add(places.size() > 1 ? "rank-helper" : "rank-call", "ranks",
            {{"name", word}, {"files", absl::StrCat(-count)}}, places);
  }
}

}  // namespace

void AddDomain(const View& view, Writer& say) {
  const std::vector<ClassPlace> classes = ClassesOf(view);
  AddConfigurations(view, classes, say);
  AddSwitches(view, classes, say);
  AddFlags(view, say);
  AddFamilies(view, classes, say);
  AddRegistries(view, say);
  AddParallelState(view, say);
  AddRanks(view, say);
}

}  // namespace allreview::playbook
