// Choosing, sorting, counting and routing.

#include "sentences/phrases/idioms/selection.h"

#include "absl/strings/match.h"
#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kTopkKept,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X, K + 1, dim=-1).indices[:, :-1]",
                  "torch.topk(X, K + 1, dim=1).indices[:, :-1]",
                  "torch.topk(X, K + 1, dim=-1).indices[..., :-1]"}},
    {.sentence = phrases::kTopkThreshold,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X, K + 1, dim=-1).values[:, -1:]",
                  "torch.topk(X, K + 1, dim=1).values[:, -1:]",
                  "torch.topk(X, K + 1, dim=-1).values[..., -1:]",
                  "torch.topk(X, K + 1, dim=-1).values[:, -1]",
                  "torch.topk(X, K + 1, dim=1).values[:, -1]"}},
    {.sentence = phrases::kColumnQuantile,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X, Q + 1, dim=0).values[-1]"}},
    {.sentence = phrases::kColumnKth,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X, Q, dim=0).values[-1]"},
     .holds =
         [](const python::Module&, const Match& match) {
           return !match.bindings.Find('Q').Is(python::Kind::kBinaryOperator);
         }},
    {.sentence = phrases::kRowKth,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X, K, dim=-1).values[..., -1, None]",
                  "torch.topk(X, K, dim=-1).values[:, -1, None]",
                  "torch.topk(X, K, dim=-1).values[:, [-1]]",
                  "torch.topk(X, K, dim=-1).values[..., -1:]"},
     .holds =
         [](const python::Module&, const Match& match) {
           return !match.bindings.Find('K').Is(python::Kind::kBinaryOperator);
         }},
    {.sentence = phrases::kTopkLessBias,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X - B, K, dim=_)"}},
    {.sentence = phrases::kTopkPlusBias,
     .weight = Weight::kHeart,
     .patterns = {"torch.topk(X + B, K, dim=_)"}},
    {.sentence = phrases::kEvenShare,
     .weight = Weight::kHeart,
     .patterns = {"A * K // N"},
     .also = "(A * K) % N == 0"},
    {.sentence = phrases::kWeightsSumToOne,
     .weight = Weight::kHeart,
     .patterns = {"W / torch.sum(W, dim=_, keepdim=True)",
                  "W / (torch.sum(W, dim=_, keepdim=True) + E)",
                  "torch.div(W, torch.sum(W, dim=_, keepdim=True))"}},
    {.sentence = phrases::kRankByArgsort,
     .weight = Weight::kHeart,
     .patterns = {"torch.argsort(torch.argsort(X, dim=_, descending=_), dim=_)"}},
    {.sentence = phrases::kUndoPermutation,
     .weight = Weight::kHeart,
     .patterns = {"torch.argsort(P, dim=_)"},
     .holds =
         [](const python::Module& module, const Match& match) {
           const python::Node code = match.bindings.Find('P');
           return Names(match, 'P', {"perm", "order", "sorted_ind", "sort_ind"}) &&
                  !module.ReachingValue(code).Is(python::Kind::kCall);
         }},
    {.sentence = phrases::kInverseByScatter,
     .weight = Weight::kHeart,
     .patterns = {"I[P] = torch.arange(N)"}},
    {.sentence = phrases::kOneHot, .patterns = {"torch.one_hot(X, N)"}},
    {.sentence = phrases::kOneHotByScatter,
     .weight = Weight::kHeart,
     .patterns = {"torch.scatter(torch.zeros_like(X), D, I, 1)",
                  "torch.scatter(torch.zeros(...), D, I, 1)",
                  "torch.zeros_like(X).scatter_(D, I, 1)", "torch.zeros(...).scatter_(D, I, 1)",
                  "torch.scatter(torch.zeros_like(X), D, I, True)",
                  "torch.scatter(torch.zeros_like(X), dim=D, index=I, value=1)"}},
    {.sentence = phrases::kGatherByIndex, .patterns = {"torch.gather(X, D, I)"}},
    {.sentence = phrases::kTokenLogProbs,
     .weight = Weight::kHeart,
     .patterns = {"torch.gather(torch.log_softmax(X, dim=-1), -1, I)",
                  "torch.gather(torch.log_softmax(X, dim=-1), 2, I)"}},
    {.sentence = phrases::kBincount,
     .weight = Weight::kHeart,
     .patterns = {"torch.bincount(X, minlength=N)"}},
    {.sentence = phrases::kHistogram,
     .weight = Weight::kHeart,
     .patterns = {"torch.histc(X, bins=N, min=_, max=_)"}},
    {.sentence = phrases::kSegmentSum,
     .weight = Weight::kHeart,
     .patterns = {"O.index_add_(0, I, X)", "torch.index_add(O, 0, I, X)"}},
    {.sentence = phrases::kScatterSum,
     .weight = Weight::kHeart,
     .patterns = {"O.scatter_add_(D, I, X)", "torch.scatter_add(O, D, I, X)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return !absl::StartsWith(match.bindings.Find('X').text(), "torch.ones");
         }},
    {.sentence = phrases::kCountByScatter,
     .weight = Weight::kHeart,
     .patterns = {"C.scatter_add_(D, I, torch.ones_like(...))",
                  "C.scatter_add_(D, I, torch.ones(...))"}},
    {.sentence = phrases::kLoadBalancingLoss,
     .weight = Weight::kHeart,
     .patterns = {"torch.sum(P * T)", "torch.sum(P * T, dim=_)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return (Names(match, 'P', {"prob"}) && Names(match, 'T', {"tokens_per_expert"})) ||
                  (Names(match, 'T', {"prob"}) && Names(match, 'P', {"tokens_per_expert"}));
         }},
    {.sentence = phrases::kSigmoidScores,
     .patterns = {"torch.sigmoid(X)"},
     .holds = [](const python::Module&,
                 const Match& match) { return Names(match, 'X', {"logits"}); }},
    {.sentence = phrases::kGroupedHeads,
     .patterns = {"torch.repeat_interleave(X, N, dim=D)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'X', {"key", "value", "kv"}) ||
                  match.bindings.Find('X').text() == "k" || match.bindings.Find('X').text() == "v";
         }},
};

}  // namespace

absl::Span<const Idiom> SelectionIdioms() { return kIdioms; }

}  // namespace allreview::idioms
