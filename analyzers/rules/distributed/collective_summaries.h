#ifndef ANALYZERS_RULES_DISTRIBUTED_COLLECTIVE_SUMMARIES_H_
#define ANALYZERS_RULES_DISTRIBUTED_COLLECTIVE_SUMMARIES_H_

// Which collectives a piece of code issues, directly or through the functions that it calls.
//
//   for (const IssuedCollective& issued : CollectivesIn(module, statement)) {
//     if (test.MayDivide(issued.group)) Report(issued.call, issued.op, Describe(issued.group));
//   }
//
// Calls are followed into functions and methods of the same file, three levels deep, the groups of
// their parameters replaced by what the caller passes; a few well-known functions of training
// frameworks stand in a table. Point-to-point communication is no collective.

#include <string>
#include <utility>
#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/axes.h"

namespace allreview::rules {

struct IssuedCollective {
  std::string op;     // "all_reduce"; the newer of two names of one operation.
  Group group;        // As the code in question sees it.
  python::Node call;  // In the code in question: the collective, or the call that leads to it.
  // Name of the function through which it is issued; empty: directly.
  std::string via = {};
  python::Node inner = {};  // The collective itself; null when the table knows of it.
};

// Nested definitions and lambdas are not executed by the code and not looked at. A null node gives
// none.
std::vector<IssuedCollective> CollectivesIn(const python::Module& module, python::Node code);
// Of one call.
std::vector<IssuedCollective> CollectivesOf(const python::Module& module, python::Node call);

// Sorted pairs of operation and group, by which two pieces of code are compared.
std::vector<std::pair<std::string, std::string>> Signature(
    const std::vector<IssuedCollective>& issued);
// What makes two groups the same in a signature.
std::string KeyOf(const Group& group);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_COLLECTIVE_SUMMARIES_H_
