#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gateway/cli/completion_words.h"

namespace allreview::cli {
namespace {

// Sets what may follow a flag and what may be an argument, for one command.
std::string BashCase(const Command& command, absl::Span<const Command> commands) {
  std::vector<std::string> names;
  std::string values;
  for (const Flag* flag : command.flags) {
    names.push_back(absl::StrCat("--", flag->name, flag->value.empty() ? "" : "="));
    if (flag->value.empty()) continue;
    absl::StrAppend(&values, "        --", flag->name, ") words='",
                    absl::StrJoin(flag->choices, " "), "' kinds='",
                    absl::StrJoin(KindsOf(*flag), " "), "'", IsList(*flag) ? " is_list=1" : "",
                    " ;;\n");
  }
  names.push_back("--help");
  std::vector<std::string> words = SecondWords(command.name, commands);
  words.push_back(ArgumentWords(command, commands));
  return absl::StrCat("    '", command.name, "')\n      names='", absl::StrJoin(names, " "),
                      "'\n      words='", absl::StripAsciiWhitespace(absl::StrJoin(words, " ")),
                      "' kinds='", absl::StrJoin(KindsOf(command), " "), "'\n",
                      command.takes_paths ? "      [[ -n $ended ]] && kinds=file\n" : "",
                      "      case $flag in\n        '') ;;\n", values,
                      "        *) words='' kinds='' ;;\n      esac\n      ;;\n");
}

// Bash splits "--format=js" at "=", unless somebody took "=" out of COMP_WORDBREAKS: both occur.
// Names of branches are the work of others: no shell expands them.
constexpr absl::string_view kBashHead =
    R"(# Completion of allreview for bash: source <(allreview completion bash)
_allreview() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flag='' prefix=''
  local names='--help --version' words='' kinds='' is_list='' ended='' i
  if [[ $word == '=' ]]; then
    flag=$before word=''
  elif [[ $before == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $word == --*=* ]]; then
    flag=${word%%=*} prefix=${word%%=*}= word=${word#*=}
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} == -- ]] && ended=1; done
  local command=${COMP_WORDS[1]}
  (( COMP_CWORD == 1 )) && command=''
)";
constexpr absl::string_view kBashMiddle = R"sh(
  if [[ -z $flag && $before == --?* && " $(_allreview_names "$command") " == *" $before= "* ]]; then
    flag=$before
  fi
  case $command in
)sh";
constexpr absl::string_view kBashTail = R"sh(  esac
  COMPREPLY=()
  if [[ -z $flag && -z $ended && $word == -* ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$word"))
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
    return
  fi
  if [[ -n $is_list && $word == *,* ]]; then
    prefix+=${word%,*}, word=${word##*,}
  fi
  _allreview_kinds
  [[ -n $words ]] && COMPREPLY+=($(compgen -W "$words" -- "$word"))
  [[ -n $prefix ]] && COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
}
# Adds to the words or answers of _allreview what kinds stand for.
_allreview_kinds() {
  local kind end ref
  for kind in $kinds; do
    case $kind in
      file) compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -f -- "$word")) ;;
      folder) compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -d -- "$word")) ;;
      rule) words+=" $(allreview rules 2> /dev/null | while read -r id _; do printf '%s ' "$id"; done)" ;;
      key) words+=" $(allreview config explain 2> /dev/null | while read -r id _; do printf '%s ' "$id"; done)" ;;
      revision)
        end=${word##*..}
        while IFS= read -r ref; do
          [[ $ref == "$end"* ]] && COMPREPLY+=("${word%"$end"}$(printf %q "$ref")")
        done < <(echo HEAD; git for-each-ref --count=5000 --format='%(refname:short)' refs/heads refs/remotes refs/tags 2> /dev/null)
        ;;
    esac
  done
}
complete -F _allreview allreview
)sh";

// Flags of a command that want a value, for one that stands before the word.
std::string BashNames(const Command& command) {
  std::vector<std::string> valued;
  for (const Flag* flag : command.flags) {
    if (!flag->value.empty()) valued.push_back(absl::StrCat("--", flag->name, "="));
  }
  return absl::StrCat("    '", command.name, "') echo '", absl::StrJoin(valued, " "), "' ;;\n");
}

}  // namespace

std::string BashCompletion(absl::Span<const Command> commands) {
  std::string cases;
  std::string names = "_allreview_names() {\n  case $1 in\n";
  std::vector<std::string> pairs;
  for (const Command& command : commands) {
    absl::StrAppend(&cases, BashCase(command, commands));
    absl::StrAppend(&names, BashNames(command));
    if (!SecondWord(command).empty()) pairs.push_back(absl::StrCat("'", command.name, "'"));
  }
  for (const std::string& first : FirstWords(commands)) {
    if (IsCommand(first, commands)) continue;
    absl::StrAppend(&cases, "    '", first, "') words='",
                    absl::StrJoin(SecondWords(first, commands), " "), "' names=--help ;;\n");
  }
  absl::StrAppend(&names, "  esac\n}\n");
  return absl::StrCat(kBashHead,
                      "  (( COMP_CWORD > 2 )) && case \"$command ${COMP_WORDS[2]}\" in\n    ",
                      absl::StrJoin(pairs, "|"), ") command+=\" ${COMP_WORDS[2]}\" ;;\n  esac",
                      kBashMiddle, "    '') words='", absl::StrJoin(FirstWords(commands), " "),
                      "' ;;\n", cases, kBashTail, names);
}

}  // namespace allreview::cli
