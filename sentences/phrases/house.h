#ifndef SENTENCES_PHRASES_HOUSE_H_
#define SENTENCES_PHRASES_HOUSE_H_

// What a repository asks of new code, and how a change does by it. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kNoBareExcept("no-bare-except", "no bare `except`", "不使用裸 `except`");
inline constexpr Phrase kClassDocstring("class-docstring", "docstring on public classes",
                                        "公开类要有 docstring");
inline constexpr Phrase kNoCommentedOutCode("no-commented-out-code", "no commented-out code",
                                            "不保留注释掉的代码");
inline constexpr Phrase kWrongConfigurationRaises("wrong-configuration-raises",
                                                  "wrong configuration raises {value}",
                                                  "错误的配置抛出 {value}");
inline constexpr Phrase kCopyrightHeader("copyright-header", "copyright header in new files",
                                         "新文件要有版权头");
inline constexpr Phrase kDocstringStyle("docstring-style", "docstrings in {value} style",
                                        "docstring 使用 {value} 风格");
inline constexpr Phrase kDocumentationForFeatures("documentation-for-features",
                                                  "documentation for new features",
                                                  "新功能要有文档");
inline constexpr Phrase kFormattedWith("formatted-with", "formatted with {value}",
                                       "用 {value} 格式化");
inline constexpr Phrase kFunctionDocstring("function-docstring", "docstring on public functions",
                                           "公开函数要有 docstring");
inline constexpr Phrase kImportsSortedWith("imports-sorted-with", "imports sorted with {value}",
                                           "用 {value} 排序 import");
inline constexpr Phrase kLineLength("line-length", "lines of at most {value} characters",
                                    "每行最多 {value} 个字符");
inline constexpr Phrase kAssignedBeforeUse("assigned-before-use",
                                           "names are assigned before use on every path",
                                           "变量在每条路径上都先赋值后使用");
inline constexpr Phrase kModuleDocstring("module-docstring", "docstring in every module",
                                         "每个模块都有 docstring");
inline constexpr Phrase kModuleLogger("module-logger", "log through the logger of the module",
                                      "通过模块的 logger 记录日志");
inline constexpr Phrase kNaming("naming", "snake_case functions, CamelCase classes",
                                "函数用 snake_case，类用 CamelCase");
inline constexpr Phrase kNoPrint("no-print", "no `print`", "不使用 `print`");
inline constexpr Phrase kOptionalAnnotations("optional-annotations",
                                             "`{value}` for optional values",
                                             "可能为 None 的值标注为 `{value}`");
inline constexpr Phrase kPatchCoverage("patch-coverage", "tests cover {value} of the changed lines",
                                       "测试覆盖 {value} 的改动行");
inline constexpr Phrase kNoGlobalProcessGroups(
    "no-global-process-groups", "no new reads of global process groups in the library",
    "库代码中不新增对全局进程组的读取");
inline constexpr Phrase kPythonVersion("python-version", "Python {value}", "Python {value}");
inline constexpr Phrase kOrNewer("or-newer", "{version} or newer", "{version} 或更新版本");
inline constexpr Phrase kAbsoluteImports("absolute-imports", "absolute imports", "使用绝对导入");
inline constexpr Phrase kNoShadowedBuiltin("no-shadowed-builtin",
                                           "no parameter named after a builtin",
                                           "参数不与内置名同名");
inline constexpr Phrase kCorrectSpelling("correct-spelling", "correct spelling", "拼写正确");
inline constexpr Phrase kPytestStyle("pytest-style", "tests in the style of pytest",
                                     "测试使用 pytest 风格");
inline constexpr Phrase kTestsForNewCode("tests-for-new-code", "tests for new code",
                                         "新代码要有测试");
inline constexpr Phrase kTypeHints("type-hints", "type hints on public functions",
                                   "公开函数要有类型注解");
inline constexpr Phrase kNoUnsafeYaml("no-unsafe-yaml", "no `yaml.load` without a safe loader",
                                      "不使用没有安全 loader 的 `yaml.load`");
