#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_WEIGHTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_WEIGHTS_H_

// How much a sentence of an author tells a reader of the change.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/intent/author_text.h"
#include "analyzers/intent/sentence.h"
#include "services/analysis/change_model/intent/intent.h"

namespace allreview::analysis {

class Weights {
 public:
  // Borrowed; must outlive it.
  explicit Weights(const IntentInput& input);

  // 0: it tells nothing. `part` is that of a description, `about` the id of a changed symbol.
  int Of(const intent::Sentence& said, std::optional<intent::Part> part,
         const std::string& about) const;

 private:
  double OfSymbol(const std::string& about) const;

  bool is_body_silent_ = false;          // Only commits tell anything.
  std::map<std::string, size_t> ranks_;  // Of changed functions, by id.
};

// Begins with a word that means something in the sentence before: "It then …".
bool Leans(absl::string_view sentence);

// The roles of a sentence as the model has them, the most telling first.
std::vector<v1::Sentence::Role> RolesOf(intent::Roles roles, std::optional<intent::Part> part);
v1::Sentence::Source SourceOf(const intent::Sentence& said);
v1::Sentence::State StateOf(const intent::Sentence& said);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_WEIGHTS_H_
