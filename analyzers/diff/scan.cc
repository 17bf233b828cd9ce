#include "analyzers/diff/scan.h"

#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace allreview::diff {
namespace {

ByteKinds FindByteKindsPlain(absl::string_view bytes) {
  ByteKinds kinds;
  for (char c : bytes) {
    kinds.has_high |= static_cast<unsigned char>(c) >= 0x80;
    kinds.has_nul |= c == '\0';
    kinds.has_cr |= c == '\r';
  }
  return kinds;
}

#if defined(__x86_64__)

#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

constexpr ptrdiff_t kBlock = 64;

bool HasAvx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return has;
}

TARGET_AVX2 inline __m256i Load(const char* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

TARGET_AVX2 ByteKinds FindByteKindsAvx2(absl::string_view bytes) {
  const char* p = bytes.data();
  const char* end = p + bytes.size();
  __m256i any = _mm256_setzero_si256(), nul = any, cr = any;
  const __m256i zero = _mm256_setzero_si256(), carriage = _mm256_set1_epi8('\r');
  for (; end - p >= 32; p += 32) {
    __m256i v = Load(p);
    any = _mm256_or_si256(any, v);
    nul = _mm256_or_si256(nul, _mm256_cmpeq_epi8(v, zero));
    cr = _mm256_or_si256(cr, _mm256_cmpeq_epi8(v, carriage));
  }
  ByteKinds kinds = FindByteKindsPlain({p, static_cast<size_t>(end - p)});
  kinds.has_high |= _mm256_movemask_epi8(any) != 0;
  kinds.has_nul |= _mm256_movemask_epi8(nul) != 0;
  kinds.has_cr |= _mm256_movemask_epi8(cr) != 0;
  return kinds;
}

// One bit per byte of a block that equals `c`.
TARGET_AVX2 inline uint64_t Matches(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  uint32_t a = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  uint32_t b = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return a | static_cast<uint64_t>(b) << 32;
}

TARGET_AVX2 const char* SkipOrdinaryLinesAvx2(const char* begin, const char* end,
                                              size_t max_line_bytes, BodyCounts& counts) {
  // A line is counted where the line end before it stands: bit i of `ends` and the byte after it.
  const char* base = begin - 1;
  const char* line_begin = begin;
  for (; end - base > kBlock; base += kBlock) {
    uint64_t ends = Matches(Load(base), Load(base + 32), '\n');
    if (ends == 0) continue;
    __m256i low = Load(base + 1), high = Load(base + 33);
    uint64_t added = ends & Matches(low, high, '+');
    uint64_t removed = ends & Matches(low, high, '-');
    uint64_t context = ends & Matches(low, high, ' ');
    if ((added | removed | context) != ends) break;
    const char* first_end = base + std::countr_zero(ends);
    int64_t plus = std::popcount(added), minus = std::popcount(removed);
    int64_t both = std::popcount(context);
    int64_t old_left = counts.old_left - minus - both, new_left = counts.new_left - plus - both;
    if (old_left < 0 || new_left < 0 || old_left + new_left == 0) break;
    if (first_end > line_begin) {
      counts.SeeLine(counts.lines, first_end - line_begin - 1, max_line_bytes);
    }
    counts.old_left = old_left;
    counts.new_left = new_left;
    counts.lines += plus + minus + both;
    counts.added += plus;
    counts.removed += minus;
    line_begin = base + (kBlock - std::countl_zero(ends));
  }
  // The last counted line may reach beyond the blocks that were seen.
  if (line_begin == begin && base == begin - 1) return begin;
  const void* next = base < end ? std::memchr(base, '\n', end - base) : nullptr;
  const char* line_end = next == nullptr ? end : static_cast<const char*>(next);
  counts.SeeLine(counts.lines, line_end - line_begin - 1, max_line_bytes);
  return next == nullptr ? end : line_end + 1;
}

#endif

}  // namespace

#if defined(__x86_64__)

ByteKinds FindByteKinds(absl::string_view bytes) {
  return HasAvx2() ? FindByteKindsAvx2(bytes) : FindByteKindsPlain(bytes);
}

const char* SkipOrdinaryLines(const char* begin, const char* end, size_t max_line_bytes,
                              BodyCounts& counts) {
  // Long lines are only told apart from block to block.
  if (!HasAvx2() || max_line_bytes < kBlock) return begin;
  return SkipOrdinaryLinesAvx2(begin, end, max_line_bytes, counts);
}

#else

ByteKinds FindByteKinds(absl::string_view bytes) { return FindByteKindsPlain(bytes); }

const char* SkipOrdinaryLines(const char* begin, const char*, size_t, BodyCounts&) { return begin; }

#endif

}  // namespace allreview::diff
