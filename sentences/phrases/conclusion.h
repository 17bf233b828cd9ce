#ifndef SENTENCES_PHRASES_CONCLUSION_H_
#define SENTENCES_PHRASES_CONCLUSION_H_

// What a review concludes. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// Gaps.
inline constexpr Phrase kUnnamedFiles("unnamed-files", "unnamed files", "未命名的文件");
inline constexpr Phrase kHunkOf("hunk-of", "{path} hunk {count}", "{path} 的第 {count} 个 hunk");
inline constexpr Phrase kOneOfOneFileUnreviewed(
    "one-of-one-file-unreviewed", "{count} of 1 file was not reviewed, first {path} ({state})",
    "1 个文件中有 {count} 个未评审，首个是 {path}（{state}）");
inline constexpr Phrase kOneOfFilesUnreviewed(
    "one-of-files-unreviewed", "{count} of {total} files was not reviewed, first {path} ({state})",
    "{total} 个文件中有 {count} 个未评审，首个是 {path}（{state}）");
inline constexpr Phrase kFilesUnreviewed(
    "files-unreviewed", "{count} of {total} files were not reviewed, first {path} ({state})",
    "{total} 个文件中有 {count} 个未评审，首个是 {path}（{state}）");
inline constexpr Phrase kInputPartUnread("input-part-unread",
                                         "{count} part of the input could not be read",
                                         "输入中有 {count} 处无法读取");
inline constexpr Phrase kInputPartsUnread("input-parts-unread",
                                          "{count} parts of the input could not be read",
                                          "输入中有 {count} 处无法读取");
inline constexpr Phrase kReviewPartCut("review-part-cut",
                                       "{count} part of the review was cut short: {parts}",
                                       "评审有 {count} 个部分未完成：{parts}");
inline constexpr Phrase kReviewPartsCut("review-parts-cut",
                                        "{count} parts of the review were cut short: {parts}",
                                        "评审有 {count} 个部分未完成：{parts}");
inline constexpr Phrase kNoAnswerFrom("no-answer-from", "no answer from {services}",
                                      "{services} 没有响应");

// Findings that block.
inline constexpr Phrase kHighAndLowNeedFix(
    "high-and-low-need-fix", "{high} P0 and {low} P1 findings need a fix before the merge",
    "{high} 个 P0 和 {low} 个 P1 问题需要在合并前修复");
inline constexpr Phrase kFindingNeedsFix("finding-needs-fix",
                                         "{count} {severity} finding needs a fix before the merge",
                                         "{count} 个 {severity} 问题需要在合并前修复");
inline constexpr Phrase kFindingsNeedFix("findings-need-fix",
                                         "{count} {severity} findings need a fix before the merge",
                                         "{count} 个 {severity} 问题需要在合并前修复");
inline constexpr Phrase kScanHighAndLowNeedFix("scan-high-and-low-need-fix",
                                               "{high} P0 and {low} P1 findings need a fix",
                                               "{high} 个 P0 和 {low} 个 P1 问题需要修复");
inline constexpr Phrase kScanFindingNeedsFix("scan-finding-needs-fix",
                                             "{count} {severity} finding needs a fix",
                                             "{count} 个 {severity} 问题需要修复");
inline constexpr Phrase kScanFindingsNeedFix("scan-findings-need-fix",
                                             "{count} {severity} findings need a fix",
                                             "{count} 个 {severity} 问题需要修复");

// Findings that do not.
inline constexpr Phrase kEverythingReviewed("everything-reviewed",
                                            "everything that needs a review was reviewed",
                                            "需要评审的内容均已评审");
inline constexpr Phrase kNothingBlocks("nothing-blocks", "no blocking findings", "没有阻断性问题");
inline constexpr Phrase kOneSuggestion("one-suggestion", "{count} suggestion", "{count} 条建议");
inline constexpr Phrase kSuggestions("suggestions", "{count} suggestions", "{count} 条建议");
inline constexpr Phrase kOneNitpick("one-nitpick", "{count} nitpick", "{count} 处细节");
inline constexpr Phrase kNitpicks("nitpicks", "{count} nitpicks", "{count} 处细节");
inline constexpr Phrase kOneQuestion("one-question", "{count} question", "{count} 个提问");
inline constexpr Phrase kQuestions("questions", "{count} questions", "{count} 个提问");

// Nothing found.
inline constexpr Phrase kChangeIsEmpty("change-is-empty", "the change is empty", "变更为空");
inline constexpr Phrase kNoChangedFileNeedsReview("no-changed-file-needs-review",
                                                  "no changed file needs a review by rules",
                                                  "没有改动的文件需要按规则评审");
inline constexpr Phrase kNoFileInPaths("no-file-in-paths",
                                       "no file of what was read lies where findings are reported",
                                       "读取的文件都不在报告问题的范围内");
inline constexpr Phrase kOnlyInPaths("only-in-paths", "only findings in {paths} are reported",
                                     "只报告 {paths} 中的问题");
inline constexpr Phrase kNoFileScanned("no-file-scanned", "no file was scanned",
                                       "没有扫描任何文件");
inline constexpr Phrase kNoScannedFileNeedsReview("no-scanned-file-needs-review",
                                                  "no scanned file needs a review by rules",
                                                  "扫描的文件都不需要按规则评审");
// That rules report nothing is no praise of the code.
inline constexpr Phrase kFileClean(
    "file-clean", "no rule reports a defect in {count} file; rules do not judge the algorithm",
    "规则在 {count} 个文件中没有报告缺陷；规则不评判算法本身");
inline constexpr Phrase kFilesClean(
    "files-clean", "no rule reports a defect in {count} files; rules do not judge the algorithm",
    "规则在 {count} 个文件中没有报告缺陷；规则不评判算法本身");
inline constexpr Phrase kFileCleanButBaseline("file-clean-but-baseline",
                                              "no rule reports a new defect in {count} file",
                                              "规则在 {count} 个文件中没有报告新缺陷");
inline constexpr Phrase kFilesCleanButBaseline("files-clean-but-baseline",
                                               "no rule reports a new defect in {count} files",
                                               "规则在 {count} 个文件中没有报告新缺陷");
inline constexpr Phrase kBaselineFindingStands("baseline-finding-stands",
                                               "{count} finding in the baseline remains",
                                               "基线中的 {count} 个问题仍然存在");
inline constexpr Phrase kBaselineFindingsStand("baseline-findings-stand",
                                               "{count} findings in the baseline remain",
                                               "基线中的 {count} 个问题仍然存在");
inline constexpr Phrase kPolicyAcceptsFile(
    "policy-accepts-file", "policy accepts {count} unreviewed file in other languages",
    "策略允许其他语言的 {count} 个文件不评审");
inline constexpr Phrase kPolicyAcceptsFiles(
    "policy-accepts-files", "policy accepts {count} unreviewed files in other languages",
    "策略允许其他语言的 {count} 个文件不评审");
inline constexpr Phrase kNoReportService("no-report-service", "the report service did not answer",
                                         "报告服务没有响应");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_CONCLUSION_H_
