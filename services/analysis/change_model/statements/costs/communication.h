#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_COMMUNICATION_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_COMMUNICATION_H_

// Which communication of a change is new or gone on balance, and which waits of the CPU. A
// collective that another call replaces, or that moves to another function, is none that the change
// adds. Pure.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

struct CommunicationCost {
  enum class Kind { kSends, kSendsNoMore, kWaits };
  Kind kind = Kind::kSends;
  std::string symbol;  // Id.
  std::string what;    // "all_reduce over tp"; of what is gone, as the code wrote it.
  change::v1::SourceRange place;
  bool is_hot = false;
};

// Outside of tests, in the order of the stories; what is gone last.
std::vector<CommunicationCost> CommunicationCostsOf(const v1::ChangeModel& model);

// "allreduce" of "dist.all_reduce(x, group=tp)", of "all_reduce over tp" and of "tp all_reduce":
// its calls are written in many ways.
std::string OperationOf(absl::string_view text);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_COSTS_COMMUNICATION_H_
