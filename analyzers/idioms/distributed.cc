// Collectives and ranks.

#include "sentences/phrases/idioms/distributed.h"

#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kAveragedOverRanks,
     .weight = Weight::kHeart,
     .patterns = {"dist.all_reduce(X, op=dist.ReduceOp.AVG, group=_, async_op=_)",
                  "dist.all_reduce(X, dist.ReduceOp.AVG, group=_, async_op=_)"}},
    {.sentence = phrases::kSummedOverRanks,
     .weight = Weight::kHeart,
     .patterns = {"dist.all_reduce(X, op=dist.ReduceOp.SUM, group=_, async_op=_)",
                  "dist.all_reduce(X, group=_, async_op=_)"}},
    {.sentence = phrases::kLargestOverRanks,
     .weight = Weight::kHeart,
     .patterns = {"dist.all_reduce(X, op=dist.ReduceOp.MAX, group=_, async_op=_)"}},
    {.sentence = phrases::kGatheredTensor,
     .weight = Weight::kHeart,
     .patterns = {"dist.all_gather_into_tensor(O, X, group=_, async_op=_)"}},
    {.sentence = phrases::kGatheredList,
     .weight = Weight::kHeart,
     .patterns = {"dist.all_gather(O, X, group=_, async_op=_)"}},
    {.sentence = phrases::kGatheredObjects, .patterns = {"dist.all_gather_object(O, X, group=_)"}},
    {.sentence = phrases::kSlicesOfSum,
     .weight = Weight::kHeart,
     .patterns = {"dist.reduce_scatter_tensor(O, X, op=_, group=_, async_op=_)"}},
    {.sentence = phrases::kExchangedPieces,
     .weight = Weight::kHeart,
     .patterns = {"dist.all_to_all_single(O, X, S, R, group=_, async_op=_)",
                  "dist.all_to_all_single(O, X, output_split_sizes=S, input_split_sizes=R, "
                  "group=_, async_op=_)"}},
    {.sentence = phrases::kRowsOfRank,
     .weight = Weight::kHeart,
     .patterns = {"X[R * N:(R + 1) * N]", "X[..., R * N:(R + 1) * N]", "X[:, R * N:(R + 1) * N]",
                  "X[R * N:R * N + N]"}},
    {.sentence = phrases::kChunkOfRank,
     .weight = Weight::kHeart,
     .patterns = {"torch.chunk(X, N, dim=_)[R]", "torch.tensor_split(X, N, dim=_)[R]"},
     .holds = [](const python::Module&,
                 const Match& match) { return Names(match, 'R', {"rank"}); }},
    {.sentence = phrases::kFromOneRank,
     .weight = Weight::kHeart,
     .patterns = {"dist.broadcast(X, S, group=_, async_op=_)",
                  "dist.broadcast_object_list(X, S, group=_, device=_)"}},
    {.sentence = phrases::kRanksMeet, .patterns = {"dist.barrier(...)"}},
    {.sentence = phrases::kOneRankOnly,
     .patterns = {"if dist.get_rank() == 0:\n  ...", "if rank == 0:\n  ..."}},
    {.sentence = phrases::kSentTogether,
     .weight = Weight::kHeart,
     .patterns = {"dist.batch_isend_irecv(O)"}},
    {.sentence = phrases::kNeighbourInRing,
     .weight = Weight::kHeart,
     .patterns = {"(R + 1) % W", "(R - 1) % W", "(R - 1 + W) % W"},
     .holds = [](const python::Module&,
                 const Match& match) { return Names(match, 'R', {"rank"}); }},
    {.sentence = phrases::kRankOfMesh, .patterns = {"M.get_local_rank(...)"}},
    {.sentence = phrases::kUniqueRank,
     .weight = Weight::kHeart,
     .patterns = {"A * N + B"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'A', {"rank"}) && Names(match, 'B', {"rank"}) &&
                  Names(match, 'N', {"size", "world", "degree"});
         }},
    {.sentence = phrases::kNewGroup, .patterns = {"dist.new_group(...)"}},
};

}  // namespace

absl::Span<const Idiom> DistributedIdioms() { return kIdioms; }

}  // namespace allreview::idioms
