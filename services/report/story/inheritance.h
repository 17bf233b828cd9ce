#ifndef SERVICES_REPORT_STORY_INHERITANCE_H_
#define SERVICES_REPORT_STORY_INHERITANCE_H_

// Which calls reach a subclass only when the object is one. Pure.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

class Inheritance {
 public:
  explicit Inheritance(const analysis::v1::ChangeModel& model);

  // A method of a class calls a method of a class that derives from it: through `self`, whose class
  // decides. The caller does not depend on the other one.
  bool IsDispatch(absl::string_view from, absl::string_view to) const;

 private:
  std::map<std::string, std::vector<std::string>> bases_;  // Ids of classes.
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_INHERITANCE_H_
