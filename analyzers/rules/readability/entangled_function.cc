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
             .title = "Function too large to follow",
             .category = "readability",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kReadability,
             .confidence = Confidence::kHigh,
             .message = "`{function}()` is {size}; {before}",
             .consequence = "Nobody can hold all of its cases in mind, so the next change breaks "
                            "one of them",
             .advice = "{advice}",
             .why = "Length alone says little. Two of these together do: more than 50 lines, more "
                    "than three levels of branches, a cognitive complexity above 15. It is P2 "
                    "above 25 or 100 lines, else P3. Functions "
                    "that grew are met when they cross 50 lines.",
             .fix = "Give a block with few inputs and outputs a name of its own. The finding names "
                    "the largest one, with its parameters and results.",
             .bad = "def plan(rows, limits, table):\n"
                    "    out = []\n"
                    "    for row in rows:\n"
                    "        if row.kind == \"a\":\n"
                    "            for part in row.parts:\n"
                    "                if part in table and part not in limits:\n"
                    "                    out.append(table[part])\n"
                    "                elif part in limits:\n"
                    "                    out.append(limits[part])\n"
                    "        elif row.kind == \"b\":\n"
                    "            while row.next and row.next.ready or row.open:\n"
                    "                row = row.next\n"
                    "                if row in table:\n"
                    "                    out.append(row)\n"
                    "    return out\n",
             .good = "def plan(rows, limits, table):\n"
                     "    out = []\n"
                     "    for row in rows:\n"
                     "        out.extend(PARTS[row.kind](row, limits, table))\n"
                     "    return out\n",
             .references = {"ruff C901, PLR0915", "SonarSource S138, S3776",
                            "catalogue: general READ-FUNC"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
