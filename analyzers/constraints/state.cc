// What objects and locals are, in layers: one for each branch that is being tried.

#include <algorithm>
#include <utility>

#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {

int Interpreter::NewObject(Object object) {
  objects_.push_back(std::move(object));
  return static_cast<int>(objects_.size()) - 1;
}

int Interpreter::NewReason(Reason reason) {
  reasons_.push_back(std::move(reason));
  return static_cast<int>(reasons_.size()) - 1;
}

Known Interpreter::Read(const Key& key) const {
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    const auto bound = layer->bindings.find(key);
    if (bound != layer->bindings.end()) return bound->second;
    if (layer->tainted.count(key.first) > 0) return {};
  }
  if (key.first < 0) return {};
  const Object& object = objects_[key.first];
  return object.initial ? object.initial(key.second) : Known();
}

void Interpreter::Write(const Key& key, Known value) {
  layers_.back().bindings[key] = std::move(value);
}

void Interpreter::TaintObject(int object) {
  Layer& layer = layers_.back();
  layer.tainted.insert(object);
  const auto first = layer.bindings.lower_bound({object, ""});
  layer.bindings.erase(first, layer.bindings.lower_bound({object + 1, ""}));
}

void Interpreter::TaintEverything() {
  for (int object = 0; object < static_cast<int>(objects_.size()); ++object) TaintObject(object);
  for (const Frame& frame : frames_) TaintObject(-frame.id);
}

void Interpreter::Merge(std::vector<Layer> layers) {
  if (layers.empty()) return;
  std::set<Key> keys;
  std::map<Key, Known> merged;
  std::set<int> tainted;
  for (const Layer& layer : layers) {
    for (const auto& [key, value] : layer.bindings) keys.insert(key);
    tainted.insert(layer.tainted.begin(), layer.tainted.end());
  }
  for (const Key& key : keys) {
    const Known below = Read(key);
    std::optional<Known> joined;
    for (const Layer& layer : layers) {
      const auto bound = layer.bindings.find(key);
      Known value = bound != layer.bindings.end()        ? bound->second
                    : layer.tainted.count(key.first) > 0 ? Known()
                                                         : below;
      if (!joined) {
        joined = std::move(value);
      } else if (!value.is_known() || !(joined->value == value.value)) {
        joined = Known();
      } else {
        joined->reasons.insert(value.reasons.begin(), value.reasons.end());
      }
    }
    merged[key] = *std::move(joined);
  }
  for (int object : tainted) TaintObject(object);
  for (auto& [key, value] : merged) Write(key, std::move(value));
}

void Interpreter::Spoil(const Layer& layer) {
  for (int object : layer.tainted) TaintObject(object);
  for (const auto& [key, value] : layer.bindings) Write(key, {});
}

}  // namespace allreview::constraints
