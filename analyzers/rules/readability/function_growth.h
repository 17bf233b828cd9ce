#ifndef ANALYZERS_RULES_READABILITY_FUNCTION_GROWTH_H_
#define ANALYZERS_RULES_READABILITY_FUNCTION_GROWTH_H_

// The size of a function before and after a change, and what is too much.

#include <optional>

#include "analyzers/rules/readability/extractable_block.h"
#include "analyzers/rules/readability/metrics.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

inline constexpr int kMaxFunctionLines = 50;
inline constexpr int kMaxNesting = 3;
inline constexpr int kMaxCognitive = 15;
inline constexpr int kStronglyCognitive = 25;

struct Growth {
  std::optional<FunctionMetrics> before;  // None: the function is new.
  FunctionMetrics after;
};

// The file's functions are measured: no test, kernel, documentation or vendored code.
bool IsMeasured(const AnalysedFile& file);

// None for what the change does not touch, for what only moved, for classes, and for functions that
// are long by nature: kernels, argument parsers, __post_init__, validate_args.
std::optional<Growth> GrowthOf(const ChangeContext& change, const AnalysedFile& file,
                               const python::Definition& function);

// New, and over two of the limits; or grown past 50 lines by at least 15.
bool IsEntangled(const Growth& growth);

// The body takes more lines than kMaxFunctionLines, whatever is on them: FunctionMetrics.lines can
// be more only then. Cheap, unlike GrowthOf.
bool SpansTooManyLines(const python::Definition& function);
// GrowthOf tells of no version before.
bool IsNew(const ChangeContext& change, const AnalysedFile& file,
           const python::Definition& function);
// What GrowthOf tells of the function may be entangled; also cheap.
bool MayBeEntangled(const python::Definition& function);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_FUNCTION_GROWTH_H_
