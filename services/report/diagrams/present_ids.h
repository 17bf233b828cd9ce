#ifndef SERVICES_REPORT_DIAGRAMS_PRESENT_IDS_H_
#define SERVICES_REPORT_DIAGRAMS_PRESENT_IDS_H_

#include <map>
#include <string>

#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

// Ids after the change for ids before it, so that what was moved or renamed is one thing in a
// drawing, and a call that followed it is neither new nor gone.
class PresentIds {
 public:
  void Add(const analysis::v1::ChangedSymbol& symbol);
  // The id itself where nothing was moved.
  const std::string& Of(const std::string& id) const;

 private:
  std::map<std::string, std::string> ids_;  // By the id before the change.
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_PRESENT_IDS_H_
