#ifndef ANALYZERS_RULES_READABILITY_CODE_PLACES_H_
#define ANALYZERS_RULES_READABILITY_CODE_PLACES_H_

// Where other measures of readability hold: kernels, vendored code, documentation.

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// Below ops/ or kernels/, where code follows the hardware.
bool IsKernelPath(absl::string_view path);
// Scripts of documentation, examples of it, vendored or generated files.
bool IsForeignPath(absl::string_view path);
// A kernel of triton, tilelang or numba, by its decorators.
bool IsKernel(const python::Module& module, const python::Definition& function);
// Adds options to a parser: long by nature.
bool BuildsArguments(const python::Definition& function);
// forward and backward of an autograd function: their signature is prescribed.
bool IsAutogradMethod(const python::Module& module, const python::Definition& function);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_READABILITY_CODE_PLACES_H_
