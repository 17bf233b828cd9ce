#include "analyzers/playbook/guide_files.h"

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxGuides = 60;
constexpr int kEverybody = kGuideOfEverybody, kLinked = 34, kContributing = kGuideOfRepository;

// Everyday work, rather than what a bot or a release does.
bool IsEverydaySkill(absl::string_view path) {
  for (absl::string_view part : {"onboard", "bump", "migrat", "sync", "golden", "issue"}) {
    if (absl::StrContains(path, part)) return false;
  }
  for (absl::string_view part : {"lint", "format", "test", "build", "depend", "review", "style",
                                 "docstring", "commit", "code", "contribut"}) {
    if (absl::StrContains(path, part)) return true;
  }
  return false;
}

// Guides for those who run the project.
bool IsOfMaintainers(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view part : {"oncall", "glossary", "status", "release", "catalog", "docs"}) {
    if (absl::StrContains(lower, part)) return true;
  }
  return false;
}

// Documents that instructions for agents link to, or name by their paths.
std::set<absl::string_view> LinkedBy(const View& view, const house::File& guide) {
  std::set<absl::string_view> linked;
  absl::string_view folder = guide.path;
  folder = folder.substr(0, folder.rfind('/') + 1);  // npos + 1 is 0.
  for (absl::string_view word :
       absl::StrSplit(guide.content, absl::ByAnyChar(" \n\t()[]`<>,;\""), absl::SkipEmpty())) {
    word = word.substr(0, word.find('#'));
    absl::ConsumePrefix(&word, "./");
    absl::ConsumeSuffix(&word, ".");
    if (!absl::EndsWith(word, ".md") || absl::StartsWith(BaseName(word), "README") ||
        absl::StartsWith(BaseName(word), "CHANGELOG")) {
      continue;
    }
    for (const std::string& path : {absl::StrCat(folder, word), std::string(word)}) {
      const auto found = view.files.find(path);
      if (found != view.files.end()) linked.insert(*found);
    }
  }
  return linked;
}

}  // namespace

int GuideRank(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  const std::string lower = absl::AsciiStrToLower(path);
  const auto depth = std::count(path.begin(), path.end(), '/');
  const bool is_near_root = depth == 0 || (depth == 1 && path[0] == '.');
  if (is_near_root && (name == "AGENTS.md" || name == "CLAUDE.md" || name == "GEMINI.md" ||
                       name == ".cursorrules" || name == "copilot-instructions.md")) {
    return kEverybody;
  }
  if (!IsMarkup(path) && !absl::EndsWith(path, ".mdc")) return 0;
  const std::string lower_name = absl::AsciiStrToLower(name);
  if (absl::StartsWith(lower_name, "contribut") &&
      (depth <= 1 || absl::StartsWith(path, "docs/"))) {
    return kContributing;
  }
  if (absl::StartsWith(path, ".cursor/rules/")) return 26;
  if (lower == "tests/readme.md" || lower == "test/readme.md") return 26;
  if (absl::StartsWith(lower, ".github/pull_request_template") ||
      lower == "pull_request_template.md") {
    return 24;
  }
  if (absl::StartsWith(lower, "docs/develop") || absl::StartsWith(lower, "docs/contribut")) {
    return IsOfMaintainers(name) ? 0 : 22;
  }
  const bool is_skill = name == "SKILL.md" && (path[0] == '.' || absl::StartsWith(path, "skills/"));
  return is_skill && IsEverydaySkill(path) ? kRankOfSkills : 0;
}

std::vector<RankedGuide> GuidesOf(const View& view) {
  std::set<absl::string_view> linked;
  for (const house::File& file : view.input.texts) {
    if (GuideRank(file.path) == kEverybody) linked.merge(LinkedBy(view, file));
  }
  std::vector<RankedGuide> guides;
  for (const house::File& file : view.input.texts) {
    int rank = GuideRank(file.path);
    if (rank < kLinked && linked.count(file.path) > 0) rank = kLinked;
    if (rank > 0 && !view.IsGenerated(file.path)) guides.emplace_back(rank, &file);
  }
  std::stable_sort(guides.begin(), guides.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (guides.size() > kMaxGuides) guides.resize(kMaxGuides);
  return guides;
}

bool GuidesMention(const View& view, absl::string_view words) {
  const std::vector<absl::string_view> wanted = absl::StrSplit(words, '|');
  for (const auto& [rank, file] : view.guides) {
    for (absl::string_view word : wanted) {
      if (LineOf(file->content, word) > 0) return true;
    }
  }
  return false;
}

}  // namespace allreview::playbook
