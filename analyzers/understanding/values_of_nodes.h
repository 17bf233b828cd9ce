#ifndef ANALYZERS_UNDERSTANDING_VALUES_OF_NODES_H_
#define ANALYZERS_UNDERSTANDING_VALUES_OF_NODES_H_

// What the expressions of one file may be where they stand.
//
//   ValuesOfNodes values(knowledge, file, module);
//   // if x is None: x = torch.zeros(3, device="cpu")
//   // return x
//   values.Of(node)   ->  tensor[3] float on the CPU, or what the caller hands over
//
// A value is joined over the paths that get to the expression, and narrowed by what they asked. It
// is impossible where no path does, and unknown of what is no expression: names of attributes and
// keywords, annotations, parameters in a signature. An assigned name is what it is bound to.
//
// Each code is run once more, when the first of its expressions is asked about. Not for several
// threads. The module is what `file` of the program was lowered from; it and the knowledge must
// outlive this.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

class ValuesOfNodes {
 public:
  ValuesOfNodes(Knowledge& knowledge, uint32_t file, const python::Module& module);

  Value Of(python::Node expression);
  // Where memory was allocated that the expression reads on some path although nobody has written
  // it: the calls, as Run::notices has them.
  std::vector<python::Node> UnwrittenReadBy(python::Node expression);
  // The code that evaluates the expression; none: it is not known.
  std::optional<CodeRef> CodeAround(python::Node node) const;
  // From here on the code is run with these parameters.
  void Assume(CodeRef code, const std::vector<Value>& parameters);

 private:
  static constexpr size_t kMaxRuns = 1'000;  // That are kept.

  // An instruction, and the syntax node that it was made for.
  struct Spot {
    uint32_t node, code, instruction;
    friend auto operator<=>(const Spot&, const Spot&) = default;
  };
  // A code and what it does.
  struct Ran {
    uint32_t number;
    const ir::Code& code;
    const Run& run;
  };

  const Run& RunOf(uint32_t code);
  // Instructions of the code that stand for a node in [first, end).
  std::vector<uint32_t> InstructionsIn(const Ran& ran, uint32_t first, uint32_t end) const;
  std::vector<uint32_t> InstructionsOf(const Ran& ran, python::Node node) const {
    return InstructionsIn(ran, node.index(), node.index() + 1);
  }
  Value OfName(const Ran& ran, python::Node identifier) const;
  ir::Register RegisterOf(const Ran& ran, python::Node identifier) const;
  // What is in the register when what is around the node reads it.
  Value ReadAround(const Ran& ran, python::Node node, ir::Register place) const;
  // None: none of them reads it.
  static std::optional<Value> ReadBy(const Ran& ran, const std::vector<uint32_t>& instructions,
                                     ir::Register place);
  Value OfExpression(const Ran& ran, python::Node expression) const;
  Value Stored(const Ran& ran, const std::vector<uint32_t>& instructions) const;

  Knowledge& knowledge_;
  const uint32_t file_;
  const python::Module& module_;
  std::vector<Spot> spots_;                           // Sorted.
  absl::flat_hash_map<uint32_t, uint32_t> by_owner_;  // Codes, by the node that owns them.
  absl::node_hash_map<uint32_t, Run> runs_;           // By code.
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_VALUES_OF_NODES_H_
