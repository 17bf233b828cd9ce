#ifndef ANALYZERS_REACH_CALLERS_H_
#define ANALYZERS_REACH_CALLERS_H_

// Whether all who may call a function are among its known callers.
//
//   Callers callers(project, index, codes, takers, recipes);
//   if (callers.WhyOpen(found).empty()) ...   // Project::EdgesTo are all.
//
// They are when every use of its name in the repository, in code or in texts, is one of its call
// sites, nothing wraps or registers it, no package hands it on, no name that getattr computes may
// be its own, and no base class of another project may call it. One thread.

#include <map>
#include <string>

#include "analyzers/reach/code_view.h"
#include "analyzers/reach/recipes.h"
#include "analyzers/reach/takers.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class Callers {
 public:
  Callers(repository::Project& project, repository::RepositoryIndex& index, Codes& codes,
          Takers& takers, Recipes& recipes)
      : project_(project), index_(index), codes_(codes), takers_(takers), recipes_(recipes) {}

  // Why others may call it, as a phrase: "decorated with `register`"; empty: nobody else does.
  const std::string& WhyOpen(const repository::Found& function);
  // The same by what is no Python: entry points of setup files, command lines, configurations.
  std::string WhyNamedElsewhere(const repository::Found& function);

 private:
  std::string Find(const repository::Found& function);
  // getattr(self, f"visit_{kind}")
  std::string WhyComputed(const repository::Found& function);
  std::string WhyHandedOver(const repository::Found& function);
  std::string WhyMethodIsOpen(const repository::Found& method);
  // Of one file that has its name: uses that are no call sites.
  std::string WhyOpenIn(const repository::IndexedFile& file, const repository::Found& function);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  Takers& takers_;
  Recipes& recipes_;
  std::map<std::string, std::string> answers_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_CALLERS_H_
