// Section 1: environment and tooling.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxPlaces = 4;
constexpr size_t kMaxImages = 2;
constexpr size_t kMaxNames = 40;

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

// The string behind `key=` of setup.py, with its line.
std::pair<std::string, int> OfSetup(const View& view, absl::string_view key) {
  std::pair<std::string, int> found;
  const std::string* text = view.Text("setup.py");
  if (text == nullptr) return found;
  ForEachLine(*text, [&](int number, absl::string_view line) {
    line = absl::StripAsciiWhitespace(line);
    if (!found.first.empty() || !absl::ConsumePrefix(&line, key)) return;
    line = absl::StripLeadingAsciiWhitespace(line);
    if (!absl::ConsumePrefix(&line, "=")) return;
    line = absl::StripLeadingAsciiWhitespace(line);
    if (line.empty() || (line[0] != '"' && line[0] != '\'')) return;
    const size_t end = line.find(line[0], 1);
    if (end != absl::string_view::npos) found = {std::string(line.substr(1, end - 1)), number};
  });
  return found;
}

void AddSetup(const View& view, Writer& say) {
  if (view.project.Find("project.requires-python") != nullptr) return;
  const auto [version, line] = OfSetup(view, "python_requires");
  if (!version.empty()) {
    say.Add("python-required", "python", {{"version", version}}, {At("setup.py", line)});
  }
}

std::string Folded(absl::string_view name) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(name), {{"-", ""}, {"_", ""}});
}

// As README spells it most often: "TrainKit" of "train_kit".
std::string Spelled(const View& view, const std::string& name) {
  const std::string* readme = view.Text("README.md");
  if (readme == nullptr) return name;
  const std::string folded = Folded(name);
  std::map<std::string, int> counts;
  for (absl::string_view word :
       absl::StrSplit(*readme, absl::ByAnyChar(" \n\t`*#.,:;!?()[]<>/\"'|"), absl::SkipEmpty())) {
    const bool may_be = word.size() <= folded.size() + 4 && word.size() >= folded.size();
    if (may_be && Folded(word) == folded) ++counts[std::string(word)];
  }
  std::string best = name;
  for (const auto& [word, count] : counts) {
    if (count > counts[best]) best = word;
  }
  return best;
}

void AddProject(const View& view, Writer& say) {
  const house::TomlEntry* entry = view.project.Find("project.name");
  const auto [name, line] = OfSetup(view, "name");
  if (entry != nullptr) {
    say.Add("project", "project", {{"name", Spelled(view, entry->text)}},
            {At(kProject, entry->line)});
  } else if (!name.empty()) {
    say.Add("project", "project", {{"name", Spelled(view, name)}}, {At("setup.py", line)});
  } else if (!view.package.empty()) {
    say.Add("project", "project", {{"name", std::string(BaseName(view.package))}},
            {At(absl::StrCat(view.package, "/"))});
  }
}

void AddPython(const View& view, Writer& say) {
  AddProject(view, say);
  AddVersionPlaces("python-pinned", PinnedPython(view), say);
  if (const house::TomlEntry* entry = view.project.Find("project.requires-python")) {
    say.Add("python-required", "python", {{"version", entry->text}}, {At(kProject, entry->line)});
  }
  AddSetup(view, say);
  AddVersionPlaces("python-ci", PythonOfTests(view), say);
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

// Of the containers that CI tests in.
void AddImagesOfCi(const View& view, Writer& say) {
  std::set<std::string> images;
  for (const CiJob& job : view.ci) {
    if (!job.has_tests() || job.image.empty() || images.size() == kMaxImages) continue;
    if (!images.insert(job.image).second) continue;
    say.Add("ci-image", "containers", {{"image", job.image}}, {job.image_place});
  }
}

// Those of the root and of the development container; others are for purposes of their own.
bool IsForEverybody(absl::string_view path) {
  return !absl::StrContains(path, "/") || absl::StartsWith(path, ".devcontainer/") ||
         path == "docker/Dockerfile";
}

void AddImages(const View& view, Writer& say) {
  size_t count = 0;
  for (const house::File& file : view.input.texts) {
    if (!IsDockerfile(file.path) || !IsForEverybody(file.path)) continue;
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
      if (++count > kMaxImages) return;
      say.Add("base-image", "containers", {{"image", expanded}}, {At(file.path, number)});
    });
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
    if (absl::StartsWith(path, "requirements") && absl::EndsWith(path, ".txt")) {
      requirements.emplace_back(path);
    }
  }
  if (!requirements.empty()) {
    say.Add("requirements", "packages", {{"paths", Lines(requirements, kMaxNames)}});
  }
}

// Versions that the package insists on: with others, nothing that is said here need hold.
void AddPins(const View& view, Writer& say) {
  constexpr size_t kMaxPins = 8;
  const house::TomlEntry* entry = view.project.Find("project.dependencies");
  if (entry == nullptr) return;
  std::vector<std::string> pins;
  for (const std::string& item : entry->items) {
    const std::string pin = item.substr(0, item.find(';'));
    if (absl::StrContains(pin, "==") && !absl::StrContains(pin, "*")) pins.push_back(pin);
  }
  if (pins.empty() || pins.size() > kMaxPins) return;
  say.Add("pins", "packages", {{"names", Lines(pins)}}, {At(kProject, entry->line)});
}

void AddPackages(const View& view, Writer& say) {
  AddPins(view, say);
  for (const auto& [table, id] :
       {std::pair<absl::string_view, absl::string_view>{"project.optional-dependencies", "extras"},
        {"dependency-groups", "dependency-groups"}}) {
    const std::vector<std::string> names = view.project.KeysOf(table);
    const house::TomlEntry* entry = view.project.Find(table);
    if (names.empty()) continue;
    say.Add(id, "extras", {{"names", Lines(names, kMaxNames)}},
            {At(kProject, entry == nullptr ? 0 : entry->line)});
  }
  if (const house::TomlEntry* entry = view.project.Find("tool.uv.no-build-isolation-package")) {
    say.Add("no-build-isolation", "packages", {{"packages", Lines(entry->items, kMaxNames)}},
            {At(kProject, entry->line)});
  }
}

void AddHooks(const View& view, Writer& say) {
  constexpr absl::string_view kPath = ".pre-commit-config.yaml";
  if (!view.HasFile(kPath)) {
    return;
  }
  std::vector<std::string> names;
  for (const CommitHook& hook : CommitHooks(view)) names.push_back(hook.id);
  if (names.empty()) return;
  say.Add("hooks", "pre-commit", {{"hooks", Lines(names, kMaxNames)}}, {At(kPath)});
}

}  // namespace

void AddEnvironment(const View& view, Writer& say) {
  AddPython(view, say);
  AddManager(view, say);
  AddPackages(view, say);
  AddImages(view, say);
  AddImagesOfCi(view, say);
  const bool is_configured = view.HasFile(kProject) || view.HasFile("setup.py") || !say.empty();
  if (is_configured) AddHooks(view, say);
}

}  // namespace allreview::playbook
