#ifndef ANALYZERS_INTENT_INTENT_OF_CHANGE_H_
#define ANALYZERS_INTENT_INTENT_OF_CHANGE_H_

// What authors say around a change: its description, the messages of its commits, and the changed
// files on both sides: all that Python files say, and the comments of others.
//
//   IntentOfChange intent(change);
//   for (const Sentence* why : intent.Touched({Role::kReason, Role::kProblem})) Quote(*why);
//   intent.About(*file.after, node)   // What is said of a statement, parameter or definition.
//   intent.guides()                   // What guides of the repository say; reads them.
//
// A sentence that stands on both sides is one sentence, wherever it went: paired first within its
// definition (moves.h), then within its file, then in the change. A scan has no left side: its
// sentences are all kAfter.
//
// Costs nothing until somebody asks; then about linear time. Safe from any thread. Works for the
// budget of the calling thread.

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/intent/sentence.h"
#include "analyzers/python/module.h"

namespace allreview::intent {

class IntentOfChange {
 public:
  // The change must outlive it.
  explicit IntentOfChange(const change::AnalysedChange& change) : change_(change) {}
  IntentOfChange(const IntentOfChange&) = delete;
  IntentOfChange& operator=(const IntentOfChange&) = delete;

  // Title, body and commits first; then by path, what is gone behind what is there, by line.
  const std::vector<Sentence>& all();
  // Those that the change touches and that have one of the roles, in that order.
  std::vector<const Sentence*> Touched(Roles roles);
  // What is said about the statement or definition at a node of a changed file as it is after the
  // change; of a file as it was before, what is no longer said.
  std::vector<const Sentence*> About(const python::Module& module, python::Node node);

  // Sentences with roles of AGENTS.md, CLAUDE.md and CONTRIBUTING.md at the root and above changed
  // files, and of README.md beside these, before the change. Nearest to the root first.
  const std::vector<Sentence>& guides();

 private:
  const change::AnalysedChange& change_;
  std::once_flag has_all_, has_guides_;
  std::vector<Sentence> all_, guides_;
  std::multimap<std::pair<std::string, int>, const Sentence*> by_subject_;  // Path, first line.
};

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_INTENT_OF_CHANGE_H_
