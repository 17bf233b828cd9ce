#ifndef SENTENCES_PHRASES_MEASURED_H_
#define SENTENCES_PHRASES_MEASURED_H_

// Advice from measurements: {form} is an expression that does better. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kWriteForm("write-form",
                                   "Write `{form}`, which is right on the same inputs",
                                   "改写为 `{form}`：在同样的输入上结果正确");
inline constexpr Phrase kWriteBetterForm(
    "write-better-form", "Write `{form}`, which fails less often on the same inputs",
    "改写为 `{form}`：在同样的输入上出错更少");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_MEASURED_H_
