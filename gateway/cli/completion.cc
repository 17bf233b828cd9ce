#include "gateway/cli/completion.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace allreview::cli {
namespace {

// Words that may stand first: "review", "config".
std::vector<std::string> FirstWords(absl::Span<const Command> commands) {
  std::vector<std::string> words;
  for (const Command& command : commands) {
    std::string first = std::vector<std::string>(absl::StrSplit(command.name, ' '))[0];
    if (std::find(words.begin(), words.end(), first) == words.end()) words.push_back(first);
  }
  return words;
}

std::string FirstWord(const Command& command) { return FirstWords({&command, 1})[0]; }

// "explain" of "config explain"; empty: the command is one word.
std::string SecondWord(const Command& command) {
  const std::vector<std::string> words = absl::StrSplit(command.name, ' ');
  return words.size() > 1 ? words[1] : "";
}

// "test" of "rules test", beside a command "rules" of one word. Empty: there is no such.
std::string Subcommand(const Command& command, absl::Span<const Command> commands) {
  for (const Command& other : commands) {
    if (!SecondWord(command).empty() || FirstWord(other) != command.name) continue;
    if (&other != &command) return SecondWord(other);
  }
  return "";
}

// Is completed as a part of another command.
bool IsSubcommand(const Command& command, absl::Span<const Command> commands) {
  for (const Command& other : commands) {
    if (!SecondWord(command).empty() && other.name == FirstWord(command)) return true;
  }
  return false;
}

// What help takes: names of commands.
std::string ArgumentWords(const Command& command, absl::Span<const Command> commands) {
  if (command.name == "help") return absl::StrJoin(FirstWords(commands), " ");
  return absl::StrJoin(command.words, " ");
}

std::string FirstSentence(absl::string_view help) {
  const size_t end = help.find(". ");
  std::string sentence(help.substr(0, end));
  if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
  return sentence;
}

absl::string_view KindName(Completion completion) {
  switch (completion) {
    case Completion::kFile:
      return "file";
    case Completion::kFolder:
      return "folder";
    case Completion::kRuleId:
      return "rule";
    case Completion::kNothing:
      break;
  }
  return "nothing";
}

// Sets what may follow a flag and what may be an argument, for one command.
std::string BashCase(const Command& command, absl::Span<const Command> commands) {
  std::vector<std::string> names;
  std::string values;
  for (const Flag* flag : command.flags) {
    names.push_back(absl::StrCat("--", flag->name, flag->value.empty() ? "" : "="));
    if (flag->value.empty()) continue;
    absl::StrAppend(&values, "        --", flag->name, ") words='",
                    absl::StrJoin(flag->choices, " "), "' kind=", KindName(flag->completion),
                    " ;;\n");
  }
  names.push_back("--help");
  std::string text = absl::StrCat("    ", FirstWord(command), ")\n      names='",
                                  absl::StrJoin(names, " "), "'\n");
  absl::StrAppend(&text, "      words='", ArgumentWords(command, commands),
                  "' kind=", KindName(command.completion), "\n");
  const std::string subcommand = Subcommand(command, commands);
  if (!subcommand.empty()) {  // Its arguments are files.
    absl::StrAppend(&text, "      if (( COMP_CWORD > 2 )) && [[ ${COMP_WORDS[2]} == ", subcommand,
                    " ]]; then kind=file; else words='", subcommand, "'; fi\n");
  }
  const std::string second = SecondWord(command);
  if (!second.empty()) {
    absl::StrAppend(&text, "      (( COMP_CWORD == 2 )) && words='", second, "' kind=nothing\n");
  }
  absl::StrAppend(&text, "      case $flag in\n        '') ;;\n", values,
                  "        *) words='' kind=nothing ;;\n      esac\n      ;;\n");
  return text;
}

// Bash splits "--format=js" at "=", unless somebody took "=" out of COMP_WORDBREAKS: both occur.
constexpr absl::string_view kBashHead =
    R"(# Completion of allreview for bash: source <(allreview completion bash)
_allreview() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flag='' prefix=''
  local names='--help --version' words='' kind=nothing
  if [[ $word == '=' ]]; then
    flag=$before word=''
  elif [[ $before == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $word == --*=* ]]; then
    flag=${word%%=*} prefix=${word%%=*}= word=${word#*=}
  fi
)";
constexpr absl::string_view kBashMiddle = R"(  local command=${COMP_WORDS[1]}
  (( COMP_CWORD == 1 )) && command=''
  if [[ -z $flag && $before == --* && " $(_allreview_names "$command") " == *" $before= "* ]]; then
    flag=$before
  fi
  case $command in
)";
constexpr absl::string_view kBashTail = R"(  esac
  COMPREPLY=()
  if [[ -z $flag && $word == -* ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$word"))
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
    return
  fi
  case $kind in
    file) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$word")) ;;
    folder) compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -d -- "$word")) ;;
    rule) words+=" "$(allreview rules 2> /dev/null | while read -r id _; do printf '%s ' "$id"; done) ;;
  esac
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ -n $prefix ]] && COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
}
complete -F _allreview allreview
)";

