#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_

// How values pass through one function, ready to be drawn. Pure; plain text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "services/report/diagrams/label.h"
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

  int left_out = 0;  // Steps that FocusOn dropped.

  bool IsWorthDrawing() const;  // Some value goes from one step to another.
  bool HasChanges() const;      // Some step is marked.
  bool HasFacts() const;
};

// Cuts a flow to `limit` steps: those that the change touched, then what feeds them and what they
// feed; without touched steps the first ones. Inputs that nothing reads any more go.
ValueFlow FocusedOnChange(ValueFlow flow, size_t limit);

// From the data flow of the model; from the steps of the story when there is none.
ValueFlow FlowOf(const ModelIndex& index, absl::string_view id);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_
