#ifndef ANALYZERS_UNDERSTANDING_DOUBTS_H_
#define ANALYZERS_UNDERSTANDING_DOUBTS_H_

// What code asks although annotations have answered it. Private to this folder.
//
//   def f(x: Tensor = None):      # Or without the default, when callers hand over None.
//     if x is None: …
//
// Who compares a parameter with None takes it for possible, whatever its annotation says; so who
// writes `x: Tensor` and asks means Optional[Tensor]. The same goes for attributes that the methods
// of a class ask about, and for parameters that are kept in them.
//
// Each code and class is read once, when it is first asked about. Not for several threads. The
// program must outlive it.

#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/understanding/program.h"

namespace allreview::understanding {

class Doubts {
 public:
  explicit Doubts(const Program& program) : program_(program) {}

  // The code compares its local name, or an attribute that it keeps it in, with None.
  bool AsksWhetherNone(CodeRef code, ir::Register local);
  // A method of the class so compares an attribute of that name, of whatever object.
  bool AsksWhetherNone(CodeRef a_class, absl::string_view attribute);

 private:
  struct Asked {
    absl::flat_hash_set<ir::Register> locals = {};
    absl::flat_hash_set<ir::NameId> attributes = {};
    std::vector<std::pair<ir::Register, ir::NameId>> kept = {};  // x.attribute = local
  };
  const Asked& AskedBy(CodeRef ref);

  const Program& program_;
  absl::node_hash_map<CodeRef, Asked> asked_;
  absl::node_hash_map<CodeRef, absl::flat_hash_set<absl::string_view>> of_classes_;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_DOUBTS_H_
