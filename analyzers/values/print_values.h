#ifndef ANALYZERS_VALUES_PRINT_VALUES_H_
#define ANALYZERS_VALUES_PRINT_VALUES_H_

// What is known of a file within the repository around it, as text: for people who write rules,
// and golden files.
//
//   function pkg.loss.loss 4
//     parameter x: tensor | None; as called: tensor[b, s]
//       pkg/step.py:9 hands over tensor[b, s]
//     returns tensor
//     communicates with nobody
//     5:8 "x is None" True | False; as called: False
//     6:16 "x" None <- pkg/loss.py:4; as called: never runs
//     6 returns None
//
// Below each code what is known of the whole of it, then expressions and what happens on its lines.
// "<-" leads to the lines that the alternatives come from; "as called" is what holds when nobody
// calls the function but those who certainly do (ValuesOfChange::WhenCalled). An attribute is
// followed by the assignments to attributes of that name. Literals are left out. Bounded
// (base/outline.h), and polls.

#include <limits>
#include <string>

#include "analyzers/python/module.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::values {

struct AskedLines {
  int first = 1, last = std::numeric_limits<int>::max();
  // Expressions of which nothing is known, and assignments to attributes, too.
  bool with_unknown = false;
};

// Of the expressions that begin on the lines, in a module of the change as it is after it; and of
// the codes that begin there or hold the first line.
std::string PrintValues(ValuesOfChange& values, const python::Module& module,
                        const AskedLines& lines);

}  // namespace allreview::values

#endif  // ANALYZERS_VALUES_PRINT_VALUES_H_
