#include "analyzers/constraints/launches.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace allreview::constraints {
namespace {

using Words = std::vector<RecipeWord>;

absl::string_view NameOf(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsScript(absl::string_view word) {
  return absl::EndsWith(word, ".py") && !absl::StartsWith(word, "-") &&
         word.find_first_of(" =*?") == absl::string_view::npos;
}

// What runs a file of Python that follows.
bool IsInterpreter(absl::string_view word) {
  const absl::string_view name = NameOf(word);
  return absl::StartsWith(name, "python") || name == "torchrun" || name == "deepspeed" ||
         name == "accelerate" || name == "ipython";
}

// A module that starts the file that follows it.
bool IsLauncher(absl::string_view module) {
  return absl::StartsWith(module, "torch.distributed.") || module == "coverage" ||
         module == "debugpy" || module == "accelerate.commands.launch";
}

// The options from `begin` on.
std::vector<Invocation::Given> OptionsOf(const Words& words, size_t begin) {
  std::vector<Invocation::Given> options;
  for (size_t i = begin; i < words.size(); ++i) {
    const RecipeWord& word = words[i];
    if (!IsOption(word.text)) {
      const bool is_short = word.text.size() == 2 && word.text[0] == '-';
      if (options.empty() || is_short) continue;
      options.back().values.push_back(word.text);
      options.back().is_clear = options.back().is_clear && word.is_certain;
      continue;
    }
    // Quotes of an element of an array go when the array is expanded without them.
    const size_t end = word.text.find_first_of("= \t\n");
    Invocation::Given& option = options.emplace_back();
    option.option = word.text.substr(0, end);
    option.line = word.line;
    option.is_clear = word.is_certain;
    option.group = word.group;
    if (end != std::string::npos) option.values.push_back(word.text.substr(end + 1));
  }
  return options;
}

// Another script behind the first is what that starts, unless it is the value of an option.
bool StartsAnother(const Words& words, size_t begin) {
  for (size_t i = begin; i < words.size(); ++i) {
    if (IsScript(words[i].text) && !IsOption(words[i - 1].text)) return true;
  }
  return false;
}

}  // namespace

std::optional<Invocation> InvocationOf(const Words& words) {
  bool is_python = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if (absl::StrContains(text, "pytest") || text == "echo" || text == "printf") {
      return std::nullopt;
    }
    if (IsInterpreter(text)) is_python = true;
    if (text == "-m" && is_python && i + 1 < words.size()) {
      const std::string& module = words[i + 1].text;
      if (IsLauncher(module)) {
        ++i;
        continue;
      }
      if (!words[i + 1].is_certain || StartsAnother(words, i + 2)) return std::nullopt;
      return Invocation{
          .module = module, .line = words[i + 1].line, .options = OptionsOf(words, i + 2)};
    }
    if (!IsScript(text)) continue;
    const bool is_command = i == 0 || is_python;
    if (!is_command || StartsAnother(words, i + 1)) return std::nullopt;
    return Invocation{.script = text, .line = words[i].line, .options = OptionsOf(words, i + 1)};
  }
  return std::nullopt;
}

}  // namespace allreview::constraints
