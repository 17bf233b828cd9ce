#ifndef ANALYZERS_RULES_SHARED_VARIABLES_H_
#define ANALYZERS_RULES_SHARED_VARIABLES_H_

// The variables of a function: where they stand, are bound and are changed in place.
//
//   for (Node node : OwnNodes(function.body)) {
//     if (Node target = InplaceTarget(node)) ...
//   }
//
// Pure; nodes point into the module's tree.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// Nodes that run when the function runs, in source order: without nested definitions, classes and
// lambdas.
std::vector<python::Node> OwnNodes(python::Node body);

// The identifier reads or writes a variable: it is no attribute, and no name of an argument.
bool IsVariable(python::Node identifier);
// Some variable of that name stands in the expression.
bool Mentions(python::Node expression, absl::string_view name);

// The expression below subscripts, attributes and calls of methods: `x` of `x.data[0].view(-1)`.
python::Node BaseOf(python::Node expression);
// The variable whose tensor the node changes in place: `x` of `x.mul_(2)`, `x += y`, `x[0] = y`,
// `torch.add(a, b, out=x)`, `relu(x, inplace=True)`. Null: none.
python::Node InplaceTarget(python::Node node);

// The variable stands where it gets a new value: `x = ...`, `x, y = ...`, `for x in`, `as x`.
bool IsRebound(python::Node identifier);

// Elements of a tuple, list or unparenthesised tuple; of a pattern of such. Otherwise the
// expression alone.
std::vector<python::Node> ElementsOf(python::Node expression);

// The first of the nodes that has changed lines; null nodes are passed over. None: the first.
python::Node FirstChanged(const FileContext& file, const std::vector<python::Node>& nodes);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_VARIABLES_H_
