#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_

// How values pass through one function, ready to be drawn. Pure; plain text.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/story/model_index.h"

namespace allreview::report::deep_dive {

// A block that does not run in each call.
struct Branch {
  size_t chain = 0;  // Branches of one chain exclude each other.
  size_t number = 0;
  bool ends = false;  // Nothing runs behind it.
  // A name that is set at most once and asked for here: empty, it asks something else.
  std::string asked = "";
  bool is_true = true;  // The name, in here.
  friend bool operator==(const Branch&, const Branch&) = default;
};

struct ValueStep {
  std::string code;
  std::string facts;        // "[b, s, h] bf16"; empty: nothing is known.
  std::string parallelism;  // "tp all_reduce".
  std::vector<std::string> reads, writes;
  Mark mark = Mark::kNone;
  std::vector<Branch> branches;  // Around it, outermost first.
};

struct ValueFlow {
  struct Input {
    std::string name, facts;
  };
  // A value from an input or a step that a step reads.
  struct Arrow {
    size_t from = 0, to = 0;  // Inputs first, then steps.
    std::vector<std::string> names = {};
  };
  std::vector<Input> inputs;  // That some step reads.
  std::vector<ValueStep> steps;
  std::vector<Arrow> arrows;
};

// The steps that changed and those that feed them or are fed by them, and nothing of a branch
// beside the one that changed. No value passes between branches of which one call enters only one.
ValueFlow FlowOf(const ModelIndex& index, absl::string_view id);

// Steps as nodes, arrows with the names of the values. State that is set and read later in the
// function is no more than another value.
Flowchart ChartOf(const ValueFlow& flow, Language language);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_VALUE_FLOW_H_
