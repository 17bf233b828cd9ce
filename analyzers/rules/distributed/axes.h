#ifndef ANALYZERS_RULES_DISTRIBUTED_AXES_H_
#define ANALYZERS_RULES_DISTRIBUTED_AXES_H_

// Over which ranks a process group spans, as far as the text of one file tells.
//
//   const Group group = GroupOf(module, Argument(call, op->PositionOf("group"), "group"));
//   const Group counted = SizeOf(module, divisor);       // g.size(), get_pg_size(g), tp_size...
//   if (AreDifferent(group, counted)) Report(Describe(group), Describe(counted));
//
// Groups are known by getters of parallel_state (with their literal flags), fields of a process
// group collection, and well-known names of attributes and parameters; through local names and
// attributes of self that are assigned once. What no rule below decides is not different, does not
// overlap and is not orthogonal: a rule that asks for one of these facts stays silent.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/torch/axis_names.h"
#include "sentences/sentence.h"

namespace allreview::rules {

using torch::Axes;
using torch::kContextAxis;
using torch::kDataAxis;
using torch::kEmbeddingAxis;
using torch::kExpertAxis;
using torch::kExpertDataAxis;
using torch::kExpertRematAxis;
using torch::kExpertTensorAxis;
using torch::kPipelineAxis;
using torch::kPositionEmbeddingAxis;
using torch::kRematAxis;
using torch::kTensorAxis;

struct Group {
  enum class Kind : uint8_t {
    kNone,     // The expression is no group (no size, no rank): nothing is said.
    kUnknown,  // A group, but which one is decided at run time.
    kOpaque,   // A group of its own: the same as another of the same text.
    kKnown,    // `axes` say it.
    kWorld,    // The default group.
  };
  Kind kind = Kind::kNone;
  Axes axes = 0;
  // Known by a name that somebody chose, not by a getter or a collection: `dp_group` may well hold
  // the group with context parallelism, and `tp_group` that of the experts.
  bool is_by_name = false;
  bool is_group_name = false;  // kOpaque: the text names a group and nothing else.
  std::string text = {};       // As written: "self.tp_group". Empty: no argument.

  explicit operator bool() const { return kind != Kind::kNone; }
  bool is_world() const { return kind == Kind::kWorld; }
  bool is_known() const { return kind == Kind::kKnown; }
};

// The group that an expression denotes when used as a process group. Null node or None: WORLD.
Group GroupOf(const python::Module& module, python::Node expression);
// The group that a call of torch.distributed works on; `position` of its parameter `group`.
Group GroupArgumentOf(const python::Module& module, python::Node call, int position);
// The group whose size an expression is: `dist.get_world_size(g)`, `g.size()`, `get_pg_size(g)`,
// `get_tensor_model_parallel_world_size()`, `len(dist.get_process_group_ranks(g))`, `self.tp_size`.
// kNone: it is no such size. Follows local names.
Group SizeOf(const python::Module& module, python::Node expression);
// The group in which an expression is this process's rank: `dist.get_rank(g)`, `g.rank()`,
// `get_pg_rank(g)`, `get_data_parallel_rank()`, `args.rank`, `tp_rank`. Follows local names.
Group RankOf(const python::Module& module, python::Node expression);
// The group of which an expression is the global rank of one fixed member:
// `get_tensor_model_parallel_src_rank()`, `dist.get_global_rank(g, 0)`, `get_pg_src_rank(g)`,
// `dist.get_process_group_ranks(g)[0]`. Follows local names.
Group SourceRankOf(const python::Module& module, python::Node expression);

// What an expression is directly, without following names. For walks over expressions.
Group DirectSizeOf(const python::Module& module, python::Node expression);
Group DirectRankOf(const python::Module& module, python::Node expression);

// Certainly the same ranks, certainly other ones.
bool AreSame(const Group& a, const Group& b);
bool AreDifferent(const Group& a, const Group& b);
// Members of one group certainly differ in their place in the other: a common axis, the same text,
// or one of them is the world.
bool Overlap(const Group& a, const Group& b);
// Known groups of one family (dense or expert) that have no axis in common.
bool AreOrthogonal(const Group& a, const Group& b);

// "the TP group", "the DP x CP group", "`self.pg`", "the default group (WORLD)".
Words Describe(const Group& group);

// A `for` gives the identifier its values: it does not stand for this process.
bool IsLoopVariable(const python::Module& module, python::Node expression);

// A single process group by its name: `tp_group`, `process_group`, `cp_pg`, `group`. False for
// collections, lists and counts.
bool IsGroupName(absl::string_view name);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_AXES_H_
