// A new function that is long, deep or hard to follow in two ways at least; or one that grew so.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/function_growth.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kSplitByTask(
    "split-by-task",
    "Split it between its tasks; no block of it can be extracted with few variables as it is",
    "在各项任务的交界处拆分；目前没有哪段代码可以只带少量变量就提取出来");
constexpr Phrase kExtractLines("extract-lines",
                               "Extract lines {first}-{last} (\"{label}\") into `{signature}`",
                               "把第 {first}-{last} 行（“{label}”）提取成 `{signature}`");
constexpr Phrase kItWas("it-was", "; it was {size}", "；之前是 {size}");
constexpr Phrase kSizeOfFunction("size-of-function", "size of the function", "函数规模");
constexpr Phrase kOtherFunction("other-function", "`{name}`: {size}", "`{name}`：{size}");
constexpr Phrase kPhrases[] = {kSplitByTask, kExtractLines, kItWas, kSizeOfFunction,
                               kOtherFunction};

constexpr int kVeryLong = 100;      // Lines.
constexpr size_t kMaxFindings = 2;  // The largest, for each change and kind (new or grown).

struct Candidate {
  const AnalysedFile* file;
  const Definition* function;
  Growth growth;
};

bool IsLarger(const Candidate& a, const Candidate& b) {
  if (a.growth.after.cognitive != b.growth.after.cognitive) {
    return a.growth.after.cognitive > b.growth.after.cognitive;
  }
  return a.growth.after.lines > b.growth.after.lines;
}

Words Advice(const ExtractableBlock& block) {
  if (!block) return kSplitByTask;
  return Sentence(kExtractLines, {{"first", absl::StrCat(block.first_line)},
                                  {"last", absl::StrCat(block.last_line)},
                                  {"label", block.label},
                                  {"signature", block.Signature()}});
}

void Report(const Candidate& candidate, std::vector<Related> related, ChangeContext& change) {
  const python::Module& module = *candidate.file->after;
  const Definition& function = *candidate.function;
  const Growth& growth = candidate.growth;
  const Node name = function.node.child(Field::kName);
  const bool is_strong =
      growth.after.cognitive > kStronglyCognitive || growth.after.lines > kVeryLong;
  std::vector<Evidence> evidence;
  if (growth.before) {
    evidence.push_back(DeltaEvidence{.what = kSizeOfFunction,
                                     .before = English(Describe(*growth.before)),
                                     .after = English(Describe(growth.after)),
                                     .before_range = {},
                                     .after_range = RangeOf(module, name)});
  }
  const ExtractableBlock block = FindExtractableBlock(module, function);
  change.Report(
      *candidate.file,
      {.at = name,
       .params = {{"function", function.name},
                  {"size", Describe(growth.after)},
                  {"before", growth.before
                                 ? Words(Sentence(kItWas, {{"size", Describe(*growth.before)}}))
                                 : Words()},
                  {"advice", Advice(block)}},
       .because = function.outer,
       .related = std::move(related),
       .evidence = std::move(evidence),
       .severity = is_strong ? Severity::kP2 : Severity::kP3,
       .impact = is_strong ? Impact::kMedium : Impact::kLow});
}

void ReportLargest(const std::vector<Candidate>& candidates, ChangeContext& change) {
  std::vector<Related> others;
  for (size_t i = kMaxFindings; i < candidates.size(); ++i) {
    others.push_back(
        {Sentence(kOtherFunction, {{"name", candidates[i].function->name},
                                   {"size", Describe(candidates[i].growth.after)}}),
         RangeOf(*candidates[i].file->after, candidates[i].function->node.child(Field::kName))});
  }
  for (size_t i = 0; i < candidates.size() && i < kMaxFindings; ++i) {
    Report(candidates[i], i == 0 ? others : std::vector<Related>(), change);
  }
}

void CheckChange(ChangeContext& change) {
  std::vector<Candidate> candidates;
  for (const AnalysedFile& file : change.files()) {
    if (!IsMeasured(file)) continue;
    for (const Definition& function : file.after->definitions()) {
      if (!MayBeEntangled(function)) continue;
      const std::optional<Growth> growth = GrowthOf(change, file, function);
      if (growth && IsEntangled(*growth)) candidates.push_back({&file, &function, *growth});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), IsLarger);
  const auto grown = std::stable_partition(
      candidates.begin(), candidates.end(),
      [](const Candidate& candidate) { return !candidate.growth.before.has_value(); });
  ReportLargest({candidates.begin(), grown}, change);
  ReportLargest({grown, candidates.end()}, change);
}

}  // namespace

extern constinit const Rule kEntangledFunction = {
    .info = {.id = "entangled-function",
             .title = {"Function too large to follow", "函数过大，难以理解"},
             .pillar = Pillar::kReadability,
             .message = {"`{function}()` is {size}{before}", "`{function}()` 有 {size}{before}"},
             .consequence = {"Nobody can keep all of its cases in mind, so the next change is "
                             "likely to break one of them",
                             "没有人能记住它的所有情况，下一次修改很可能破坏其中之一"},
             .advice = {"{advice}", "{advice}"},
             .phrases = kPhrases,
             .why = "Length alone says little. Two of these together do: more than 50 lines, more "
                    "than three levels of branches, a cognitive complexity above 15. It is P2 if "
                    "the complexity is above 25 or the function is longer than 100 lines, else P3. "
                    "A function that grows is reported when it crosses 50 lines.",
             .fix = "Extract a block with few inputs and outputs into a function. The finding "
                    "names the largest one, with its parameters and results.",
             .bad = R"py(
def plan(rows, limits, table):
    out = []
    for row in rows:
        if row.kind == "a":
            for part in row.parts:
                if part in table and part not in limits:
                    out.append(table[part])
                elif part in limits:
                    out.append(limits[part])
        elif row.kind == "b":
            while row.next and row.next.ready or row.open:
                row = row.next
                if row in table:
                    out.append(row)
    return out
)py",
             .good = R"py(
def plan(rows, limits, table):
    out = []
    for row in rows:
        out.extend(PARTS[row.kind](row, limits, table))
    return out
)py",
             .references = {"https://docs.astral.sh/ruff/rules/complex-structure/",
                            "https://docs.astral.sh/ruff/rules/too-many-statements/",
                            "https://rules.sonarsource.com/python/RSPEC-138/",
                            "https://rules.sonarsource.com/python/RSPEC-3776/"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
