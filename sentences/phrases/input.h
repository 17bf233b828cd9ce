#ifndef SENTENCES_PHRASES_INPUT_H_
#define SENTENCES_PHRASES_INPUT_H_

// Diagnostics of the text of a diff: what was found, and what to do. {words} are quoted, {found}
// and {wanted} numbers. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kMakeAgain("make-again",
                                   "make the patch again with `git diff`; do not edit it by hand",
                                   "请用 `git diff` 重新生成补丁，不要手工修改");
inline constexpr Phrase kFetchAgain(
    "fetch-again",
    "the text was probably cut off; fetch or make the patch again and check its size",
    "文本可能被截断；请重新获取或生成补丁，并检查其大小");
inline constexpr Phrase kAnsiColour("ansi-colour",
                                    "line begins with a terminal colour code, wanted a diff",
                                    "该行以终端颜色代码开头，应为 diff");
inline constexpr Phrase kRunWithoutColour("run-without-colour", "run `git diff --no-color`",
                                          "请运行 `git diff --no-color`");
inline constexpr Phrase kBadHunkHeader(
    "bad-hunk-header", "found {words}, wanted a hunk header such as `@@ -1,2 +1,3 @@`",
    "得到 {words}，应为 `@@ -1,2 +1,3 @@` 这样的 hunk 头");
inline constexpr Phrase kBadLinePrefix(
    "bad-line-prefix", "line in a hunk does not begin with a space, `+`, `-` or `\\`: {words}",
    "hunk 中的行不是以空格、`+`、`-` 或 `\\` 开头：{words}");
inline constexpr Phrase kSendAsAttachment(
    "send-as-attachment",
    "a mail program or editor changed white space; send the patch as an attachment",
    "邮件程序或编辑器改动了空白字符；请以附件形式发送补丁");
inline constexpr Phrase kBadMode("bad-mode",
                                 "found {words}, wanted an octal file mode such as 100644",
                                 "得到 {words}，应为 100644 这样的八进制文件模式");
inline constexpr Phrase kBadQuotedPath(
    "bad-quoted-path", "quoted path has an unknown escape or no closing quotation mark: {words}",
    "带引号的路径含有未知转义或缺少右引号：{words}");
inline constexpr Phrase kCombinedUnsupported(
    "combined-unsupported", "combined diff of {found} parents, at most {wanted} are understood",
    "{found} 个父提交的合并 diff，最多支持 {wanted} 个");
inline constexpr Phrase kRunForParent("run-for-parent",
                                      "run `git diff <parent> <merge>` for the parent of interest",
                                      "请对所关心的父提交运行 `git diff <parent> <merge>`");
inline constexpr Phrase kContradictoryHeaders("contradictory-headers",
                                              "header {words} contradicts a header before it",
                                              "头部 {words} 与前面的头部矛盾");
inline constexpr Phrase kDeletedFileHasNewLines(
    "deleted-file-has-new-lines", "file is deleted but its hunk promises {found} new lines",
    "文件已删除，但其 hunk 声明有 {found} 行新内容");
inline constexpr Phrase kEncodingUtf16("encoding-utf-16",
                                       "text is UTF-16, wanted UTF-8 or plain bytes",
                                       "文本是 UTF-16，应为 UTF-8 或纯字节");
inline constexpr Phrase kRunWithOutput(
    "run-with-output", "PowerShell's `>` writes UTF-16; run `git diff --output=FILE` instead",
    "PowerShell 的 `>` 会写成 UTF-16；请改用 `git diff --output=FILE`");
inline constexpr Phrase kHunkOrder(
    "hunk-order",
    "hunk begins at line {found}, before the end of the previous hunk at line {wanted}",
    "hunk 从第 {found} 行开始，早于前一个 hunk 的结尾（第 {wanted} 行）");
inline constexpr Phrase kHunksReordered(
    "hunks-reordered", "the hunks were reordered; make the patch again with `git diff`",
    "hunk 的顺序被打乱；请用 `git diff` 重新生成补丁");
