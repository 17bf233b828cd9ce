#ifndef SENTENCES_PHRASES_COVERAGE_H_
#define SENTENCES_PHRASES_COVERAGE_H_

// Why a file, or a part of one, was not reviewed. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// States of the ledger.
inline constexpr Phrase kStateUnknown("state-unknown", "unknown", "未知");
inline constexpr Phrase kStateReviewed("state-reviewed", "reviewed", "已评审");
inline constexpr Phrase kStateData("state-data", "data", "数据");
inline constexpr Phrase kStateGenerated("state-generated", "generated", "自动生成");
inline constexpr Phrase kStateBinary("state-binary", "binary", "二进制");
inline constexpr Phrase kStateUnsupported("state-unsupported", "unsupported", "不支持");
inline constexpr Phrase kStateNotFetched("state-not-fetched", "not fetched", "未获取");
inline constexpr Phrase kStateTimedOut("state-timed-out", "timed out", "超时");
inline constexpr Phrase kStateOverBudget("state-over-budget", "over budget", "超出配额");

// By state alone.
inline constexpr Phrase kNoRulesForKind("no-rules-for-kind", "no rules for this kind of file",
                                        "没有针对这类文件的规则");
inline constexpr Phrase kGeneratedOrVendored("generated-or-vendored", "generated or vendored",
                                             "自动生成或第三方代码");
inline constexpr Phrase kBinarySubmoduleOrLink("binary-submodule-or-link",
                                               "binary content, submodule or symbolic link",
                                               "二进制内容、子模块或符号链接");
inline constexpr Phrase kNoRulesForItsLanguage("no-rules-for-its-language",
                                               "no rules for this language",
                                               "没有针对该语言的规则");
inline constexpr Phrase kNoReasonGiven("no-reason-given", "no reason given", "未说明原因");
inline constexpr Phrase kNoServiceReportedFile("no-service-reported-file",
                                               "no service reported this file",
                                               "没有服务报告该文件");
inline constexpr Phrase kAnalysisDidNotAnswer("analysis-did-not-answer",
                                              "the analysis service did not answer",
                                              "分析服务没有响应");
inline constexpr Phrase kEngineDidNotReportFile("engine-did-not-report-file",
                                                "the rule engine did not report this file",
                                                "规则引擎没有报告该文件");

// By class.
inline constexpr Phrase kDocumentationHasNoRules("documentation-has-no-rules",
                                                 "documentation: no rules apply",
                                                 "文档：没有适用的规则");
inline constexpr Phrase kConfigurationHasNoRules("configuration-has-no-rules",
                                                 "configuration: no rules apply",
                                                 "配置：没有适用的规则");
inline constexpr Phrase kDataHasNoRules("data-has-no-rules", "data: no rules apply",
                                        "数据：没有适用的规则");
inline constexpr Phrase kLockFileHasNoRules("lock-file-has-no-rules", "lock file: no rules apply",
                                            "锁文件：没有适用的规则");
inline constexpr Phrase kGeneratedCode("generated-code", "generated code", "自动生成的代码");
inline constexpr Phrase kVendoredCode("vendored-code", "vendored code", "第三方代码");
inline constexpr Phrase kBinaryContent("binary-content", "binary content", "二进制内容");
inline constexpr Phrase kSubmodule("submodule", "submodule", "子模块");
inline constexpr Phrase kSymbolicLink("symbolic-link", "symbolic link", "符号链接");
inline constexpr Phrase kLanguageNotKnown("language-not-known",
                                          "no rules: its language is not known",
                                          "没有规则：无法识别其语言");
inline constexpr Phrase kNoRulesForLanguage("no-rules-for-language", "no rules for {language}",
                                            "没有针对 {language} 的规则");

// What rules cannot read.
inline constexpr Phrase kNotebookNotRead(
    "notebook-not-read",
    "a notebook whose code is no Python, or does not stand line by line: save it with Jupyter, or "
    "with nbformat",
    "notebook 的代码不是 Python，或没有逐行存放：请用 Jupyter 或 nbformat 重新保存");
inline constexpr Phrase kBinaryUnderSourceName(
    "binary-under-source-name",
    "unreadable: its content is binary, although its name is that of a source file",
    "无法读取：内容是二进制，而文件名是源码文件名");
inline constexpr Phrase kLinkUnderSourceName(
    "link-under-source-name",
    "unreadable: a symbolic link; the file that it points to is not read under this name",
    "无法读取：符号链接，不会按此路径读取它指向的文件");
inline constexpr Phrase kUnreadableInLine("unreadable-in-line", "unreadable in line {line}: {what}",
                                          "无法读取第 {line} 行：{what}");
inline constexpr Phrase kLineNotPython("line-not-python", "line {line} could not be read as Python",
                                       "第 {line} 行无法作为 Python 读取");
inline constexpr Phrase kLineNotCpp("line-not-cpp", "line {line} could not be read as C++",
                                    "第 {line} 行无法作为 C++ 读取");