inline constexpr Phrase kNoUnusedImports("no-unused-imports", "no unused imports",
                                         "没有未使用的 import");
inline constexpr Phrase kNoUnusedLocals("no-unused-locals", "no unused local variables",
                                        "没有未使用的局部变量");
inline constexpr Phrase kNoWildcardImports("no-wildcard-imports", "no wildcard imports",
                                           "不使用通配符导入");

// How a change does by it.
inline constexpr Phrase kDeclaredNotFollowed(
    "declared-not-followed", "declared, not followed ({percent} % of {total} places)",
    "已声明但未遵守（{total} 处中占 {percent}%）");
inline constexpr Phrase kNotCheckedHere("not-checked-here", "not checked here", "这里不检查");
inline constexpr Phrase kLeftTo("left-to", "checked by {tool}", "由 {tool} 检查");
inline constexpr Phrase kOkChecked("ok-checked", "ok ({count} checked)",
                                   "符合（已检查 {count} 处）");
inline constexpr Phrase kOk("ok", "ok", "符合");
inline constexpr Phrase kBrokenInPlace("broken-in-place", "{count} place ({places})",
                                       "{count} 处（{places}）");
inline constexpr Phrase kBrokenInPlaces("broken-in-places", "{count} places ({places})",
                                        "{count} 处（{places}）");
inline constexpr Phrase kShareOfPlaces("share-of-places", "{percent} % of {total} places",
                                       "{total} 处中占 {percent}%");
inline constexpr Phrase kShareOfPlacesDo("share-of-places-do",
                                         "{percent} % of {total} places do so",
                                         "{total} 处中有 {percent}% 这样做");

// What contradicts.
inline constexpr Phrase kStatementAgainst(
    "statement-against", "{statement} ({source}) versus {others}: the first one applies",
    "{statement}（{source}）与{others}矛盾：以前者为准");
inline constexpr Phrase kStatementNotEnforced(
    "statement-not-enforced",
    "{statement} ({source}) is declared, but only {share}, so it is not enforced",
    "{statement}（{source}）已声明，但{share}，因此不强制执行");
inline constexpr Phrase kStatementAt("statement-at", "{statement} ({source})",
                                     "{statement}（{source}）");

// How a change is to be submitted.
inline constexpr Phrase kDraftPr("draft-pr", "draft PR", "draft PR");
inline constexpr Phrase kCommitsNeed("commits-need", "commits need {flags}", "提交需要 {flags}");
inline constexpr Phrase kLinkedIssueRequired("linked-issue-required",
                                             "linked issue required for features",
                                             "新功能需要关联 issue");

// What could not be read.
inline constexpr Phrase kSpellingNotChecked("spelling-not-checked",
                                            "spelling is not checked: {reason}",
                                            "没有检查拼写：{reason}");
inline constexpr Phrase kProblemAt("problem-at", "{place}: {problem}", "{place}：{problem}");
inline constexpr Phrase kNeitherSectionNorKey("neither-section-nor-key",
                                              "found neither a section nor key = value",
                                              "既不是 section，也不是 key = value");
inline constexpr Phrase kFileOverKib("file-over-kib", "the file is larger than {limit} KiB",
                                     "文件超过 {limit} KiB");
inline constexpr Phrase kFileOverMib("file-over-mib", "the file is larger than {limit} MiB",
                                     "文件超过 {limit} MiB");
inline constexpr Phrase kHookLeftOut("hook-left-out", "hook '{hook}' is left out: {reason}",
                                     "忽略 hook '{hook}'：{reason}");
inline constexpr Phrase kNothingToGoOnWith("nothing-to-go-on-with",
                                           "an indented line that continues nothing",
                                           "缩进行之前没有可以延续的内容");
inline constexpr Phrase kNoToml("no-toml", "not TOML: {reason}", "不是 TOML：{reason}");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_HOUSE_H_
