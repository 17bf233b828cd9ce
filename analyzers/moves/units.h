#ifndef ANALYZERS_MOVES_UNITS_H_
#define ANALYZERS_MOVES_UNITS_H_

// The statements and calls of one version of a file as pieces of one sequence of tokens, so that
// two of them are compared by a hash that costs nothing.
//
//   const Units units(module);
//   units.all()[7].hash == other.all()[3].hash && units.AreEqual(7, other, 3)
//
// Tokens are those of code_tokens.h: layout, comments and documentation do not count. One walk
// without recursion; 16 bytes for each token, and one unit for each statement and call.

#include <cstdint>
#include <vector>

#include "analyzers/python/module.h"

namespace allreview::moves {

struct Unit {
  uint32_t node = 0, node_end = 0;          // Indices in the tree.
  uint32_t first = 0, end = 0;              // Tokens.
  uint32_t loose_first = 0, loose_end = 0;  // Those without `self.` and `cls.`.
  uint64_t hash = 0, loose_hash = 0;        // Of either.
  int32_t block = 0;        // Node of the block that holds the statement; -1: it is a call.
  int32_t definition = -1;  // Index of the innermost definition around it; -1: the module.
  bool is_import = false;
  int32_t parent = -1;      // The statement that holds it. -1: none.
  uint32_t header_end = 0;  // Token where the first block in a statement begins. 0: it has none.
  int32_t inner_end = 0;    // Index after the last unit in it: inner ones follow outer ones.

  uint32_t size() const { return end - first; }
  bool is_call() const { return block < 0; }
};

class Units {
 public:
  explicit Units(const python::Module& module);

  const python::Module& module() const { return *module_; }
  const std::vector<Unit>& all() const { return units_; }
  python::Node NodeOf(int unit) const { return module_->tree().node(units_[unit].node); }
  // The statement behind or before it in its block. -1: there is none.
  int Next(int unit) const;
  int Previous(int unit) const { return previous_[unit]; }

  bool AreEqual(int unit, const Units& other, int other_unit) const;
  // Both hold blocks, and are equal up to these; definitions never are.
  bool HaveEqualHeaders(int unit, const Units& other, int other_unit) const;
  bool AreEqualButForReceiver(int unit, const Units& other, int other_unit) const;
  // The innermost statement or call that is the node or holds it. -1: none.
  int Around(python::Node node) const;

 private:
  friend class UnitReader;

  const python::Module* module_;
  std::vector<Unit> units_;
  std::vector<int32_t> previous_;
  std::vector<uint64_t> tokens_, loose_;
};

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_UNITS_H_
