#ifndef SERVICES_REPORT_STORY_RUN_ORDER_H_
#define SERVICES_REPORT_STORY_RUN_ORDER_H_

// In which order statements of changed functions run: a function's in their order, and those of a
// changed function where it is called. Pure, linear; borrows the model.
//
//   RunOrder order(review.model());
//   order.Of(effect->places(0), effect->subject()) < order.Of(other->places(0), other->subject())

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::report {

class RunOrder {
 public:
  explicit RunOrder(const analysis::v1::ChangeModel& model);

  // Of a statement; where that is not known, of the function.
  int Of(const change::v1::SourceRange& place, const std::string& symbol) const;
  int OfSymbol(const std::string& symbol) const;

 private:
  void Visit(const analysis::v1::FunctionStory& story);

  std::map<absl::string_view, const analysis::v1::FunctionStory*> stories_;
  std::map<std::string, int> symbols_;
  std::map<std::pair<absl::string_view, int>, int> lines_;
  int next_ = 0;
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_RUN_ORDER_H_
