// Streams, copies, buffers and Triton.

#include "sentences/phrases/idioms/device.h"

#include "analyzers/idioms/idiom.h"

namespace allreview::idioms {
namespace {

constexpr Idiom kIdioms[] = {
    {.sentence = phrases::kStreamWaits, .weight = Weight::kHeart, .patterns = {"A.wait_stream(B)"}},
    {.sentence = phrases::kOnStream, .patterns = {"with torch.cuda.stream(S):\n  ..."}},
    {.sentence = phrases::kMemoryKeptForStream, .patterns = {"X.record_stream(S)"}},
    {.sentence = phrases::kCpuWaitsForAll,
     .weight = Weight::kHeart,
     .patterns = {"torch.cuda.synchronize(...)"}},
    {.sentence = phrases::kCopyBeside,
     .patterns = {"X.to(D, non_blocking=True)", "X.to(device=D, non_blocking=True)",
                  "X.cuda(non_blocking=True)", "X.copy_(D, non_blocking=True)"}},
    {.sentence = phrases::kPinned,
     .patterns = {"X.pin_memory()", "torch.empty(..., pin_memory=True)"}},
    {.sentence = phrases::kSwappedBuffers,
     .weight = Weight::kHeart,
     .patterns = {"A, B = B, A"},
     .holds =
         [](const python::Module&, const Match& match) {
           return Names(match, 'A', {"buf", "front", "back", "cur", "next"});
         }},
    {.sentence = phrases::kRingBuffer, .weight = Weight::kHeart, .patterns = {"B[I % N] = X"}},
    {.sentence = phrases::kAlternating,
     .weight = Weight::kHeart,
     .patterns = {"I = 1 - I", "I ^= 1"}},
    {.sentence = phrases::kMaskedLoad,
     .weight = Weight::kHeart,
     .patterns = {"tl.load(P, mask=M, other=V)"}},
    {.sentence = phrases::kMaskedStore,
     .weight = Weight::kPlumbing,
     .patterns = {"tl.store(P, X, mask=M)"}},
    {.sentence = phrases::kDotAccumulated,
     .weight = Weight::kHeart,
     .patterns = {"A += tl.dot(X, Y)", "A = tl.dot(X, Y, A)", "A = A + tl.dot(X, Y)"}},
    {.sentence = phrases::kBlockOfProgram,
     .weight = Weight::kHeart,
     .patterns = {"P * B + tl.arange(0, B)"}},
    {.sentence = phrases::kTileAddresses,
     .weight = Weight::kHeart,
     .patterns = {"P + R[:, None] * S + C[None, :] * T", "P + (R[:, None] * S + C[None, :] * T)",
                  "P + (R[:, None] * S + C[None, :])", "P + R[:, None] * S + C[None, :]"}},
    {.sentence = phrases::kAtomicSum,
     .weight = Weight::kHeart,
     .patterns = {"tl.atomic_add(P, X, ...)"}},
    {.sentence = phrases::kRunningMaximum,
     .weight = Weight::kHeart,
     .patterns = {"tl.maximum(M, tl.max(X, D))", "tl.maximum(M, tl.max(X, axis=D))"}},
    {.sentence = phrases::kBlockBarrier,
     .weight = Weight::kHeart,
     .patterns = {"tl.debug_barrier()"}},
};

}  // namespace

absl::Span<const Idiom> DeviceIdioms() { return kIdioms; }

}  // namespace allreview::idioms
