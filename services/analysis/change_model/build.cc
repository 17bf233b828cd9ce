#include "services/analysis/change_model/build.h"

#include <utility>
#include <vector>

#include "services/analysis/change_model/deltas/deltas.h"
#include "services/analysis/change_model/examples/examples.h"
#include "services/analysis/change_model/graph/edges.h"
#include "services/analysis/change_model/scaling.h"
#include "services/analysis/change_model/statements/algorithms/algorithms.h"
#include "services/analysis/change_model/statements/consequences/consequences.h"
#include "services/analysis/change_model/statements/costs/costs.h"
#include "services/analysis/change_model/statements/effects/effects.h"
#include "services/analysis/change_model/statements/files/file_statements.h"
#include "services/analysis/change_model/statements/history/history.h"
#include "services/analysis/change_model/statements/questions/questions.h"
#include "services/analysis/change_model/statements/untested/untested.h"
#include "services/analysis/change_model/stories/file_stories.h"
#include "services/analysis/change_model/stories/stories.h"
#include "services/analysis/change_model/surroundings.h"
#include "services/analysis/change_model/symbols/cpp_symbols.h"
#include "services/analysis/change_model/symbols/symbols.h"

namespace allreview::analysis {
namespace {

std::vector<v1::ChangedSymbol> SymbolsOf(const change::AnalysedChange& change,
                                         const ModelOptions& options) {
  std::vector<SymbolChange> changes = CollectSymbols(change.files(), change.moves());
  // A tree that nobody changed has no deltas.
  if (options.is_detailed && !change.is_scan()) {
    AddDeltas(changes, change.moves(), options.should_stop);
  }
  std::vector<v1::ChangedSymbol> symbols;
  for (SymbolChange& changed : changes) symbols.push_back(std::move(changed.symbol));
  return symbols;
}

// Gives back what tensors come and go.
std::vector<TensorFound> AddStories(const change::AnalysedChange& change,
                                    const std::vector<v1::ChangedSymbol>& symbols,
                                    const ModelOptions& options, v1::ChangeModel& model) {
  StoriesOfChange told = TellStories(change, symbols, options.should_stop);
  for (v1::FunctionStory& story : told.stories) *model.add_functions() = std::move(story);
  for (v1::DataFlow& flow : told.flows) *model.add_data_flows() = std::move(flow);
  return std::move(told.sizes);
}

void AddFileStories(const change::AnalysedChange& change, const ModelOptions& options,
                    v1::ChangeModel& model) {
  if (change.is_scan()) return;
  for (v1::FileStory& story : TellFiles(change, options.should_stop)) {
    *model.add_files() = std::move(story);
  }
  AddFileStatements(change, options.should_stop, &model);
}

void AddWhatFollows(const change::AnalysedChange& change, const ModelOptions& options,
                    v1::ChangeModel& model) {
  AddConsequences(change, options.should_stop, &model);
  if (options.tests != nullptr) AddUntested(*options.tests, &model);
  if (options.lines != nullptr) AddHistory(change, *options.lines, &model);
  AddQuestions(change, options.values, options.should_stop, &model);
}

}  // namespace

v1::ChangeModel BuildChangeModel(const change::AnalysedChange& change,
                                 const ModelOptions& options) {
  v1::ChangeModel model;
  model.set_is_detailed(options.is_detailed);
  const std::vector<v1::ChangedSymbol> symbols = SymbolsOf(change, options);
  std::vector<v1::ChangedSymbol> cpp_symbols = CppSymbols(change.cpp_files());
  for (v1::Edge& edge : CollectEdges(change.files(), symbols)) *model.add_edges() = std::move(edge);
  std::vector<TensorFound> sizes;
  if (options.is_detailed) sizes = AddStories(change, symbols, options, model);
  if (options.is_detailed) {
    AddScaling(change.files(), change.moves(), options.should_stop, &model);
  }
  for (const v1::ChangedSymbol& symbol : symbols) *model.add_symbols() = symbol;
  if (options.is_detailed && !change.is_scan()) AddExamples(change, options.should_stop, &model);
  if (options.is_detailed) AddFileStories(change, options, model);
  if (options.is_detailed && !change.is_scan()) AddAlgorithms(change, options.should_stop, &model);
  // A scan has no callers outside of it, and too many symbols to ask for each.
  if (options.is_detailed && !change.is_scan())
    AddSurroundings(change, cpp_symbols, options, &model);
  if (options.is_detailed && !change.is_scan()) {
    AddEffects(change, options.values, options.should_stop, &model);
    AddCosts(change, std::move(sizes), options.should_stop, &model);
  }
  if (!change.is_scan()) AddWhatFollows(change, options, model);
  // What is said of Python's definitions above needs values, which nobody knows of these.
  for (v1::ChangedSymbol& symbol : cpp_symbols) {
    *model.add_symbols() = std::move(symbol);
  }
  return model;
}

void AddBackground(const change::AnalysedChange& change, const ModelOptions& options,
                   v1::Intent* intent) {
  if (!options.is_detailed || change.is_scan() || options.lines == nullptr) return;
  AddBackgroundOf(change, *options.lines, intent);
}

}  // namespace allreview::analysis
