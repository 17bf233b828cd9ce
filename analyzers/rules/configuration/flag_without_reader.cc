// New flags whose value nobody reads, and that no configuration field takes up by name. One
// question for each file.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/phrases.h"
#include "analyzers/rules/configuration/usage.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace configuration {
namespace {

constexpr size_t kMaxRelated = 10;
constexpr absl::string_view kStoringActions[] = {
    "",       "store",        "store_true", "store_false", "store_const",
    "append", "append_const", "count",      "extend",      "BooleanOptionalAction"};

// An action of its own, version and help do their work without a reader.
bool IsStored(const Flag& flag) { return IsOneOf(flag.action, kStoringActions); }

// All values go somewhere at once: run(**vars(args)).
bool HandsOverAll(absl::string_view source) {
  return SplatsObject(source, "args") || absl::StrContains(source, "vars(args).items()") ||
         absl::StrContains(source, "args.__dict__.items()") ||
         absl::StrContains(source, "from_namespace(");
}

bool IsTakenUp(ChangeContext& change, const std::string& name) {
  bool is_taken = false;
  const bool was_seen = ForEachOccurrence(change, name, [&](const Occurrence& place) {
    is_taken = place.IsRead() || place.kind == Occurrence::Kind::kField;
    return !is_taken;
  });
  return is_taken || !was_seen;
}

bool IsRead(ChangeContext& change, const Flag& flag) {
  return flag.has_double_star || !IsStored(flag) || IsRetired(flag) ||
         IsTakenUp(change, flag.destination) || MayBeReadByPattern(change, flag.destination);
}

void CheckFile(ChangeContext& change, const AnalysedFile& file) {
  std::vector<Flag> unread = NewFlagsIn(file);
  if (unread.empty() || HandsOverAll(file.after->source())) return;
  std::erase_if(unread, [&](const Flag& flag) { return IsRead(change, flag); });
  if (unread.empty()) return;
  Observation observation{.at = unread[0].call,
                          .params = {{"flag", std::string(unread[0].option)},
                                     {"others", OthersText(unread.size() - 1, phrases::kAnotherFlag,
                                                           phrases::kOtherFlags)},
                                     {"name", unread[0].destination}},
                          .kind = Kind::kQuestion};
  for (size_t i = 1; i < unread.size() && i <= kMaxRelated; ++i) {
    observation.related.push_back({Sentence(phrases::kAlsoUnread, {{"name", unread[i].option}}),
                                   RangeOf(*file.after, unread[i].call)});
  }
  change.Report(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) CheckFile(change, file);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kFlagWithoutReader = {
    .info = {.id = "flag-without-reader",
             .title = {"Command line flag that nothing reads", "没有代码读取的命令行参数"},
             .confidence = Confidence::kMedium,
             .message =
                 {"Nothing reads `{flag}`{others}: the repository does not use `{name}`, and no "
                  "configuration class has a field of that name",
                  "没有代码读取 `{flag}`{others}：仓库不使用 `{name}`，也没有配置类含有这个字段"},
             .consequence = {"A run with `{flag}` is the same as a run without it",
                             "给出 `{flag}` 与不给出 `{flag}`，运行结果完全相同"},
             .advice = {"Read `args.{name}` where it should take effect, or remove `{flag}`",
                        "在应当生效的位置读取 `args.{name}`，或者去掉 `{flag}`"},
             .why = "A flag is a promise. Reads through getattr, fields of the same name, "
                    "**vars(args) and names built from a prefix are taken into account; reads in "
                    "other repositories are not known.",
             .fix = "Use the flag, or remove it.",
             .bad = R"py(
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--drop-tokens", action="store_true",
                        help="Drop tokens over capacity.")
)py",
             .good = R"py(
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--drop-tokens", action="store_true",
                        help="Drop tokens over capacity.")
# --- pkg/router.py
def route(args, tokens):
    return drop(tokens) if args.drop_tokens else tokens
)py",
             .tier = Tier::kHint},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
