#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_FAMILIES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_FAMILIES_H_

// Families of questions. Each asks what it finds.

#include "services/analysis/change_model/statements/questions/inquiry.h"

namespace allreview::analysis {

void AskAboutCalls(Inquiry& inquiry);            // What a call leaves out that its siblings pass.
void AskAboutConditions(Inquiry& inquiry);       // What comparisons and guards really tell.
void AskAboutLookups(Inquiry& inquiry);          // Keys that are read leniently, or strictly.
void AskAboutState(Inquiry& inquiry);            // What is saved and loaded.
void AskAboutSettings(Inquiry& inquiry);         // Options, environment variables, logged keys.
void AskAboutContracts(Inquiry& inquiry);        // Exceptions, defaults, parameters.
void AskAboutWhatIsGone(Inquiry& inquiry);       // Checks, waits, contexts.
void AskAboutRepeatedWork(Inquiry& inquiry);     // The same done twice.
void AskAboutTests(Inquiry& inquiry);            // Tolerances, copies of what is tested.
void AskAboutCopiedLines(Inquiry& inquiry);      // Of files in any language.
void AskAboutSameLines(Inquiry& inquiry);        // Of Python, elsewhere in the repository.
void AskAboutCopiedFunctions(Inquiry& inquiry);  // Of Python, likewise.
void AskAboutFiles(Inquiry& inquiry);            // Files that are written in place.
void AskAboutLifetimes(Inquiry& inquiry);        // Objects that fail to start, or stay open.
void AskAboutAmounts(Inquiry& inquiry);          // Lengths, divisors, bounds.
// Bounds of what is drawn: a part of AskAboutAmounts.
void AskAboutBounds(Inquiry& inquiry, const AnalysedFile& file, const Definition& function);
void AskAboutIndices(Inquiry& inquiry);         // Guards that look at another element.
void AskAboutProcesses(Inquiry& inquiry);       // Programs, and errors that are caught.
void AskAboutSiblingClasses(Inquiry& inquiry);  // What methods of the same name do.
void AskAboutMembers(Inquiry& inquiry);         // Lists that lack a new member.
void AskAboutOtherPackages(Inquiry& inquiry);   // Names that these keep to themselves.
void AskAboutBranches(Inquiry& inquiry);        // Guards that ask for what cannot be.
void AskAboutLeftCalls(Inquiry& inquiry);       // What is replaced here and stays elsewhere.
void AskAboutMatches(Inquiry& inquiry);         // Keys by which saved things are found.
void AskAboutCallers(Inquiry& inquiry);         // Functions that nobody calls.
void AskAboutMissing(Inquiry& inquiry);         // Values that may be missing.
void AskAboutTestedValues(Inquiry& inquiry);    // Values that production passes alone.
void AskAboutNewKeywords(Inquiry& inquiry);     // That other calls lack.
void AskAboutRemovedChoices(Inquiry& inquiry);  // That configuration still makes.

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_FAMILIES_H_
