// Python around training.

#include "sentences/phrases/idioms/programs.h"

#include "absl/strings/match.h"
#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

// What is entered and returned is what the function takes.
bool IsParameter(const python::Module& module, const Match& match) {
  const python::Definition* function = module.EnclosingDefinition(match.node);
  return function != nullptr && function->parameters.size() == 1 &&
         function->parameters[0].name == match.bindings.Find('C').text();
}

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kLastEntries,
     .patterns = {"any.deque(maxlen=N)", "any.deque(X, maxlen=N)", "any.deque(X, N)"}},
    {.sentence = phrases::kWindowMean,
     .weight = Weight::kPlumbing,
     .patterns = {"sum(W) / len(W)"}},
    {.sentence = phrases::kResultsKept,
     .patterns = {"@any.lru_cache\ndef F():\n  ...", "@any.lru_cache(...)\ndef F():\n  ...",
                  "@functools.cache\ndef F():\n  ..."}},
    {.sentence = phrases::kRegistered,
     .patterns = {"def F():\n  R[K] = C\n  return C"},
     .holds = [](const python::Module& module,
                 const Match& match) { return IsParameter(module, match); }},
    {.sentence = phrases::kRestoredAfterwards,
     .weight = Weight::kHeart,
     .patterns = {"try:\n  yield\nfinally:\n  X = O", "try:\n  yield _\nfinally:\n  X = O"}},
    {.sentence = phrases::kAttributeOrDefault,
     .weight = Weight::kPlumbing,
     .patterns = {"getattr(O, N, V)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return match.target && match.bindings.Find('N').Is(python::Kind::kString);
         }},
    {.sentence = phrases::kFromEnvironment,
     .patterns = {"os.environ.get(N, V)", "os.getenv(N, V)"},
     .holds =
         [](const python::Module&, const Match& match) {
           return match.bindings.Find('N').Is(python::Kind::kString);
         }},
    {.sentence = phrases::kFileReplaced,
     .weight = Weight::kHeart,
     .patterns = {"os.replace(A, B)", "os.rename(A, B)"}},
    {.sentence = phrases::kRetried,
     .weight = Weight::kHeart,
     .patterns = {"for I in range(N):\n  try:\n    ...\n  except _:\n    ..."},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'I', {"attempt", "retry", "tries", "trial"}) ||
                  Names(match, 'N', {"attempt", "retr", "tries", "trial"});
         }},
    {.sentence = phrases::kErrorsIgnored, .patterns = {"with any.suppress(E):\n  ..."}},
    {.sentence = phrases::kMadeOnce,
     .patterns = {"if X is None:\n  X = V"},
     .holds =
         [](const python::Module&, const Match& match) {
           return absl::StartsWith(match.bindings.Find('X').text(), "self.");
         }},
};

}  // namespace

absl::Span<const Idiom> ProgramIdioms() { return kIdioms; }

}  // namespace allreview::idioms
