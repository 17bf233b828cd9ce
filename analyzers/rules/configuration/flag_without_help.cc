// New flags that say nothing about themselves. One finding for each file.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/phrases.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

constexpr size_t kShortestHelp = 6;
constexpr size_t kMaxRelated = 10;

bool HasHelp(const Flag& flag) {
  if (flag.has_double_star || flag.action == "version" || flag.action == "help") return true;
  const Node help = flag.Keyword("help");
  if (!help) return false;
  if (!help.Is(NodeKind::kString)) return true;  // Computed, SUPPRESS, or several strings.
  bool is_formatted = false;
  for (Node child : help.children()) is_formatted |= child.Is(NodeKind::kInterpolation);
  return is_formatted ||
         absl::StripAsciiWhitespace(Module::StringContent(help)).size() >= kShortestHelp;
}

void CheckFile(ChangeContext& change, const AnalysedFile& file) {
  std::vector<Flag> silent;
  for (Flag& flag : NewFlagsIn(file)) {
    if (!HasHelp(flag)) silent.push_back(std::move(flag));
  }
  if (silent.empty()) return;
  const size_t more = silent.size() - 1;
  Observation observation{
      .at = silent[0].call,
      .params = {{"flag", std::string(silent[0].option)},
                 {"others", OthersText(more, phrases::kAnotherFlag, phrases::kOtherFlags)},
                 {"verb", more == 0 ? "has" : "have"}}};
  for (size_t i = 1; i < silent.size() && i <= kMaxRelated; ++i) {
    observation.related.push_back({Sentence(phrases::kLacksItToo, {{"name", silent[i].option}}),
                                   RangeOf(*file.after, silent[i].call)});
  }
  if (IsExample(file.changed->path)) {
    observation.severity = Severity::kP3;
    observation.impact = Impact::kLow;
  }
  change.Report(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) CheckFile(change, file);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kFlagWithoutHelp = {
    .info = {.id = "flag-without-help",
             .title = {"Command line flag without help text", "命令行参数没有 help 文本"},
             .pillar = Pillar::kReadability,
             .message = {"`{flag}`{others} {verb} no help text", "`{flag}`{others} 没有 help 文本"},
             .consequence = {"`--help` lists `{flag}` without saying what it does",
                             "`--help` 只列出 `{flag}`，没有一句话说明它的作用"},
             .advice = {"Say in `help=` what `{flag}` does, its unit, and what its default means",
                        "在 `help=` 中写明 `{flag}` 的作用、单位以及默认值的含义"},
             .why = "The help text is the only documentation that ships with the program. Hidden "
                    "flags (argparse.SUPPRESS) need none.",
             .fix = "Give each new flag a one-sentence help text.",
             .bad = R"py(
parser.add_argument("--fuse-rope", action="store_true")
)py",
             .good = R"py(
parser.add_argument("--fuse-rope", action="store_true",
                    help="Fuse the rotary embedding into attention.")
)py"},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
