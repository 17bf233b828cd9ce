#ifndef ANALYZERS_REACH_SEARCH_H_
#define ANALYZERS_REACH_SEARCH_H_

// The searches behind Reach, over one walk each. Part of Reach; one thread at a time.

#include <optional>
#include <string>

#include "analyzers/reach/callers.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/reach/reach.h"
#include "analyzers/reach/walk.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class Search {
 public:
  Search(repository::Project& project, repository::RepositoryIndex& index, Codes& codes)
      : project_(project),
        index_(index),
        codes_(codes),
        entries_(project),
        callers_(project, index, codes) {}

  // See Reach. Names are canonical.
  FunctionReach Find(const std::string& function);
  std::optional<Way> FindStep(const std::string& function);
  std::optional<Way> FindCapture(const std::string& function);
  Callers& callers() { return callers_; }

 private:
  std::string WhyOthersMay(const Walk& walk);
  // What captures the function itself, not its callers; empty: nothing that is known.
  std::string CapturedBy(const repository::Found& function, bool is_self);
  bool IsHook(const repository::Found& function);
  std::optional<Entry> EntryOf(const Step& step);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  EntryPoints entries_;
  Callers callers_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SEARCH_H_
