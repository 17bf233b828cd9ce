#ifndef SENTENCES_PHRASES_TESTS_H_
#define SENTENCES_PHRASES_TESTS_H_

// What tests show of a change. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kNoDefinitionChanges("no-definition-changes",
                                             "No function, method or class changes",
                                             "没有函数、方法或类发生变化");
inline constexpr Phrase kOnlyDeclarations("only-declarations",
                                          "Only declarations change: there is nothing to run",
                                          "只修改了声明，没有可执行的代码");
inline constexpr Phrase kNoNewCollective("no-new-collective", "No new collective call",
                                         "没有新的集合通信调用");
inline constexpr Phrase kNoNewNumericalCode("no-new-numerical-code", "No new numerical code",
                                            "没有新的数值代码");
inline constexpr Phrase kNoNewKernel("no-new-kernel", "No new kernel or autograd function",
                                     "没有新的 kernel 或 autograd 函数");

// Definitions that tests reach.
inline constexpr Phrase kDefinitionReached(
    "definition-reached", "{reached} of {count} changed definition is reached by tests",
    "{count} 个改动的定义中有 {reached} 个被测试覆盖");
inline constexpr Phrase kDefinitionsReached(
    "definitions-reached", "{reached} of {count} changed definitions are reached by tests",
    "{count} 个改动的定义中有 {reached} 个被测试覆盖");
inline constexpr Phrase kLargestDefinitionsReached(
    "largest-definitions-reached",
    "{reached} of the {count} largest changed definitions ({total} in all) are reached by tests",
    "最大的 {count} 个改动的定义（共 {total} 个）中有 {reached} 个被测试覆盖");
inline constexpr Phrase kAndMore("and-more", "{names} and {count} more",
                                 "{names} 及另外 {count} 个");

// How a test relates to the code.
inline constexpr Phrase kReaches("reaches", "reaches `{what}`", "会执行到 `{what}`");
inline constexpr Phrase kNames("names", "uses the name `{what}`", "用到了名称 `{what}`");
inline constexpr Phrase kMakes("makes", "makes the object of `{what}`",
                               "创建了 `{what}` 所属的对象");
inline constexpr Phrase kSetsUp("sets-up", "runs `{what}` in its set-up",
                                "在准备阶段执行 `{what}`");
inline constexpr Phrase kGives("gives", "{what}", "{what}");
inline constexpr Phrase kOneRank("one-rank", "starts one rank of each model-parallel group",
                                 "各模型并行组只启动一个 rank");
inline constexpr Phrase kCalls("calls", "calls `{what}`", "调用了 `{what}`");

// Checks.
inline constexpr Phrase kNewCallsUntested(
    "new-calls-untested", "New calls of {names}, and no test runs them on several ranks",
    "新增了对 {names} 的调用，没有测试在多个 rank 上运行它们");
inline constexpr Phrase kNewCallsTested("new-calls-tested",
                                        "New calls of {names}; tests run on several ranks",
                                        "新增了对 {names} 的调用；测试在多个 rank 上运行");
inline constexpr Phrase kNewNumericalCode("new-numerical-code",
                                          "New numerical code in {names}: {parts}",
                                          "{names} 中有新的数值代码：{parts}");
inline constexpr Phrase kNewDeviceKernel(
    "new-device-kernel",
    "New CUDA kernels: {names}; which tests run them cannot be told from Python",
    "新增 CUDA kernel：{names}；从 Python 代码无法判断哪些测试会执行它们");
inline constexpr Phrase kComparedWithReference("compared-with-reference",
                                               "compared with a reference", "已与参考实现对比");
inline constexpr Phrase kValuesCompared("values-compared", "a test compares values",
                                        "有测试比较数值");
inline constexpr Phrase kNotComparedWithReference("not-compared-with-reference",
                                                  "not compared with a reference",
                                                  "没有与参考实现对比");
inline constexpr Phrase kGradientsLookedAt("gradients-looked-at", "gradients inspected",
                                           "检查了梯度");
inline constexpr Phrase kGradientsNotLookedAt("gradients-not-looked-at", "gradients not inspected",
                                              "没有检查梯度");
inline constexpr Phrase kTestedInBothPrecisions("tested-in-both-precisions",
                                                "{names}: tests run in low and in full precision",
                                                "{names}：测试覆盖低精度和全精度");
inline constexpr Phrase kTestedInLowPrecision("tested-in-low-precision",
                                              "{names}: tests run in low precision only",
                                              "{names}：测试只覆盖低精度");
inline constexpr Phrase kTestedInFullPrecision("tested-in-full-precision",
                                               "{names}: tests run in full precision only",
                                               "{names}：测试只覆盖全精度");
inline constexpr Phrase kNoPrecisionNamed("no-precision-named",
                                          "{names}: no test mentions a precision",
                                          "{names}：没有测试提到精度");

// Notes.
inline constexpr Phrase kNeedsData("needs-data", "`{path}` needs `/opt/data`",
                                   "`{path}` 需要 `/opt/data`");
inline constexpr Phrase kNoTestSets("no-test-sets", "No unit or functional test sets `{option}`",
                                    "没有单元测试或功能测试设置 `{option}`");
inline constexpr Phrase kFunctionalTestCase("functional-test-case", "functional test case",
                                            "功能测试用例");
inline constexpr Phrase kRunsOnSeveralRanks("runs-on-several-ranks",
                                            "runs on several ranks: `{what}`",
                                            "在多个 rank 上运行：`{what}`");
inline constexpr Phrase kLooksAtGradients("looks-at-gradients", "inspects gradients: `{what}`",
                                          "检查梯度：`{what}`");
inline constexpr Phrase kRunsIn("runs-in", "runs in `{what}`", "以 `{what}` 运行");
inline constexpr Phrase kCompares("compares", "compares: `{what}`", "对比：`{what}`");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_TESTS_H_
