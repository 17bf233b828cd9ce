#ifndef ANALYZERS_REACH_SEARCH_H_
#define ANALYZERS_REACH_SEARCH_H_

// The searches behind Reach, over one walk each. Part of Reach; one thread at a time.

#include <map>
#include <optional>
#include <string>

#include "analyzers/reach/callers.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/reach/reach.h"
#include "analyzers/reach/takers.h"
#include "analyzers/reach/walk.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class Search {
 public:
  Search(repository::Project& project, repository::RepositoryIndex& index, Codes& codes,
         Recipes& recipes)
      : project_(project),
        index_(index),
        codes_(codes),
        entries_(project),
        takers_(project, index, codes),
        callers_(project, index, codes, takers_, recipes) {}

  // See Reach.
  FunctionReach Find(const std::string& canonical);
  std::optional<Way> FindStep(const std::string& canonical);
  std::optional<Way> FindCapture(const std::string& canonical);
  // Examples, tools, scripts and the like that no code of the product imports.
  bool IsExample(const std::string& path);
  Callers& callers() { return callers_; }

 private:
  std::map<Kind, Way> NearWays(const std::string& canonical);
  FunctionReach Conclude(const Walk& walk, std::map<Kind, Way>&& ways,
                         std::optional<Way> registered);
  std::string WhyOthersMay(const Walk& walk);
  std::string WhyGuessed(const repository::Found& function);
  bool Leads(const Step& callee, const repository::Edge& edge);
  std::optional<std::string> TakerOf(const Walk& walk, const Step& step);
  bool ProductImports(const std::string& path);
  // What captures the function itself, not its callers; empty: nothing that is known.
  std::string CapturedBy(const repository::Found& function, bool is_self);
  // How a hook, handler or thread runs: by where it is registered. None: it is none.
  std::optional<Entry> RegisteredAs(const repository::Found& function);
  std::optional<Entry> EntryOf(const Step& step);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  EntryPoints entries_;
  Takers takers_;
  Callers callers_;
  std::map<std::string, bool> are_examples_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SEARCH_H_
