#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_STEP_NOTES_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_STEP_NOTES_H_

// What single steps of a function compute, assume and cost, as lines of comment.

#include <map>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::deep_dive {

class StepNotes {
 public:
  // Borrows the story.
  StepNotes(Language language, const analysis::v1::ChangeModel& model,
            const analysis::v1::FunctionStory& story);

  // Without '#': what it computes, behind "-> ", then what it assumes and costs.
  std::vector<std::string> For(const analysis::v1::Step& step) const;

 private:
  void AddEffect(const analysis::v1::Effect& effect, std::vector<std::string>& notes) const;

  const Language language_;
  std::multimap<int, std::string> said_;  // By first line.
  std::multimap<int, const analysis::v1::Effect*> effects_;
};

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_STEP_NOTES_H_
