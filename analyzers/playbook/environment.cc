// Section 1: environment and tooling.

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxPlaces = 4;
constexpr size_t kMaxImages = 6;
constexpr size_t kMaxPackages = 12;

void AddVersionPlaces(absl::string_view id, const std::vector<VersionPlace>& versions,
                      Writer& say) {
  if (versions.empty()) return;
  std::vector<std::string> values;
  std::vector<Provenance> places;
  for (const VersionPlace& version : versions) {
    if (std::find(values.begin(), values.end(), version.value) != values.end()) continue;
    values.push_back(version.value);
    if (places.size() < kMaxPlaces) places.push_back(version.place);
  }
  std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
    return PythonNumber(a) < PythonNumber(b);
  });
  say.Add(id, "python", {{"versions", Lines(values)}}, places);
}

void AddPython(const View& view, Writer& say) {
  if (const house::TomlEntry* entry = view.project.Find("project.name")) {
    say.Add("project", "project", {{"name", entry->text}}, {At(kProject, entry->line)});
  }
  AddVersionPlaces("python-pinned", PinnedPython(view), say);
  if (const house::TomlEntry* entry = view.project.Find("project.requires-python")) {
    say.Add("python-required", "python", {{"version", entry->text}}, {At(kProject, entry->line)});
  }
  AddVersionPlaces("python-ci", PythonOfCi(view), say);
}

// The image with variables of ARG lines before it put in: "pytorch:26.06" of "${BASE}".
std::string Expanded(std::string image,
                     const std::vector<std::pair<std::string, std::string>>& arguments) {
  for (const auto& [name, value] : arguments) {
    for (const std::string& form : {absl::StrCat("${", name, "}"), absl::StrCat("$", name)}) {
      if (image == form) image = value;
    }
  }
  return image;
}

void AddImages(const View& view, Writer& say) {
  size_t count = 0, left_out = 0;
  for (const house::File& file : view.input.texts) {
    if (!IsDockerfile(file.path)) continue;
    std::vector<std::pair<std::string, std::string>> arguments;
    bool is_found = false;
    ForEachLine(file.content, [&](int number, absl::string_view line) {
      if (is_found) return;
      if (absl::ConsumePrefix(&line, "ARG ")) {
        const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits('=', 1));
        if (parts.size() == 2) arguments.emplace_back(parts[0], parts[1]);
        return;
      }
      if (!absl::ConsumePrefix(&line, "FROM ")) return;
      const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
      const auto image = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return !absl::StartsWith(word, "--");
      });
      is_found = true;
      if (image == words.end()) return;
      const std::string expanded = Expanded(*image, arguments);
      if (absl::StrContains(expanded, "$")) return;
      if (++count > kMaxImages) {
        ++left_out;
        return;
      }
      say.Add("base-image", "containers", {{"image", expanded}}, {At(file.path, number)});
    });
  }
  if (left_out > 0) {
    say.Add("more-images", "containers", {{"number", absl::StrCat(left_out)}});
  }
}

struct LockFile {
  absl::string_view name, manager;
};
constexpr LockFile kLockFiles[] = {
    {"uv.lock", "uv"},          {"poetry.lock", "poetry"}, {"pdm.lock", "pdm"},
    {"Pipfile.lock", "pipenv"}, {"pixi.lock", "pixi"},     {"environment.yml", "conda"},
};

void AddManager(const View& view, Writer& say) {
  for (const LockFile& lock : kLockFiles) {
    if (!view.HasFile(lock.name)) continue;
    say.Add("lock-file", "packages",
            {{"manager", std::string(lock.manager)}, {"file", std::string(lock.name)}},
            {At(lock.name)});
  }
  std::vector<std::string> requirements;
  for (absl::string_view path : view.files) {
    const absl::string_view name = BaseName(path);
    if (absl::StartsWith(name, "requirements") && absl::EndsWith(name, ".txt")) {
      requirements.emplace_back(path);
    }
  }
  if (!requirements.empty()) {
    say.Add(
        "requirements", "packages",
        {{"paths", Lines(requirements, kMaxImages)}, {"number", absl::StrCat(requirements.size())}},
        {At(requirements[0])});
  }
  if (const house::TomlEntry* entry = view.project.Find("build-system.build-backend")) {
    say.Add("build-backend", "packages", {{"backend", entry->text}}, {At(kProject, entry->line)});
  } else if (view.HasFile("setup.py")) {
    say.Add("setup-py", "packages", {}, {At("setup.py")});
  }
}

std::vector<std::string> PackagesOf(const std::vector<std::string>& requirements) {
  std::vector<std::string> packages;
  for (const std::string& requirement : requirements) {
    packages.push_back(PackageOfRequirement(requirement));
  }
  return packages;
}

void AddPackages(const View& view, Writer& say) {
  const house::TomlEntry* required = view.project.Find("project.dependencies");
  if (required != nullptr && !required->items.empty()) {
    const std::vector<std::string> packages = PackagesOf(required->items);
    say.Add(
        "dependencies", "packages",
        {{"packages", Lines(packages, kMaxPackages)}, {"number", absl::StrCat(packages.size())}},
        {At(kProject, required->line)});
  }
  for (const auto& [table, id] :
       {std::pair<absl::string_view, absl::string_view>{"project.optional-dependencies", "extra"},
        {"dependency-groups", "dependency-group"}}) {
    for (const std::string& name : view.project.KeysOf(table)) {
      const house::TomlEntry* entry = view.project.Find(absl::StrCat(table, ".", name));
      if (entry == nullptr || entry->items.empty()) continue;
      const std::vector<std::string> packages = PackagesOf(entry->items);
      say.Add(id, "extras",
              {{"name", name},
               {"packages", Lines(packages, 6)},
               {"number", absl::StrCat(packages.size())}},
              {At(kProject, entry->line)});
    }
  }
  if (const house::TomlEntry* entry = view.project.Find("tool.uv.default-groups")) {
    say.Add("default-groups", "extras", {{"groups", Lines(entry->items)}},
            {At(kProject, entry->line)});
  }
  if (const house::TomlEntry* entry = view.project.Find("tool.uv.no-build-isolation-package")) {
    say.Add("no-build-isolation", "packages", {{"packages", Lines(entry->items)}},
            {At(kProject, entry->line)});
  }
}

void AddHooks(const View& view, Writer& say) {
  constexpr absl::string_view kPath = ".pre-commit-config.yaml";
  if (!view.HasFile(kPath)) {
    say.Add("no-pre-commit", "pre-commit", {});
    return;
  }
  for (const CommitHook& hook : CommitHooks(view)) {
    const absl::string_view id = hook.version.empty() ? hook.files.empty() ? "hook" : "hook-files"
                                 : hook.files.empty() ? "hook-version"
                                                      : "hook-version-files";
    say.Add(id, "pre-commit",
            {{"hook", hook.id}, {"version", hook.version}, {"pattern", hook.files}},
            {At(kPath, hook.line)});
  }
}

}  // namespace

void AddEnvironment(const View& view, Writer& say) {
  AddPython(view, say);
  AddManager(view, say);
  AddPackages(view, say);
  AddImages(view, say);
  const bool is_configured = view.HasFile(kProject) || view.HasFile("setup.py") || !say.empty();
  if (is_configured) AddHooks(view, say);
}

}  // namespace allreview::playbook
