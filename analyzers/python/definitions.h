#ifndef ANALYZERS_PYTHON_DEFINITIONS_H_
#define ANALYZERS_PYTHON_DEFINITIONS_H_

// Functions, methods and classes of one tree. Use through Module.

#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/python/syntax.h"

namespace allreview::python {

// In source order; an outer definition comes before its inner ones.
std::vector<Definition> CollectDefinitions(const SyntaxTree& tree);

// Of a `parameters` or `lambda_parameters` node; the null node has none.
std::vector<Parameter> CollectParameters(Node list);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_DEFINITIONS_H_
