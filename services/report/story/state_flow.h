#ifndef SERVICES_REPORT_STORY_STATE_FLOW_H_
#define SERVICES_REPORT_STORY_STATE_FLOW_H_

// What the changed functions do to state that outlives a call: attributes that one of them writes
// and another one reads. Pure.
//
//   for (const State& state : StatesOf(index)) ...
//   // "cache": __init__ creates it, forward calls append, finalize reads it, reset calls clear

#include <string>
#include <vector>

#include "services/report/story/model_index.h"

namespace allreview::report {

struct StateAccess {
  enum class Kind {
    kCreates,  // In a constructor.
    kReads,
    kAdds,  // To what is there: `+=`, append, add_.
    kSets,
    kResets,  // To the content of the beginning: zero_, clear, `= None`.
  };
  std::string function = "";  // Id.
  Kind kind = Kind::kReads;
  std::string how = "";     // "add_"; empty: an assignment, or it is read.
  bool is_changed = false;  // The change touched the statement.
  friend bool operator==(const StateAccess&, const StateAccess&) = default;
};

struct State {
  std::vector<std::string> names;     // "cache"; those with the same accesses are one.
  std::vector<StateAccess> accesses;  // In the order of the model; each once.

  bool Has(StateAccess::Kind kind) const;
};

// Those that a changed statement touches, that are written after their creation, and that connect
// two functions. By name.
std::vector<State> StatesOf(const ModelIndex& index);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_STATE_FLOW_H_
