#ifndef SENTENCES_PHRASES_MISSING_H_
#define SENTENCES_PHRASES_MISSING_H_

// What is absent of a review because a service did not answer. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kNumericsNotConfigured("numerics-not-configured",
                                               "numerical checks: not configured",
                                               "数值检查：未配置");
inline constexpr Phrase kNumericsSwitchedOff("numerics-switched-off",
                                             "numerical checks: switched off", "数值检查：已关闭");
inline constexpr Phrase kExpressionsNotMeasured(
    "expressions-not-measured", "{count} of {total} tensor expressions were not measured",
    "{total} 个张量表达式中有 {count} 个未实测");
inline constexpr Phrase kFindingsInPart("findings-in-part",
                                        "findings and the change model are missing or incomplete",
                                        "问题与变更模型缺失或不完整");
inline constexpr Phrase kNothingReviewed("nothing-reviewed",
                                         "the change could not be read; nothing was reviewed",
                                         "无法读取变更，没有评审任何内容");
inline constexpr Phrase kChangeReadInPart("change-read-in-part", "only part of the change was read",
                                          "只读取了变更的一部分");
inline constexpr Phrase kFilesInPart("files-in-part",
                                     "files of the change are missing or have no hunks",
                                     "变更的文件缺失或没有 hunk");
inline constexpr Phrase kPolicyNotRead(
    "policy-not-read", "the repository's policy could not be read and does not apply",
    "无法读取仓库的策略，因此不生效");
inline constexpr Phrase kRuleFilesNotRead(
    "rule-files-not-read", "rule files of the repository could not be read and do not apply",
    "无法读取仓库的规则文件，因此不生效");
inline constexpr Phrase kContentNotRead("content-not-read",
                                        "the content of changed files could not be read",
                                        "无法读取变更文件的内容");
inline constexpr Phrase kTreeNotListed(
    "tree-not-listed",
    "the tree could not be listed; it is not known what the change breaks elsewhere",
    "无法列出代码树，不知道变更会破坏哪些其他位置");
inline constexpr Phrase kPlainLists("plain-lists", "the documents are plain lists",
                                    "文档只是简单列表");
inline constexpr Phrase kNotConfigured("not-configured", "not configured", "未配置");
inline constexpr Phrase kDocumentAbsent("document-absent", "a requested document is missing",
                                        "缺少请求的文档");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_MISSING_H_
