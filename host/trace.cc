#include "host/trace.h"

#include <algorithm>
#include <cstdint>
#include <random>

#include "absl/strings/str_cat.h"

namespace allreview::host {
namespace {

// version "-" trace id "-" span id "-" flags
constexpr size_t kTraceIdAt = 3;
constexpr size_t kSpanIdAt = 36;
constexpr size_t kFlagsAt = 53;
constexpr size_t kSize = 55;
// The standard asks to carry at least 512 characters; entries over it may be dropped.
constexpr size_t kMaxStateBytes = 512;

bool IsLowerHex(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsZero(absl::string_view text) {
  return text.find_first_not_of('0') == absl::string_view::npos;
}

int HexValue(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

// gRPC refuses a call whose metadata is not printable.
bool IsPrintable(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

uint64_t Random() {
  thread_local std::mt19937_64 generator = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }();
  return generator();
}

std::string Hex(uint64_t value) { return absl::StrCat(absl::Hex(value, absl::kZeroPad16)); }

}  // namespace

std::optional<TraceContext> ParseTraceParent(absl::string_view trace_parent,
                                             absl::string_view trace_state) {
  if (trace_parent.size() < kSize) return std::nullopt;
  const absl::string_view version = trace_parent.substr(0, 2);
  const absl::string_view trace_id = trace_parent.substr(kTraceIdAt, 32);
  const absl::string_view span_id = trace_parent.substr(kSpanIdAt, 16);
  const absl::string_view flags = trace_parent.substr(kFlagsAt, 2);
  for (const size_t dash : {kTraceIdAt - 1, kSpanIdAt - 1, kFlagsAt - 1}) {
    if (trace_parent[dash] != '-') return std::nullopt;
  }
  for (const absl::string_view part : {version, trace_id, span_id, flags}) {
    if (!IsLowerHex(part)) return std::nullopt;
  }
  if (version == "ff" || IsZero(trace_id) || IsZero(span_id)) return std::nullopt;
  // Later versions may append fields.
  const bool has_more = trace_parent.size() > kSize;
  if (has_more && (version == "00" || trace_parent[kSize] != '-')) return std::nullopt;
  TraceContext trace = {.trace_id = std::string(trace_id),
                        .span_id = std::string(span_id),
                        .is_sampled = (HexValue(flags[1]) & 1) != 0};
  if (trace_state.size() <= kMaxStateBytes && IsPrintable(trace_state)) {
    trace.state = std::string(trace_state);
  }
  return trace;
}

TraceContext TraceFrom(absl::string_view trace_parent, absl::string_view trace_state) {
  std::optional<TraceContext> trace = ParseTraceParent(trace_parent, trace_state);
  return trace.has_value() ? *std::move(trace) : NewTrace();
}

TraceContext NewTrace() { return {.trace_id = absl::StrCat(Hex(Random()), NewSpanId())}; }

std::string FormatTraceParent(const TraceContext& trace) {
  return absl::StrCat("00-", trace.trace_id, "-",
                      trace.span_id.empty() ? NewSpanId() : trace.span_id,
                      trace.is_sampled ? "-01" : "-00");
}

std::string NewSpanId() { return Hex(std::max<uint64_t>(Random(), 1)); }

}  // namespace allreview::host
