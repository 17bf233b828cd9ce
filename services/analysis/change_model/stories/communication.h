#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_COMMUNICATION_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_COMMUNICATION_H_

#include <optional>
#include <string>

#include "analyzers/python/module.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// What a call does with other ranks: by torch.distributed, or by the well-known name of a wrapper
// ("gather_from_sequence_parallel_region").
struct Communication {
  std::string operation;  // "all_reduce"
  // "tp", "dp x cp", "world"; the group as written where its name does not tell; empty: unknown.
  std::string over;

  std::string ForEffect() const;       // "all_reduce over tp"
  std::string ForParallelism() const;  // "tp all_reduce"
};
std::optional<Communication> CommunicationOf(const python::Module& module, python::Node call);

// `tracker.fork()`: random numbers under it differ, or agree, among ranks by intention.
bool ForksRandomState(python::Node call);

// What a statement's own code does with other ranks, as Step.parallelism says it; each once,
// separated by ", ".
std::string ParallelismOf(const Statements& statements, const Statement& statement);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_COMMUNICATION_H_
