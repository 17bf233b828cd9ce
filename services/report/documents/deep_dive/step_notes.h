#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_STEP_NOTES_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_STEP_NOTES_H_

// What is known of single steps of a function beyond their code, as lines of comment.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report::deep_dive {

class StepNotes {
 public:
  // Borrows the story.
  StepNotes(Language language, const analysis::v1::FunctionStory& story);

  // Without '#', most important first. A function that is called twice is explained once, so ask
  // for the steps in their order.
  std::vector<std::string> For(const analysis::v1::Step& step);

 private:
  std::string FallbackNote(const analysis::v1::Condition& condition) const;
  void AddCondition(const analysis::v1::Condition& condition,
                    std::vector<std::string>& notes) const;
  void AddEffect(const analysis::v1::Effect& effect, std::vector<std::string>& notes) const;
  void AddCalls(const analysis::v1::Step& step, std::vector<std::string>& notes);

  const Language language_;
  const bool is_constructor_;
  std::multimap<int, const analysis::v1::Condition*> conditions_;  // By first line.
  std::multimap<int, const analysis::v1::Effect*> effects_;
  std::set<std::string> explained_;
};

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_STEP_NOTES_H_
