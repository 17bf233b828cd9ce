#include "services/report/story/model_index.h"

#include "services/report/story/places.h"

namespace allreview::report {
namespace {

template <typename Map>
auto Find(const Map& map, absl::string_view id) {
  const auto found = map.find(id);
  return found == map.end() ? nullptr : found->second;
}

template <typename Map>
const auto& FindList(const Map& map, absl::string_view id) {
  static const typename Map::mapped_type kNone;
  const auto found = map.find(id);
  return found == map.end() ? kNone : found->second;
}

}  // namespace

ModelIndex::ModelIndex(const analysis::v1::ChangeModel& model) : model_(model) {
  // When two definitions have one name, the first is meant.
  for (const auto& symbol : model.symbols()) {
    symbols_.emplace(IdOf(symbol), &symbol);
    symbols_in_[symbol.path()].push_back(&symbol);
  }
  for (const auto& file : model.files()) files_.emplace(file.path(), &file);
  for (const auto& story : model.functions()) stories_.emplace(story.symbol(), &story);
  for (const auto& flow : model.data_flows()) flows_.emplace(flow.symbol(), &flow);
  for (const auto& scaling : model.scaling()) scaling_.emplace(scaling.symbol(), &scaling);
  for (const auto& shape : model.classes()) classes_.emplace(shape.symbol(), &shape);
  for (const auto& path : model.paths()) paths_[path.target()].push_back(&path);
  for (const auto& edge : model.edges()) {
    from_[edge.from()].push_back(&edge);
    to_[edge.to()].push_back(&edge);
  }
}

const analysis::v1::ChangedSymbol* ModelIndex::Symbol(absl::string_view id) const {
  return Find(symbols_, id);
}
const analysis::v1::FunctionStory* ModelIndex::Story(absl::string_view id) const {
  return Find(stories_, id);
}
const analysis::v1::DataFlow* ModelIndex::Flow(absl::string_view id) const {
  return Find(flows_, id);
}
const analysis::v1::Scaling* ModelIndex::ScalingOf(absl::string_view id) const {
  return Find(scaling_, id);
}
const analysis::v1::ClassShape* ModelIndex::Class(absl::string_view id) const {
  return Find(classes_, id);
}
const analysis::v1::FileStory* ModelIndex::File(absl::string_view path) const {
  return Find(files_, path);
}
const std::vector<const analysis::v1::ChangedSymbol*>& ModelIndex::SymbolsIn(
    absl::string_view path) const {
  return FindList(symbols_in_, path);
}
const std::vector<const analysis::v1::CallPath*>& ModelIndex::PathsTo(absl::string_view id) const {
  return FindList(paths_, id);
}
const std::vector<const analysis::v1::Edge*>& ModelIndex::EdgesFrom(absl::string_view id) const {
  return FindList(from_, id);
}
const std::vector<const analysis::v1::Edge*>& ModelIndex::EdgesTo(absl::string_view id) const {
  return FindList(to_, id);
}

}  // namespace allreview::report
