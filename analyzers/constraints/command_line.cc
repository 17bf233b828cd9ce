#include "analyzers/constraints/command_line.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/constraints/shell_words.h"

namespace allreview::constraints {
namespace {

constexpr size_t kMaxWords = 4'000;  // Of one command, expanded.

bool IsOption(absl::string_view word) {
  return absl::StartsWith(word, "--") && word.size() > 3 &&
         absl::ascii_isalpha(static_cast<unsigned char>(word[2]));
}

bool IsShortOption(absl::string_view word) {
  return word.size() >= 2 && word[0] == '-' &&
         absl::ascii_isalpha(static_cast<unsigned char>(word[1]));
}

// 2>&1, >log
bool IsRedirection(absl::string_view word) {
  return absl::StartsWith(word, ">") || absl::StartsWith(word, "2>") || word == "<";
}

// A word as far as it is known.
struct Word {
  std::string text = {};
  int line = 0;
  bool is_certain = true;  // It is there, and so.
};

// Gathers `--option value value` from words.
void Collect(const std::vector<Word>& words, CommandLine* line) {
  std::map<std::string, size_t> known;
  Setting* setting = nullptr;
  for (const Word& word : words) {
    if (IsRedirection(word.text)) break;
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

// The variables of a script, and what it starts.
class Script {
 public:
  explicit Script(std::vector<ShellCommand> commands) : commands_(std::move(commands)) {}

  std::vector<CommandLine> Read() {
    for (const ShellCommand& command : commands_) Visit(command);
    return std::move(lines_);
  }

 private:
  struct Variable {
    std::vector<Word> words;
    bool is_known = true;
  };

  void Visit(const ShellCommand& command) {
    const std::string& first = command.words[0].text;
    if (first == "if" || first == "for" || first == "while" || first == "case" ||
        first == "until" || first == "{" || absl::EndsWith(first, "()") || first == "function") {
      ++depth_;
    } else if (first == "fi" || first == "done" || first == "esac" || first == "}") {
      depth_ = std::max(0, depth_ - 1);
    } else if (first == "source" || first == "." || first == "eval") {
      reads_others_ = true;
    }
    size_t begin = 0;
    while (begin < command.words.size() &&
           (command.words[begin].text == "export" || command.words[begin].text == "local" ||
            command.words[begin].text == "then" || command.words[begin].text == "else" ||
            command.words[begin].text == "do")) {
      ++begin;
    }
    if (begin < command.words.size() && Assign(command, begin)) return;
    Start(command);
  }

  static bool IsName(absl::string_view text) {
    if (text.empty() || absl::ascii_isdigit(static_cast<unsigned char>(text[0]))) return false;
    return absl::c_all_of(text, [](char c) {
      return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c));
    });
  }

  // NAME=value, NAME=(a b), NAME+=(a b)
  bool Assign(const ShellCommand& command, size_t begin) {
    const ShellWord& head = command.words[begin];
    const size_t equal = head.text.find('=');
    if (equal == std::string::npos || equal == 0) return false;
    const bool appends = head.text[equal - 1] == '+';
    const std::string name = head.text.substr(0, equal - appends);
    if (!IsName(name)) return false;
    const bool is_array = absl::EndsWith(head.text, "=(");
    if (!is_array && command.words.size() > begin + 1) return false;  // X=1 command
    ShellWord value = head;
    value.text = head.text.substr(equal + 1);
    std::vector<Word> words = is_array ? ExpandedAll(command, begin + 1) : Expanded(value);
    const auto [variable, is_new] = variables_.try_emplace(name);
    const bool is_conditional = depth_ > 0;
    if (appends) {
      for (Word& word : words) {
        word.is_certain = word.is_certain && !is_conditional;
        variable->second.words.push_back(std::move(word));
      }
      return true;
    }
    if (!is_new || is_conditional) {
      variable->second.is_known = false;
      return true;
    }
    variable->second.words = std::move(words);
    return true;
  }

  // "X" of $X, ${X}, ${X[@]}; empty: something else.
  static std::string NameIn(absl::string_view text) {
    if (!absl::ConsumePrefix(&text, "$")) return "";
    if (absl::ConsumePrefix(&text, "{")) {
      if (!absl::ConsumeSuffix(&text, "}")) return "";
      absl::ConsumeSuffix(&text, "[@]");
      absl::ConsumeSuffix(&text, "[*]");
    }
    return IsName(text) ? std::string(text) : "";
  }

  std::vector<Word> Expanded(const ShellWord& word) const {
    if (word.is_literal || !absl::StrContains(word.text, "$")) {
      return Split(word.text, word.line, !absl::StrContains(word.text, "`"));
    }
    if (const std::string name = NameIn(word.text); !name.empty()) {
      const auto variable = variables_.find(name);
      if (variable != variables_.end() && variable->second.is_known) return variable->second.words;
      return {{.text = word.text, .line = word.line, .is_certain = false}};
    }
    // Several things in one word: its options are known, values with variables are not.
    std::vector<Word> words;
    for (const Word& part : Split(word.text, word.line, true)) {
      if (part.text != word.text && !NameIn(part.text).empty()) {
        const std::vector<Word> more = Expanded({.text = part.text, .line = part.line});
        words.insert(words.end(), more.begin(), more.end());
        continue;
      }
      words.push_back(part);
      words.back().is_certain = !absl::StrContains(part.text, "$");
    }
    return words;
  }

  static std::vector<Word> Split(absl::string_view text, int line, bool is_certain) {
    std::vector<Word> words;
    for (absl::string_view part :
         absl::StrSplit(text, absl::ByAnyChar(" \t\n"), absl::SkipEmpty())) {
      words.push_back({.text = std::string(part), .line = line, .is_certain = is_certain});
    }
    return words;
  }

  std::vector<Word> ExpandedAll(const ShellCommand& command, size_t begin) {
    std::vector<Word> words;
    for (size_t i = begin; i < command.words.size(); ++i) {
      const std::vector<Word> more = Expanded(command.words[i]);
      is_cut_ = is_cut_ || words.size() + more.size() > kMaxWords;
      if (is_cut_) break;
      words.insert(words.end(), more.begin(), more.end());
    }
    return words;
  }

  // A command that names a program in Python.
  void Start(const ShellCommand& command) {
    const std::vector<Word> words = ExpandedAll(command, 0);
    const auto script =
        absl::c_find_if(words, [](const Word& word) { return absl::EndsWith(word.text, ".py"); });
    if (script == words.end() || depth_ > 0) return;
    CommandLine line = {.script = script->text, .line = script->line};
    const std::vector<Word> options(script + 1, words.end());
    Collect(options, &line);
    if (reads_others_ || is_cut_ || MayHoldOptions(options)) line.is_complete = false;
    if (!line.settings.empty()) lines_.push_back(std::move(line));
  }

  // $@, $EXTRA_ARGS and all else that may be several words. What follows an option is its value.
  static bool MayHoldOptions(const std::vector<Word>& words) {
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string& text = words[i].text;
      if (words[i].is_certain || !absl::StartsWith(text, "$")) continue;
      const bool is_value = i > 0 && IsOption(words[i - 1].text);
      if (!is_value || text == "$@" || text == "$*" || absl::StrContains(text, "[@]")) return true;
    }
    return false;
  }

