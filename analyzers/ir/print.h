#ifndef ANALYZERS_IR_PRINT_H_
#define ANALYZERS_IR_PRINT_H_

// A lowered file as text: for people, and golden files.
//
//   code 1 function f(x, y = …)
//     block 0
//       %3 = constant None
//       jump 3
//
// A register with a name is shown as name; a temporary as %number. Bounded (base/outline.h). Pure.

#include <string>

#include "analyzers/ir/code.h"

namespace allreview::ir {

std::string Print(const File& file);

// An annotation as it would be written with absolute names: "Optional[torch.Tensor]".
std::string PrintType(const File& file, TypeId root);

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_PRINT_H_
