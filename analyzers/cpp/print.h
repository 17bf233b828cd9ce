#ifndef ANALYZERS_CPP_PRINT_H_
#define ANALYZERS_CPP_PRINT_H_

// What was found out of a C++ or CUDA file, as text: for people who write rules, and golden files.
// One fact a line, nested by indentation; a position is line:column, both 1-based. The same unit
// gives the same text. Bounded (base/outline.h), and polls. Pure.

#include <string>

#include "analyzers/cpp/unit.h"

namespace allreview::cpp {

// See analyzers/syntax/print_tree.h.
std::string PrintTree(const SyntaxTree& tree);

// Classes, functions with their variables, macros; the types of `auto` as they were found out:
//   kernel a::scale 3:1-9 <T, int kWidth = 4>
//     parameter x 3:40 "const T * __restrict__"
//     local i 4:7 "unsigned int" auto
std::string PrintDeclarations(const Unit& unit);

// Launches, checks, type switches, allocations, streams and bindings:
//   launch scale 12:3 grid "n" block "256" stream "s" (x, n)
//   check status 13:3 C10_CUDA_CHECK "cudaMalloc(&p, 4)"
std::string PrintCalls(const Unit& unit);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_PRINT_H_
