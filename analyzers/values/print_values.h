#ifndef ANALYZERS_VALUES_PRINT_VALUES_H_
#define ANALYZERS_VALUES_PRINT_VALUES_H_

// What the expressions of a file may be, as text: for people who write rules.
//
//   4:9 "x.float()" tensor[b, s] float32
//
// Literals, and what nobody knows, are left out; "never runs" stands for an expression that no path
// gets to. Bounded (base/outline.h), and polls.

#include <string>

#include "analyzers/python/module.h"
#include "analyzers/values/values_of_change.h"

namespace allreview::values {

// Of the expressions that begin on the lines [first, last] of a module of the change.
std::string PrintValues(ValuesOfChange& values, const python::Module& module, int first_line,
                        int last_line);

}  // namespace allreview::values

#endif  // ANALYZERS_VALUES_PRINT_VALUES_H_
