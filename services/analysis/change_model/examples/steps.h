#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_STEPS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_STEPS_H_

// The steps of one or two runs of a function, as rows that a table may show.
//
//   std::vector<Shown> after = ShownOf(run, arguments);
//   std::vector<Row> rows = Aligned(before, after);
//
// Points into the runs. Pure.

#include <string>
#include <vector>

#include "analyzers/worked_examples/interpreter.h"

namespace allreview::analysis {

// What a row is made of.
struct Shown {
  const worked_examples::Noted* noted = nullptr;
  bool is_after_loop = false;
};

// A step of both versions, or of one.
struct Row {
  const Shown* before = nullptr;
  const Shown* after = nullptr;
  const worked_examples::Noted& noted() const {
    return after != nullptr ? *after->noted : *before->noted;
  }
  bool is_after_loop() const { return (after != nullptr ? after : before)->is_after_loop; }
  bool differs = false;
  bool is_kept = false;
};

// Of a loop what it yields and is given, and afterwards what it leaves in names that there were
// before.
std::vector<Shown> ShownOf(const worked_examples::Run& run,
                           const worked_examples::Arguments& arguments);
// Where a generator yields, that is what it is for: what its loops leave is not.
void KeepYields(std::vector<Shown>& shown);
// In the order of execution; those that fit best stand beside each other.
std::vector<Row> Aligned(const std::vector<Shown>& before, const std::vector<Shown>& after);

// It hands something to the caller.
bool IsResult(const worked_examples::Noted& noted);
// What the step computes.
python::Node ComputedBy(const worked_examples::Noted& noted);
// It copies a name, or binds a constant: nobody needs an example of it.
bool IsPlain(const worked_examples::Noted& noted);
// What it binds; empty: there is no such step.
std::string TextOf(const Shown* shown);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_STEPS_H_
