#ifndef ANALYZERS_REACH_SEARCH_H_
#define ANALYZERS_REACH_SEARCH_H_

// The searches behind Reach, over one walk each. Part of Reach; one thread at a time.

#include <map>
#include <optional>
#include <string>

#include "analyzers/reach/callers.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/reach/needs.h"
#include "analyzers/reach/reach.h"
#include "analyzers/reach/skipped_tests.h"
#include "analyzers/reach/takers.h"
#include "analyzers/reach/walk.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// An object that nobody knows is asked for a method of that name.
inline bool IsGuess(const repository::Edge& edge) {
  return edge.call.confidence == repository::Confidence::kLow && !edge.call.is_reference;
}

class Search {
 public:
  Search(repository::Project& project, repository::RepositoryIndex& index, Codes& codes,
         Recipes& recipes)
      : project_(project),
        index_(index),
        codes_(codes),
        entries_(project),
        takers_(project, index, codes),
        needs_(project, index, codes),
        skipped_(codes),
        callers_(project, index, codes, takers_, recipes) {}

  // See Reach.
  FunctionReach Find(const std::string& canonical);
  std::optional<Way> FindStep(const std::string& canonical);
  std::optional<Way> FindCapture(const std::string& canonical);
  // Examples, tools, scripts and the like that no code of the product imports.
  bool IsExample(const std::string& path);
  Callers& callers() { return callers_; }
  SkippedTests& skipped() { return skipped_; }

 private:
  std::map<Kind, Way> NearWays(const std::string& canonical);
  FunctionReach Conclude(const Walk& walk, std::map<Kind, Way>&& ways,
                         std::optional<Way> registered);
  std::string WhyOthersMay(const Walk& walk);
  std::string WhyGuessed(const repository::Found& function);
  bool Leads(const Step& callee, const repository::Edge& edge);
  // What the caller's parameters must be for the edge to be taken; none: it never is.
  std::optional<Needs> NeedsOf(const Step& callee, const repository::Edge& edge,
                               const repository::Found& caller);
  std::optional<std::string> TakerOf(const Walk& walk, const Step& step);
  bool ProductImports(const std::string& path);
  // What captures the function itself, not its callers; empty: nothing that is known.
  std::string CapturedBy(const repository::Found& function, bool is_self);
  // How a hook, handler or thread runs: by where it is registered. None: it is none.
  std::optional<Entry> RegisteredAs(const repository::Found& function);
  std::optional<Entry> EntryOf(const Step& step);
  std::optional<Entry> EntryOfCode(const Step& step);
  // It only makes the function that its name speaks of: `def get_batch_func(): … return get_batch`.
  bool IsFactory(const repository::Found& function);
  // Of a chain that begins at a loop around the steps: it leaves the loop out.
  bool IsBeforeLoop(const Way& way);
  Way MakeWay(const Walk& walk, size_t index, Entry entry);
  // The kind of a step that the function is, hooks too; empty: none.
  std::string StepOf(const Step& step);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  EntryPoints entries_;
  Takers takers_;
  ParameterNeeds needs_;
  SkippedTests skipped_;
  Callers callers_;
  std::map<std::string, bool> are_examples_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SEARCH_H_
