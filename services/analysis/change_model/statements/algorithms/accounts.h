#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_ACCOUNTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_ACCOUNTS_H_

#include <string>

#include "analyzers/python/module.h"

namespace allreview::analysis {

// A definition's docstring. Null: it has none.
python::Node DocstringNode(const python::Definition& definition);

// What a docstring says of its function, in whole sentences: all paragraphs before the sections of
// parameters, results and the like, without examples. Bounded; empty: nothing.
std::string AccountOf(python::Node docstring);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_ALGORITHMS_ACCOUNTS_H_
