#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_H_

// What authors say of a change: its kind (intent_kind.h), the sentences around it (said.h) with the
// changed symbols that each speaks of (mentions.h), the language of the description by its script,
// the issues that it closes. The title is no sentence.
//
//   *model.mutable_intent() = DeriveIntent({.description = description, .files = files,
//                                           .symbols = &model.symbols(), .said = &intent.all()});

#include <vector>

#include "analyzers/change/changed_file.h"
#include "analyzers/intent/sentence.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/intent/intent_kind.h"

namespace allreview::analysis {

struct IntentInput {
  const change::Description& description;
  std::vector<ClassifiedFile> files = {};
  const google::protobuf::RepeatedPtrField<v1::ChangedSymbol>* symbols = nullptr;    // Null: none.
  const google::protobuf::RepeatedPtrField<v1::FunctionStory>* functions = nullptr;  // Null: none.
  // All sentences around the change; null: only the description speaks.
  const std::vector<intent::Sentence>* said = nullptr;
};

v1::Intent DeriveIntent(const IntentInput& input);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_H_
