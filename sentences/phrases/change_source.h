#ifndef SENTENCES_PHRASES_CHANGE_SOURCE_H_
#define SENTENCES_PHRASES_CHANGE_SOURCE_H_

// What could not be had of a change, by git and by GitHub. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// Of git.
inline constexpr Phrase kRenamesLeftOut(
    "renames-left-out",
    "renames of files that also changed were not looked for among {deleted} deleted and {added} "
    "added files: they count as deleted and new",
    "没有在 {deleted} 个删除和 {added} 个新增的文件之间查找带改动的重命名：它们按删除和新增计算");
inline constexpr Phrase kSplitOrRenameAlone("split-or-rename-alone",
                                            "split the change, or rename in a commit of its own",
                                            "请拆分变更，或在单独的提交中重命名");
inline constexpr Phrase kHistoryUnread(
    "history-unread", "the messages of the commits could not be read, and no rule saw them",
    "无法读取提交说明，因此没有规则检查过它们");
inline constexpr Phrase kObjectsMissing(
    "objects-missing",
    "{why}; the repository lacks objects of this change, as a shallow or partial clone does, or is "
    "damaged: run `git fetch --unshallow`, `git fetch --refetch --no-filter` or `git fsck` in it",
    "{why}；仓库缺少本次变更的对象（如 shallow clone 或 partial clone），或者已损坏：请在其中运行 "
    "`git fetch --unshallow`、`git fetch --refetch --no-filter` 或 `git fsck`");

// Of mails.
inline constexpr Phrase kMailOfParts(
    "mail-of-parts", "the mail \"{subject}\" is made of several parts, which were not taken apart",
    "邮件 \"{subject}\" 由多个部分组成，没有拆开读取");
inline constexpr Phrase kSaveAttachedPatch("save-attached-patch",
                                           "save the attached patch and review that",
                                           "请保存附件中的补丁，再评审该补丁");

// Of GitHub: the change as a whole.
inline constexpr Phrase kTotalsDiffer(
    "totals-differ",
    "the diff has {files} files, +{added} -{removed} lines; the pull request says {wanted_files} "
    "files, +{wanted_added} -{wanted_removed}",
    "diff 有 {files} 个文件、+{added} -{removed} 行；pull request 显示为 {wanted_files} 个文件、"
    "+{wanted_added} -{wanted_removed} 行");
inline constexpr Phrase kSeeLedger("see-ledger", "see the ledger for what was not fetched",
                                   "未获取的内容见覆盖情况");
inline constexpr Phrase kOtherMergeBase(
    "other-merge-base",
    "the diff of {count} files, among them \"{file}\", starts from another version than that of "
    "the merge base {commit}",
    "{count} 个文件（包括 \"{file}\"）的 diff 不是从 merge base {commit} 的版本开始的");
inline constexpr Phrase kMergeOrRebase("merge-or-rebase",
                                       "merge or rebase onto the base branch, and review again",
                                       "请合并或 rebase 到目标分支，然后再次评审");
inline constexpr Phrase kSomeFilesUnknown("some-files-unknown",
                                          "modes and contents of some files are not known",
                                          "部分文件的模式和内容未知");
inline constexpr Phrase kContextIsThree("context-is-three",
                                        "GitHub gives 3 lines of context, not {lines}",
                                        "GitHub 只给出 3 行上下文，而不是 {lines} 行");
inline constexpr Phrase kCloneForMore("clone-for-more", "review a local clone for more",
                                      "如需更多上下文，请评审本地克隆");
inline constexpr Phrase kApiSunset("api-sunset",
                                   "GitHub stops serving API version {version} on {date}",
                                   "GitHub 将于 {date} 停止提供 API 版本 {version}");
inline constexpr Phrase kUpdateBefore("update-before", "update AllReview before that day",
                                      "请在此之前升级 AllReview");
inline constexpr Phrase kUnnamedFilesLeft(
    "unnamed-files-left",
    "GitHub lists {listed} of {announced} changed files; {missing} are not known by name; review a "
    "local clone",
    "GitHub 列出了 {announced} 个改动文件中的 {listed} 个；其余 {missing} 个的名称未知；"
    "请评审本地克隆");
inline constexpr Phrase kUnnamedFilesLeftBecause(
    "unnamed-files-left-because",
    "GitHub lists {listed} of {announced} changed files; {missing} are not known by name, because "
    "{why}; review a local clone",
    "GitHub 列出了 {announced} 个改动文件中的 {listed} 个；其余 {missing} 个的名称未知，原因是 "
    "{why}；请评审本地克隆");

// Of GitHub: why there is no patch of a file, and why there is nothing at all.
inline constexpr Phrase kFirstAndWhy("first-and-why", "{first}, and {why}", "{first}，并且{why}");
inline constexpr Phrase kVersionsUnknown("versions-unknown",
                                         "the ids of its versions are not known",
                                         "其版本的 id 未知");
inline constexpr Phrase kTypeChanged("type-changed", "its type changed", "其类型发生了变化");
inline constexpr Phrase kIsSubmodule("is-submodule", "it is a submodule", "它是子模块");
inline constexpr Phrase kNoPatchGiven("no-patch-given", "GitHub gives no patch for it",
                                      "GitHub 没有给出它的补丁");
inline constexpr Phrase kNotListed(
    "not-listed", "GitHub lists {listed} of {announced} changed files, and not this one",
    "GitHub 列出了 {announced} 个改动文件中的 {listed} 个，其中没有该文件");
inline constexpr Phrase kOverLimitOf("over-limit-of",
                                     "with {size} bytes it is over the limit of {limit}",
                                     "它有 {size} 字节，超过了 {limit} 的上限");
inline constexpr Phrase kTooManyToRead(
    "too-many-to-read",
    "more than {limit} files would have to be read in full; review a local clone",
    "需要完整读取的文件超过 {limit} 个；请评审本地克隆");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_CHANGE_SOURCE_H_