std::string Bash(absl::Span<const Command> commands) {
  std::string cases;
  std::string names = "_allreview_names() {\n  case $1 in\n";
  for (const Command& command : commands) {
    if (IsSubcommand(command, commands)) continue;
    absl::StrAppend(&cases, BashCase(command, commands));
    std::vector<std::string> valued;
    for (const Flag* flag : command.flags) {
      if (!flag->value.empty()) valued.push_back(absl::StrCat("--", flag->name, "="));
    }
    absl::StrAppend(&names, "    ", FirstWord(command), ") echo '", absl::StrJoin(valued, " "),
                    "' ;;\n");
  }
  absl::StrAppend(&names, "  esac\n}\n");
  return absl::StrCat(kBashHead, kBashMiddle, "    '') words='",
                      absl::StrJoin(FirstWords(commands), " "), "' ;;\n", cases, kBashTail, names);
}

// Inside '...' of a zsh specification, where brackets and colons mean something.
std::string ZshText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"'", "'\\''"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

std::string ZshAction(absl::Span<const absl::string_view> words, Completion completion) {
  if (!words.empty()) return absl::StrCat("(", absl::StrJoin(words, " "), ")");
  switch (completion) {
    case Completion::kFile:
      return "_files";
    case Completion::kFolder:
      return "_files -/";
    case Completion::kRuleId:
      return "_allreview_rules";
    case Completion::kNothing:
      break;
  }
  return " ";
}

std::string ZshFlag(const Flag& flag) {
  const std::string help = ZshText(FirstSentence(flag.help));
  const absl::string_view star = flag.is_repeatable ? "*" : "";
  if (flag.value.empty()) return absl::StrCat("'", star, "--", flag.name, "[", help, "]'");
  return absl::StrCat("'", star, "--", flag.name, "=[", help, "]:", flag.value, ":",
                      ZshAction(flag.choices.words(), flag.completion), "'");
}

std::string ZshCase(const Command& command, absl::Span<const Command> commands) {
  std::string text = absl::StrCat("    ", FirstWord(command), ")\n");
  const std::string second = SecondWord(command);
  if (!second.empty()) {
    absl::StrAppend(&text, "      if (( CURRENT == 2 )); then compadd ", second,
                    "; return; fi\n      shift words; (( CURRENT-- ))\n");
  }
  const std::string subcommand = Subcommand(command, commands);
  if (!subcommand.empty()) {
    absl::StrAppend(&text, "      if (( CURRENT > 2 )) && [[ $words[2] == ", subcommand,
                    " ]]; then _files; return; fi\n      (( CURRENT == 2 )) && compadd ",
                    subcommand, "\n");
  }
  absl::StrAppend(&text, "      _arguments '--help[Explains the command]'");
  for (const Flag* flag : command.flags) absl::StrAppend(&text, " \\\n        ", ZshFlag(*flag));
  const std::string words = ArgumentWords(command, commands);
  if (command.max_arguments > 0) {
    absl::StrAppend(
        &text, " \\\n        '*:argument:",
        words.empty() ? ZshAction({}, command.completion) : absl::StrCat("(", words, ")"), "'");
  }
  return absl::StrCat(text, "\n      ;;\n");
}

