#ifndef SENTENCES_PHRASES_REFUSALS_H_
#define SENTENCES_PHRASES_REFUSALS_H_

// Why arithmetic is not measured: "refusal-" and the reason of numerics.v1.Refusal. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kRefusalUnknownValue("refusal-unknown-value", "unknown value of a name",
                                             "某个变量的值未知");
inline constexpr Phrase kRefusalUnsupportedSyntax("refusal-unsupported-syntax",
                                                  "unsupported Python syntax",
                                                  "不支持的 Python 写法");
inline constexpr Phrase kRefusalUnsupportedFunction("refusal-unsupported-function",
                                                    "unsupported function", "不支持的函数");
inline constexpr Phrase kRefusalDataDependentBranch("refusal-data-dependent-branch",
                                                    "data-dependent branch", "依赖数据的分支");
inline constexpr Phrase kRefusalLoop("refusal-loop", "loop over tensors", "对张量的循环");
inline constexpr Phrase kRefusalCustomAutograd("refusal-custom-autograd",
                                               "custom autograd function", "自定义 autograd 函数");
inline constexpr Phrase kRefusalCollective("refusal-collective",
                                           "result that depends on other ranks",
                                           "结果取决于其他 rank");
inline constexpr Phrase kRefusalRandom("refusal-random", "random result", "随机结果");
inline constexpr Phrase kRefusalIndexing("refusal-indexing", "elements picked by index",
                                         "按索引取元素");
inline constexpr Phrase kRefusalWritesPart("refusal-writes-part", "write to part of a tensor",
                                           "写入了张量的一部分");
inline constexpr Phrase kRefusalMatrixProduct(
    "refusal-matrix-product", "matrix product, whose summation order the library chooses",
    "矩阵乘法，其求和次序由库决定");
inline constexpr Phrase kRefusalShape("refusal-shape", "sizes and shapes, not elements",
                                      "是尺寸与形状，不是元素");
inline constexpr Phrase kRefusalInteger("refusal-integer", "integer arithmetic", "整数运算");
inline constexpr Phrase kRefusalSeveralAxes("refusal-several-axes", "reduction along several axes",
                                            "沿多个轴归约");
inline constexpr Phrase kRefusalTooLarge("refusal-too-large", "too many operations", "运算过多");
inline constexpr Phrase kRefusalTooManyInputs("refusal-too-many-inputs", "too many inputs",
                                              "输入过多");
inline constexpr Phrase kRefusalTooManyPaths("refusal-too-many-paths",
                                             "too many paths through branches", "分支路径过多");
inline constexpr Phrase kRefusalTooDeep("refusal-too-deep", "helper calls nested too deeply",
                                        "辅助函数嵌套过深");
inline constexpr Phrase kRefusalInvalid("refusal-invalid", "shapes that PyTorch refuses",
                                        "PyTorch 不接受的形状");
inline constexpr Phrase kRefusalRelatedInputs("refusal-related-inputs",
                                              "input computed elsewhere from another input",
                                              "某个输入在别处由另一个输入算出");
inline constexpr Phrase kRefusalTrivial("refusal-trivial", "single exact operation",
                                        "只有一步精确运算");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_REFUSALS_H_
