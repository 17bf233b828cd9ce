#ifndef SERVICES_REPORT_TESTING_HOSTILE_MODEL_H_
#define SERVICES_REPORT_TESTING_HOSTILE_MODEL_H_

#include <functional>
#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

// Where the contents of a hostile model come from.
struct HostileSource {
  std::function<int(int low, int high)> pick;
  std::function<std::string(int max_pieces)> text;
  std::vector<std::string> ids;  // Of symbols; fields that name symbols often hold one of them.
};

// Fills every detail of the model, whatever fields it has: stories, steps, paths, classes, flows…
void AddHostileDetails(const HostileSource& source, analysis::v1::ChangeModel& model);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_TESTING_HOSTILE_MODEL_H_