std::string Zsh(absl::Span<const Command> commands) {
  std::string text =
      "#compdef allreview\n# Completion of allreview for zsh: put it into a folder of $fpath as "
      "_allreview\n"
      "_allreview_rules() {\n  local -a ids\n  ids=(${${(f)\"$(allreview rules 2> "
      "/dev/null)\"}%% *})\n"
      "  compadd -a ids\n}\n_allreview() {\n  local -a commands\n  commands=(\n";
  for (const Command& command : commands) {
    if (IsSubcommand(command, commands)) continue;
    absl::StrAppend(&text, "    '", FirstWord(command), ":",
                    ZshText(FirstSentence(command.summary)), "'\n");
  }
  absl::StrAppend(&text,
                  "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
                  "  shift words; (( CURRENT-- ))\n  case $words[1] in\n");
  for (const Command& command : commands) {
    if (!IsSubcommand(command, commands)) absl::StrAppend(&text, ZshCase(command, commands));
  }
  return absl::StrCat(text,
                      "  esac\n}\nif [[ $funcstack[1] == _allreview ]]; then _allreview \"$@\"; "
                      "else compdef _allreview allreview; fi\n");
}

std::string FishText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}});
}

std::string FishFlag(const Flag& flag, absl::string_view condition) {
  std::string text = absl::StrCat("complete -c allreview -n '", condition, "' -l ", flag.name);
  if (!flag.value.empty()) {
    const bool is_path =
        flag.completion == Completion::kFile || flag.completion == Completion::kFolder;
    absl::StrAppend(&text, is_path ? " -r -F" : " -x");
    if (!flag.choices.empty()) {
      absl::StrAppend(&text, " -a '", absl::StrJoin(flag.choices, " "), "'");
    }
  }
  return absl::StrCat(text, " -d '", FishText(FirstSentence(flag.help)), "'\n");
}

std::string Fish(absl::Span<const Command> commands) {
  std::string text =
      "# Completion of allreview for fish: put it into ~/.config/fish/completions\n"
      "complete -c allreview -f\n";
  for (const Command& command : commands) {
    const std::string first = FirstWord(command);
    const std::string seen = absl::StrCat("__fish_seen_subcommand_from ", first);
    if (IsSubcommand(command, commands)) {
      absl::StrAppend(&text, "complete -c allreview -n '", seen, "' -a ", SecondWord(command),
                      " -F\n");
      continue;
    }
    absl::StrAppend(&text, "complete -c allreview -n __fish_use_subcommand -a ", first, " -d '",
                    FishText(FirstSentence(command.summary)), "'\n");
    const std::string second = SecondWord(command);
    const std::string words = second.empty() ? ArgumentWords(command, commands) : second;
    if (!words.empty()) {
      absl::StrAppend(&text, "complete -c allreview -n '", seen, "' -a '", words, "'\n");
    }
    if (command.completion == Completion::kFile) {
      absl::StrAppend(&text, "complete -c allreview -n '", seen, "' -F\n");
    }
    if (command.completion == Completion::kRuleId) {
      absl::StrAppend(&text, "complete -c allreview -n '", seen,
                      "' -a '(allreview rules 2> /dev/null | string split -f 1 \" \")'\n");
    }
    for (const Flag* flag : command.flags) absl::StrAppend(&text, FishFlag(*flag, seen));
  }
  return text;
}

}  // namespace

std::string CompletionScript(absl::string_view shell, absl::Span<const Command> commands) {
  if (shell == "zsh") return Zsh(commands);
  if (shell == "fish") return Fish(commands);
  return Bash(commands);
}

}  // namespace allreview::cli
