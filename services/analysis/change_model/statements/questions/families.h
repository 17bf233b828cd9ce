#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_FAMILIES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_FAMILIES_H_

// Families of questions. Each asks what it finds.

#include "services/analysis/change_model/statements/questions/inquiry.h"

namespace allreview::analysis {

void AskAboutCalls(Inquiry& inquiry);         // What a call leaves out that its siblings pass.
void AskAboutConditions(Inquiry& inquiry);    // What comparisons and guards really tell.
void AskAboutLookups(Inquiry& inquiry);       // Keys that are read leniently, or strictly.
void AskAboutState(Inquiry& inquiry);         // What is saved and loaded.
void AskAboutSettings(Inquiry& inquiry);      // Options, environment variables, logged keys.
void AskAboutContracts(Inquiry& inquiry);     // Exceptions, defaults, parameters.
void AskAboutWhatIsGone(Inquiry& inquiry);    // Checks, waits, contexts.
void AskAboutRepeatedWork(Inquiry& inquiry);  // The same done twice.
void AskAboutTests(Inquiry& inquiry);         // Tolerances, copies of what is tested.
void AskAboutCopiedLines(Inquiry& inquiry);   // Of files in any language.

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_QUESTIONS_FAMILIES_H_
