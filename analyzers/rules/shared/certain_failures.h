#ifndef ANALYZERS_RULES_SHARED_CERTAIN_FAILURES_H_
#define ANALYZERS_RULES_SHARED_CERTAIN_FAILURES_H_

// What certainly fails (analyzers/failures), as rules report it.
//
//   for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kAttribute)) {
//     Observation observation = Observe(change, *found);
//     observation.params = {{"object", WordsOf(change, found->failure.object)}, ...};
//     change.Report(*found->file, std::move(observation));
//   }

#include <vector>

#include "analyzers/failures/failures_of_change.h"
#include "analyzers/rules/context.h"
#include "analyzers/understanding/knowledge.h"
#include "sentences/sentence.h"

namespace allreview::rules {

using failures::CertainFailure;
using understanding::Failure;

// Those of one kind.
std::vector<const CertainFailure*> FailuresOf(const ChangeContext& change, Failure::Kind kind);

// "a tuple of 2 values", "an instance of `Router` (pkg/moe.py:12)", "None or of type `int`".
Words WordsOf(const ChangeContext& change, const understanding::Value& value);

// Why it fails, as the end of a sentence: "an instance of `Router` (pkg/moe.py:12) has no `gate`".
// `code` is around it.
Words ReasonOf(const ChangeContext& change, const Failure& failure, understanding::CodeRef code);

// The place, where its values come from as evidence, and which part of the change is the cause.
Observation Observe(const ChangeContext& change, const CertainFailure& found);

// `self.name`, of which attribute-never-set speaks.
bool IsReadOfSelf(Node at);

// A function, method, class or instance: what may be called with the right arguments.
bool CanBeCalled(const understanding::Value& value);

// It can only be None.
bool IsNone(const understanding::Value& value);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_CERTAIN_FAILURES_H_