  const std::vector<ShellCommand> commands_;
  std::map<std::string, Variable> variables_;
  std::vector<CommandLine> lines_;
  int depth_ = 0;
  bool reads_others_ = false, is_cut_ = false;
};

struct YamlLine {
  int indent = 0;
  std::string option = {};
  absl::string_view value = {};
};

std::optional<YamlLine> OptionIn(absl::string_view line) {
  const size_t indent = line.find_first_not_of(' ');
  if (indent == absl::string_view::npos) return std::nullopt;
  absl::string_view rest = line.substr(indent);
  const absl::string_view quote = rest.substr(0, rest[0] == '"' || rest[0] == '\'' ? 1 : 0);
  absl::ConsumePrefix(&rest, quote);
  const size_t end = rest.find_first_of(": \t");
  if (end == absl::string_view::npos || !IsOption(rest)) return std::nullopt;
  absl::string_view option = rest.substr(0, end);
  if (!quote.empty()) absl::ConsumeSuffix(&option, quote);
  rest.remove_prefix(end);
  if (!absl::ConsumePrefix(&rest, ":")) return std::nullopt;
  return YamlLine{static_cast<int>(indent), std::string(option), absl::StripAsciiWhitespace(rest)};
}

// The value as far as it stands in the line.
Setting SettingOf(const YamlLine& line, int number) {
  Setting setting = {.option = line.option, .line = number};
  absl::string_view value = line.value;
  if (const size_t comment = value.find(" #"); comment != absl::string_view::npos) {
    value = absl::StripTrailingAsciiWhitespace(value.substr(0, comment));
  }
  if (value == "true" || value == "True") return setting;
  setting.is_clear = !value.empty() && value != "false" && value != "False" &&
                     value.find_first_of("$[{|>&*!") == absl::string_view::npos;
  if (value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0]) {
    value = value.substr(1, value.size() - 2);
  }
  for (absl::string_view part : absl::StrSplit(value, ' ', absl::SkipEmpty())) {
    setting.values.emplace_back(part);
  }
  return setting;
}

std::vector<CommandLine> OfYaml(absl::string_view text) {
  std::vector<CommandLine> lines;
  int number = 0, indent = -1;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const size_t first = line.find_first_not_of(" \r\t");
    if (first == absl::string_view::npos || line[first] == '#') continue;
    const std::optional<YamlLine> option = OptionIn(line);
    if (!option) {
      // A key with less indentation ends a group; what is indented further belongs to an option.
      if (static_cast<int>(first) <= indent) indent = -1;
      if (indent >= 0) lines.back().settings.back().is_clear = false;
      continue;
    }
    if (option->indent != indent) lines.push_back({.line = number});
    indent = option->indent;
    lines.back().settings.push_back(SettingOf(*option, number));
  }
  // Several groups may be parts of one command.
  for (CommandLine& line : lines) line.is_complete = lines.size() == 1;
  return lines;
}

}  // namespace

std::vector<CommandLine> CommandLinesIn(absl::string_view path, absl::string_view text) {
  if (absl::EndsWith(path, ".sh")) return Script(ShellCommandsIn(text)).Read();
  if (absl::EndsWith(path, ".yaml") || absl::EndsWith(path, ".yml")) return OfYaml(text);
  return {};
}

}  // namespace allreview::constraints
