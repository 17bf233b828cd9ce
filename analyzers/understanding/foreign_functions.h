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

// What `apply` of an autograd function runs, and hands on what it returns: `forward` behind a
// context. Impossible: the class is none, or nobody knows.
Value AppliedBy(Knowledge& knowledge, CodeRef a_class, Place place);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_FOREIGN_FUNCTIONS_H_
