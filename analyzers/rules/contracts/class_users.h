#ifndef ANALYZERS_RULES_CONTRACTS_CLASS_USERS_H_
#define ANALYZERS_RULES_CONTRACTS_CLASS_USERS_H_

// Who may make something of a class that its own text does not tell.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::contracts {

// What its objects have cannot be told from the text of the class, as far as it is given.
bool IsOpenClass(const repository::DefinitionFacts& a_class, absl::string_view text);

// A text names the class with its module, "pkg.worker.Extension": whoever reads that, perhaps
// another project, may make a class of it or mix it into one of theirs.
bool IsNamedInText(ChangeContext& change, absl::string_view class_name);

// A class may be made of it: one that is found to be, or one whose base has its name and is not
// found by the path that it is imported from. Of an abstract class somebody makes one. `name` is
// absolute.
bool HasHeirs(ChangeContext& change, const python::Definition& a_class, const std::string& name);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_CLASS_USERS_H_
