// What tests may run in ways that nobody can follow.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/reach/reach.h"
#include "analyzers/test_plan/naming_tests.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::test_plan {

bool TestsOfChange::MayTestsRun(const change::AnalysedFile& file,
                                const python::Definition& definition) {
  return FindNaming(change_, repository(), definition).file != nullptr ||
         change_.reach().MayTestsReach(absl::StrCat(file.after->name(), ".", definition.name));
}

bool TestsOfChange::MayTestsRunAny(const std::vector<Trigger>& triggers) {
  return std::any_of(triggers.begin(), triggers.end(), [this](const Trigger& trigger) {
    return trigger.definition == nullptr ||
           !reaching_.Of(*trigger.file, *trigger.definition).empty() ||
           MayTestsRun(*trigger.file, *trigger.definition);
  });
}

}  // namespace allreview::test_plan
