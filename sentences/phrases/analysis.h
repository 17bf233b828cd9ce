#ifndef SENTENCES_PHRASES_ANALYSIS_H_
#define SENTENCES_PHRASES_ANALYSIS_H_

// Diagnostics of the analysis. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kCutShort("cut-short", "cut short: the {part}: {why}",
                                  "未完成 {part}：{why}");
inline constexpr Phrase kAllowTimeOrSplit("allow-time-or-split",
                                          "allow more time, or split the change",
                                          "请放宽时限，或拆分变更");
inline constexpr Phrase kSplitWithinBounds(
    "split-within-bounds",
    "split the change: each part is reviewed within the same limits, which the operator sets with "
    "--review-cpu-seconds and --review-memory",
    "请拆分变更：每一部分都在同样的限额内评审，限额由运维人员用 --review-cpu-seconds 和 "
    "--review-memory 设定");

// Parts that may be cut short.
inline constexpr Phrase kPartChangeModel("part-change-model", "change model", "变更模型");
inline constexpr Phrase kPartPlaybook("part-playbook", "playbook", "开发手册");
inline constexpr Phrase kPartTensorExpressions("part-tensor-expressions", "tensor expressions",
                                               "张量表达式");
inline constexpr Phrase kPartSuppressions("part-suppressions", "suppressions", "抑制注释");
inline constexpr Phrase kPartSuppressionFindings("part-suppression-findings",
                                                 "findings about suppressions",
                                                 "关于抑制注释的问题");
inline constexpr Phrase kPartIntent("part-intent", "intent of the change", "变更意图");
inline constexpr Phrase kPartExpressionSuppressions("part-expression-suppressions",
                                                    "suppressions of tensor expressions",
                                                    "张量表达式的抑制注释");
inline constexpr Phrase kPartHouseRules("part-house-rules", "house rules", "仓库规范");
inline constexpr Phrase kPartTests("part-tests", "tests of the change", "变更的测试");

// The rest of the repository.
inline constexpr Phrase kFilesNotIndexed(
    "files-not-indexed",
    "{count} files of the repository are not in its index, first {file}: each exceeds a limit of "
    "the parser or the time limit for one file",
    "仓库中有 {count} 个文件不在索引里，首个是 "
    "{file}：它们超过了解析器的上限，或者超出了单个文件的时限");
inline constexpr Phrase kExcludeOrSplitFiles(
    "exclude-or-split-files",
    "rules that look across files do not know what is defined and called there: exclude or split "
    "such files",
    "跨文件的规则不知道其中定义和调用了什么：请排除或拆分这些文件");
inline constexpr Phrase kOnlyChangedFilesSeen(
    "only-changed-files-seen", "rules that look across files saw the changed files only",
    "跨文件的规则只看到了被改动的文件");
inline constexpr Phrase kPatchNamesNoTree(
    "patch-names-no-tree",
    "a patch does not say which tree it belongs to: review a range of its repository, or its "
    "working tree",
    "补丁没有说明它属于哪个代码树：请评审其仓库的提交范围或工作区");
inline constexpr Phrase kUnchangedFilesUnread(
    "unchanged-files-unread", "{count} unchanged files could not be read, first {file}",
    "有 {count} 个未改动的文件无法读取，首个是 {file}");
inline constexpr Phrase kFetchWithoutFilter(
    "fetch-without-filter",
    "rules that look across files do not know what they define and call; if the repository lacks "
    "objects, run `git fetch --refetch --no-filter` in it",
    "跨文件的规则不知道其中定义和调用了什么；如果仓库缺少对象，请在其中运行 `git fetch --refetch "
    "--no-filter`");
inline constexpr Phrase kTimeUpBeforeRepository(
    "time-up-before-repository", "time ran out before the rest of the repository was read",
    "时间用尽，仓库其余部分没有读完");
inline constexpr Phrase kAllowTimeOrAgain("allow-time-or-again",
                                          "allow more time, or review again: what was read is kept",
                                          "请放宽时限，或者再次评审：已读取的内容会保留");

// Files of rules.
inline constexpr Phrase kRuleFile("rule-file", "rule file \"{path}\": {why}",
                                  "规则文件 \"{path}\"：{why}");
inline constexpr Phrase kLastGoodVersionHolds(
    "last-good-version-holds", "{problem} (the last valid version of the file applies)",
    "{problem}（沿用该文件上一个有效版本）");
inline constexpr Phrase kNoSuchFileAtBase(
    "no-such-file-at-base", "the repository has no such file at the base of the change",
    "变更的基准提交中没有该文件");
inline constexpr Phrase kRuleFilePathsAreRelative(
    "rule-file-paths-are-relative",
    "paths are relative to the root of the repository; a file that the change adds applies once it "
    "is merged",
    "路径相对于仓库根目录；变更新增的文件在合并后才生效");
inline constexpr Phrase kServerReadsNoCallersFiles(
    "server-reads-no-callers-files", "a server does not read files that a caller's policy names",
    "服务端不会读取调用方策略中指定的文件");
inline constexpr Phrase kSendFileWithRules("send-file-with-rules", "send the file with --rules",
                                           "请用 --rules 发送该文件");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_ANALYSIS_H_
