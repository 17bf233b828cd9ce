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

constexpr int kVeryLong = 100;      // Lines.
constexpr size_t kMaxFindings = 2;  // Of one change and sort, new or grown: the largest.

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

std::string Advice(const ExtractableBlock& block) {
  if (!block) {
    return "Split it where its tasks meet; no block of it can be taken out with few names as it "
           "stands";
  }
  return absl::StrCat("Take lines ", block.first_line, "-", block.last_line, " (\"", block.label,
                      "\") out into `", block.Signature(), "`");
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
    evidence.push_back(DeltaEvidence{.what = "size of the function",
                                     .before = Describe(*growth.before),
                                     .after = Describe(growth.after),
                                     .before_range = {},
                                     .after_range = RangeOf(module, name)});
  }
  const ExtractableBlock block = FindExtractableBlock(module, function);
  change.Report(
      *candidate.file,
      {.at = name,
       .params = {{"function", function.name},
                  {"size", Describe(growth.after)},
                  {"before",
                   growth.before ? absl::StrCat("it was ", Describe(*growth.before)) : "it is new"},
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
        {absl::StrCat("`", candidates[i].function->name,
                      "`: ", Describe(candidates[i].growth.after)),
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
      const std::optional<Growth> growth = GrowthOf(file, function);
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
             .message = {"`{function}()` is {size}; {before}",
                         "`{function}()` 有 {size}；{before}"},
             .consequence =
                 {"Nobody can hold all of its cases in mind, so the next change breaks one of them",
                  "没有人能记住它的所有情况，下一次修改就会破坏其中之一"},
             .advice = {"{advice}", "{advice}"},
             .why =
                 "Length alone says little. Two of these together do: more than 50 lines, more "
                 "than three levels of branches, a cognitive complexity above 15. It is P2 above "
                 "25 or 100 lines, else P3. Functions that grew are met when they cross 50 lines.",
             .fix = "Give a block with few inputs and outputs a name of its own. The finding names "
                    "the largest one, with its parameters and results.",
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
