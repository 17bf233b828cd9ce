#ifndef ANALYZERS_TEST_PLAN_CHANGED_CODE_H_
#define ANALYZERS_TEST_PLAN_CHANGED_CODE_H_

// What a change does to the product's code, as far as tests care. Pure: looks at changed files.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"

namespace allreview::test_plan {

// New lines of a change.
struct ChangeSize {
  int source_lines = 0;        // Of Python files of the product.
  int test_lines = 0;          // Under tests, data excluded.
  int code_lines = 0;          // Added or removed lines of the product that hold code.
  bool touches_tests = false;  // Some file under tests changes.
};
ChangeSize SizeOfChange(const std::vector<change::AnalysedFile>& files,
                        const std::vector<change::ChangedFile>& changed_files);

// A definition that the change adds or edits.
struct ChangedDefinition {
  const change::AnalysedFile* file = nullptr;
  const python::Definition* definition = nullptr;  // Function, method, or class with own lines.
  int changed_lines = 0;
};
// Changed definitions in files of the product: innermost ones, but no functions inside functions.
// Sorted by path and place.
std::vector<ChangedDefinition> ChangedDefinitions(const std::vector<change::AnalysedFile>& files);

// New code that calls for a certain kind of test.
struct Trigger {
  const change::AnalysedFile* file = nullptr;
  python::Node at;
  const python::Definition* definition = nullptr;  // Around it, or itself; null: module level.
  std::string what;                                // "all_reduce", "autograd.Function", "softmax".
  bool needs_gradient = false;                     // It has a backward pass of its own.
};
// Calls of collectives that the change adds.
std::vector<Trigger> NewCollectives(const std::vector<change::AnalysedFile>& files,
                                    const moves::Moves& moves);
// New autograd functions, kernels and functions with several numerical operations.
std::vector<Trigger> NewNumerics(const std::vector<change::AnalysedFile>& files,
                                 const moves::Moves& moves);
// The same and new functions that compute with tensors in other ways: choose, sort, sum, average.
std::vector<Trigger> NewTensorCode(const std::vector<change::AnalysedFile>& files,
                                   const moves::Moves& moves);
// Names of new kernels in files of CUDA, given what the change adds to them: "__global__ void f(".
std::vector<std::string> NewDeviceKernels(absl::string_view added_lines);
// Whether a trigger works on several types: autograd functions and kernels.
bool IsSensitiveToTypes(const Trigger& trigger);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_CHANGED_CODE_H_
