#include "services/analysis/change_model/statements/questions/questions.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMost = 7;
constexpr size_t kOfKind = 1;  // A second of one kind teaches nothing.

}  // namespace

void AddQuestions(const change::AnalysedChange& change, values::ValuesOfChange* values,
                  const std::function<bool()>& should_stop, v1::ChangeModel* model) {
  if (change.is_scan()) return;
  Inquiry inquiry(change, *model, values, should_stop);
  for (auto* ask :
       {AskAboutCalls,        AskAboutConditions,     AskAboutLookups,    AskAboutState,
        AskAboutSettings,     AskAboutContracts,      AskAboutWhatIsGone, AskAboutRepeatedWork,
        AskAboutTests,        AskAboutCopiedLines,    AskAboutSameLines,  AskAboutFiles,
        AskAboutLifetimes,    AskAboutAmounts,        AskAboutProcesses,  AskAboutSiblingClasses,
        AskAboutMembers,      AskAboutOtherPackages,  AskAboutBranches,   AskAboutMatches,
        AskAboutTestedValues, AskAboutCallers,        AskAboutMissing,    AskAboutCopiedFunctions,
        AskAboutNewKeywords,  AskAboutRemovedChoices, AskAboutLeftCalls,  AskAboutIndices}) {
    if (inquiry.should_stop()) break;
    ask(inquiry);
  }
  std::vector<v1::ChangeStatement> asked = std::move(inquiry).Take();
  std::stable_sort(asked.begin(), asked.end(),
                   [](const auto& a, const auto& b) { return a.weight() > b.weight(); });
  std::map<std::string, size_t> of_kind;
  size_t kept = 0;
  for (v1::ChangeStatement& question : asked) {
    if (kept == kMost) break;
    if (++of_kind[question.predicate()] > kOfKind) continue;
    *model->add_statements() = std::move(question);
    ++kept;
  }
}

}  // namespace allreview::analysis
