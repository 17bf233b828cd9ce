#ifndef ANALYZERS_RULES_MOVED_FINDINGS_H_
#define ANALYZERS_RULES_MOVED_FINDINGS_H_

// Which findings are no business of a change, because their code only moved or was indented anew.
//
//   MovedFindings moved(change, rules, options);
//   findings = moved.Drop(file, std::move(findings));
//
// A finding is dropped when the statement or call around it stood elsewhere before
// (analyzers/moves), and its rule finds the same in that place in the version before the change. So
// code that became wrong by where it stands now stays found. How often code runs is a property of
// its function: where that was moved or renamed as a whole, nobody calls its old name any more, and
// what is found for that reason counts as found before. So does what stands on changed lines when
// the change takes out as much of it as it puts in: the same rule said the same, line numbers
// apart, of replaced lines of the same function. That the change left a crash (P0) standing is told
// all the same.

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/rules/walk.h"

namespace allreview::change {
class AnalysedChange;  // analyzers/change/analysed_change.h
}  // namespace allreview::change
namespace allreview::moves {
class Moves;   // analyzers/moves/moves.h
struct Trace;  // the same
}  // namespace allreview::moves

namespace allreview::rules {

// For one thread. Polls.
class MovedFindings {
 public:
  // All borrowed. `rules` are those that found what will be asked about.
  MovedFindings(const change::AnalysedChange& change, const std::vector<const Rule*>& rules,
                WalkOptions options);

  std::vector<Finding> Drop(const AnalysedFile& file, std::vector<Finding> findings);

 private:
  // Places of the version before the change where a rule finds something, in its order.
  struct Known {
    uint32_t first_byte, end_byte;
    bool is_taken = false;
  };
  struct KnownOfRule {
    std::vector<Known> places;
    // How often it was said of lines that the change replaced, by function and words.
    std::map<std::pair<const python::Definition*, std::string>, int> replaced;
  };

  bool IsMoved(const AnalysedFile& file, const Finding& finding);
  bool WasFoundAt(const moves::Trace& trace, const std::string& rule_id);
  bool WasReplaced(const AnalysedFile& file, Node node, const Finding& finding);
  KnownOfRule& FoundIn(const AnalysedFile& file, const std::string& rule_id);

  const moves::Moves& moves_;
  const WalkOptions options_;
  std::map<std::string, const Rule*> rules_;
  std::map<const python::Module*, const AnalysedFile*> files_;  // By the version before.
  std::map<std::pair<const AnalysedFile*, std::string>, KnownOfRule> known_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_MOVED_FINDINGS_H_
