#ifndef ANALYZERS_RULES_PERFORMANCE_PHRASES_H_
#define ANALYZERS_RULES_PERFORMANCE_PHRASES_H_

// What several rules of performance put into their texts. See shared_phrases.h.

#include "sentences/phrase.h"

namespace allreview::rules::phrases {

// How often code runs.
inline constexpr Phrase kInEveryForward("in-every-forward-pass", "in every forward pass",
                                        "在每次前向中");
inline constexpr Phrase kInEveryBackward("in-every-backward-pass", "in every backward pass",
                                         "在每次反向中");
inline constexpr Phrase kInEveryTrainingStep("in-every-training-step", "in every training step",
                                             "在每个训练 step 中");
inline constexpr Phrase kInEveryOptimizerStep("in-every-optimizer-step", "in every optimizer step",
                                              "在每个优化器 step 中");
inline constexpr Phrase kForEveryBatch("for-every-batch", "for every batch", "对每个 batch");
inline constexpr Phrase kWheneverHookRuns("whenever-the-hook-runs", "whenever the hook runs",
                                          "每次 hook 执行时");
inline constexpr Phrase kForEveryMicroBatch("for-every-micro-batch",
                                            "for every micro-batch of the loop on line {line}",
                                            "在第 {line} 行循环的每个 micro-batch 中");
inline constexpr Phrase kInEveryIteration("in-every-iteration",
                                          "in every iteration of the loop on line {line}",
                                          "在第 {line} 行循环的每次迭代中");
inline constexpr Phrase kWhileCaptured("while-captured",
                                       "while a CUDA graph is captured, which then fails",
                                       "在捕获 CUDA graph 时（捕获会因此失败）");

inline constexpr Phrase kMadeOnCpu("made-on-cpu", "created on the CPU", "在 CPU 上创建");
inline constexpr Phrase kWaitsToo("waits-too", "`{call}` also waits", "`{call}` 也会等待");

}  // namespace allreview::rules::phrases

#endif  // ANALYZERS_RULES_PERFORMANCE_PHRASES_H_
