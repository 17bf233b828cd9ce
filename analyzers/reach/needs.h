#ifndef ANALYZERS_REACH_NEEDS_H_
#define ANALYZERS_REACH_NEEDS_H_

// What a chain of calls asks of parameters: constants that callers hand over, and defaults that
// nobody changes, say which chains cannot happen.
//
//   def evaluate(x): run(x, mode="eval")
//   def run(x, mode):
//       if mode == "train": update(x)      # Needs `mode == "train"`, which evaluate() denies.
//
//   ParameterNeeds needs(project, index, codes);
//   needs.Before(edge, caller, callee, {})         ->  what the caller's parameters must be
//   needs.MayHold(entry, of_entry)                 ->  whether anybody gives them so
//
// Only conditions on parameters that nothing reassigns count. What is not known holds. Part of
// Reach; one thread at a time.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/reach/code_view.h"
#include "analyzers/reach/condition.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// Conditions on parameters of one function, in the order in which they were found.
using Needs = std::vector<Condition>;

// To tell needs apart.
std::string KeyOf(const Needs& needs);

class ParameterNeeds {
 public:
  ParameterNeeds(repository::Project& project, repository::RepositoryIndex& index, Codes& codes)
      : project_(project), index_(index), codes_(codes) {}

  // For the callee to run with such parameters. None: this call never does that. `edge` lives as
  // long as the project; no caller: code of a module.
  std::optional<Needs> Before(const repository::Edge& edge, const repository::Found& caller,
                              const repository::Found& callee, const Needs& of_callee);

  // Of a function that others may call, too: no when a default denies it and nobody outside of
  // tests gives the parameter another value by its name.
  bool MayHold(const repository::Found& function, const Needs& needs);

 private:
  // Where the call stands, as far as instructions tell.
  struct Site {
    std::optional<CodeView> code;  // Of the caller.
    std::optional<uint32_t> call;  // None: not known, or several.
    Needs guards;                  // On parameters of the caller.
  };
  const Site& SiteOf(const repository::Edge& edge, const repository::Found& caller,
                     const repository::Found& callee);
  bool IsGiven(const std::string& parameter, const Condition& need);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  std::map<const repository::Edge*, Site> sites_;
  std::map<std::string, bool> given_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_NEEDS_H_