inline constexpr Phrase kHunkTooLong(
    "hunk-too-long", "hunk continues after the lines that its header counts: {words}",
    "hunk 超出了其头部声明的行数：{words}");
inline constexpr Phrase kHunkWithoutFile("hunk-without-file", "hunk comes before any file header",
                                         "hunk 出现在任何文件头之前");
inline constexpr Phrase kSendWholePatch("send-whole-patch",
                                        "send the whole patch from its `diff --git` line on",
                                        "请从 `diff --git` 行开始发送完整补丁");
inline constexpr Phrase kIncompleteFile(
    "incomplete-file",
    "file header is not followed by what changed: no hunk, mode, rename or binary notice",
    "文件头之后没有变更内容：没有 hunk、模式、重命名或二进制说明");
inline constexpr Phrase kIncompleteRename(
    "incomplete-rename", "file has only one of the two lines `from` and `to` of a rename or copy",
    "重命名或复制只有 `from` 和 `to` 两行中的一行");
inline constexpr Phrase kLimitBytes("limit-bytes", "text has {found} bytes, the limit is {wanted}",
                                    "文本有 {found} 字节，上限是 {wanted}");
inline constexpr Phrase kSplitOrRaiseBytes("split-or-raise-bytes",
                                           "split the change, or raise the limit on bytes",
                                           "请拆分变更，或提高字节数上限");
inline constexpr Phrase kLimitFiles("limit-files",
                                    "change has more than {wanted} files; the rest was not read",
                                    "变更超过 {wanted} 个文件，其余未读取");
inline constexpr Phrase kSplitOrRaiseFiles("split-or-raise-files",
                                           "split the change, or raise the limit on files",
                                           "请拆分变更，或提高文件数上限");
inline constexpr Phrase kNewFileHasOldLines("new-file-has-old-lines",
                                            "file is new but its hunk promises {found} old lines",
                                            "文件是新增的，但其 hunk 声明有 {found} 行旧内容");
inline constexpr Phrase kNoChangeHunk("no-change-hunk", "hunk neither adds nor removes a line",
                                      "该 hunk 既没有新增行也没有删除行");
inline constexpr Phrase kNoHunk("no-hunk", "file header `---`/`+++` is not followed by a hunk",
                                "文件头 `---`/`+++` 之后没有 hunk");
inline constexpr Phrase kNumberRange("number-range", "number in {words} is larger than 2147483647",
                                     "{words} 中的数字大于 2147483647");
inline constexpr Phrase kOnlyInFolder(
    "only-in-folder",
    "file is in one of the two folders only, and its content is not shown: {words}",
    "该文件只存在于两个目录之一，且内容未显示：{words}");
inline constexpr Phrase kRunForNewFiles("run-for-new-files",
                                        "run `diff -ruN`, which shows such files in full",
                                        "请运行 `diff -ruN`，它会完整显示这类文件");
inline constexpr Phrase kStrayEofMarker(
    "stray-eof-marker",
    "a `\\ No newline at end of file` does not follow the last line of its side",
    "`\\ No newline at end of file` 没有紧跟在其所属一侧的最后一行之后");
inline constexpr Phrase kSubmoduleLog(
    "submodule-log",
    "submodule is shown by the log of its commits, not as a change of a file: {words}",
    "子模块以提交日志而非文件变更的形式显示：{words}");
inline constexpr Phrase kRunForSubmodules("run-for-submodules", "run `git diff --submodule=short`",
                                          "请运行 `git diff --submodule=short`");
inline constexpr Phrase kTruncatedBinary(
    "truncated-binary", "binary patch ends here, wanted more data or an empty line",
    "二进制补丁在此结束，应有更多数据或空行");
inline constexpr Phrase kTruncatedHunk(
    "truncated-hunk", "hunk ends {found} lines short of the {wanted} that its header counts",
    "hunk 比其头部声明的 {wanted} 行少 {found} 行");
inline constexpr Phrase kUnsafePath("unsafe-path",
                                    "path leaves the repository or is not a file's: {words}",
                                    "路径超出仓库或不是文件路径：{words}");
