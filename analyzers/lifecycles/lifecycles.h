#ifndef ANALYZERS_LIFECYCLES_LIFECYCLES_H_
#define ANALYZERS_LIFECYCLES_LIFECYCLES_H_

// What happens in which order to the models, optimizers, schedulers, scalers and loaders of a file.
//
//   Lifecycles lifecycles(module);
//   for (const Story* story : lifecycles.Stories()) {
//     for (const Occurrence& step : story->all) {
//       if (step.event != Event::kStep) continue;
//       if (story->CanFollow(backward, step, {cleared}))   // Some path, and none of these on it.
//
// A function or the module's own code has a story: the events of its calls and assignments at
// points of its control flow. What a call of a function of the file does to the same objects is
// part of it, at the call: certainly where it happens on every normal path of that function. Calls
// of others do nothing here; ask Objects::IsHandedOver() before something is said not to happen.
//
// Paths are those of the control flow: two tests of the same condition are not correlated, so a
// rule that says "on some path" of two places is certain of it only if it looks at their
// conditions, and one that says "on no path" always is.
//
// Of one file; for one thread. The module must outlive it. Calls are followed four deep. A file
// with a story of more than kMaxEvents events, or in more than kMaxPoints points, has no stories:
// rules ask of pairs of events, each at the price of a walk over the points.

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/lifecycles/event_names.h"
#include "analyzers/lifecycles/objects.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"

namespace allreview::lifecycles {

struct Occurrence {
  Event event = Event::kBackward;
  // The root, but for kCalled, kMoved and what concerns no model. kNoObject: nobody knows whose.
  ObjectId object = kNoObject;
  python::Node node = {};   // In the function whose story it is: the call or the assignment.
  python::Node inner = {};  // Where it happens: `node`, or a node of the function that it calls.
  python::ControlFlow::Point point = python::ControlFlow::kNone;
  bool is_certain = true;  // Whenever the point runs.
  bool is_direct() const { return node == inner; }
};

struct Story {
  python::Node owner;
  const python::ControlFlow* flow = nullptr;
  std::vector<Occurrence> all;  // In source order.

  using Point = python::ControlFlow::Point;
  // Of one event; of one object, when there is one.
  std::vector<const Occurrence*> Of(Event event) const;
  std::vector<const Occurrence*> Of(Event event, ObjectId object) const;
  // A normal path leads from behind the one to the other, over none of `without`.
  bool CanFollow(const Occurrence& first, const Occurrence& then,
                 const std::vector<const Occurrence*>& without = {}) const;
  // Each can follow the other: they are in one loop, or the same in one.
  bool AreInOneLoop(const Occurrence& a, const Occurrence& b) const;
  // `first` has happened whenever `then` does.
  bool Precedes(const Occurrence& first, const Occurrence& then) const;
};

class Lifecycles {
 public:
  static constexpr size_t kMaxEvents = 150;
  static constexpr int kMaxPoints = 5'000;

  explicit Lifecycles(const python::Module& module);
  Lifecycles(const Lifecycles&) = delete;
  Lifecycles& operator=(const Lifecycles&) = delete;

  Objects& objects() { return objects_; }
  const python::Module& module() const { return module_; }
  // Of the module and of all functions with events, in source order.
  const std::vector<const Story*>& Stories();
  const Story& StoryOf(python::Node owner);
  // Direct occurrences in the whole file.
  std::vector<const Occurrence*> DirectOf(Event event);
  // Some gradient, of whichever parameter, is set, cleared or changed by hand.
  bool TouchesGradients();
  // The call runs under no_grad or inference_mode in its function.
  bool IsWithoutGradients(python::Node node) const;

 private:
  static constexpr int kMaxDepth = 4;
  void Collect(Story& story);
  void AddCall(python::Node call, Story& story);
  void AddMethod(python::Node call, absl::string_view method, Story& story);
  void AddClipping(python::Node call, Story& story);
  void AddStep(python::Node call, Story& story);
  void AddFunction(python::Node call, Story& story);
  void AddCallee(python::Node call, const python::Definition& callee, Story& story);
  void AddAssignment(python::Node assignment, Story& story);
  void AddFreezing(python::Node parameter, python::Node value, python::Node at, Story& story);
  void Add(Event event, ObjectId object, python::Node node, Story& story, bool is_certain = true);
  ObjectId Translated(const Occurrence& inner, python::Node call, const python::Definition& callee);

  const python::Module& module_;
  Objects objects_;
  absl::flat_hash_map<uint32_t, std::unique_ptr<Story>> stories_;  // By owner.
  std::vector<uint32_t> under_way_;
  std::vector<const Story*> in_order_;
  bool are_all_made_ = false;
  bool is_over_limit_ = false;
};

}  // namespace allreview::lifecycles

#endif  // ANALYZERS_LIFECYCLES_LIFECYCLES_H_
