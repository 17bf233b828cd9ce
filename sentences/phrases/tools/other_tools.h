#ifndef SENTENCES_PHRASES_TOOLS_OTHER_TOOLS_H_
#define SENTENCES_PHRASES_TOOLS_OTHER_TOOLS_H_

// What other tools said of a change. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

// One line for each tool; what follows the first part stands only where there is some.
inline constexpr Phrase kToolResult("tool-result", "{tool}: 1 result, {changed} on changed lines",
                                    "{tool}：1 个结果，{changed} 个在改动的行上");
inline constexpr Phrase kToolResults("tool-results",
                                     "{tool}: {count} results, {changed} on changed lines",
                                     "{tool}：{count} 个结果，{changed} 个在改动的行上");
inline constexpr Phrase kToolNoResults("tool-no-results", "{tool}: no results", "{tool}：没有结果");
inline constexpr Phrase kToolMerged("tool-merged", "{count} of them found by others, too",
                                    "其中 {count} 个已由其他检查发现");
inline constexpr Phrase kToolOff("tool-off", "{count} switched off by policy",
                                 "{count} 个被策略关闭");
inline constexpr Phrase kToolSuppressed("tool-suppressed", "{count} suppressed in the tool",
                                        "{count} 个已在该工具中抑制");
inline constexpr Phrase kToolPassed("tool-passed", "{count} without a problem",
                                    "{count} 个没有报告问题");
inline constexpr Phrase kToolFixesDropped("tool-fixes-dropped",
                                          "fixes that do not apply to the changed files: {count}",
                                          "无法应用到改动文件的修复：{count} 个");
inline constexpr Phrase kToolUnlisted("tool-unlisted", "{count} not listed, as there are too many",
                                      "数量过多，{count} 个未列出");
inline constexpr Phrase kToolFailed("tool-failed", "the log does not say that the tool ended well",
                                    "日志没有说明该工具正常结束");

inline constexpr Phrase kToolLogCure("tool-log-cure",
                                     "have the tool write its log again, or leave the file out",
                                     "请让该工具重新生成日志，或者不要传入该文件");

// The same finding from a second source.
inline constexpr Phrase kAlsoFoundBy("also-found-by", "{tool} reports it, too, as `{rule}`",
                                     "{tool} 也报告了该问题，规则为 `{rule}`");

// Files that only another tool read.
inline constexpr Phrase kReadByTools("read-by-tools", "no rules for {language}; read by {tools}",
                                     "没有针对 {language} 的规则；已由 {tools} 读取");
inline constexpr Phrase kReadByToolsOnly("read-by-tools-only", "read by {tools}",
                                         "已由 {tools} 读取");

inline constexpr Phrase kPartOtherTools("part-other-tools", "results of other tools",
                                        "其他工具的结果");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_TOOLS_OTHER_TOOLS_H_