inline constexpr Phrase kRunInsideRepository(
    "run-inside-repository",
    "run `git diff` from inside the repository; such a path is never opened",
    "请在仓库内运行 `git diff`；这类路径不会被打开");
inline constexpr Phrase kUnsupportedFormat("unsupported-format",
                                           "this is not a unified diff: {words}",
                                           "这不是 unified diff：{words}");
inline constexpr Phrase kRunDiff("run-diff", "run `git diff` or `diff -u`",
                                 "请运行 `git diff` 或 `diff -u`");
inline constexpr Phrase kBadSimilarity("bad-similarity",
                                       "found {words}, wanted 0% to 100%; ignored",
                                       "得到 {words}，应为 0% 到 100%；已忽略");
inline constexpr Phrase kByteOrderMark("byte-order-mark",
                                       "text begins with a byte order mark; ignored",
                                       "文本以字节序标记开头；已忽略");
inline constexpr Phrase kSaveWithoutBom("save-without-bom", "save the patch as UTF-8 without BOM",
                                        "请将补丁保存为不带 BOM 的 UTF-8");
inline constexpr Phrase kCombined(
    "combined", "combined diff of {found} parents; counted and numbered against the first",
    "{found} 个父提交的合并 diff，按第一个父提交计数和编号");
inline constexpr Phrase kRunForAnotherParent("run-for-another-parent",
                                             "run `git diff <parent> <merge>` for another parent",
                                             "如需其他父提交，请运行 `git diff <parent> <merge>`");
inline constexpr Phrase kCrlfPatch(
    "crlf-patch",
    "the patch's own header lines end in CR LF; one CR of each line is taken as its line end",
    "补丁自身的头部行以 CR LF 结尾；每行的一个 CR 被视为换行符");
inline constexpr Phrase kKeepPatchesAsTheyAre(
    "keep-patches-as-they-are",
    "keep patches as they are: `git config core.autocrlf false`, or send them as attachments",
    "请保持补丁原样：`git config core.autocrlf false`，或以附件形式发送");
inline constexpr Phrase kEmptyInput("empty-input", "text contains no file change",
                                    "文本中没有文件变更");
inline constexpr Phrase kCompareOthers(
    "compare-others", "nothing to do if no change was intended; otherwise compare other revisions",
    "如果本来就没有变更则无需处理；否则请比较其他版本");
inline constexpr Phrase kForeignHeader("foreign-header", "header of another tool: {words}",
                                       "其他工具的头部：{words}");
inline constexpr Phrase kUnderstoodWithGit(
    "understood-with-git", "it was understood, but `git diff` would also show modes and renames",
    "可以识别；如果使用 `git diff`，还能得到文件模式和重命名信息");
inline constexpr Phrase kGarbage("garbage",
                                 "{found} lines belong to no file and were skipped, from {words}",
                                 "有 {found} 行不属于任何文件，已从 {words} 起跳过");
inline constexpr Phrase kRemoveTextBetween("remove-text-between",
                                           "remove the text between the files",
                                           "请删除文件之间的文本");
inline constexpr Phrase kRemoveLineOrAttach(
    "remove-line-or-attach",
    "if a mail program encoded the text (`=3D`, lines that end in `=`), send the patch as an "
    "attachment; otherwise remove the line",
    "如果邮件程序对文本做了编码（出现 `=3D`、以 `=` "
    "结尾的行），请以附件形式发送补丁；否则请删除该行");
inline constexpr Phrase kInvalidUtf8("invalid-utf-8", "line is not valid UTF-8; its bytes are kept",
                                     "该行不是有效的 UTF-8，其字节原样保留");
inline constexpr Phrase kNothingIfOtherEncoding("nothing-if-other-encoding",
                                                "nothing to do if the file has another encoding",
                                                "如果该文件使用其他编码，则无需处理");
inline constexpr Phrase kLongLine(
    "long-line", "line has {found} bytes, more than {wanted}; kept, but no rule reads it",
    "该行有 {found} 字节，超过 {wanted}；已保留，但规则不会读取");
