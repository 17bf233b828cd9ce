#include "host/call.h"

#include <algorithm>
#include <chrono>
#include <random>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "host/metadata.h"

namespace allreview::host {
namespace {

constexpr size_t kMaxRequestIdBytes = 64;

std::string NewRequestId() {
  std::random_device random;
  const uint64_t high = random();
  return absl::StrCat(absl::Hex(high << 32 | random(), absl::kZeroPad16));
}

absl::Time DeadlineOf(const grpc::ServerContext& context, absl::Duration budget) {
  const std::chrono::system_clock::time_point deadline = context.deadline();
  const absl::Time latest = absl::Now() + budget;
  // "None" is a time point near the end of the clock's range.
  if (deadline - std::chrono::system_clock::now() > std::chrono::hours(24 * 365)) return latest;
  return std::min(latest, absl::FromChrono(deadline));
}

// Empty: the caller sent no such entry.
absl::string_view ValueOf(const grpc::ServerContext& context, const char* key) {
  const auto found = context.client_metadata().find(key);
  if (found == context.client_metadata().end()) return "";
  return {found->second.data(), found->second.size()};
}

// Ids and traces are checked where they come in. Should one get past that, the call goes on
// without it.
void AddOrLog(const MetadataEntry& entry, grpc::ClientContext& context) {
  const absl::Status status = AddCallMetadata(entry, context);
  if (status.ok()) return;
  Log(LogLevel::kError, "metadata of a call is left out",
      {{"reason", std::string(status.message())}});
}

}  // namespace

bool IsValidRequestId(absl::string_view id) {
  return !id.empty() && id.size() <= kMaxRequestIdBytes &&
         std::all_of(id.begin(), id.end(), [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
         });
}

std::string RequestIdOf(const grpc::ServerContext& context) {
  const absl::string_view id = ValueOf(context, kRequestIdKey);
  return IsValidRequestId(id) ? std::string(id) : "";
}

Request RequestFromServer(const grpc::ServerContext& context, absl::Duration budget) {
  std::string id = RequestIdOf(context);
  if (id.empty()) id = NewRequestId();
  // Where the host records spans, the entry already names the span of this call.
  return {.id = std::move(id),
          .deadline = DeadlineOf(context, budget),
          .server = &context,
          .trace = TraceFrom(ValueOf(context, kTraceParentKey), ValueOf(context, kTraceStateKey))};
}

Request NewRequest(absl::Duration budget, absl::string_view trace_parent) {
  return {.id = NewRequestId(), .deadline = absl::Now() + budget, .trace = TraceFrom(trace_parent)};
}

ClientContextPtr NewClientContext(const Request& request, absl::Duration limit) {
  ClientContextPtr context(request.server == nullptr
                               ? new grpc::ClientContext()
                               : grpc::ClientContext::FromServerContext(*request.server).release(),
                           EndCall{request.cancellation});
  if (request.cancellation != nullptr) request.cancellation->Add(context.get());
  const absl::Time deadline = std::min(request.deadline - kReserve, absl::Now() + limit);
  // gRPC takes a time before 1970 for none, and aborts at one in the second before.
  const absl::Time earliest = absl::UnixEpoch() + absl::Seconds(1);
  if (deadline != absl::InfiniteFuture()) {
    context->set_deadline(absl::ToChronoTime(std::max(deadline, earliest)));
  }
  AddOrLog({kRequestIdKey, request.id}, *context);
  const TraceContext trace = request.trace.IsEmpty() ? NewTrace() : request.trace;
  AddOrLog({kTraceParentKey, FormatTraceParent(trace)}, *context);
  if (!trace.state.empty()) AddOrLog({kTraceStateKey, trace.state}, *context);
  return context;
}

}  // namespace allreview::host
