#ifndef ANALYZERS_UNDERSTANDING_PLACEMENTS_H_
#define ANALYZERS_UNDERSTANDING_PLACEMENTS_H_

// How tensors of plain code lie on the ranks: what collectives of torch.distributed, Megatron's
// mappings, DTensor and operators make of them. Pure; private to this folder.
//
//   dist.all_reduce(x, group=tp_group)              ->  x is replicated along tp
//   scatter_to_tensor_model_parallel_region(x)      ->  sharded on the last dimension along tp
//   distribute_tensor(x, mesh, [Shard(0)])          ->  sharded on dimension 0 of the mesh's axis
//   loss * cp_size / n, of which cp_size is a size  ->  scaled by |cp|/n
//
// Nothing is refused, and nothing is known of a tensor that went through nothing of this kind.
// Files that use spmd_types have the types of that library instead (spmd_types.h).

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/understanding/rank_sources.h"
#include "analyzers/understanding/spmd_types.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// A name that one of these asks about: for a look at the names of a file before its code runs.
bool MayPlace(absl::string_view name);

// None: it is no business of placements.
std::optional<Typing> PlaceCall(const AskingCall& call);
std::optional<Typing> PlaceCollective(const AskingCall& call);
std::optional<Typing> PlaceByDTensor(const AskingCall& call);
Ranks PlaceOperator(ir::Operator op, const Value& a, const Value& b);

// Of a product or quotient, where sizes of groups or what is scaled by them take part.
std::vector<Factor> FactorsOf(ir::Operator op, const Value& a, const Value& b);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_PLACEMENTS_H_
