#include "analyzers/playbook/own_scripts.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/guide_files.h"
#include "analyzers/playbook/shell_commands.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxScripts = 6;
constexpr size_t kMaxCommand = 160;
constexpr size_t kMaxPurpose = 120;

// "tools/run.py" of "python tools/run.py --steps 3" and of "./tools/run.sh"; empty: it runs nothing
// of the repository. A program that the package installs counts with its command: "app train".
std::string ScriptOf(const View& view, const ShellCommand& command) {
  const std::vector<std::string> words = absl::StrSplit(command.line, ' ', absl::SkipEmpty());
  if (words.empty() || !command.folder.empty()) return "";
  if (view.project.Find(absl::StrCat("project.scripts.", words[0])) != nullptr) {
    const bool has_more = words.size() > 2 && words[1][0] != '-';
    return has_more ? absl::StrCat(words[0], " ", words[1]) : "";
  }
  const bool has_program = absl::StartsWith(words[0], "python") || words[0] == "bash" ||
                           words[0] == "sh" || words[0] == "torchrun";
  for (size_t i = has_program ? 1 : 0; i < words.size() && i < 8; ++i) {
    const absl::string_view path = absl::StripPrefix(words[i], "./");
    const bool is_script = absl::EndsWith(path, ".py") || absl::EndsWith(path, ".sh");
    if (is_script) return path != "setup.py" && view.HasFile(path) ? std::string(path) : "";
    if (!has_program) return "";
  }
  return "";
}

// "Stop the job" of "2. Stop the job:".
std::string PurposeOf(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  while (!line.empty() && (absl::StrContains("-*>#. ", line.substr(0, 1)) ||
                           absl::ascii_isdigit(static_cast<unsigned char>(line[0])))) {
    line.remove_prefix(1);
  }
  const bool has_colon = absl::ConsumeSuffix(&line, ":") || absl::ConsumeSuffix(&line, "：");
  if (!has_colon) absl::ConsumeSuffix(&line, ".");
  if (line.size() > kMaxPurpose || absl::StrContains(line, "](") || absl::StrContains(line, "<")) {
    return "";
  }
  return std::string(line);
}

class Reader {
 public:
  Reader(const View& view, std::vector<OwnScript>& scripts) : view_(view), scripts_(scripts) {}

  void Read(const house::File& file) {
    std::string block, before;
    int first = 0;
    bool is_inside = false;
    ForEachLine(file.content, [&](int number, absl::string_view line) {
      if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "```")) {
        if (is_inside) AddBlock(block, before, At(file.path, first));
        is_inside = !is_inside;
        first = number + 1;
        block.clear();
      } else if (is_inside) {
        absl::StrAppend(&block, line, "\n");
      } else if (!absl::StripAsciiWhitespace(line).empty()) {
        before = std::string(line);
      }
    });
  }

 private:
  void AddBlock(absl::string_view block, absl::string_view before, const Provenance& place) {
    Shell shell([this](absl::string_view path) { return view_.IsOwn(path); });
    for (const ShellCommand& command : shell.Run(block, place)) {
      const std::string script = ScriptOf(view_, command);
      if (script.empty() || scripts_.size() >= kMaxScripts) continue;
      if (command.line.size() > kMaxCommand || !seen_.insert(script).second) continue;
      scripts_.push_back({command.line, PurposeOf(before), command.place});
    }
  }

  const View& view_;
  std::vector<OwnScript>& scripts_;
  std::set<std::string> seen_;
};

}  // namespace

bool IsForSubmodule(const View& view, const OwnScript& script) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(script.command, absl::ByAnyChar(" ="), absl::SkipEmpty());
  return std::any_of(view.submodules.begin(), view.submodules.end(), [&](absl::string_view path) {
    return std::find(words.begin(), words.end(), BaseName(path)) != words.end();
  });
}

std::vector<OwnScript> OwnScriptsOf(const View& view) {
  std::vector<OwnScript> scripts;
  Reader reader(view, scripts);
  for (const house::File& file : view.input.texts) {
    const bool is_readme = file.path == "README.md" || file.path == "tests/README.md";
    if (is_readme || (IsMarkup(file.path) && GuideRank(file.path) >= kGuideOfRepository)) {
      reader.Read(file);
    }
  }
  return scripts;
}

}  // namespace allreview::playbook
