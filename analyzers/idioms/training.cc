// Optimizers, schedules, autograd and state.

#include "sentences/phrases/idioms/training.h"

#include "absl/strings/match.h"
#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

// The result takes the place of what is kept, or the share is named for that.
bool KeepsItself(const Match& match) {
  return Names(match, 'A', {"ema", "decay", "momentum"}) ||
         (match.target && IsSameCode(match.target, match.bindings.Find('X')));
}

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kMovingAverage,
     .weight = Weight::kHeart,
     .patterns = {"A * X + (1 - A) * Y"},
     .holds = [](const python::Module&, const Match& match) { return KeepsItself(match); }},
    {.sentence = phrases::kMixture,
     .patterns = {"A * X + (1 - A) * Y"},
     .holds = [](const python::Module&, const Match& match) { return !KeepsItself(match); }},
    {.sentence = phrases::kMovingAverageInPlace,
     .weight = Weight::kHeart,
     .patterns = {"X.mul_(A).add_(Y, alpha=1 - A)", "X.lerp_(Y, 1 - A)"}},
    {.sentence = phrases::kSecondMoment,
     .weight = Weight::kHeart,
     .patterns = {"V.mul_(B).addcmul_(G, G, value=1 - B)"}},
    {.sentence = phrases::kBiasCorrection,
     .weight = Weight::kHeart,
     .patterns = {"1 - B ** T"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'B', {"beta"}) && Names(match, 'T', {"step", "iter"});
         }},
    {.sentence = phrases::kDecoupledDecay,
     .weight = Weight::kHeart,
     .patterns = {"P.mul_(1 - L * W)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'W', {"decay", "wd"}) || Names(match, 'L', {"decay", "wd"});
         }},
    {.sentence = phrases::kAccumulationScale,
     .weight = Weight::kHeart,
     .patterns = {"L / N"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'L', {"loss"}) &&
                  Names(match, 'N', {"accum", "num_microbatches", "num_micro_batches"});
         }},
    {.sentence = phrases::kClipByNorm,
     .weight = Weight::kHeart,
     .patterns = {"any.clip_grad_norm_(P, M, ...)"}},
    {.sentence = phrases::kClipCoefficient,
     .weight = Weight::kHeart,
     .patterns = {"M / (T + E)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'M', {"norm", "clip"}) && Names(match, 'T', {"norm"});
         }},
    {.sentence = phrases::kGradientsUnscaled, .patterns = {"S.unscale_(O)"}},
    {.sentence = phrases::kLinearWarmUp,
     .weight = Weight::kHeart,
     .patterns = {"S / W", "min(1, S / W)", "A * S / W"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'W', {"warmup", "warm_up"}) && Names(match, 'S', {"step", "iter"});
         }},
    {.sentence = phrases::kCosineDecay,
     .weight = Weight::kHeart,
     .patterns = {"0.5 * (1 + math.cos(math.pi * P))", "(1 + math.cos(math.pi * P)) / 2",
                  "(1 + math.cos(math.pi * P)) * 0.5", "0.5 * (math.cos(math.pi * P) + 1)"}},
    {.sentence = phrases::kMasterWeights,
     .weight = Weight::kHeart,
     .patterns = {"P.detach().clone().float()", "P.clone().detach().float()",
                  "P.detach().float().clone()"}},
    {.sentence = phrases::kWithoutAutograd,
     .patterns = {"with torch.no_grad():\n  ...", "with torch.inference_mode():\n  ..."}},
    {.sentence = phrases::kWhileGradientsCount,
     .weight = Weight::kHeart,
     .patterns = {"self.training and torch.is_grad_enabled()",
                  "torch.is_grad_enabled() and self.training"}},
    {.sentence = phrases::kSumAndCount,
     .weight = Weight::kHeart,
     .patterns = {"S.add_(X)", "S += X"},
     .also = "C.add_(1)",
     .holds =
         [](const python::Module&, const Match& match) {
           return !match.bindings.Find('X').Is(python::Kind::kInteger);
         }},
    {.sentence = phrases::kClearedToNone, .patterns = {"O.zero_grad(set_to_none=True)"}},
    {.sentence = phrases::kRecomputed,
     .weight = Weight::kHeart,
     .patterns = {"any.checkpoint(F, ...)"},
     .holds =
         [](const python::Module& module, const Match& match) {
           const std::string name = module.Resolve(match.node.child(python::Field::kFunction));
           return absl::EndsWith(name, "checkpoint.checkpoint") ||
                  absl::EndsWith(name, "tensor_parallel.checkpoint") ||
                  absl::EndsWith(name, "random.checkpoint");
         }},
    {.sentence = phrases::kLowerPrecision,
     .patterns = {"with any.autocast(..., dtype=D):\n  ..."},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'D', {"bfloat16", "float16", "half"});
         }},
    {.sentence = phrases::kSeedPerRank,
     .patterns = {"any.manual_seed(S + R)"},
     .holds = [](const python::Module&,
                 const Match& match) { return Names(match, 'R', {"rank"}); }},
    {.sentence = phrases::kRandomStateKept, .patterns = {"with any.fork_rng(...):\n  ..."}},
    {.sentence = phrases::kKeptInCheckpoint,
     .patterns = {"self.register_buffer(B, T)", "self.register_buffer(B, T, persistent=True)"}},
    {.sentence = phrases::kNotInCheckpoint,
     .patterns = {"self.register_buffer(B, T, persistent=False)"}},
};

}  // namespace

absl::Span<const Idiom> TrainingIdioms() { return kIdioms; }

}  // namespace allreview::idioms
