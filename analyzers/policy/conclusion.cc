#include "analyzers/policy/conclusion.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sentences/phrases/conclusion.h"

namespace allreview::policy {
namespace {

// "analysis and report", each name once.
Words FailedServices(const std::vector<MissingPart>& missing) {
  std::set<std::string> names;
  for (const MissingPart& part : missing) {
    if (!part.is_expected) names.insert(part.service);
  }
  return WordList{Joint::kAnd, {names.begin(), names.end()}};
}

// "`a.py` hunk 2".
Words PlaceOf(const LedgerEntry& gap) {
  Words path = phrases::kUnnamedFiles;
  if (!gap.path.empty()) path = absl::StrCat("`", gap.path, "`");
  if (gap.hunk < 0) return path;
  return Sentence(phrases::kHunkOf, {{"path", path}, {"count", absl::StrCat(gap.hunk + 1)}});
}

Words Unreviewed(const FileCounts& files, const LedgerEntry& first) {
  const Phrase& phrase = files.must_be_reviewed == 1 ? phrases::kOneOfOneFileUnreviewed
                         : files.unreviewed == 1     ? phrases::kOneOfFilesUnreviewed
                                                     : phrases::kFilesUnreviewed;
  return Sentence(phrase, {{"count", absl::StrCat(files.unreviewed)},
                           {"total", absl::StrCat(files.must_be_reviewed)},
                           {"path", PlaceOf(first)},
                           {"state", StateName(first.state)}});
}

// Why the review is incomplete; empty: it is not.
std::vector<Words> DescribeGaps(const ConclusionInput& input) {
  std::vector<Words> parts;
  const auto gap = std::find_if(input.ledger.begin(), input.ledger.end(), IsGap);
  if (gap != input.ledger.end()) parts.push_back(Unreviewed(CountFiles(input.ledger), *gap));
  if (input.unread_parts > 0) {
    parts.push_back(
        Counted(input.unread_parts, phrases::kInputPartUnread, phrases::kInputPartsUnread));
  }
  if (!input.cut_parts.empty()) {
    parts.push_back(Counted(static_cast<int64_t>(input.cut_parts.size()), phrases::kReviewPartCut,
                            phrases::kReviewPartsCut,
                            {{"parts", WordList{Joint::kComma, input.cut_parts}}}));
  }
  const Words services = FailedServices(input.missing);
  if (!English(services).empty()) {
    parts.push_back(Sentence(phrases::kNoAnswerFrom, {{"services", services}}));
  }
  return parts;
}

Words DescribeBlocking(const FindingCounts& counts, bool is_scan) {
  if (counts.p0 > 0 && counts.p1 > 0) {
    return Sentence(is_scan ? phrases::kScanHighAndLowNeedFix : phrases::kHighAndLowNeedFix,
                    {{"high", absl::StrCat(counts.p0)}, {"low", absl::StrCat(counts.p1)}});
  }
  return Counted(counts.p0 + counts.p1,
                 is_scan ? phrases::kScanFindingNeedsFix : phrases::kFindingNeedsFix,
                 is_scan ? phrases::kScanFindingsNeedFix : phrases::kFindingsNeedFix,
                 {{"severity", counts.p0 > 0 ? "P0" : "P1"}});
}

Words DescribeMinor(const FindingCounts& counts) {
  std::vector<Words> parts;
  const auto add = [&](int count, const Phrase& one, const Phrase& many) {
    if (count > 0) parts.push_back(Counted(count, one, many));
  };
  add(counts.p2, phrases::kOneSuggestion, phrases::kSuggestions);
  add(counts.p3, phrases::kOneNitpick, phrases::kNitpicks);
  add(counts.questions, phrases::kOneQuestion, phrases::kQuestions);
  parts.push_back(phrases::kNothingBlocks);
  return WordList{Joint::kSemicolon,
                  {phrases::kEverythingReviewed, WordList{Joint::kComma, std::move(parts)}}};
}

// The files of which something may be reported.
std::vector<LedgerEntry> ReportedFiles(const ConclusionInput& input) {
  std::vector<LedgerEntry> files = input.ledger;
  if (input.paths.empty()) return files;
  std::erase_if(files, [&](const LedgerEntry& file) { return !LiesIn(file.path, input.paths); });
  return files;
}

// Says what is left out, so that nobody takes the rest for the whole.
Conclusion WithPaths(const ConclusionInput& input, Conclusion conclusion) {
  if (input.paths.empty()) return conclusion;
  std::vector<Words> paths;
  for (const std::string& path : input.paths) paths.push_back(absl::StrCat("`", path, "`"));
  conclusion.reason =
      WordList{Joint::kSemicolon,
               {std::move(conclusion.reason),
                Sentence(phrases::kOnlyInPaths, {{"paths", WordList{Joint::kComma, paths}}})}};
  return conclusion;
}

Words DescribeSuccess(const ConclusionInput& input) {
  const FileCounts files = CountFiles(ReportedFiles(input));
  if (input.ledger.empty()) {
    return input.is_scan ? phrases::kNoFileScanned : phrases::kChangeIsEmpty;
  }
  if (files.must_be_reviewed == 0 && !input.paths.empty()) return phrases::kNoFileInPaths;
  if (files.must_be_reviewed == 0) {
    return input.is_scan ? phrases::kNoScannedFileNeedsReview : phrases::kNoChangedFileNeedsReview;
  }
  const bool has_baseline = input.counts.baseline > 0;
  std::vector<Words> parts;
  parts.push_back(Counted(files.reviewed,
                          has_baseline ? phrases::kFileCleanButBaseline : phrases::kFileClean,
                          has_baseline ? phrases::kFilesCleanButBaseline : phrases::kFilesClean));
  if (has_baseline) {
    parts.push_back(Counted(input.counts.baseline, phrases::kBaselineFindingStands,
                            phrases::kBaselineFindingsStand));
  }
  if (files.accepted > 0) {
    parts.push_back(
        Counted(files.accepted, phrases::kPolicyAcceptsFile, phrases::kPolicyAcceptsFiles));
  }
  return WordList{Joint::kSemicolon, std::move(parts)};
}

Conclusion ConcludeAll(const ConclusionInput& input) {
  const FindingCounts& counts = input.counts;
  std::vector<Words> gaps = DescribeGaps(input);
  if (counts.p0 + counts.p1 > 0) {
    gaps.insert(gaps.begin(), DescribeBlocking(counts, input.is_scan));
    return {Verdict::kBlocked, WordList{Joint::kSemicolon, std::move(gaps)}};
  }
  if (!gaps.empty()) return {Verdict::kIncomplete, WordList{Joint::kSemicolon, std::move(gaps)}};
  if (counts.p2 + counts.p3 + counts.questions > 0) {
    return {Verdict::kFindings, DescribeMinor(counts)};
  }
  return {Verdict::kSuccess, DescribeSuccess(input)};
}

}  // namespace

Conclusion Conclude(const ConclusionInput& input) { return WithPaths(input, ConcludeAll(input)); }

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
