#include "analyzers/rules/configuration/script_words.h"

#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/recipes/workflow.h"
#include "analyzers/shell/script.h"
#include "base/yaml.h"

namespace allreview::rules::configuration {
namespace {

absl::string_view NameOf(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

bool Starts(absl::string_view command) {
  const absl::string_view name = NameOf(command);
  return absl::StartsWith(name, "python") || name == "torchrun" || name == "deepspeed" ||
         name == "bash" || name == "sh" || name == "source" || name == "." || name == "pytest";
}

// Commands behind which another command stands.
bool Wraps(absl::string_view command) {
  const absl::string_view name = NameOf(command);
  return name == "srun" || name == "env" || name == "time" || name == "exec" || name == "nohup" ||
         name == "sudo" || name == "timeout" || name == "uv" || name == "run" || name == "mpirun";
}

// What brings files that are not in the repository, or leaves it.
bool BringsFiles(absl::string_view command) {
  const absl::string_view name = NameOf(command);
  return name == "wget" || name == "curl" || name == "tar" || name == "unzip" || name == "docker" ||
         name == "ssh" || name == "gh" || name == "aws";
}

// "tools/x.py"; empty: it leads out, or is no path that is written out.
std::string PathIn(const shell::Word& word) {
  absl::string_view text = word.text;
  text = text.substr(0, text.find("::"));
  if (!absl::EndsWith(text, ".py") && !absl::EndsWith(text, ".sh")) return "";
  if (absl::StartsWith(text, "$") && !word.is_literal) {
    const size_t slash = text.find('/');
    const size_t brace = text.find('}');
    if (slash == absl::string_view::npos) return "";
    // ${X:-a/b}/c.py
    if (brace != absl::string_view::npos && slash < brace) return "";
    text.remove_prefix(slash + 1);
  }
  while (absl::ConsumePrefix(&text, "./") || absl::ConsumePrefix(&text, "../")) {
  }
  const bool is_plain = text.find_first_of("$`*?{}[]() \t\n=~:,;<>%\"'") == absl::string_view::npos;
  if (!is_plain || absl::StartsWith(text, "/") || absl::StrContains(text, "..")) return "";
  return std::string(text);
}

// An option, of which the next word is the value; -u, -x and the like are switches.
bool TakesValue(absl::string_view word) {
  return word.size() > 2 && word[0] == '-' && !absl::StrContains(word, '=');
}

// The script of a command; empty: it starts none, or it is not clear which.
ScriptWord ScriptOf(const shell::Command& command) {
  size_t at = 0;
  const auto& words = command.words;
  while (at < words.size() &&
         (!shell::AssignedName(words[at].text).empty() || Wraps(words[at].text))) {
    ++at;
  }
  if (at == words.size()) return {};
  const bool is_direct =
      absl::StartsWith(words[at].text, "./") || absl::StartsWith(words[at].text, "$");
  for (size_t i = is_direct ? at : at + 1; i < words.size(); ++i) {
    if (!is_direct && !Starts(words[at].text)) return {};
    const bool is_path =
        absl::EndsWith(words[i].text, ".py") || absl::EndsWith(words[i].text, ".sh");
    const bool is_value = i > 0 && TakesValue(words[i - 1].text);
    const bool is_launcher = words[i].text == "-m" && i + 1 < words.size() &&
                             absl::StartsWith(words[i + 1].text, "torch.distributed.");
    if (is_launcher) continue;
    if (words[i].text == "-c" || words[i].text == "-m") return {};
    if (is_path && !is_value) return {PathIn(words[i]), words[i].line};
    if (is_direct) return {};
  }
  return {};
}

// Names of files that other commands make or name.
std::set<std::string> MadeBy(const std::vector<shell::Command>& commands) {
  std::set<std::string> made;
  for (const shell::Command& command : commands) {
    for (const shell::Word& target : command.targets) made.emplace(NameOf(target.text));
    const absl::string_view name = NameOf(command.words[0].text);
    const bool makes = name == "cp" || name == "mv" || name == "ln" || name == "tee" ||
                       name == "chmod" || name == "touch" || name == "git" || name == "[" ||
                       name == "[[" || name == "test" || name == "sed";
    if (!makes) continue;
    for (const shell::Word& word : command.words) made.emplace(NameOf(word.text));
  }
  return made;
}

}  // namespace

std::vector<ScriptWord> ScriptsStartedIn(absl::string_view shell) {
  const std::vector<shell::Command> commands = shell::CommandsIn(shell);
  for (const shell::Command& command : commands) {
    const bool clones = command.words.size() > 1 && command.words[0].text == "git" &&
                        command.words[1].text == "clone";
    if (clones || BringsFiles(command.words[0].text)) return {};
  }
  const std::set<std::string> made = MadeBy(commands);
  std::vector<ScriptWord> found;
  for (const shell::Command& command : commands) {
    ScriptWord word = ScriptOf(command);
    if (word.path.empty() || made.count(std::string(NameOf(word.path))) > 0) continue;
    found.push_back(std::move(word));
  }
  return found;
}

void ForEachShellText(absl::string_view path, absl::string_view text,
                      const std::function<void(absl::string_view, int)>& use) {
  if (IsShellPath(path)) use(text, 0);
  if (!IsWorkflowPath(path)) return;
  const auto documents = ParseYamlDocuments(text);
  if (!documents.ok()) return;
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  ForEachNode(*documents, [&](const YamlNode& step) {
    const YamlNode* run = FindYamlKey(step, "run");
    if (run == nullptr || run->line > static_cast<int>(lines.size())) return;
    if (FindYamlKey(step, "working-directory") != nullptr) return;
    const bool is_block = absl::StrContains(lines[run->line - 1], "|");
    use(run->scalar, is_block ? run->line : run->line - 1);
  });
}

std::vector<ScriptWord> ScriptsStartedBy(absl::string_view path, absl::string_view text) {
  std::vector<ScriptWord> found;
  ForEachShellText(path, text, [&](absl::string_view shell, int lines_before) {
    for (ScriptWord& word : ScriptsStartedIn(shell)) {
      found.push_back({std::move(word.path), word.line + lines_before});
    }
  });
  return found;
}

}  // namespace allreview::rules::configuration
