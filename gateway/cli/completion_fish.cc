#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gateway/cli/completion_words.h"

namespace allreview::cli {
namespace {

std::string FishText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}});
}

// What the script calls for a kind that fish does not know.
constexpr absl::string_view kFishHead =
    R"sh(# Completion of allreview for fish: put it into ~/.config/fish/completions
complete -c allreview -f
function __allreview_rule
    allreview rules 2> /dev/null | string split -f 1 ' '
end
function __allreview_key
    allreview config explain 2> /dev/null | string split -f 1 ' '
end
function __allreview_revision
    set -l before (commandline -ct | string match -r '^.*\.\.' | string replace -r '^--[^=]*=' '')
    printf '%s\n' $before(echo HEAD; git for-each-ref --count=5000 --format='%(refname:short)' refs/heads refs/remotes refs/tags 2> /dev/null)
end
function __allreview_list
    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,')
    printf '%s\n' $before$argv
end
)sh";

std::string FishKinds(absl::Span<const absl::string_view> kinds) {
  std::string text;
  for (absl::string_view kind : kinds) {
    const absl::string_view words = kind == "folder" ? "(__fish_complete_directories)" : "";
    absl::StrAppend(&text, kind == "file"   ? " -F"
                           : !words.empty() ? absl::StrCat(" -a '", words, "'")
                                            : absl::StrCat(" -a '(__allreview_", kind, ")'"));
  }
  return text;
}

std::string FishFlag(const Flag& flag, absl::string_view condition) {
  std::string text = absl::StrCat("complete -c allreview -n '", condition, "' -l ", flag.name);
  if (!flag.value.empty()) {
    const std::vector<absl::string_view> kinds = KindsOf(flag);
    const std::string choices = absl::StrJoin(flag.choices, " ");
    absl::StrAppend(&text, flag.completion == Completion::kFile ? " -r" : " -x");
    if (IsList(flag)) {
      absl::StrAppend(&text, " -a '(__allreview_list ",
                      choices.empty() ? "(__allreview_rule)" : choices, ")'");
    } else {
      absl::StrAppend(&text,
                      choices.empty() ? FishKinds(kinds) : absl::StrCat(" -a '", choices, "'"));
    }
  }
  return absl::StrCat(text, " -d '", FishText(FirstSentence(flag.help)), "'\n");
}

// Whether the line is one of this command.
std::string FishCondition(const Command& command, absl::Span<const Command> commands) {
  const std::string first = FirstWord(command);
  const std::vector<std::string> second = SecondWords(first, commands);
  const std::string seen = absl::StrCat("__fish_seen_subcommand_from ", first);
  if (second.empty()) return seen;
  if (command.name == first) {
    return absl::StrCat(seen, "; and not __fish_seen_subcommand_from ", absl::StrJoin(second, " "));
  }
  return absl::StrCat(seen, "; and __fish_seen_subcommand_from ", SecondWord(command));
}

}  // namespace

std::string FishCompletion(absl::Span<const Command> commands) {
  std::string text(kFishHead);
  for (const Command& command : commands) {
    const std::string seen = FishCondition(command, commands);
    const std::string arguments = ArgumentWords(command, commands);
    if (!arguments.empty()) {
      absl::StrAppend(&text, "complete -c allreview -n '", seen, "' -a '", arguments, "'\n");
    }
    const std::string kinds = FishKinds(KindsOf(command));
    if (!kinds.empty())
      absl::StrAppend(&text, "complete -c allreview -n '", seen, "'", kinds, "\n");
    for (const Flag* flag : command.flags) absl::StrAppend(&text, FishFlag(*flag, seen));
  }
  for (const std::string& first : FirstWords(commands)) {
    const std::vector<std::string> second = SecondWords(first, commands);
    const auto summary =
        std::find_if(commands.begin(), commands.end(),
                     [&](const Command& command) { return FirstWord(command) == first; });
    absl::StrAppend(&text, "complete -c allreview -n __fish_use_subcommand -a ", first, " -d '",
                    FishText(FirstSentence(summary->summary)), "'\n");
    if (second.empty()) continue;
    absl::StrAppend(&text, "complete -c allreview -n '__fish_seen_subcommand_from ", first,
                    "; and not __fish_seen_subcommand_from ", absl::StrJoin(second, " "), "' -a '",
                    absl::StrJoin(second, " "), "'\n");
  }
  return text;
}

}  // namespace allreview::cli
