#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_H_

// What the author says of a change, as far as its form tells: the kind (intent_kind.h), the
// sentences of the body (analyzers/intent/author_text.h) with the changed symbols that each speaks
// of (mentions.h), the language by its script, the issues that it closes. The title is no sentence.
//
//   *model.mutable_intent() = DeriveIntent({.description = description, .files = files,
//                                           .symbols = &model.symbols()});

#include <vector>

#include "analyzers/change/changed_file.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "services/analysis/change_model/intent/intent_kind.h"

namespace allreview::analysis {

struct IntentInput {
  const change::Description& description;
  std::vector<ClassifiedFile> files = {};
  const google::protobuf::RepeatedPtrField<v1::ChangedSymbol>* symbols = nullptr;  // Null: none.
};

// Where the body says nothing, the messages of the commits speak.
v1::Intent DeriveIntent(const IntentInput& input);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_INTENT_INTENT_H_
