#include "analyzers/rules/configuration/command_line.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/text_search.h"

namespace allreview::rules::configuration {
namespace {

using python::Module;

bool IsAddArgument(Node call) {
  if (!call.Is(NodeKind::kCall)) return false;
  const Node function = call.child(Field::kFunction);
  return function.Is(NodeKind::kAttribute) &&
         function.child(Field::kAttribute).text() == kAddArgument;
}

}  // namespace

std::optional<Flag> FlagOf(Node call) {
  if (!IsAddArgument(call)) return std::nullopt;
  const python::Arguments arguments = python::ArgumentsOf(call);
  Flag flag{.call = call, .has_double_star = arguments.has_double_star};
  for (Node argument : arguments.positional) {
    const absl::string_view option = Module::StringContent(argument);
    if (!absl::StartsWith(option, "-")) continue;
    flag.options.push_back(argument);
    if (flag.option.empty() ||
        (absl::StartsWith(option, "--") && !absl::StartsWith(flag.option, "--"))) {
      flag.option = option;
    }
  }
  if (flag.options.empty()) return std::nullopt;
  flag.destination = std::string(Module::StringContent(flag.Keyword("dest")));
  if (flag.destination.empty()) {
    flag.destination = absl::StrReplaceAll(WithoutDashes(flag.option), {{"-", "_"}});
  }
  if (const Node action = flag.Keyword("action")) {
    flag.action = Module::StringContent(action);
    if (flag.action.empty()) flag.action = LastName(action);
  }
  return flag;
}

std::vector<Flag> FlagsIn(const Module& module) {
  std::vector<Flag> flags;
  for (Node call : module.CallsOf({kAddArgument})) {
    if (std::optional<Flag> flag = FlagOf(call)) flags.push_back(*std::move(flag));
  }
  return flags;
}

std::vector<Flag> NewFlagsIn(const AnalysedFile& file) {
  std::vector<Flag> added;
  if (file.after == nullptr || file.changed->role == FileRole::kTest) return added;
  std::vector<Flag> flags = FlagsIn(*file.after);
  if (flags.empty()) return added;
  std::set<std::string> known;
  if (file.before != nullptr) {
    for (const Flag& flag : FlagsIn(*file.before)) {
      known.insert(flag.destination);
      known.insert(std::string(flag.option));
    }
  }
  std::copy_if(std::make_move_iterator(flags.begin()), std::make_move_iterator(flags.end()),
               std::back_inserter(added), [&](const Flag& flag) {
                 return file.lines.Touches(flag.call) && !known.count(flag.destination) &&
                        !known.count(std::string(flag.option));
               });
  return added;
}

absl::string_view WithoutDashes(absl::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  return option;
}

bool IsRetired(const Flag& flag) {
  const Node help = flag.Keyword("help");
  if (LastName(help) == "SUPPRESS") return true;
  const std::string text = absl::AsciiStrToLower(help.text());
  for (absl::string_view word : {"deprecated", "ignored", "no effect", "no longer", "unused"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

Words OthersText(size_t count, const Phrase& one, const Phrase& many) {
  if (count == 0) return "";
  return Counted(count, one, many);
}

bool IsExample(absl::string_view path) { return HasFolder(path, {"examples", "example"}); }

bool IsOutsideLibrary(absl::string_view path) {
  return IsExample(path) || HasFolder(path, {"tools", "scripts", "docs", "benchmarks"}) ||
         path == "setup.py" || absl::EndsWith(path, "/setup.py") || paths::IsTestPath(path);
}

}  // namespace allreview::rules::configuration
