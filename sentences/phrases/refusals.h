#ifndef SENTENCES_PHRASES_REFUSALS_H_
#define SENTENCES_PHRASES_REFUSALS_H_

// Why arithmetic is not measured: "refusal-" and the reason of numerics.v1.Refusal. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kRefusalUnknownValue("refusal-unknown-value",
                                             "the value of a name is not known",
                                             "某个名字的值未知");
inline constexpr Phrase kRefusalUnsupportedSyntax("refusal-unsupported-syntax",
                                                  "this form of Python is not read",
                                                  "这种 Python 写法无法读取");
inline constexpr Phrase kRefusalUnsupportedFunction("refusal-unsupported-function",
                                                    "a function is not measured",
                                                    "含有无法实测的函数");
inline constexpr Phrase kRefusalDataDependentBranch("refusal-data-dependent-branch",
                                                    "a branch depends on the data",
                                                    "分支取决于数据");
inline constexpr Phrase kRefusalLoop("refusal-loop", "a loop over tensors", "对张量的循环");
inline constexpr Phrase kRefusalCustomAutograd("refusal-custom-autograd",
                                               "a custom autograd function",
                                               "自定义 autograd 函数");
inline constexpr Phrase kRefusalCollective("refusal-collective",
                                           "the result depends on other ranks",
                                           "结果取决于其他 rank");
inline constexpr Phrase kRefusalRandom("refusal-random", "the result is drawn at random",
                                       "结果是随机抽取的");
inline constexpr Phrase kRefusalIndexing("refusal-indexing", "elements are picked by index",
                                         "按索引取元素");
inline constexpr Phrase kRefusalWritesPart("refusal-writes-part", "a part of a tensor is written",
                                           "写入了张量的一部分");
inline constexpr Phrase kRefusalMatrixProduct("refusal-matrix-product",
                                              "a matrix product, whose order is the library's",
                                              "矩阵乘法，其求和次序由库决定");
inline constexpr Phrase kRefusalShape("refusal-shape", "sizes and shapes, not elements",
                                      "是尺寸与形状，不是元素");
inline constexpr Phrase kRefusalInteger("refusal-integer", "arithmetic of whole numbers",
                                        "整数运算");
inline constexpr Phrase kRefusalSeveralAxes("refusal-several-axes",
                                            "it reduces along more than one axis", "沿多个轴归约");
inline constexpr Phrase kRefusalTooLarge("refusal-too-large", "too many operations", "运算过多");
inline constexpr Phrase kRefusalTooManyInputs("refusal-too-many-inputs", "too many inputs",
                                              "输入过多");
inline constexpr Phrase kRefusalTooManyPaths("refusal-too-many-paths",
                                             "too many paths through branches", "分支路径过多");
inline constexpr Phrase kRefusalTooDeep("refusal-too-deep", "helpers call helpers too deeply",
                                        "辅助函数嵌套过深");
inline constexpr Phrase kRefusalInvalid("refusal-invalid", "PyTorch itself would refuse the shapes",
                                        "PyTorch 本身会拒绝这些形状");
inline constexpr Phrase kRefusalRelatedInputs("refusal-related-inputs",
                                              "an input was computed from another one, elsewhere",
                                              "某个输入在别处由另一个输入算出");
inline constexpr Phrase kRefusalTrivial("refusal-trivial", "a single exact step of its inputs",
                                        "只是对输入的一步精确运算");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_REFUSALS_H_
