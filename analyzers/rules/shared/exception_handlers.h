#ifndef ANALYZERS_RULES_SHARED_EXCEPTION_HANDLERS_H_
#define ANALYZERS_RULES_SHARED_EXCEPTION_HANDLERS_H_

// What an `except` clause catches and does.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// Expression after `except`; null: a bare one. Of `except E as e` it is E.
python::Node CaughtBy(python::Node clause);
// `e` of `except E as e`; null: none.
python::Node NameOfCaught(python::Node clause);
python::Node BodyOf(python::Node clause);

// Exception or BaseException, alone or in a tuple.
bool CatchesEverything(const python::Module& module, python::Node clause);

// Some `raise` in its own code: the error goes on, perhaps as another one.
bool Raises(python::Node clause);

// The process ends there: sys.exit, os._exit, an abort.
bool EndsTheProcess(python::Node clause);

// The body of the try statement does nothing but import, and note in constants that it worked.
bool OnlyImports(python::Node try_statement);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_EXCEPTION_HANDLERS_H_
