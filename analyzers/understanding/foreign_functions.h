#ifndef ANALYZERS_UNDERSTANDING_FOREIGN_FUNCTIONS_H_
#define ANALYZERS_UNDERSTANDING_FOREIGN_FUNCTIONS_H_

// What runs when code of the program is called through a class of another project. Private to this
// folder.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

class Knowledge;

// The __init__ that super() finds behind classes with these foreign bases, if it takes nothing but
// the object: "torch.nn.Module.__init__"; "": nobody knows.
absl::string_view InitThatTakesNothing(const std::vector<std::string>& bases);

// The `forward` that `apply` of an autograd function runs behind a context, and the result of which
// it hands on. None: the class is none, or nobody knows.
CodeRef ForwardBehindApply(Knowledge& knowledge, CodeRef a_class);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_FOREIGN_FUNCTIONS_H_
