// Normalisation, activations, probabilities and precision.

#include "sentences/phrases/idioms/numbers.h"

#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kRecentred,
     .weight = Weight::kHeart,
     .patterns = {"X - torch.mean(X, dim=_, keepdim=_)"}},
    {.sentence = phrases::kStandardised,
     .weight = Weight::kHeart,
     .patterns = {"(X - torch.mean(X, dim=_, keepdim=_)) / (torch.std(X, dim=_, keepdim=_) + E)",
                  "(X - torch.mean(X, dim=_, keepdim=_)) / torch.std(X, dim=_, keepdim=_)"}},
    {.sentence = phrases::kScaledToRange,
     .patterns = {"(X - torch.min(X)) / (torch.max(X) - torch.min(X))"}},
    {.sentence = phrases::kStableExponent,
     .weight = Weight::kHeart,
     .patterns = {"X - torch.max(X, dim=_, keepdim=True).values",
                  "X - torch.amax(X, dim=_, keepdim=True)", "X - torch.max(X)"}},
    {.sentence = phrases::kLogOfNormaliser, .patterns = {"torch.logsumexp(X, D)"}},
    {.sentence = phrases::kLogSoftmaxByHand,
     .weight = Weight::kHeart,
     .patterns = {"X - torch.logsumexp(X, D, keepdim=True)"}},
    {.sentence = phrases::kLogSumExpByHand,
     .weight = Weight::kHeart,
     .patterns = {"M + torch.log(torch.sum(torch.exp(X - M), dim=_, keepdim=_))"}},
    {.sentence = phrases::kZLoss,
     .weight = Weight::kHeart,
     .patterns = {"torch.logsumexp(X, dim=_) ** 2", "torch.square(torch.logsumexp(X, dim=_))",
                  "torch.pow(torch.logsumexp(X, dim=_), 2)"}},
    {.sentence = phrases::kSoftmaxInFloat32,
     .patterns = {"torch.softmax(X, D, dtype=torch.float32)"}},
    {.sentence = phrases::kRmsNorm,
     .weight = Weight::kHeart,
     .patterns = {"X * torch.rsqrt(torch.mean(torch.pow(X, 2), dim=_, keepdim=_) + E)",
                  "X * torch.rsqrt(torch.mean(torch.square(X), dim=_, keepdim=_) + E)",
                  "X / torch.sqrt(torch.mean(torch.pow(X, 2), dim=_, keepdim=_) + E)",
                  "X * torch.rsqrt(torch.mean(X * X, dim=_, keepdim=_) + E)"}},
    {.sentence = phrases::kUnitLength,
     .patterns = {"X / torch.norm(X, dim=_, keepdim=True)",
                  "X / torch.norm(X, p=2, dim=_, keepdim=True)",
                  "torch.normalize(X, p=2.0, dim=_)"}},
    {.sentence = phrases::kGatedBySilu,
     .weight = Weight::kHeart,
     .patterns = {"torch.silu(G) * U"}},
    {.sentence = phrases::kGatedByGelu,
     .weight = Weight::kHeart,
     .patterns = {"torch.gelu(G) * U", "torch.gelu(G, approximate='tanh') * U"}},
    {.sentence = phrases::kGatedBySigmoid, .patterns = {"torch.sigmoid(G) * U"}},
    {.sentence = phrases::kSquaredRelu,
     .patterns = {"torch.relu(X) ** 2", "torch.square(torch.relu(X))",
                  "torch.pow(torch.relu(X), 2)"}},
    {.sentence = phrases::kEntropy,
     .weight = Weight::kHeart,
     .patterns = {"-torch.sum(P * torch.log(P), dim=_)", "-torch.sum(P * torch.log(P + E), dim=_)",
                  "-torch.sum(torch.exp(L) * L, dim=_)"}},
    {.sentence = phrases::kProbabilityRatio,
     .weight = Weight::kHeart,
     .patterns = {"torch.exp(A - B)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'A', {"logp", "log_p", "logprob"}) &&
                  Names(match, 'B', {"logp", "log_p", "logprob"});
         }},
    {.sentence = phrases::kClippedRatio,
     .weight = Weight::kHeart,
     .patterns = {"torch.clamp(R, 1 - A, 1 + B)"}},
    {.sentence = phrases::kKlEstimate,
     .weight = Weight::kHeart,
     .patterns = {"torch.exp(D) - D - 1", "torch.exp(D) - 1 - D"}},
    {.sentence = phrases::kTemperature,
     .patterns = {"L / T"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'T', {"temperature"}) && match.target;
         }},
    {.sentence = phrases::kGumbelNoise,
     .weight = Weight::kHeart,
     .patterns = {"-torch.log(-torch.log(U))"}},
    {.sentence = phrases::kAtLeastOne,
     .patterns = {"A / torch.clamp(N, min=1)", "A / torch.clamp(N, min=1.0)", "A / max(N, 1)",
                  "A / max(1, N)"}},
    {.sentence = phrases::kQuantised,
     .weight = Weight::kHeart,
     .patterns = {"torch.clamp(torch.round(X / S), A, B)",
                  "torch.clamp(torch.round(X * S), A, B)"}},
    {.sentence = phrases::kLargestMagnitude,
     .patterns = {"torch.max(torch.abs(X))", "torch.amax(torch.abs(X), dim=_)"}},
    {.sentence = phrases::kAllFinite, .patterns = {"torch.all(torch.isfinite(X))"}},
    {.sentence = phrases::kAnyNan, .patterns = {"torch.any(torch.isnan(X))"}},
    {.sentence = phrases::kStraightThrough,
     .weight = Weight::kHeart,
     .patterns = {"X + (Y - X).detach()"}},
};

}  // namespace

absl::Span<const Idiom> NumberIdioms() { return kIdioms; }

}  // namespace allreview::idioms
