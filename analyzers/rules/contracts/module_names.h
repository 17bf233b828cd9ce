#ifndef ANALYZERS_RULES_CONTRACTS_MODULE_NAMES_H_
#define ANALYZERS_RULES_CONTRACTS_MODULE_NAMES_H_

// Names that modules offer, those that a change takes away, and who uses them.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::contracts {

// Bound at the top level.
std::set<std::string> NamesOf(const python::Module& module);
// What the module offers cannot be told from its text.
bool IsOpen(const python::Module& module);

// First binding of each name that the file no longer offers under its old module name. Without
// those that nobody will import: of tests, and imports of other projects. Empty also when it
// cannot be told.
std::vector<const python::Binding*> RemovedNames(ChangeContext& change, const AnalysedFile& file);

// Places of other files that import `name` of `module`, or call it through the module, sorted by
// path.
std::vector<Related> FindUses(ChangeContext& change, const std::string& module,
                              const std::string& name);

// Module where the name is defined now, by the change or as the only one of that name. Empty: none,
// or several.
std::string HomeOf(ChangeContext& change, const std::string& name);

// What to write instead of a name that a module of the repository does not have.
class MissingName {
 public:
  MissingName(ChangeContext& change, const std::string& module, const std::string& name);
  const std::string& home() const { return home_; }  // See HomeOf().
  Words Remedy() const;

 private:
  std::string home_, nearest_, module_;
};

// The line of the old version went away.
Cause CauseOfRemoved(const AnalysedFile& file, int old_line);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_MODULE_NAMES_H_
