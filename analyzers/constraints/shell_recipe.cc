#include "analyzers/constraints/shell_recipe.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/constraints/launches.h"
#include "analyzers/shell/script.h"

namespace allreview::constraints {
namespace {

using Words = std::vector<RecipeWord>;

constexpr size_t kMaxWords = 4'000;  // Of one command, expanded.

bool IsShortOption(absl::string_view word) {
  return word.size() >= 2 && word[0] == '-' &&
         absl::ascii_isalpha(static_cast<unsigned char>(word[1]));
}

// Gathers `--option value value` from words.
void Collect(const Words& words, CommandLine* line) {
  std::map<std::string, size_t> known;
  Setting* setting = nullptr;
  for (const RecipeWord& word : words) {
    if (IsShortOption(word.text)) {
      line->is_complete = false;  // It may be short for any.
      setting = nullptr;
      continue;
    }
    if (!IsOption(word.text)) {
      if (setting == nullptr) continue;
      setting->values.push_back(word.text);
      setting->is_clear = setting->is_clear && word.is_certain;
      continue;
    }
    const size_t equal = word.text.find('=');
    Setting next = {
        .option = word.text.substr(0, equal), .line = word.line, .is_clear = word.is_certain};
    if (equal != std::string::npos) next.values.push_back(word.text.substr(equal + 1));
    const auto [at, is_new] = known.emplace(next.option, line->settings.size());
    if (is_new) {
      line->settings.push_back(std::move(next));
    } else {
      next.is_clear = next.is_clear && line->settings[at->second].is_clear;
      line->settings[at->second] = std::move(next);
    }
    setting = &line->settings[at->second];
  }
}

// "X" of $X, ${X}, ${X[@]}; empty: something else.
std::string NameIn(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "$")) return "";
  if (absl::ConsumePrefix(&text, "{")) {
    if (!absl::ConsumeSuffix(&text, "}")) return "";
    absl::ConsumeSuffix(&text, "[@]");
    absl::ConsumeSuffix(&text, "[*]");
  }
  return shell::IsName(text) ? std::string(text) : "";
}

// Where the word ends that begins at `at`; what stands in $(...), ${...} and `...` does not end it.
size_t EndOfWord(absl::string_view text, size_t at) {
  int open = 0;
  bool is_quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool begins =
        c == '$' && at + 1 < text.size() && (text[at + 1] == '(' || text[at + 1] == '{');
    if (c == '`') is_quoted = !is_quoted;
    if (begins || (open > 0 && (c == '(' || c == '{') && text[at - 1] != '$')) ++open;
    if (open > 0 && (c == ')' || c == '}')) --open;
    if (open == 0 && !is_quoted && absl::ascii_isspace(static_cast<unsigned char>(c))) break;
  }
  return at;
}

// Words between spaces, each on its line.
Words Split(absl::string_view text, int line, bool is_certain) {
  Words words;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    line += static_cast<int>(absl::c_count(text.substr(at, begin - at), '\n'));
    if (begin == text.size()) break;
    at = EndOfWord(text, begin);
    const absl::string_view word = text.substr(begin, at - begin);
    words.push_back({.text = std::string(word), .line = line, .is_certain = is_certain});
    line += static_cast<int>(absl::c_count(word, '\n'));
  }
  return words;
}

// The variables of a script, and what it starts.
class Script {
 public:
  explicit Script(std::vector<shell::Command> commands) : commands_(std::move(commands)) {}

  ShellRecipe Read() {
    for (const shell::Command& command : commands_) {
      ++group_;
      Visit(command);
    }
    return std::move(recipe_);
  }

 private:
  struct Variable {
    Words words = {};
    bool is_known = true;
    Words possible = {};  // All that is ever assigned.
    int assignments = 0;
  };

  void Visit(const shell::Command& command) {
    const std::string& first = command.words[0].text;
    if (first == "source" || first == "." || first == "eval") reads_others_ = true;
    const bool declares = first == "export" || first == "local" || first == "declare" ||
                          first == "readonly" || first == "typeset";
    size_t begin = declares ? 1 : 0;
    while (declares && begin < command.words.size() && IsShortOption(command.words[begin].text)) {
      ++begin;
    }
    if (begin < command.words.size() && Assign(command, begin)) return;
    Start(command);
  }

  // NAME=value, NAME=(a b), NAME+=(a b)
  bool Assign(const shell::Command& command, size_t begin) {
    const shell::Word& head = command.words[begin];
    const std::string name(shell::AssignedName(head.text));
    if (name.empty()) return false;
    const size_t equal = head.text.find('=');
    const bool appends = head.text[equal - 1] == '+';
    const bool is_array = absl::EndsWith(head.text, "=(");
    if (!is_array && command.words.size() > begin + 1) return false;  // X=1 command
    shell::Word value = head;
    value.text = head.text.substr(equal + 1);
    Variable& variable = variables_[name];
    const bool is_new = variable.assignments == 0;
    variable.assignments += !appends;
    Remember(is_array ? PossibleAll(command, begin + 1) : Possible(value, /*splits=*/true),
             variable);
    Words words = is_array ? ExpandedAll(command, begin + 1) : Expanded(value);
    if (appends) {
      for (RecipeWord& word : words) {
        word.is_certain = word.is_certain && command.is_certain();
        variable.words.push_back(std::move(word));
      }
    } else if (!is_new || !command.is_certain()) {
      variable.is_known = false;
    } else {
      variable.words = std::move(words);
    }
    return true;
  }