// What could not be had.
inline constexpr Phrase kNotTracked(
    "not-tracked", "not tracked by git, so it is in no diff: run `git add -N` on it",
    "未被 git 跟踪，因此没有 diff：请对它运行 `git add -N`");
inline constexpr Phrase kMergeConflict("merge-conflict",
                                       "merge conflict: resolve it and add the file to the index",
                                       "合并冲突：请解决冲突并把文件加入 index");
inline constexpr Phrase kFileOverLimit("file-over-limit",
                                       "the file is larger than the limit of {bytes} bytes",
                                       "文件超过 {bytes} 字节的上限");
inline constexpr Phrase kChangeOverLimit("change-over-limit",
                                         "the change is larger than the limit of {bytes} bytes",
                                         "变更超过 {bytes} 字节的上限");
inline constexpr Phrase kLargerThan("larger-than", "larger than {size} MiB", "超过 {size} MiB");
inline constexpr Phrase kOldVersionUnread("old-version-unread",
                                          "the old version could not be read: {reason}",
                                          "无法读取旧版本：{reason}");
inline constexpr Phrase kNewVersionUnread("new-version-unread",
                                          "the new version could not be read: {reason}",
                                          "无法读取新版本：{reason}");
inline constexpr Phrase kHunksDoNotMakeIt("hunks-do-not-make-it",
                                          "it cannot be rebuilt from its hunks: {why}",
                                          "无法由 hunk 还原：{why}");
inline constexpr Phrase kNotSentAndHunksDoNotMakeIt(
    "not-sent-and-hunks-do-not-make-it", "{reason}, and it cannot be rebuilt from its hunks: {why}",
    "{reason}，也无法由 hunk 还原：{why}");
inline constexpr Phrase kContentNotSent("content-not-sent", "its content was not sent",
                                        "未发送其内容");
inline constexpr Phrase kChangedMoreThanOnce(
    "changed-more-than-once",
    "the patch changes this file more than once, as a series of commits does; review the commits "
    "one by one, or pass a range of a repository",
    "该补丁多次修改此文件，像是一系列提交；请逐个提交评审，或者传入仓库的提交范围");
inline constexpr Phrase kChangedMoreThanOnceInLines(
    "changed-more-than-once-in-lines",
    "the patch changes this file more than once (in lines {first} and {later}), as a series of "
    "commits does; review the commits one by one, or pass a range of a repository",
    "该补丁多次修改此文件（第 {first} 行和第 {later} "
    "行），像是一系列提交；请逐个提交评审，或者传入仓库的提交范围");
inline constexpr Phrase kPatchNamesNoBlobs(
    "patch-names-no-blobs",
    "the patch does not name the blobs of this file; make it with `git diff --no-renames`, or "
    "review a range of the repository",
    "补丁没有写明该文件的 blob；请用 `git diff --no-renames` 生成，或者评审仓库的提交范围");
inline constexpr Phrase kPatchShowsOnlyHunks(
    "patch-shows-only-hunks",
    "a patch shows only the hunks of a modified file; pass --repo DIR, a repository that has its "
    "blobs",
    "补丁只包含被修改文件的 hunk；请用 --repo DIR 传入含有其 blob 的仓库");
inline constexpr Phrase kPassRepository(
    "pass-repository", "pass --repo DIR, the repository that the patch was made in",
    "请用 --repo DIR 传入生成该补丁的仓库");
inline constexpr Phrase kLeftSideNotKnown("left-side-not-known",
                                          "the content of the left side is not known",
                                          "左侧内容未知");
inline constexpr Phrase kRightSideNotKnown("right-side-not-known",
                                           "the content of the right side is not known",
                                           "右侧内容未知");

// What was cut short.
inline constexpr Phrase kTimeUpBeforeAllRules("time-up-before-all-rules",
                                              "time ran out before every rule had run",
                                              "时间用尽，仍有规则没有运行");
inline constexpr Phrase kRulesTookTooLong(
    "rules-took-too-long", "the rules took longer than the limit of {seconds} s for one file",
    "规则耗时超过单个文件 {seconds} s 的上限");

// Said by the gateway.
inline constexpr Phrase kServiceDidNotAnswer("service-did-not-answer",
                                             "the {service} service did not answer: {code}",
                                             "{service} 服务没有响应：{code}");
inline constexpr Phrase kDiffNotUnderstood("diff-not-understood",
                                           "its diff could not be parsed: {code} in line {line}",
                                           "无法解析其 diff：第 {line} 行 {code}");
inline constexpr Phrase kPartOfDiffNotUnderstood(
    "part-of-diff-not-understood",
    "this part of the diff could not be parsed: {code} in line {line}",
    "无法解析这部分 diff：第 {line} 行 {code}");
inline constexpr Phrase kListedButNotInDiff(
    "listed-but-not-in-diff", "the source lists this file, but the diff text does not contain it",
    "来源列出了该文件，但其 diff 文本中没有");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_COVERAGE_H_
