#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_CHOSEN_STEPS_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_CHOSEN_STEPS_H_

// Which statements of a changed function its annotated code shows: all that changed, with what it
// depends on and the headers around it; of long code the blocks that something is said of. Pure.

#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "services/report/documents/deep_dive/step_notes.h"

namespace allreview::report::deep_dive {

// One flag for each step of the story.
std::vector<bool> ChooseSteps(const analysis::v1::FunctionStory& story, const StepNotes& notes);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_CHOSEN_STEPS_H_
