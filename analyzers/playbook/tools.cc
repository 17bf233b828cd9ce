// Section 6: optional libraries and tools around the repository.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/guards.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxGuards = 16;

struct Found {
  std::map<std::string, int> libraries;
  Provenance first;
  int files = 0;
};

void AddGuards(const View& view, Writer& say) {
  std::map<std::string, Found> flags;
  for (const house::File& file : view.input.python) {
    for (const Guard& guard : GuardsIn(file.content)) {
      // "HAS_BIAS" is no library's; parts of torch and of this project are no libraries.
      if (guard.library.empty() || guard.library == "torch" ||
          guard.library == BaseName(view.package)) {
        continue;
      }
      Found& found = flags[guard.flag];
      if (found.files++ == 0) found.first = At(file.path, guard.line);
      ++found.libraries[guard.library];
    }
  }
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [flag, found] : flags) order.emplace_back(-found.files, flag);
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < order.size() && i < kMaxGuards; ++i) {
    const Found& found = flags[order[i].second];
    std::string library;
    for (const auto& [name, count] : found.libraries) {
      if (library.empty() || count > found.libraries.at(library)) library = name;
    }
    say.Add("guard", "optional",
            {{"flag", order[i].second}, {"library", library}, {"files", absl::StrCat(found.files)}},
            {found.first});
  }
  if (order.size() > kMaxGuards) {
    say.Add("more-guards", "optional", {{"number", absl::StrCat(order.size() - kMaxGuards)}});
  }
}

bool IsStandard(absl::string_view library) {
  static constexpr absl::string_view kStandard[] = {"abc",      "argparse",    "ast",
                                                    "asyncio",  "collections", "contextlib",
                                                    "copy",     "ctypes",      "dataclasses",
                                                    "datetime", "enum",        "functools",
                                                    "gc",       "importlib",   "inspect",
                                                    "io",       "itertools",   "json",
                                                    "logging",  "math",        "multiprocessing",
                                                    "os",       "pathlib",     "pickle",
                                                    "queue",    "random",      "re",
                                                    "shutil",   "signal",      "socket",
                                                    "string",   "struct",      "subprocess",
                                                    "sys",      "tempfile",    "threading",
                                                    "time",     "tomllib",     "traceback",
                                                    "types",    "typing",      "unittest",
                                                    "urllib",   "uuid",        "warnings",
                                                    "weakref",  "zlib",        "__future__"};
  return std::find(std::begin(kStandard), std::end(kStandard), library) != std::end(kStandard);
}

// Without flags: modules that are imported in try statements.
void AddGuardedImports(const View& view, Writer& say) {
  std::map<std::string, std::set<std::string>> libraries;
  std::map<std::string, Provenance> first;
  std::set<std::string> own;
  for (const repository::IndexedFile* file : view.code) {
    own.insert(file->module().substr(0, file->module().find('.')));
  }
  for (const repository::IndexedFile* file : view.product) {
    if (!file->HasIdentifier("ImportError") && !file->HasIdentifier("ModuleNotFoundError")) {
      continue;
    }
    for (const repository::ImportFacts& import : file->facts().imports) {
      if (!import.is_guarded || absl::StartsWith(import.target, ".")) continue;
      std::string library = import.target.substr(0, import.target.find('.'));
      if (own.count(library) > 0 || library == "torch" || IsStandard(library)) continue;
      first.try_emplace(library, At(file->path(), import.place.line));
      libraries[library].insert(file->path());
    }
  }
  if (libraries.empty()) return;
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [library, files] : libraries) {
    order.emplace_back(-static_cast<int>(files.size()), library);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> lines;
  for (const auto& [count, library] : order) {
    if (lines.size() < 10) lines.push_back(absl::StrCat(library, "\t", -count));
  }
  say.Add("guarded-imports", "optional",
          {{"counted", Lines(lines)}, {"number", absl::StrCat(order.size())}},
          {first[order[0].second]});
}

void AddServices(const View& view, Writer& say) {
  for (const auto& [path, tool] :
       {std::pair<absl::string_view, absl::string_view>{"codecov.yml", "Codecov"},
        {".codecov.yml", "Codecov"},
        {".github/dependabot.yml", "Dependabot"},
        {"greptile.json", "Greptile"},
        {".readthedocs.yaml", "Read the Docs"},
        {".readthedocs.yml", "Read the Docs"},
        {"renovate.json", "Renovate"}}) {
    if (view.HasFile(path)) {
      say.Add("service", "services", {{"tool", std::string(tool)}}, {At(path)});
    }
  }
  int github = 0, gitlab = 0;
  for (absl::string_view path : view.files) {
    github += absl::StartsWith(path, ".github/workflows/");
    gitlab += path == ".gitlab-ci.yml";
  }
  if (github > 0) {
    say.Add("github-workflows", "services", {{"files", absl::StrCat(github)}},
            {At(".github/workflows/")});
  }
  if (gitlab > 0) say.Add("gitlab-ci", "services", {}, {At(".gitlab-ci.yml")});
  if (const std::string* modules = view.Text(".gitmodules")) {
    ForEachLine(*modules, [&](int number, absl::string_view line) {
      line = absl::StripAsciiWhitespace(line);
      if (absl::ConsumePrefix(&line, "path = ")) {
        say.Add("submodule", "services", {{"path", std::string(line)}},
                {At(".gitmodules", number)});
      }
    });
  }
}

}  // namespace

void AddTools(const View& view, Writer& say) {
  AddGuards(view, say);
  AddGuardedImports(view, say);
  AddServices(view, say);
}

}  // namespace allreview::playbook
