// --uf, and --top_k where all others use dashes.

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/command_line.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

constexpr Phrase kTooShort("too-short", "is too short to say what it means", "太短，看不出含义");
constexpr Phrase kSpellOut("spell-out",
                           "spell the words out, and keep the short form as a second option",
                           "写出完整单词，短写法可保留为第二个选项名");
constexpr Phrase kUnderscores("underscores",
                              "has underscores, although the other flags have dashes",
                              "使用下划线，而其他参数使用短横线");
constexpr Phrase kUseDashes("use-dashes",
                            "name it `{name}`; the old spelling may stay as a second option",
                            "改名为 `{name}`；旧写法可保留为第二个选项名");
constexpr Phrase kPhrases[] = {kTooShort, kSpellOut, kUnderscores, kUseDashes};

constexpr size_t kLongestUnclear = 3;
constexpr int kFewestSiblings = 5;
constexpr size_t kFewestFiles = 3;
constexpr int kDashedPercent = 70;

// Short and yet plain. Sorted.
constexpr absl::string_view kPlainWords[] = {
    "add", "all", "bar", "bin", "cpu", "csv", "dir", "dry", "end", "env", "fp8",
    "get", "gpu", "ids", "ip",  "job", "key", "lib", "log", "lr",  "map", "max",
    "min", "new", "old", "out", "pid", "raw", "rng", "row", "rpc", "run", "set",
    "sum", "tag", "tau", "tmp", "top", "ttl", "uri", "url", "yes"};

struct Spelling {
  int dashed = 0, underscored = 0;
  bool UsesDashes() const {
    const int all = dashed + underscored;
    return all >= kFewestSiblings && dashed * 100 >= all * kDashedPercent;
  }
};

void Count(absl::string_view option, Spelling* spelling) {
  const absl::string_view name = WithoutDashes(option);
  if (absl::StrContains(name, "_")) {
    ++spelling->underscored;
  } else if (absl::StrContains(name, "-")) {
    ++spelling->dashed;
  }
}

// How the file spells its other flags; when there are few, how the library, or all around it,
// does.
Spelling SpellingAround(ChangeContext& change, const AnalysedFile& file) {
  Spelling spelling;
  if (file.before != nullptr) {
    for (const Flag& flag : FlagsIn(*file.before)) Count(flag.option, &spelling);
  }
  if (spelling.dashed + spelling.underscored >= kFewestSiblings) return spelling;
  for (repository::IndexedFile* other : change.index().FilesWithIdentifier("add_argument")) {
    if (other->path() == file.changed->path ||
        IsOutsideLibrary(other->path()) != IsOutsideLibrary(file.changed->path)) {
      continue;
    }
    for (const repository::FlagFacts& flag : other->facts().flags) Count(flag.option, &spelling);
  }
  return spelling;
}

// The word stands in longer flags of the file: --lr beside --lr-decay-style.
bool IsTermOfSiblings(const Module& module, const Flag& flag) {
  const absl::string_view word = WithoutDashes(flag.option);
  for (const Flag& other : FlagsIn(module)) {
    if (other.call == flag.call) continue;
    for (absl::string_view part :
         absl::StrSplit(WithoutDashes(other.option), absl::ByAnyChar("-_"))) {
      if (part == word) return true;
    }
  }
  return false;
}

// So many files speak of it that everybody knows it: tp, pp.
bool IsTermOfRepository(ChangeContext& change, const Flag& flag) {
  return change.index().FilesWithIdentifier(WithoutDashes(flag.option)).size() >= kFewestFiles;
}

bool IsTooShort(const Module& module, const Flag& flag) {
  const absl::string_view name = WithoutDashes(flag.option);
  if (name.size() > kLongestUnclear || !absl::StartsWith(flag.option, "--")) return false;
  if (std::binary_search(std::begin(kPlainWords), std::end(kPlainWords), name)) return false;
  for (Node option : flag.options) {
    if (WithoutDashes(Module::StringContent(option)).size() > kLongestUnclear) return false;
  }
  return !IsTermOfSiblings(module, flag);
}

// An alias with dashes, or one that repeats the underscores of an older spelling.
bool HasDashedAlias(const Flag& flag) {
  return std::any_of(flag.options.begin(), flag.options.end(), [](Node option) {
    const absl::string_view text = Module::StringContent(option);
    return absl::StartsWith(text, "--") && !absl::StrContains(text, "_");
  });
}

void ReportShort(ChangeContext& change, const AnalysedFile& file, const Flag& flag) {
  change.Report(file, {.at = flag.call,
                       .params = {{"flag", std::string(flag.option)},
                                  {"problem", kTooShort},
                                  {"remedy", kSpellOut}}});
}

void ReportUnderscores(ChangeContext& change, const AnalysedFile& file, const Flag& flag) {
  const std::string dashed = absl::StrReplaceAll(flag.option, {{"_", "-"}});
  Observation observation{.at = flag.call,
                          .params = {{"flag", std::string(flag.option)},
                                     {"problem", kUnderscores},
                                     {"remedy", Sentence(kUseDashes, {{"name", dashed}})}}};
  const Node option = *std::find_if(flag.options.begin(), flag.options.end(), [&](Node node) {
    return Module::StringContent(node) == flag.option;
  });
  const std::string quoted = absl::StrReplaceAll(option.text(), {{"_", "-"}});
  observation.edits = {Replace(*file.after, option, absl::StrCat(quoted, ", ", option.text()))};
  change.Report(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    for (const Flag& flag : NewFlagsIn(file)) {
      if (IsTooShort(*file.after, flag)) {
        if (!IsTermOfRepository(change, flag)) ReportShort(change, file, flag);
      } else if (absl::StrContains(flag.option, "_") && !HasDashedAlias(flag) &&
                 SpellingAround(change, file).UsesDashes()) {
        ReportUnderscores(change, file, flag);
      }
    }
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUnclearFlagName = {
    .info = {.id = "unclear-flag-name",
             .title = {"Flag name that is cryptic or unlike the other flags",
                       "参数名晦涩，或与同类参数风格不一致"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kMedium,
             .message = {"`{flag}` {problem}", "`{flag}` {problem}"},
             .consequence = {"Users have to look `{flag}` up, and easily mistype it",
                             "使用 `{flag}` 的人不得不去查它的含义，也容易敲错"},
             .advice = {"For `{flag}`: {remedy}", "对于 `{flag}`：{remedy}"},
             .phrases = configuration::kPhrases,
             .why = "A flag is part of the interface: people who never saw the code read it in "
                    "launch scripts, and it is hard to rename later.",
             .fix = "Use whole words, joined as in the neighbouring flags.",
             .bad = R"py(
parser.add_argument("--uf", action="store_true", help="Use the feature.")
)py",
             .good = R"py(
parser.add_argument("--use-feature", "--uf", action="store_true",
                    help="Use the feature.")
)py",
             .tier = Tier::kHint},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
