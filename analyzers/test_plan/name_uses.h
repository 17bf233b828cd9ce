#ifndef ANALYZERS_TEST_PLAN_NAME_USES_H_
#define ANALYZERS_TEST_PLAN_NAME_USES_H_

// Which code of a file uses a name.
//
//   NameUses uses(file.after);
//   uses.Of("route")  ->  {"Layer.forward", ""}    // A method, and code that runs at import.
//
// Functions inside of functions count as the outer one; decorators, defaults and bodies of classes
// run at import. A string that is the whole name counts as a use (getattr), but in __all__.

#include <map>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::test_plan {

class NameUses {
 public:
  // Looks at the tree, so nothing is missed.
  explicit NameUses(const python::Module& module);

  // Qualified names of functions and methods; "" for what runs at import.
  const std::set<std::string>& Of(absl::string_view name) const;

 private:
  std::map<absl::string_view, std::set<std::string>> users_;
};

// The same by the facts of a file that did not change: calls and functions that are handed over.
// When the file has the word for reasons that the facts do not tell, the answer has "".
std::set<std::string> UsersByFacts(const repository::IndexedFile& file, absl::string_view name);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_NAME_USES_H_
