#include "analyzers/policy/conclusion.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace allreview::policy {
namespace {

constexpr absl::string_view kCutShort = "cut short: the ", kWhy = ": ";

std::string Number(int count, absl::string_view singular, absl::string_view plural) {
  return absl::StrCat(count, " ", count == 1 ? singular : plural);
}

// "analysis and report", each name once.
std::string FailedServices(const std::vector<MissingPart>& missing) {
  std::set<std::string> names;
  for (const MissingPart& part : missing) {
    if (!part.is_expected) names.insert(part.service);
  }
  return absl::StrJoin(names, " and ");
}

// Why the review is incomplete; empty: it is not.
std::string DescribeGaps(const ConclusionInput& input) {
  std::vector<std::string> parts;
  const FileCounts files = CountFiles(input.ledger);
  const auto gap = std::find_if(input.ledger.begin(), input.ledger.end(), IsGap);
  if (gap != input.ledger.end()) {
    parts.push_back(absl::StrCat(files.unreviewed, " of ",
                                 Number(files.must_be_reviewed, "file", "files"),
                                 files.unreviewed == 1 ? " was" : " were", " not reviewed, first ",
                                 gap->path.empty() ? "unnamed files" : "`" + gap->path + "`",
                                 gap->hunk >= 0 ? absl::StrCat(" hunk ", gap->hunk + 1) : "", " (",
                                 StateName(gap->state), ")"));
  }
  if (input.unread_parts > 0) {
    parts.push_back(
        absl::StrCat(Number(input.unread_parts, "part of the input", "parts of the input"),
                     " could not be read"));
  }
  if (!input.cut_parts.empty()) {
    parts.push_back(absl::StrCat(Number(static_cast<int>(input.cut_parts.size()),
                                        "part of the review was", "parts of the review were"),
                                 " cut short: ", absl::StrJoin(input.cut_parts, ", ")));
  }
  const std::string services = FailedServices(input.missing);
  if (!services.empty()) parts.push_back(absl::StrCat("no answer from ", services));
  return absl::StrJoin(parts, "; ");
}

std::string DescribeBlocking(const FindingCounts& counts, bool is_scan) {
  std::vector<std::string> parts;
  if (counts.p0 > 0) parts.push_back(absl::StrCat(counts.p0, " P0"));
  if (counts.p1 > 0) parts.push_back(absl::StrCat(counts.p1, " P1"));
  const bool is_one = counts.p0 + counts.p1 == 1;
  return absl::StrCat(absl::StrJoin(parts, " and "), is_one ? " finding needs" : " findings need",
                      is_scan ? " a fix" : " a fix before the merge");
}

std::string DescribeMinor(const FindingCounts& counts) {
  std::vector<std::string> parts;
  if (counts.p2 > 0) parts.push_back(Number(counts.p2, "suggestion", "suggestions"));
  if (counts.p3 > 0) parts.push_back(Number(counts.p3, "nitpick", "nitpicks"));
  if (counts.questions > 0) parts.push_back(Number(counts.questions, "question", "questions"));
  return absl::StrCat("everything that must be reviewed was; ", absl::StrJoin(parts, ", "),
                      ", nothing that blocks");
}

std::string DescribeSuccess(const ConclusionInput& input) {
  const FileCounts files = CountFiles(input.ledger);
  if (input.ledger.empty()) return input.is_scan ? "no file was scanned" : "the change is empty";
  if (files.must_be_reviewed == 0) {
    return input.is_scan ? "no scanned file needs review by rules"
                         : "no changed file needs review by rules";
  }
  std::string text =
      absl::StrCat(Number(files.reviewed, "file was", "files were"), " reviewed and nothing ",
                   input.counts.baseline > 0 ? "new " : "", "was found");
  if (input.counts.baseline > 0) {
    absl::StrAppend(&text, "; ", Number(input.counts.baseline, "finding", "findings"),
                    " of the baseline ", input.counts.baseline == 1 ? "stands" : "stand");
  }
  if (files.accepted > 0) {
    absl::StrAppend(&text, "; policy accepts that ", Number(files.accepted, "file", "files"),
                    " in other languages went unreviewed");
  }
  return text;
}

}  // namespace

std::string CutPartMessage(absl::string_view part, absl::string_view why) {
  return absl::StrCat(kCutShort, part, kWhy, why);
}

absl::string_view CutPartOf(absl::string_view message) {
  const absl::string_view part = absl::StripPrefix(message, kCutShort);
  if (part.size() == message.size()) return message;
  return part.substr(0, part.find(kWhy));
}

Conclusion Conclude(const ConclusionInput& input) {
  const FindingCounts& counts = input.counts;
  const std::string gaps = DescribeGaps(input);
  if (counts.p0 + counts.p1 > 0) {
    const std::string reason = DescribeBlocking(counts, input.is_scan);
    return {Verdict::kBlocked, gaps.empty() ? reason : absl::StrCat(reason, "; ", gaps)};
  }
  if (!gaps.empty()) return {Verdict::kIncomplete, gaps};
  if (counts.p2 + counts.p3 + counts.questions > 0) {
    return {Verdict::kFindings, DescribeMinor(counts)};
  }
  return {Verdict::kSuccess, DescribeSuccess(input)};
}

Gate ApplyGate(std::optional<Severity> fail_on, const std::vector<FindingKey>& findings,
               const ConclusionInput& input) {
  Gate gate{.fail_on = fail_on, .tripping = 0, .is_incomplete = !DescribeGaps(input).empty()};
  if (!fail_on) return gate;
  const BudgetResult budget = ApplyBudget(findings, {});
  for (size_t i = 0; i < findings.size(); ++i) {
    const FindingKey& finding = findings[i];
    const bool counts = finding.kind != Kind::kPraise && !finding.is_suppressed &&
                        !finding.is_on_probation && !finding.is_in_baseline &&
                        budget.severity[i] <= *fail_on;
    gate.tripping += counts;
  }
  return gate;
}

}  // namespace allreview::policy
