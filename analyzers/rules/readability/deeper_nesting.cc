// A change that takes a function from three levels of branches to four or more.

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/function_growth.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kNesting("nesting", "nesting", "嵌套");
constexpr Phrase kPhrases[] = {kNesting};

absl::string_view Keyword(Node statement) {
  const absl::string_view text = statement.text();
  return text.substr(0, text.find_first_of(" :("));
}

void CheckFunction(const AnalysedFile& file, const Definition& function, ChangeContext& change) {
  const std::optional<Growth> growth = GrowthOf(change, file, function);
  if (!growth || !growth->before || growth->before->nesting > kMaxNesting ||
      growth->after.nesting <= kMaxNesting || IsEntangled(*growth)) {
    return;
  }
  const Node deepest = DeepestStatement(function);
  const Node keyword = *deepest.children().begin();
  change.Report(file, {.at = keyword,
                       .params = {{"function", function.name},
                                  {"keyword", std::string(Keyword(deepest))},
                                  {"line", absl::StrCat(deepest.first_line())},
                                  {"before", absl::StrCat(growth->before->nesting)},
                                  {"after", absl::StrCat(growth->after.nesting)}},
                       .because = function.outer,
                       .evidence = {DeltaEvidence{.what = kNesting,
                                                  .before = English(Describe(*growth->before)),
                                                  .after = English(Describe(growth->after)),
                                                  .before_range = {},
                                                  .after_range = RangeOf(*file.after, keyword)}}});
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (!IsMeasured(file) || file.before == nullptr) continue;
    for (const Definition& function : file.after->definitions()) {
      CheckFunction(file, function, change);
    }
  }
}

}  // namespace

extern constinit const Rule kDeeperNesting = {
    .info =
        {.id = "deeper-nesting",
         .title = {"Branches nested deeper than before", "分支嵌套比之前更深"},
         .pillar = Pillar::kReadability,
         .message = {"This change increases the nesting of `{function}()` from {before} to {after} "
                     "levels; the deepest is the `{keyword}` on line {line}",
                     "本次变更使 `{function}()` 的分支嵌套从 {before} 层增加到 {after} "
                     "层；最深处是第 {line} 行的 `{keyword}`"},
         .consequence =
             {"To know when the inner code runs, a reader has to keep {after} conditions in mind",
              "要知道内层代码何时执行，读者得同时记住 {after} 个条件"},
         .advice =
             {"Leave early (`continue`, `return`) for the cases that do nothing, or move the inner "
              "loop into its own function",
              "对不需要处理的情况提前退出（`continue`、`return`），或者把内层循环提取成单独的函数"},
         .phrases = kPhrases,
         .why = "Readers lose track at four levels of if, for, while, try or match. The change "
                "that gets there is the time to flatten the code.",
         .fix = "Invert conditions and leave early; extract the body of a loop.",
         .bad = R"py(
# --- pkg/a.py before
def run(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                part.run()
# --- pkg/a.py after
def run(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                if part.open:
                    part.run()
)py",
         .good = R"py(
# --- pkg/a.py before
def run(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                part.run()
# --- pkg/a.py after
def run(rows):
    for row in rows:
        if not row.ready:
            continue
        for part in row.parts:
            if part.open:
                part.run()
)py",
         .references = {"https://docs.astral.sh/ruff/rules/too-many-nested-blocks/",
                        "https://rules.sonarsource.com/python/RSPEC-134/"},
         .tier = Tier::kHint},
    .check_change = CheckChange};

}  // namespace allreview::rules
