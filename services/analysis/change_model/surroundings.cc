#include "services/analysis/change_model/surroundings.h"

#include <utility>
#include <vector>

#include "analyzers/reach/entry_points.h"
#include "services/analysis/change_model/graph/call_paths.h"
#include "services/analysis/change_model/graph/callers.h"
#include "services/analysis/change_model/graph/class_shapes.h"
#include "services/analysis/change_model/graph/extension_paths.h"
#include "services/analysis/change_model/graph/pointers.h"
#include "services/analysis/change_model/graph/repository_edges.h"
#include "services/analysis/change_model/graph/source_lines.h"

namespace allreview::analysis {

void AddSurroundings(const change::AnalysedChange& change,
                     const std::vector<v1::ChangedSymbol>& cpp_symbols, const ModelOptions& options,
                     v1::ChangeModel* model) {
  const std::vector<v1::ChangedSymbol> symbols(model->symbols().begin(), model->symbols().end());
  CallerMap callers(change, symbols);
  reach::EntryPoints entries(change.project());
  SourceLines lines(change);
  CallPathOptions path_options = {
      .change = change, .symbols = symbols, .first_ids = {}, .should_stop = options.should_stop};
  for (const v1::FunctionStory& story : model->functions()) {
    path_options.first_ids.push_back(story.symbol());
  }
  for (v1::CallPath& path : CollectCallPaths(path_options, callers, entries, lines)) {
    *model->add_paths() = std::move(path);
  }
  for (v1::CallPath& path :
       CollectExtensionPaths(path_options, cpp_symbols, callers, entries, lines)) {
    *model->add_paths() = std::move(path);
  }
  std::vector<v1::Edge> edges(model->edges().begin(), model->edges().end());
  edges = CollectRepositoryEdges({.change = change,
                                  .symbols = symbols,
                                  .callers = callers,
                                  .entries = entries,
                                  .should_stop = options.should_stop},
                                 std::move(edges));
  for (v1::ClassShape& shape :
       CollectClassShapes({.change = change, .symbols = symbols, .edges = edges})) {
    *model->add_classes() = std::move(shape);
  }
  for (v1::Pointer& pointer :
       CollectPointers({.change = change, .symbols = symbols, .edges = edges}, lines)) {
    *model->add_pointers() = std::move(pointer);
  }
  model->clear_edges();
  for (v1::Edge& edge : edges) *model->add_edges() = std::move(edge);
}

}  // namespace allreview::analysis
