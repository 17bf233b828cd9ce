#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STATE_USES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STATE_USES_H_

// State: attributes of objects that outlive a call, which one function writes and another reads.
//
//   const StateNames names(change);          // `cache` of self.cache = …, register_buffer("cache",
//   …) const StateUses uses(statements, names); for (const StateUse& use : uses.Of(3)) ...   //
//   module.cache.zero_()  ->  self.cache, written
//
// What a local name stands for counts, too: of `all.append(module.cache)` … `for one in all:
// one.copy_(x)` the last call writes self.cache.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "services/analysis/change_model/stories/statements.h"

namespace allreview::analysis {

// Attributes that methods of changed files set on their own object.
class StateNames {
 public:
  explicit StateNames(const change::AnalysedChange& change);
  bool Has(absl::string_view attribute) const { return names_.find(attribute) != names_.end(); }

 private:
  void AddFrom(const python::Module& module);

  std::set<std::string, std::less<>> names_;
};

struct StateUse {
  std::string name;  // "self.cache", whatever the object is called here.
  bool is_write = false;
  friend bool operator==(const StateUse&, const StateUse&) = default;
};

class StateUses {
 public:
  StateUses(const Statements& statements, const StateNames& names);
  // Each once; what is changed in place is read and written.
  const std::vector<StateUse>& Of(int statement) const { return uses_[statement]; }

 private:
  class Collector;
  std::vector<std::vector<StateUse>> uses_;
};

// The method changes its object: `add_`, `append`.
bool ChangesObject(absl::string_view method);
// And nothing of what the object held before is left: `copy_`, `zero_`, `clear`.
bool ReplacesContent(absl::string_view method);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STORIES_STATE_USES_H_
