#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_SHAPES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_SHAPES_H_

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

struct ClassShapeOptions {
  const change::AnalysedChange& change;
  const std::vector<v1::ChangedSymbol>& symbols;
  const std::vector<v1::Edge>& edges;  // Of the repository; they say which classes belong together.
};

// The changed classes and those of changed methods, as a class diagram shows them; then their
// bases, parts, subclasses, holders and the classes that changed code creates. At most twenty: what
// is left out is unchanged, unless so many changed.
std::vector<v1::ClassShape> CollectClassShapes(const ClassShapeOptions& options);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CLASS_SHAPES_H_
