#include "analyzers/playbook/playbook.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/house/read_policy.h"
#include "analyzers/playbook/examples.h"
#include "analyzers/playbook/guards.h"
#include "analyzers/playbook/log_helpers.h"
#include "analyzers/playbook/recipes.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

struct Part {
  absl::string_view id;
  void (*add)(const View& view, Writer& say);
  absl::string_view reason_empty;
};

constexpr Part kParts[] = {
    {"environment", AddEnvironment, "no-environment"},
    {"commands", AddCommands, "no-commands"},
    {"conventions", AddConventions, "no-code"},
    {"domain", AddDomain, "no-domain"},
    {"docs", AddDocs, "no-docs"},
    {"tools", AddTools, "no-tools"},
    {"workflow", AddWorkflow, "no-workflow"},
    {"single-test", AddSingleTests, "no-tests"},
    {"performance", AddPerformance, "no-performance"},
    {"agents", AddAgents, "no-agents"},
};

constexpr absl::string_view kRootFiles[] = {
    ".gitmodules", ".python-version", "Makefile",           "makefile",   "noxfile.py",
    "pytest.ini",  ".ruff.toml",      "pyrightconfig.json", "ruff.toml",  "setup.py",
    "justfile",    "environment.yml", ".isort.cfg",         ".style.yapf"};

}  // namespace

bool IsPlaybookText(absl::string_view path) {
  if (house::IsPolicyFile(path) || IsMarkup(path) || IsDockerfile(path) || IsWorkflow(path) ||
      absl::EndsWith(path, ".mdc")) {
    return true;
  }
  if (BaseName(path) == "Makefile" || BaseName(path) == "pytest.ini") return true;
  // Scripts beside tests say how these are started.
  if (absl::EndsWith(path, ".sh")) {
    return absl::StrContains(BaseName(path), "test") ||
           absl::StrContains(BaseName(path), "format") || absl::StrContains(BaseName(path), "lint");
  }
  return std::find(std::begin(kRootFiles), std::end(kRootFiles), path) != std::end(kRootFiles);
}

std::vector<std::string> WantedPython(const std::vector<std::string>& paths,
                                      repository::RepositoryIndex& index,
                                      const std::vector<PastCommit>& past) {
  std::vector<std::string> wanted = FilesWithGuards(index);
  const std::vector<std::string> examples = ExampleTests(index);
  wanted.insert(wanted.end(), examples.begin(), examples.end());
  for (std::string& path : FilesWithLogHelpers(index)) wanted.push_back(std::move(path));
  const auto exists = [&](absl::string_view path) {
    const auto found = std::lower_bound(paths.begin(), paths.end(), path);
    if (found == paths.end()) return false;
    return absl::EndsWith(path, "/") ? absl::StartsWith(*found, path) : *found == path;
  };
  for (const Recipe& recipe : RecipesOf(past, exists)) {
    if (absl::EndsWith(recipe.target, ".py")) wanted.push_back(recipe.target);
    if (absl::EndsWith(recipe.name, ".py")) wanted.push_back(recipe.name);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  // The index may know files of a change that the tree lacks.
  wanted.erase(std::remove_if(wanted.begin(), wanted.end(),
                              [&](const std::string& path) {
                                return !std::binary_search(paths.begin(), paths.end(), path);
                              }),
               wanted.end());
  return wanted;
}

Playbook BuildPlaybook(const PlaybookInput& input) {
  const View view(input);
  Playbook playbook;
  FindStale(view, playbook);
  for (const Part& part : kParts) {
    Writer writer(part.id);
    part.add(view, writer);
    playbook.sections.push_back(std::move(writer).Finish(part.reason_empty));
  }
  playbook.contradictions = FindContradictions(view);
  for (const house::Diagnostic& diagnostic : view.policy.diagnostics) {
    playbook.unread.push_back(At(diagnostic.place.path, diagnostic.place.line));
  }
  return playbook;
}

}  // namespace allreview::playbook