inline constexpr Phrase kMarkDataOrRaise(
    "mark-data-or-raise", "mark data files in .gitattributes, or raise the limit on line length",
    "请在 .gitattributes 中标记数据文件，或提高行长上限");
inline constexpr Phrase kNoFinalNewline("no-final-newline",
                                        "the last line of the patch lacks its line end",
                                        "补丁的最后一行缺少换行符");
inline constexpr Phrase kCheckNothingMissing(
    "check-nothing-missing", "a tool stripped it on the way; check that nothing else is missing",
    "有工具在传输途中去除了它；请检查是否还缺少其他内容");
inline constexpr Phrase kNoPrefix("no-prefix",
                                  "paths have no `a/` and `b/` prefix; they are used as they are",
                                  "路径没有 `a/` 和 `b/` 前缀；按原样处理");
inline constexpr Phrase kRunWithPrefixes("run-with-prefixes",
                                         "run `git diff --src-prefix=a/ --dst-prefix=b/`",
                                         "请运行 `git diff --src-prefix=a/ --dst-prefix=b/`");
inline constexpr Phrase kNulInText("nul-in-text", "line of a text hunk contains a NUL byte; kept",
                                   "文本 hunk 的某行含有 NUL 字节；已保留");
inline constexpr Phrase kMarkAsBinary("mark-as-binary", "mark the file as binary in .gitattributes",
                                      "请在 .gitattributes 中将该文件标记为二进制");
inline constexpr Phrase kRepeatedFile(
    "repeated-file", "file appears a second time; the first is in line {found} of the diff",
    "该文件再次出现；第一次在 diff 的第 {found} 行");
inline constexpr Phrase kReviewOneByOne(
    "review-one-by-one", "review commits one by one, or leave the file in one place only",
    "请逐个提交评审，或让该文件只出现一处");
inline constexpr Phrase kStrippedContext("stripped-context",
                                         "empty line in a hunk is taken as an empty context line",
                                         "hunk 中的空行被视为空的上下文行");
inline constexpr Phrase kSwitchStrippingOff(
    "switch-stripping-off",
    "an editor or mail program strips trailing white space; switch that off for patches",
    "编辑器或邮件程序会去除行尾空白；处理补丁时请关闭该功能");
inline constexpr Phrase kUnknownHeader("unknown-header", "unknown header {words}; skipped",
                                       "未知头部 {words}；已跳过");
inline constexpr Phrase kCheckGitVersion("check-git-version", "check the git version",
                                         "请检查 git 版本");
inline constexpr Phrase kUnmerged("unmerged",
                                  "path has merge conflicts and therefore no diff: {words}",
                                  "该路径有合并冲突，因此没有 diff：{words}");
inline constexpr Phrase kResolveConflicts("resolve-conflicts",
                                          "resolve the conflicts and run `git diff` again",
                                          "请解决冲突后重新运行 `git diff`");
inline constexpr Phrase kRunWithoutWordDiff("run-without-word-diff",
                                            "run `git diff` without --word-diff",
                                            "请不带 --word-diff 运行 `git diff`");

// What is left out when time or memory is up.
inline constexpr Phrase kSplitChange("split-change",
                                     "split the change: each part is read within the same limits",
                                     "请拆分变更：每一部分都在同样的限额内读取");
inline constexpr Phrase kMovesLeftOut("moves-left-out",
                                      "lines that only moved count as new ones: {why}",
                                      "只是移动过的行按新增计算：{why}");
inline constexpr Phrase kPairsOfHunkLeftOut(
    "pairs-of-hunk-left-out",
    "removed and added lines of {count} hunk are not compared with each other, first in `{path}`: "
    "{why}",
    "{count} 个 hunk 中删除与新增的行没有相互比较，首个在 `{path}`：{why}");
inline constexpr Phrase kPairsOfHunksLeftOut(
    "pairs-of-hunks-left-out",
    "removed and added lines of {count} hunks are not compared with each other, first in `{path}`: "
    "{why}",
    "{count} 个 hunk 中删除与新增的行没有相互比较，首个在 `{path}`：{why}");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_INPUT_H_
