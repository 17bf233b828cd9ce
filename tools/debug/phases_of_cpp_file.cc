#include "tools/debug/phases_of_cpp_file.h"

#include "analyzers/cpp/print.h"

namespace allreview::debug {

const std::vector<PhaseOfCppFile>& PhasesOfCppFile() {
  static const std::vector<PhaseOfCppFile>& phases = *new std::vector<PhaseOfCppFile>{
      {"tree", "the syntax tree, with the parser's errors",
       [](const cpp::Unit& unit) { return cpp::PrintTree(unit.tree()); }},
      {"declarations", "classes, functions, variables and their types, macros",
       cpp::PrintDeclarations},
      {"calls", "launches, checks, type switches, allocations, streams, bindings",
       cpp::PrintCalls}};
  return phases;
}

}  // namespace allreview::debug
