#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_

// How values pass through one function, ready to be drawn. Pure; plain text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/story/model_index.h"

namespace allreview::report::deep_dive {

struct ValueStep {
  std::string code;
  std::string facts;        // "[b, s, h] bf16"; empty: nothing is known.
  std::string parallelism;  // "tp all_reduce".
  std::vector<std::string> reads, writes;
  Mark mark = Mark::kNone;
  int depth = 0;  // 0: runs in each call.
};

struct ValueFlow {
  struct Input {
    std::string name, facts;
  };
  std::vector<Input> inputs;  // That some step reads.
  std::vector<ValueStep> steps;
};

// The steps that changed and those that feed them or are fed by them, and nothing of a branch
// beside the one that changed.
ValueFlow FlowOf(const ModelIndex& index, absl::string_view id);

// Steps as nodes, arrows with the names of the values. State that is set and read later in the
// function is no more than another value.
Flowchart ChartOf(const ValueFlow& flow, Language language);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_
