// add_argument(type=bool): every text but the empty one is true.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/configuration/command_line.h"

namespace allreview::rules {
namespace configuration {
namespace {

// The keyword and the comma after it, or before it when it is the last.
Edit WithoutKeyword(const python::Module& module, Node keyword) {
  const absl::string_view source = module.source();
  int64_t first = keyword.first_byte();
  int64_t end = keyword.end_byte();
  const size_t next = source.find_first_not_of(" \t\r\n", end);
  if (next != absl::string_view::npos && source[next] == ',') {
    const size_t rest = source.find_first_not_of(" \t", next + 1);
    end = static_cast<int64_t>(rest == absl::string_view::npos ? next + 1 : rest);
  } else {
    const size_t previous = source.find_last_not_of(" \t\r\n", first - 1);
    if (previous != absl::string_view::npos && source[previous] == ',') {
      first = static_cast<int64_t>(previous);
    }
  }
  return {.path = module.path(), .first_byte = first, .end_byte = end, .replacement = ""};
}

constexpr Phrase kUseOptionalAction("use-optional-action",
                                    "use `action=argparse.BooleanOptionalAction`",
                                    "使用 `action=argparse.BooleanOptionalAction`");
constexpr Phrase kUseStoreTrue("use-store-true", "use `action=\"store_true\"`",
                               "使用 `action=\"store_true\"`");
constexpr Phrase kDropType("drop-type",
                           "drop `type=bool`, which BooleanOptionalAction does not take",
                           "去掉 `type=bool`，BooleanOptionalAction 不接受它");
constexpr Phrase kPhrases[] = {kUseOptionalAction, kUseStoreTrue, kDropType};

void Check(FileContext& file, Node call) {
  const std::optional<Flag> flag = FlagOf(call);
  if (!flag) return;
  const Node type = flag->Keyword("type");
  if (type.text() != "bool" || file.module().Resolve(type) != "builtins.bool") return;
  Observation observation{
      .at = type.parent(),
      .params = {{"flag", std::string(flag->option)}, {"remedy", kUseOptionalAction}}};
  if (flag->action == "BooleanOptionalAction") {
    // Nothing is converted then; Python 3.12 warns, and 3.14 refuses it.
    observation.severity = Severity::kP3;
    observation.impact = Impact::kLow;
    observation.params = {{"flag", std::string(flag->option)}, {"remedy", kDropType}};
    observation.edits = {WithoutKeyword(file.module(), type.parent())};
  } else if (flag->Keyword("default").text() != "True") {
    observation.params[1].second = kUseStoreTrue;
  }
  file.Report(std::move(observation));
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kBoolAsArgumentType = {
    .info = {.id = "bool-as-argument-type",
             .title = {"Command line flag with type=bool", "命令行参数的类型写成了 bool"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{flag}` has `type=bool`, which treats any non-empty text as true",
                         "`{flag}` 使用了 `type=bool`，任何非空文本都会被当作 True"},
             .consequence = {"`{flag} False` and `{flag} 0` turn the option on",
                             "`{flag} False` 和 `{flag} 0` 反而会打开该选项"},
             .advice = {"For `{flag}`: {remedy}", "对于 `{flag}`：{remedy}"},
             .phrases = configuration::kPhrases,
             .why = "argparse calls bool() on the text of the argument, and bool(\"False\") is "
                    "True: only an empty string is false. BooleanOptionalAction converts nothing; "
                    "its `type` argument is deprecated, and Python 3.14 removes it.",
             .fix =
                 "Use store_true, BooleanOptionalAction, or a type function that parses the text.",
             .bad = R"py(
parser.add_argument("--fuse", type=bool, default=False, help="Fuse the kernels.")
)py",
             .good = R"py(
parser.add_argument("--fuse", action="store_true", help="Fuse the kernels.")
)py",
             .references = {"https://docs.python.org/3/library/argparse.html#type"}},
    .kinds = {NodeKind::kCall},
    .names = configuration::kAddArgument,
    .check = configuration::Check};

}  // namespace allreview::rules
