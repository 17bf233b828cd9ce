#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gateway/cli/completion_words.h"

namespace allreview::cli {
namespace {

// Inside '...' of a zsh specification, where brackets and colons mean something.
std::string ZshText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"'", "'\\''"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

// Functions of the script, one for each kind.
constexpr absl::string_view kZshHead = R"sh(#compdef allreview
# Completion of allreview for zsh: put it into a folder of $fpath as _allreview
_allreview_file() { _files }
_allreview_folder() { _files -/ }
_allreview_rule() {
  local -a ids
  ids=(${${(f)"$(allreview rules 2> /dev/null)"}%% *})
  compadd "$@" -a ids
}
_allreview_key() {
  local -a ids
  ids=(${${(f)"$(allreview config explain 2> /dev/null)"}%% *})
  compadd -a ids
}
_allreview_revision() {
  local -a refs
  compset -P '*..'
  refs=(HEAD ${(f)"$(git for-each-ref --count=5000 --format='%(refname:short)' refs/heads refs/remotes refs/tags 2> /dev/null)"})
  compadd -a refs
}
_allreview_kinds() {
  local kind
  for kind in "$@"; do _allreview_$kind; done
}
_allreview() {
  local -a commands
  commands=(
)sh";

std::string ZshAction(absl::Span<const absl::string_view> words,
                      absl::Span<const absl::string_view> kinds) {
  if (!words.empty()) return absl::StrCat("(", absl::StrJoin(words, " "), ")");
  if (kinds.empty()) return " ";
  // The space keeps _arguments from passing options of compadd, which are no kinds.
  return absl::StrCat(" _allreview_kinds ", absl::StrJoin(kinds, " "));
}

std::string ZshFlag(const Flag& flag) {
  const std::string help = ZshText(FirstSentence(flag.help));
  const absl::string_view star = flag.is_repeatable ? "*" : "";
  if (flag.value.empty()) return absl::StrCat("'", star, "--", flag.name, "[", help, "]'");
  std::string action = ZshAction(flag.choices.words(), KindsOf(flag));
  if (flag.is_list) action = absl::StrCat("_values -s , LIST ", absl::StrJoin(flag.choices, " "));
  if (flag.completion == Completion::kRuleId) action = "_sequence _allreview_rule";
  return absl::StrCat("'", star, "--", flag.name, "=[", help, "]:", flag.value, ":", action, "'");
}

std::string ZshCase(const Command& command, absl::Span<const Command> commands) {
  std::string text = absl::StrCat("    '", command.name, "')\n");
  const std::vector<std::string> second = SecondWords(command.name, commands);
  if (!second.empty()) {
    absl::StrAppend(&text, "      (( CURRENT == 2 )) && compadd ", absl::StrJoin(second, " "),
                    "\n");
  }
  absl::StrAppend(&text, "      _arguments '--help[Explains the command]'");
  for (const Flag* flag : command.flags) absl::StrAppend(&text, " \\\n        ", ZshFlag(*flag));
  const std::string words = ArgumentWords(command, commands);
  if (command.max_arguments > 0) {
    absl::StrAppend(&text, " \\\n        '*:argument:",
                    words.empty() ? ZshAction({}, KindsOf(command)) : absl::StrCat("(", words, ")"),
                    "'");
  }
  return absl::StrCat(text, "\n      ;;\n");
}

}  // namespace

std::string ZshCompletion(absl::Span<const Command> commands) {
  std::string text(kZshHead);
  std::string cases;
  std::vector<std::string> pairs;
  for (const Command& command : commands) {
    absl::StrAppend(&cases, ZshCase(command, commands));
    if (!SecondWord(command).empty()) pairs.push_back(absl::StrCat("'", command.name, "'"));
    if (IsCommand(FirstWord(command), commands) && !SecondWord(command).empty()) continue;
    const bool is_first = command.name == FirstWord(command) ||
                          SecondWords(FirstWord(command), commands)[0] == SecondWord(command);
    if (!is_first) continue;
    absl::StrAppend(&text, "    '", FirstWord(command), ":",
                    ZshText(FirstSentence(command.summary)), "'\n");
  }
  for (const std::string& first : FirstWords(commands)) {
    if (IsCommand(first, commands)) continue;
    absl::StrAppend(&cases, "    '", first, "') (( CURRENT == 2 )) && compadd ",
                    absl::StrJoin(SecondWords(first, commands), " "), " ;;\n");
  }
  return absl::StrCat(
      text,
      "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  shift words; (( CURRENT-- ))\n  local command=$words[1]\n"
      "  (( CURRENT > 2 )) && case \"$command $words[2]\" in\n    ",
      absl::StrJoin(pairs, "|"),
      ") command+=\" $words[2]\"; shift words; (( CURRENT-- )) ;;\n  esac\n  case $command in\n",
      cases,
      "  esac\n}\nif [[ $funcstack[1] == _allreview ]]; then _allreview \"$@\"; "
      "else compdef _allreview allreview; fi\n");
}

}  // namespace allreview::cli
