#ifndef ANALYZERS_RULES_SHARED_KNOWN_VALUES_H_
#define ANALYZERS_RULES_SHARED_KNOWN_VALUES_H_

// What the repository knows of an expression of a file, as rules ask for it: where it stands
// (FileContext::ValueOf), or else as the repository calls the function around it.
//
//   if (IsOnHost(file, tensor)) return;
//
// Each question may run functions: ask last. Nothing holds for code that never runs.

#include <string>
#include <vector>

#include "analyzers/rules/context.h"
#include "analyzers/understanding/tensor.h"

namespace allreview::rules {

// It lives in the memory of the host: a number, a tensor of the CPU, an array of numpy.
bool IsOnHost(const FileContext& file, Node expression);
// It is a tensor of fp32 or fp64.
bool IsPrecise(const FileContext& file, Node expression);
// The numbers that it may be; empty: it may be another one, or something else.
std::vector<double> NumbersOf(const FileContext& file, Node expression);
// It names that device.
bool NamesDevice(const FileContext& file, Node expression, understanding::Device device);
// The strides of a tensor whose elements certainly do not lie in the order of its dimensions:
// "[8, 1, 4]". Empty: they may.
std::string StridesOfReordered(const FileContext& file, Node expression);
// The calls that allocated memory which the expression reads, on some path, although nobody has
// written it.
std::vector<Node> UnwrittenReadBy(const FileContext& file, Node expression);
// The dimensions of each mesh that it may be; empty: nobody knows.
std::vector<std::vector<std::string>> MeshesOf(const FileContext& file, Node expression);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_KNOWN_VALUES_H_
