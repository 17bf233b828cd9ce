// Masks, offsets, lengths and positions.

#include "sentences/phrases/idioms/sequences.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

// Positions: an arange, as it is or as a row.
bool ArePositions(const python::Module& module, const Match& match) {
  constexpr int kMaxSteps = 4;
  static constexpr absl::string_view kLook[] = {"expand", "unsqueeze", "view", "to"};
  python::Node code = match.bindings.Find('R');
  for (int step = 0; step < kMaxSteps; ++step) {
    code = module.Dereference(code);
    if (code.Is(python::Kind::kSubscript)) {
      code = code.child(python::Field::kValue);
      continue;
    }
    const python::Node function = code.child(python::Field::kFunction);
    if (module.Resolve(function) == "torch.arange") return true;
    const absl::string_view name = function.child(python::Field::kAttribute).text();
    if (std::find(std::begin(kLook), std::end(kLook), name) == std::end(kLook)) return false;
    code = function.child(python::Field::kObject);
  }
  return false;
}

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kPaddingMask,
     .weight = Weight::kHeart,
     .patterns = {"R >= L[:, None]", "R >= torch.unsqueeze(L, 1)", "R >= torch.unsqueeze(L, -1)"},
     .holds = [](const python::Module& module,
                 const Match& match) { return ArePositions(module, match); }},
    {.sentence = phrases::kValidMask,
     .weight = Weight::kHeart,
     .patterns = {"R < L[:, None]", "R < torch.unsqueeze(L, 1)", "R < torch.unsqueeze(L, -1)"},
     .holds = [](const python::Module& module,
                 const Match& match) { return ArePositions(module, match); }},
    {.sentence = phrases::kSameSegment,
     .weight = Weight::kHeart,
     .patterns = {"A[:, None] == A[None, :]", "A[:, :, None] == A[:, None, :]",
                  "torch.unsqueeze(A, -1) == torch.unsqueeze(A, -2)",
                  "torch.unsqueeze(A, 2) == torch.unsqueeze(A, 1)"}},
    {.sentence = phrases::kCausalKeep,
     .weight = Weight::kHeart,
     .patterns = {"torch.tril(torch.ones(...), diagonal=0)",
                  "torch.tril(torch.ones_like(X), diagonal=0)",
                  "torch.tril(torch.full(...), diagonal=0)"}},
    {.sentence = phrases::kCausalHide,
     .weight = Weight::kHeart,
     .patterns = {"torch.triu(torch.ones(...), diagonal=1)",
                  "torch.triu(torch.ones_like(X), diagonal=1)",
                  "torch.triu(torch.full(...), diagonal=1)"}},
    {.sentence = phrases::kMaskedByInfinity,
     .weight = Weight::kHeart,
     .patterns = {"torch.masked_fill(X, M, float('-inf'))", "torch.masked_fill(X, M, -torch.inf)",
                  "torch.masked_fill(X, M, -math.inf)", "X.masked_fill_(M, float('-inf'))",
                  "X.masked_fill_(M, -math.inf)"}},
    {.sentence = phrases::kMaskedByLowest,
     .weight = Weight::kHeart,
     .patterns = {"torch.masked_fill(X, M, torch.finfo(T).min)",
                  "X.masked_fill_(M, torch.finfo(T).min)"}},
    {.sentence = phrases::kMaskedByZero,
     .patterns = {"torch.masked_fill(X, M, 0)", "X.masked_fill_(M, 0)"}},
    {.sentence = phrases::kMaskedMean,
     .weight = Weight::kHeart,
     .patterns = {"torch.sum(X * M) / torch.sum(M)",
                  "torch.sum(X * M, dim=_) / torch.sum(M, dim=_)",
                  "torch.sum(X * M) / torch.clamp(torch.sum(M), min=_)",
                  "torch.sum(X * M, dim=_) / torch.clamp(torch.sum(M, dim=_), min=_)"}},
    {.sentence = phrases::kOffsetsWithZero,
     .weight = Weight::kHeart,
     .patterns = {"torch.pad(torch.cumsum(L, dim=_), (1, 0))",
                  "torch.pad(torch.cumsum(L, dim=_), (1, 0), value=0)"}},
    {.sentence = phrases::kOffsetsByCat,
     .weight = Weight::kHeart,
     .patterns = {"torch.cat([torch.zeros(...), torch.cumsum(L, dim=_)])",
                  "torch.cat([torch.tensor([0]), torch.cumsum(L, dim=_)])"}},
    {.sentence = phrases::kOffsetsInPlace,
     .weight = Weight::kHeart,
     .patterns = {"C[1:] = torch.cumsum(L, dim=_)"}},
    {.sentence = phrases::kExclusiveSum,
     .weight = Weight::kHeart,
     .patterns = {"torch.cumsum(X, dim=_) - X"}},
    {.sentence = phrases::kLengthsOfOffsets,
     .weight = Weight::kHeart,
     .patterns = {"C[1:] - C[:-1]", "torch.diff(C)"}},
    {.sentence = phrases::kNextTokens,
     .weight = Weight::kHeart,
     .patterns = {"X[1:]", "X[:, 1:]", "X[..., 1:]"},
     .holds =
         [](const python::Module&, const Match& match) {
           return IsCalled(match, {"label", "target"});
         }},
    {.sentence = phrases::kNextTokensBuffered,
     .weight = Weight::kHeart,
     .patterns = {"A.extend(X[:-1])"},
     .also = "B.extend(X[1:])"},
    {.sentence = phrases::kRolledLeft,
     .weight = Weight::kHeart,
     .patterns = {"torch.roll(X, -1, dims=_)"}},
    {.sentence = phrases::kPaddedLength,
     .weight = Weight::kHeart,
     .patterns = {"(N + M - 1) // M * M", "math.ceil(N / M) * M", "-(-N // M) * M"}},
    {.sentence = phrases::kMissingToMultiple,
     .weight = Weight::kHeart,
     .patterns = {"(M - N % M) % M", "-N % M"}},
    {.sentence = phrases::kCeilDivision,
     .patterns = {"(N + M - 1) // M", "-(-N // M)", "math.ceil(N / M)"}},
    {.sentence = phrases::kRoundedDown,
     .patterns = {"N // M * M"},
     .holds =
         [](const python::Module&, const Match& match) {
           return !match.bindings.Find('N').Is(python::Kind::kBinaryOperator);
         }},
    {.sentence = phrases::kRotatedHalves,
     .weight = Weight::kHeart,
     .patterns = {"torch.cat([-B, A], dim=-1)"}},
};

}  // namespace

absl::Span<const Idiom> SequenceIdioms() { return kIdioms; }

}  // namespace allreview::idioms
