// Section 10: instructions for agents, and how much of them a machine can check.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/guide_files.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxSkills = 6;

constexpr absl::string_view kNames[] = {"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules",
                                        ".github/copilot-instructions.md"};

bool IsInstruction(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  return std::find(std::begin(kNames), std::end(kNames), path) != std::end(kNames) ||
         name == "AGENTS.md" || name == "CLAUDE.md" || absl::StartsWith(path, ".cursor/rules/") ||
         path == ".gemini/styleguide.md";
}

// The file that a text of one line, or a symbolic link, only points to; empty: it says something
// itself.
std::string TargetOf(const View& view, absl::string_view path, absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (absl::StrContains(text, "\n")) return "";
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    absl::ConsumePrefix(&word, "@");
    absl::ConsumePrefix(&word, "./");
    while (!word.empty() && !absl::ascii_isalnum(static_cast<unsigned char>(word.back()))) {
      word.remove_suffix(1);
    }
    if (word != path && absl::StrContains(word, ".") && view.HasFile(word)) {
      return std::string(word);
    }
  }
  return "";
}

// Folder that the instructions hold for: "" of "AGENTS.md" and of ".claude/CLAUDE.md".
std::string ScopeOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  absl::string_view folder = slash == absl::string_view::npos ? "" : path.substr(0, slash);
  const size_t hidden = absl::StartsWith(folder, ".") ? 0 : folder.find("/.");
  return std::string(folder.substr(0, hidden));
}

void AddFiles(const View& view, Writer& say) {
  for (absl::string_view path : view.files) {
    if (path == ".gemini/config.yaml") {
      say.Add("agent-config", "files", {{"path", std::string(path)}});
    }
    if (!IsInstruction(path)) continue;
    const std::string* text = view.Text(path);
    const std::string target = text == nullptr ? "" : TargetOf(view, path, *text);
    if (!target.empty()) {
      // One that points to another is worth a word at the root, where tools look for it.
      if (!absl::StrContains(path, "/")) {
        say.Add("agent-pointer", "files", {{"path", std::string(path)}, {"target", target}});
      }
      continue;
    }
    const std::string scope = ScopeOf(path);
    if (scope.empty()) {
      say.Add("agent-file", "files", {{"path", std::string(path)}});
    } else {
      say.Add("agent-file-below", "files",
              {{"path", std::string(path)}, {"folder", absl::StrCat(scope, "/")}});
    }
  }
}

// The first sentence of `description:` of the front matter; behind it what it covers.
std::string PurposeOf(absl::string_view text) {
  std::string purpose;
  bool is_open = false;
  ForEachLine(text.substr(0, 4096), [&](int, absl::string_view raw) {
    absl::string_view item = absl::StripAsciiWhitespace(raw);
    if (absl::ConsumePrefix(&item, "description:")) {
      item = absl::StripAsciiWhitespace(item);
      is_open = item.empty() || item == ">" || item == "|" || item == ">-" || item == "|-";
      if (!is_open && purpose.empty()) purpose = std::string(item);
      return;
    }
    const bool goes_on = is_open && !raw.empty() && raw[0] == ' ';
    if (goes_on) absl::StrAppend(&purpose, purpose.empty() ? "" : " ", item);
    is_open = goes_on;
  });
  absl::string_view shown = purpose;
  while (absl::ConsumePrefix(&shown, "\"")) {
  }
  while (absl::ConsumeSuffix(&shown, "\"")) {
  }
  constexpr size_t kMost = 130;
  size_t end = shown.find(". ");
  if (end != absl::string_view::npos && end < 30) end = shown.find(". ", end + 1);
  if (end != absl::string_view::npos) shown = shown.substr(0, end);
  if (shown.size() > kMost) {
    return absl::StrCat(shown.substr(0, std::min(shown.rfind(' ', kMost), kMost)), " …");
  }
  while (absl::ConsumeSuffix(&shown, ".") || absl::ConsumeSuffix(&shown, ",")) {
  }
  return std::string(shown);
}

// Those for everyday work with what they are for; the others by their names.
void AddSkills(const View& view, Writer& say) {
  std::vector<std::string> others;
  size_t count = 0;
  for (absl::string_view path : view.files) {
    if (BaseName(path) != "SKILL.md") continue;
    const std::string* text = view.Text(path);
    const std::string purpose = text == nullptr ? "" : PurposeOf(*text);
    if (purpose.empty() || GuideRank(path) == 0 || ++count > kMaxSkills) {
      others.emplace_back(path.substr(0, path.size() - sizeof("/SKILL.md") + 1));
      continue;
    }
    say.Add("skill-for", "skills", {{"path", std::string(path)}, {"quote", purpose}});
  }
  for (std::string& other : others) other = std::string(BaseName(other));
  if (!others.empty()) say.Add("more-skills", "skills", {{"names", Lines(others, 12)}});
}

}  // namespace

void AddAgents(const View& view, Writer& say) {
  AddFiles(view, say);
  AddSkills(view, say);
}

}  // namespace allreview::playbook
