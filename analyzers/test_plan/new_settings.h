#ifndef ANALYZERS_TEST_PLAN_NEW_SETTINGS_H_
#define ANALYZERS_TEST_PLAN_NEW_SETTINGS_H_

// Fields of configuration classes and command line flags that a change adds and whose value decides
// what the product's code does. Pure: looks at the changed files alone.

#include <string>
#include <vector>

#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"

namespace allreview::test_plan {

struct NewSetting {
  const change::AnalysedFile* file = nullptr;
  python::Node at;                            // The field's statement or the call of add_argument.
  const python::Definition* owner = nullptr;  // Class of a field; null: a flag.
  std::string name = {};                      // Of the field, or the flag's destination.
  std::string option = {};                    // "--use-x"; empty: a field.
  const change::AnalysedFile* reader_file = nullptr;
  python::Node reader = {};  // A condition that reads it.
};

// Left out are handles and process groups, identifiers and paths, what is not a parameter
// (init=False), and what no condition reads.
std::vector<NewSetting> CollectNewSettings(const std::vector<change::AnalysedFile>& files,
                                           const moves::Moves& moves);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_NEW_SETTINGS_H_
