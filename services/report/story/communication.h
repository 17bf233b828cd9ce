#ifndef SERVICES_REPORT_STORY_COMMUNICATION_H_
#define SERVICES_REPORT_STORY_COMMUNICATION_H_

// Which communication of a change is new on balance. A collective that another call replaces, or
// that moves to another function, is none that the change adds. Pure; keeps no reference.
//
//   const DroppedCommunication dropped(model);
//   dropped.Replaces("all_gather over group")   // A changed function no longer gathers.

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

// "allreduce" of "dist.all_reduce(x, group=tp)", of "all_reduce over tp" and of "tp all_reduce":
// its calls are written in many ways.
std::string OperationOf(absl::string_view text);

class DroppedCommunication {
 public:
  explicit DroppedCommunication(const analysis::v1::ChangeModel& model);

  // Whether changed code did the same elsewhere, or in another way, before.
  bool Replaces(absl::string_view what) const;

 private:
  std::set<std::string> operations_;
};

// Whether the function made the CPU wait as often before, with the same call: `x.item()` that moved
// to another line of it is no new cost.
bool WaitedBefore(const analysis::v1::FunctionStory& story, const analysis::v1::Effect& effect);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_COMMUNICATION_H_
