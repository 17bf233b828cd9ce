#ifndef ANALYZERS_RULES_LOGIC_PURE_EXPRESSIONS_H_
#define ANALYZERS_RULES_LOGIC_PURE_EXPRESSIONS_H_

// Expressions that do nothing but give a value, as far as their code says so.
//
//   query.transpose(0, 1).reshape(size, -1)     a chain of methods that make new tensors
//   sorted(items, key=size)                      a builtin that leaves its argument alone
//
// Pure functions of one module.

#include "analyzers/python/module.h"

namespace allreview::rules::logic {

// Methods of tensors that give another view or a new tensor, and of texts that give a new one. A
// class of the program may have a method of that name that does something else.
bool IsShapeMethod(absl::string_view name);
bool IsTextMethod(absl::string_view name);

// A builtin or a function of torch that leaves its arguments alone and writes nowhere.
bool IsPureFunction(const python::Module& module, python::Node call);

// Names, literals, operators, subscripts, attributes, and calls of the above.
bool IsPure(const python::Module& module, python::Node expression);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_PURE_EXPRESSIONS_H_
