#ifndef ANALYZERS_PYTHON_PRINT_H_
#define ANALYZERS_PYTHON_PRINT_H_

// What each phase found out of a file, as text: for people who write rules, and golden files.
//
//   std::cout << PrintScopes(*module);
//
// One fact a line, nested by indentation; a position is line:column, both 1-based, columns in
// bytes. The same module gives the same text. Bounded (base/outline.h), and polls. Pure.

#include <string>

#include "analyzers/python/module.h"
#include "analyzers/python/syntax.h"

namespace allreview::python {

// "3:5". An offset past the end stands after the last byte.
std::string Position(const SyntaxTree& tree, uint32_t byte);
inline std::string Position(Node node) { return Position(*node.tree(), node.first_byte()); }

// Each node below what holds it, with the field that holds it:
//   assignment 1:1-1:6
//     left: identifier 1:1-1:2 "x"
// Tokens only where the grammar gives them a name, as operators.
std::string PrintTree(const SyntaxTree& tree);

// Scopes, and in each what binds names there, by name:
//   function f 2:1
//     x = parameter 2:7
std::string PrintScopes(const Module& module);

// What every name and dotted name resolves to, "?" where that is not certain:
//   4:5 F.relu = torch.nn.functional.relu
std::string PrintNames(const Module& module);

// The control flow of the module and of each function, a line for each point:
//   4 5:5 "x > 0" -> true 5, false 2
// The points 0 to 2 are the entry, the exit and the exit by an exception.
std::string PrintFlow(const Module& module);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_PRINT_H_
