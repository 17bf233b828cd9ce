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
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxSkills = 20;

constexpr absl::string_view kNames[] = {"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules",
                                        ".github/copilot-instructions.md"};

bool IsInstruction(absl::string_view path) {
  const absl::string_view name = BaseName(path);
  return std::find(std::begin(kNames), std::end(kNames), path) != std::end(kNames) ||
         name == "AGENTS.md" || name == "CLAUDE.md" || absl::StartsWith(path, ".cursor/rules/");
}

struct Size {
  int lines = 0, items = 0;
  std::string only;  // The line of a file that has but one.
};

Size SizeOf(absl::string_view text) {
  Size size;
  ForEachLine(text, [&](int, absl::string_view line) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty()) return;
    size.only = size.lines++ == 0 ? std::string(line) : "";
    const bool is_numbered = line.size() > 2 &&
                             absl::ascii_isdigit(static_cast<unsigned char>(line[0])) &&
                             line[1] == '.';
    size.items += absl::StartsWith(line, "- ") || absl::StartsWith(line, "* ") || is_numbered;
  });
  return size;
}

// The file that a single line, or a symbolic link, only points to; empty: it says something itself.
std::string TargetOf(const View& view, absl::string_view path, const Size& size) {
  if (size.lines != 1) return "";
  for (absl::string_view word : absl::StrSplit(size.only, ' ', absl::SkipEmpty())) {
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

void AddFiles(const View& view, Writer& say) {
  for (absl::string_view path : view.files) {
    if (!IsInstruction(path)) continue;
    const std::string* text = view.Text(path);
    if (text == nullptr) {
      say.Add("agent-file", "files", {{"path", std::string(path)}}, {At(path)});
      continue;
    }
    const Size size = SizeOf(*text);
    if (const std::string target = TargetOf(view, path, size); !target.empty()) {
      say.Add("agent-pointer", "files", {{"path", std::string(path)}, {"target", target}},
              {At(path, 1)});
      continue;
    }
    say.Add("agent-file-size", "files",
            {{"path", std::string(path)},
             {"lines", absl::StrCat(size.lines)},
             {"items", absl::StrCat(size.items)}},
            {At(path)});
  }
}

void AddAbsent(const View& view, Writer& say) {
  std::vector<std::string> absent;
  for (absl::string_view path : kNames) {
    if (!view.HasFile(path)) absent.emplace_back(path);
  }
  if (!view.HasFolder(".cursor/rules")) absent.push_back(".cursor/rules/");
  if (!absent.empty()) say.Add("agent-absent", "files", {{"paths", Lines(absent)}});
}

// skills/<name>/SKILL.md, with the first words of its description.
void AddSkills(const View& view, Writer& say) {
  std::vector<std::string> names;
  std::string first;
  for (absl::string_view path : view.files) {
    if (BaseName(path) != "SKILL.md") continue;
    const absl::string_view folder = path.substr(0, path.size() - sizeof("/SKILL.md") + 1);
    names.emplace_back(BaseName(folder));
    if (first.empty()) first = std::string(path);
  }
  if (names.empty()) return;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  say.Add("skills", "files",
          {{"names", Lines(names, kMaxSkills)}, {"number", absl::StrCat(names.size())}},
          {At(first)});
}

bool SpeaksToAgents(absl::string_view path) {
  return IsInstruction(path) || BaseName(path) == "SKILL.md";
}

absl::string_view IdOf(const house::Entry& entry) {
  if (!entry.is_active) return "agent-asks-unfollowed";
  return entry.tool.empty() ? "agent-asks" : "agent-asks-tool";
}

// What such files ask and AllReview or a linter can check.
void AddAsked(const View& view, Writer& say) {
  for (const house::Entry& entry : view.policy.entries) {
    std::vector<Provenance> places;
    if (SpeaksToAgents(entry.source.path)) {
      places.push_back(At(entry.source.path, entry.source.line));
    }
    for (const house::Claim& claim : entry.more) {
      if (!SpeaksToAgents(claim.source.path)) continue;
      const Provenance place = At(claim.source.path, claim.source.line);
      if (claim.value.empty() || claim.value == entry.value) {
        places.push_back(place);
      } else {
        say.Add("agent-asks-otherwise", "asks", {{"rule", entry.id}, {"value", claim.value}},
                {place});
      }
    }
    if (places.empty()) continue;
    say.Add(IdOf(entry), "asks", {{"rule", entry.id}, {"value", entry.value}, {"tool", entry.tool}},
            places);
  }
}

}  // namespace

void AddAgents(const View& view, Writer& say) {
  AddFiles(view, say);
  const bool has_any = !say.empty();
  AddSkills(view, say);
  if (has_any || !say.empty()) AddAbsent(view, say);
  AddAsked(view, say);
}

}  // namespace allreview::playbook
