#ifndef ANALYZERS_REACH_TAKERS_H_
#define ANALYZERS_REACH_TAKERS_H_

// What becomes of a function that is handed over without being called: `atexit.register(f)`.
//
//   Takers takers(project, index, codes);
//   const Handing handing = takers.Of(function, edge);   // edge.call.is_reference
//   handing.role->what   ->  "exit handler"
//
// Where it is handed over says nothing of when it runs, unless the taker calls it there. Part of
// Reach; one thread at a time.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "analyzers/reach/code_view.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

struct Handing {
  bool runs_there = false;    // The taker calls it before it returns.
  std::optional<Entry> role;  // When it runs, for hooks, handlers and threads.
  std::string taker;          // As it is written: "TrainSpec"; empty: unknown.
};

class Takers {
 public:
  Takers(repository::Project& project, repository::RepositoryIndex& index, Codes& codes)
      : project_(project), index_(index), codes_(codes) {}

  Handing Of(const repository::Found& function, const repository::Edge& edge);
  // The call stands in a lambda, and nobody is known to call that where it is made. `edge` lives as
  // long as the project.
  bool IsInIdleLambda(const repository::Found& function, const repository::Edge& edge);

 private:
  bool FindIdleLambda(const repository::Found& function, const repository::Edge& edge);
  bool IsRun(const repository::IndexedFile& file, const CodeView& around, uint32_t lambda);
  bool CallsParameter(const repository::IndexedFile& file, const CodeView& code,
                      const ir::Instruction& call, uint32_t operand);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  std::map<const repository::Edge*, bool> idle_;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_TAKERS_H_
