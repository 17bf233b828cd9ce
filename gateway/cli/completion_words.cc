#include "gateway/cli/completion_words.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace allreview::cli {

std::vector<std::string> FirstWords(absl::Span<const Command> commands) {
  std::vector<std::string> words;
  for (const Command& command : commands) {
    std::string first = std::vector<std::string>(absl::StrSplit(command.name, ' '))[0];
    if (std::find(words.begin(), words.end(), first) == words.end()) words.push_back(first);
  }
  return words;
}

std::string FirstWord(const Command& command) { return FirstWords({&command, 1})[0]; }

std::string SecondWord(const Command& command) {
  const std::vector<std::string> words = absl::StrSplit(command.name, ' ');
  return words.size() > 1 ? words[1] : "";
}

std::vector<std::string> SecondWords(absl::string_view first, absl::Span<const Command> commands) {
  std::vector<std::string> words;
  for (const Command& command : commands) {
    if (FirstWord(command) == first && command.name != first) words.push_back(SecondWord(command));
  }
  return words;
}

bool IsCommand(absl::string_view name, absl::Span<const Command> commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [name](const Command& command) { return command.name == name; });
}

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

std::vector<absl::string_view> KindsOf(Completion completion, absl::string_view usage) {
  std::vector<absl::string_view> kinds;
  if (completion == Completion::kFile) kinds.push_back("file");
  if (completion == Completion::kFolder) kinds.push_back("folder");
  if (completion == Completion::kRuleId) kinds.push_back("rule");
  if (absl::StrContains(usage, "KEY")) kinds.push_back("key");
  if (absl::StrContains(usage, "REV") || absl::StrContains(usage, "BASE..HEAD")) {
    kinds.push_back("revision");
  }
  return kinds;
}

std::vector<absl::string_view> KindsOf(const Flag& flag) {
  return KindsOf(flag.completion, flag.value);
}

std::vector<absl::string_view> KindsOf(const Command& command) {
  return KindsOf(command.completion, command.arguments);
}

bool IsList(const Flag& flag) { return flag.is_list || flag.completion == Completion::kRuleId; }

}  // namespace allreview::cli
