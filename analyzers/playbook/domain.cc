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

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/families.h"
#include "analyzers/playbook/folders.h"
#include "analyzers/playbook/options.h"
#include "analyzers/playbook/recipes.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxFolders = 5;
constexpr size_t kFamiliesOfFolder = 2;
constexpr int kMinUsers = 3;

// Functions of the product that are used as decorators and say that they register.
void AddRegistries(const View& view, Writer& say) {
  std::map<std::string, std::pair<int, Provenance>> found;
  std::set<std::string> own;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      const absl::string_view simple = repository::SimpleName(definition.name);
      if (absl::StartsWith(simple, "register")) own.insert(std::string(simple));
      for (const std::string& decorator : definition.decorators) {
        absl::string_view whole = absl::string_view(decorator).substr(0, decorator.find('('));
        const std::string last(repository::SimpleName(whole));
        // On `__init__` it records arguments rather than an implementation.
        if (!absl::StartsWith(last, "register") || simple == "__init__") continue;
        // With the class that keeps the register: "Backends.register".
        const absl::string_view owner =
            repository::LastPart(absl::StripSuffix(whole, absl::StrCat(".", last)));
        const bool has_class =
            owner != whole && !owner.empty() &&
            absl::ascii_isupper(static_cast<unsigned char>(absl::StripPrefix(owner, "_")[0]));
        const std::string name = has_class ? absl::StrCat(owner, ".", last) : last;
        auto& [uses, first] = found[name];
        if (uses++ == 0) first = At(file->path(), definition.place.line);
      }
    }
  }
  for (const auto& [name, use] : found) {
    if (use.first < 3 || own.count(std::string(repository::SimpleName(name))) == 0) continue;
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
  AddOptions(view, say);
  AddRegistries(view, say);
  AddFolders(view, say);
  AddRanks(view, say);
}

}  // namespace allreview::playbook
