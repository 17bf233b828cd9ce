#ifndef ANALYZERS_RULES_READABILITY_METRICS_H_
#define ANALYZERS_RULES_READABILITY_METRICS_H_

// How long and how entangled a function is.
//
//   const FunctionMetrics metrics = MeasureFunction(definition);
//   if (metrics.cognitive > 15) ...
//
// Pure.

#include <string>

#include "analyzers/python/module.h"
#include "sentences/sentence.h"

namespace allreview::rules {

struct FunctionMetrics {
  // Lines of the body with code on them: no blank ones, no comments, no docstring.
  int lines = 0;
  // Deepest if, for, while, try or match inside of each other; elif and with add nothing. Nested
  // functions and classes are measured on their own.
  int nesting = 0;
  // Cognitive complexity as SonarSource defines it: 1 and the nesting for if, for, while, except,
  // match and conditional expressions; 1 for elif, else and each run of equal boolean operators.
  // Nested functions and lambdas count, one level deeper; one that is returned at once is measured
  // as if it stood alone.
  int cognitive = 0;
  // 1, and 1 for each if, elif, for, while, except, conditional expression, `if` of a
  // comprehension, assert and further operand of a boolean expression. Without nested functions.
  int cyclomatic = 1;
};

FunctionMetrics MeasureFunction(const python::Definition& function);
// The same without `lines`, and these alone.
FunctionMetrics MeasureBranches(const python::Definition& function);
int CountLines(const python::Definition& function);

// The function has as many statements of those that count for `nesting`: it needs them to be so
// deep. Cheap, unlike MeasureFunction.
bool CanNest(const python::Definition& function, int levels);

// `and` and `or` in one expression.
int BooleanOperatorsIn(python::Node expression);

// Deepest compound statement of the function that counts for `nesting`; the first of several. Null:
// none.
python::Node DeepestStatement(const python::Definition& function);

// "58 lines, nesting 4, cognitive complexity 22, cyclomatic 14"
Words Describe(const FunctionMetrics& metrics);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_METRICS_H_
