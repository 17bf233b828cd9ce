#ifndef ANALYZERS_RULES_GRADIENTS_TRAINING_LOOPS_H_
#define ANALYZERS_RULES_GRADIENTS_TRAINING_LOOPS_H_

// Questions about training loops that several rules ask of the lifecycles of a file.

#include <string>
#include <vector>

#include "analyzers/lifecycles/lifecycles.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

using lifecycles::Event;
using lifecycles::kNoObject;
using lifecycles::Lifecycles;
using lifecycles::ObjectId;
using lifecycles::ObjectKind;
using lifecycles::Objects;
using lifecycles::Occurrence;
using lifecycles::Story;

// `optimizer` of `optimizer.step()`.
Node ReceiverOf(Node call);
// The step of an optimizer gets a closure, which computes gradients itself.
bool HasClosure(Objects& objects, const Occurrence& step);
// Each turn of the loop around the occurrence makes its object anew.
bool IsMadeInLoopOf(Objects& objects, const Story& story, const Occurrence& occurrence);
// Where the object is made, in that story; none: elsewhere.
std::vector<Occurrence> MadeIn(Objects& objects, const Story& story, ObjectId object);
// Optimizers whose kind is known, that step somewhere, and that nobody else gets hold of.
std::vector<ObjectId> OwnOptimizers(Lifecycles& lives);
// A call between the two may run code that nobody knows, other than a model or a loss.
bool MayRunOthersBetween(Lifecycles& lives, const Story& story, const Occurrence& first,
                         const Occurrence& then);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_GRADIENTS_TRAINING_LOOPS_H_
