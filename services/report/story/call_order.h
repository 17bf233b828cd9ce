#ifndef SERVICES_REPORT_STORY_CALL_ORDER_H_
#define SERVICES_REPORT_STORY_CALL_ORDER_H_

// In which order documents tell of functions: a caller stands before what it calls, the calls of
// one caller in the order of their lines. What no call connects stands by weight, which says
// nothing of the order in which it runs. Pure.
//
//   for (const Stop& stop : InCallOrder(index, core, functions)) ...

#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "services/report/story/core_functions.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

struct Stop {
  const analysis::v1::ChangedSymbol* symbol = nullptr;
  const analysis::v1::FunctionStory* story = nullptr;  // Nullptr: only its differences are known.
  int caller = -1;                    // Index of an earlier stop that calls it; -1: none does.
  change::v1::SourceRange call = {};  // Where that one does.
  bool is_handed_over = false;        // That one names it there, and somebody else calls it.
};

std::vector<Stop> InCallOrder(const ModelIndex& index, const CoreFunctions& core,
                              const std::vector<const analysis::v1::ChangedSymbol*>& functions);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_CALL_ORDER_H_
