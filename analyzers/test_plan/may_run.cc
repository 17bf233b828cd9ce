// Which tests to run for a change, and what they may run in ways that nobody can follow.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/reach/reach.h"
#include "analyzers/test_plan/files_that_reach.h"
#include "analyzers/test_plan/naming_tests.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::test_plan {

namespace {

// "@rules.register(KIND)", and of functions "@implements(add)": who calls it asks a table for it.
bool IsHandedOver(const python::Definition& definition) {
  const bool is_class = definition.kind == python::Definition::Kind::kClass;
  return std::any_of(definition.decorators.begin(), definition.decorators.end(),
                     [&](const python::Node& decorator) {
                       const absl::string_view text = decorator.text();
                       if (absl::StrContains(text.substr(0, text.find('(')), "regist")) return true;
                       const bool only_wraps = absl::StartsWith(text, "functools.") ||
                                               absl::StartsWith(text, "torch.") ||
                                               absl::StartsWith(text, "triton.");
                       return !is_class && !only_wraps && decorator.Is(python::Kind::kCall);
                     });
}

// Its docstring, or that of what it stands in, has an example, which a test runner may run.
bool HasExample(const python::Module& module, const python::Definition& definition) {
  for (const python::Definition* at = &definition; at != nullptr;
       at = at->parent < 0 ? nullptr : &module.definitions()[at->parent]) {
    const python::Node first = at->body.named_child(0);
    if (first && absl::StrContains(first.text(), ">>> ")) return true;
  }
  return false;
}

}  // namespace

bool TestsOfChange::MayTestsRun(const change::AnalysedFile& file,
                                const python::Definition& definition) {
  return IsHandedOver(definition) || HasExample(*file.after, definition) ||
         FindNaming(change_, repository(), definition).file != nullptr ||
         change_.reach().MayTestsReach(absl::StrCat(file.after->name(), ".", definition.name));
}

bool TestsOfChange::MayTestsRunAny(const std::vector<Trigger>& triggers) {
  return std::any_of(triggers.begin(), triggers.end(), [this](const Trigger& trigger) {
    return trigger.definition == nullptr ||
           !reaching_.Of(*trigger.file, *trigger.definition).empty() ||
           MayTestsRun(*trigger.file, *trigger.definition);
  });
}

// That the change does not edit: the nearest first, then what is near by its name and is known to
// run the change, too. Where no test is known to, those that say a name of the change.
std::vector<const repository::IndexedFile*> TestsOfChange::TestsToRun() {
  constexpr size_t kTopTests = 5, kMaxDefinitions = 12;
  const ReachingFiles reaching = FilesThatReach(reaching_, changed_definitions());
  std::vector<const repository::IndexedFile*> tests;
  const auto add = [&](const repository::IndexedFile* file) {
    if (file == nullptr || tests.size() == kTopTests) return;
    const bool is_known = FindChanged(file->path()) != nullptr ||
                          std::find(tests.begin(), tests.end(), file) != tests.end();
    if (!is_known) tests.push_back(file);
  };
  for (const std::string& path : reaching.nearest) add(repository().Find(path));
  for (size_t i = 0; i < std::min(kTopTests, ranking().size()); ++i) {
    if (reaching.all.contains(ranking()[i].file->path())) add(ranking()[i].file);
  }
  if (!reaching.all.empty()) return tests;
  for (size_t i = 0; i < std::min(kMaxDefinitions, changed_definitions().size()); ++i) {
    add(FindNaming(change_, repository(), *changed_definitions()[i].definition).file);
  }
  return tests;
}

}  // namespace allreview::test_plan
