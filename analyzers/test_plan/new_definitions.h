#ifndef ANALYZERS_TEST_PLAN_NEW_DEFINITIONS_H_
#define ANALYZERS_TEST_PLAN_NEW_DEFINITIONS_H_

// Functions and methods that a change adds and that somebody should test: new code paths.
//
//   for (const NewDefinition& added : CollectNewDefinitions(change.files(), change.moves())) ...
//
// Left out are nested and private ones, what was only moved or renamed, what does next to nothing,
// overloads, abstract methods, kernels (their wrapper is tested), and types that hold data only.
// Pure: looks at the changed files alone.

#include <string>
#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"

namespace allreview::test_plan {

struct NewDefinition {
  const change::AnalysedFile* file = nullptr;
  const python::Definition* definition = nullptr;
  const python::Definition* owner = nullptr;  // Class of a method; null: a function.
  int statements = 0;                         // Without the docstring.
  int branches = 0;
  // Called by a framework or through an instance, not by name: forward, __call__, setup.
  bool is_called_by_protocol = false;
  // Handed to a registry by its decorator, which is called with arguments.
  bool is_registered = false;

  const std::string& path() const { return file->changed->path; }
  std::string absolute_name() const { return file->after->name() + "." + definition->name; }
};

// Sorted by path, then by place.
std::vector<NewDefinition> CollectNewDefinitions(const std::vector<change::AnalysedFile>& files,
                                                 const moves::Moves& moves);

// It, or the class that it is a method of, is neither the old code of the change nor made of it.
bool IsNewCode(const python::Module& module, const python::Definition& definition,
               const moves::Moves& moves);

// Says what others must have, and runs nothing: a Protocol and its methods, an abstract method, an
// overload, a class of bare annotations.
bool IsDeclaration(const python::Module& module, const python::Definition& definition);

// Counts of a function's own code.
struct CodeSize {
  int statements = 0;
  int branches = 0;
};
CodeSize SizeOf(const python::Definition& function);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_NEW_DEFINITIONS_H_