  static void Remember(Words words, Variable& variable) {
    for (RecipeWord& word : words) {
      if (variable.possible.size() < kMaxWords) variable.possible.push_back(std::move(word));
    }
  }

  Words Expanded(const shell::Word& word) const {
    if (word.is_literal || !absl::StrContains(word.text, "$")) {
      return Split(word.text, word.line, !absl::StrContains(word.text, "`"));
    }
    if (const std::string name = NameIn(word.text); !name.empty()) {
      const auto variable = variables_.find(name);
      if (variable != variables_.end() && variable->second.is_known) return variable->second.words;
      return {{.text = word.text, .line = word.line, .is_certain = false}};
    }
    // Several things in one word: its options are known, values with variables are not.
    Words words;
    for (const RecipeWord& part : Split(word.text, word.line, true)) {
      if (part.text != word.text && !NameIn(part.text).empty()) {
        const Words more = Expanded({.text = part.text, .line = part.line});
        words.insert(words.end(), more.begin(), more.end());
        continue;
      }
      words.push_back(part);
      words.back().is_certain = !absl::StrContains(part.text, "$");
    }
    return words;
  }

  Words ExpandedAll(const shell::Command& command, size_t begin) {
    Words words;
    for (size_t i = begin; i < command.words.size(); ++i) {
      const Words more = Expanded(command.words[i]);
      is_cut_ = is_cut_ || words.size() + more.size() > kMaxWords;
      if (is_cut_) break;
      words.insert(words.end(), more.begin(), more.end());
    }
    return words;
  }

  // What the word may become in any run. One in quotes is one word, unless it is a command.
  Words Possible(const shell::Word& word, bool splits) const {
    const bool is_command = absl::StrContains(word.text, ".py ");
    if (word.is_quoted && !splits && !is_command && NameIn(word.text).empty()) {
      const bool is_open = !word.is_literal && word.text.find_first_of("$`") != std::string::npos;
      return {{word.text, word.line, !is_open, group_}};
    }
    Words words;
    for (RecipeWord& part : Split(word.text, word.line, true)) {
      const auto variable = word.is_literal ? variables_.end() : variables_.find(NameIn(part.text));
      if (variable != variables_.end()) {
        const Words& more = variable->second.possible;
        const size_t room = kMaxWords - std::min(kMaxWords, words.size());
        words.insert(words.end(), more.begin(), more.begin() + std::min(room, more.size()));
        // One of several: what stands in the word is not what it becomes in each run.
        if (variable->second.assignments > 1) {
          for (size_t i = words.size() - std::min(room, more.size()); i < words.size(); ++i) {
            words[i].is_certain = false;
          }
        }
        continue;
      }
      part.group = group_;
      part.is_certain = word.is_literal || part.text.find_first_of("$`") == std::string::npos;
      words.push_back(std::move(part));
    }
    return words;
  }

  Words PossibleAll(const shell::Command& command, size_t begin) const {
    Words words;
    for (size_t i = begin; i < command.words.size() && words.size() < kMaxWords; ++i) {
      Words more = Possible(command.words[i], /*splits=*/false);
      std::move(more.begin(), more.end(), std::back_inserter(words));
    }
    return words;
  }

  // A command that names a program in Python.
  void Start(const shell::Command& command) {
    if (std::optional<Invocation> invocation = InvocationOf(PossibleAll(command, 0))) {
      recipe_.invocations.push_back(*std::move(invocation));
    }
    if (!command.is_certain()) return;
    const Words words = ExpandedAll(command, 0);
    const auto script = absl::c_find_if(
        words, [](const RecipeWord& word) { return absl::EndsWith(word.text, ".py"); });
    if (script == words.end()) return;
    CommandLine line = {.script = script->text, .line = script->line};
    const Words options(script + 1, words.end());
    Collect(options, &line);
    if (reads_others_ || is_cut_ || MayHoldOptions(options)) line.is_complete = false;
    if (!line.settings.empty()) recipe_.lines.push_back(std::move(line));
  }

  // $@, $EXTRA_ARGS and all else that may be several words. What follows an option is its value.
  static bool MayHoldOptions(const Words& words) {
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string& text = words[i].text;
      if (words[i].is_certain || !absl::StartsWith(text, "$")) continue;
      const bool is_value = i > 0 && IsOption(words[i - 1].text);
      if (!is_value || text == "$@" || text == "$*" || absl::StrContains(text, "[@]")) return true;
    }
    return false;
  }

  const std::vector<shell::Command> commands_;
  std::map<std::string, Variable> variables_;
  ShellRecipe recipe_;
  int group_ = 0;
  bool reads_others_ = false, is_cut_ = false;
};

}  // namespace

bool IsOption(absl::string_view word) {
  return absl::StartsWith(word, "--") && word.size() > 2 &&
         absl::ascii_isalpha(static_cast<unsigned char>(word[2]));
}

ShellRecipe ReadShellRecipe(absl::string_view text) {
  return Script(shell::CommandsIn(text)).Read();
}

}  // namespace allreview::constraints
