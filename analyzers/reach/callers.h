#ifndef ANALYZERS_REACH_CALLERS_H_
#define ANALYZERS_REACH_CALLERS_H_

// Whether all who may call a function are among its known callers.
//
//   Callers callers(project, index, codes);
//   if (callers.WhyOpen(found).empty()) ...   // Project::EdgesTo are all.
//
// They are when every use of its name in the repository, in code or in texts, is one of its call
// sites, nothing wraps or registers it, no package hands it on, and no base class of another
// project may call it. One thread.

#include <map>
#include <string>

#include "analyzers/reach/code_view.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class Callers {
 public:
  Callers(repository::Project& project, repository::RepositoryIndex& index, Codes& codes)
      : project_(project), index_(index), codes_(codes) {}

  // Why others may call it, as a phrase: "decorated with `register`"; empty: nobody else does.
  const std::string& WhyOpen(const repository::Found& function);

 private:
  std::string Find(const repository::Found& function);
  std::string WhyMethodIsOpen(const repository::Found& method);
  // Of one file that has its name: uses that are no call sites.
  std::string WhyOpenIn(const repository::IndexedFile& file, const repository::Found& function);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  std::map<std::string, std::string> answers_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_CALLERS_H_
