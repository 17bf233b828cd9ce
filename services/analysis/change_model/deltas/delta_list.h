#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_DELTA_LIST_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_DELTA_LIST_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// A text and where it stands.
struct DeltaSide {
  std::string text = {};
  python::Node node = {};
  python::Node end = {};  // Where it ends, if that is before the end of `node`.
};

// Deltas of one symbol as they are found.
class DeltaList {
 public:
  // Modules of the two sides; null where there is none.
  DeltaList(const python::Module* before, const python::Module* after)
      : before_(before), after_(after) {}

  // The range is that of the right side, when there is one.
  void Add(v1::Delta::Kind kind, const DeltaSide& before, const DeltaSide& after);
  // Says what came instead of something that was told as gone; false: nobody told of that.
  bool ReplaceGone(v1::Delta::Kind kind, absl::string_view before, const DeltaSide& after);
  // Tells the weightiest of these, which are about a function inside of the symbol's, as one that
  // changed: both texts begin with "def name: ", behind which one may be empty.
  void AddInner(const std::string& name, DeltaList inner);
  // Puts them into the symbol: sorted, each once, the most telling ones when there are too many.
  void MoveTo(v1::ChangedSymbol& symbol);

  size_t size() const { return deltas_.size(); }

 private:
  const python::Module* const before_;
  const python::Module* const after_;
  std::vector<v1::Delta> deltas_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_DELTA_LIST_H_
