#include "gateway/web/client.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/guarded_thread.h"
#include "base/status_macros.h"
#include "host/call.h"
#include "host/metadata.h"

namespace allreview::web {
namespace {

constexpr absl::Duration kCallLimit = absl::Seconds(30);
// A page may be left open over a whole queue; browsers come back when the stream ends.
constexpr absl::Duration kWatchLimit = absl::Hours(1);
constexpr size_t kChunkBytes = 256 * 1024;
constexpr size_t kMaxDocumentBytes = 64 << 20;

absl::StatusOr<host::ClientContextPtr> NewContext(const Caller& caller, absl::Duration limit) {
  host::Request request = host::NewRequest(limit);
  if (host::IsValidRequestId(caller.request_id)) request.id = caller.request_id;
  host::ClientContextPtr context = host::NewClientContext(request);
  if (caller.token.empty()) return context;
  const std::string authorization = absl::StrCat("Bearer ", caller.token);
  const absl::Status added = host::AddCallMetadata({"authorization", authorization}, *context);
  if (!added.ok()) return absl::UnauthenticatedError(added.message());
  return context;
}

template <typename In, typename Out>
absl::StatusOr<Out> CallUnary(ReviewClient::Stub& stub, const Caller& caller, const In& request,
                              grpc::Status (review::v1::ReviewService::StubInterface::*method)(
                                  grpc::ClientContext*, const In&, Out*)) {
  ASSIGN_OR_RETURN(const host::ClientContextPtr context, NewContext(caller, kCallLimit));
  Out response;
  const grpc::Status status = (stub.*method)(context.get(), request, &response);
  if (!status.ok()) return host::FromGrpc(status);
  return response;
}

void Append(const diff::v1::HunkContinuation& part, diff::v1::DiffFile& file) {
  if (file.hunks_size() > 0) {
    diff::v1::Hunk& last = *file.mutable_hunks(file.hunks_size() - 1);
    last.mutable_text()->append(part.append_text());
    last.mutable_pairs()->MergeFrom(part.append_pairs());
    last.mutable_moved()->MergeFrom(part.append_moved());
  }
  file.mutable_hunks()->MergeFrom(part.hunks());
}

}  // namespace

absl::StatusOr<review::v1::ListReviewsResponse> ReviewClient::ListReviews(
    const review::v1::ListReviewsRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::ListReviews);
}

absl::StatusOr<review::v1::StoredReview> ReviewClient::GetReview(
    const review::v1::GetReviewRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::GetReview);
}

absl::StatusOr<review::v1::ListRepositoriesResponse> ReviewClient::ListRepositories(
    const review::v1::ListRepositoriesRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::ListRepositories);
}

absl::StatusOr<review::v1::ListRulesResponse> ReviewClient::ListRules() {
  return CallUnary(stub_, caller_, review::v1::ListRulesRequest(), &Stub::ListRules);
}

absl::StatusOr<review::v1::ListRuleStandingsResponse> ReviewClient::ListRuleStandings() {
  return CallUnary(stub_, caller_, review::v1::ListRuleStandingsRequest(),
                   &Stub::ListRuleStandings);
}

absl::StatusOr<review::v1::GetTrendsResponse> ReviewClient::GetTrends(
    const review::v1::GetTrendsRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::GetTrends);
}

absl::StatusOr<review::v1::AddFeedbackResponse> ReviewClient::AddFeedback(
    const review::v1::AddFeedbackRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::AddFeedback);
}

absl::StatusOr<review::v1::ListFeedbackResponse> ReviewClient::ListFeedback(
    const review::v1::ListFeedbackRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::ListFeedback);
}

absl::StatusOr<review::v1::ListAuditResponse> ReviewClient::ListAudit(
    const review::v1::ListAuditRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::ListAudit);
}

absl::StatusOr<review::v1::ListDeadLettersResponse> ReviewClient::ListDeadLetters() {
  return CallUnary(stub_, caller_, review::v1::ListDeadLettersRequest(), &Stub::ListDeadLetters);
}

absl::StatusOr<review::v1::RetryDeadLetterResponse> ReviewClient::RetryDeadLetter(
    const review::v1::RetryDeadLetterRequest& request) {
  return CallUnary(stub_, caller_, request, &Stub::RetryDeadLetter);
}

absl::StatusOr<std::string> ReviewClient::GetDocument(
    const review::v1::GetDocumentRequest& request) {
  ASSIGN_OR_RETURN(const host::ClientContextPtr context, NewContext(caller_, kCallLimit));
  const auto reader = stub_.GetDocument(context.get(), request);
  std::string document;
  report::v1::DocumentChunk chunk;
  while (reader->Read(&chunk)) {
    document += chunk.content();
    if (document.size() > kMaxDocumentBytes) context->TryCancel();
  }
  const grpc::Status status = reader->Finish();
  if (document.size() > kMaxDocumentBytes) {
    return absl::ResourceExhaustedError("the document is larger than 64 MiB: use gRPC to read it");
  }
  if (!status.ok()) return host::FromGrpc(status);
  return document;
}

absl::StatusOr<ParsedDiff> ParseDiff(diff::v1::DiffService::StubInterface& service,
                                     absl::string_view text, const std::string& request_id) {
  ASSIGN_OR_RETURN(const host::ClientContextPtr context,
                   NewContext({.token = "", .request_id = request_id}, kCallLimit));
  const auto exchange = service.Parse(context.get());
  // Answers come while the text is still on its way.
  GuardedThread writer(
      [&] {
        diff::v1::ParseRequest request;
        bool is_open = true;
        while (is_open && !text.empty()) {
          request.set_chunk(std::string(text.substr(0, kChunkBytes)));
          text.remove_prefix(std::min(text.size(), kChunkBytes));
          is_open = exchange->Write(request);
        }
        if (is_open) exchange->WritesDone();
      },
      [&] { context->TryCancel(); });
  // An exception of this thread must not wait for that one, which waits for somebody to read.
  absl::Cleanup cancel = [&] { context->TryCancel(); };
  ParsedDiff parsed;
  diff::v1::ParseResponse response;
  while (exchange->Read(&response)) {
    if (response.has_file()) parsed.files.push_back(std::move(*response.mutable_file()));
    if (response.has_diagnostic()) parsed.diagnostics.push_back(response.diagnostic());
    if (response.has_continuation() && !parsed.files.empty()) {
      Append(response.continuation(), parsed.files.back());
    }
  }
  writer.Join();
  const grpc::Status status = exchange->Finish();
  std::move(cancel).Cancel();
  if (!status.ok()) return host::FromGrpc(status);
  return parsed;
}

absl::Status ReviewClient::WatchReview(
    const std::string& id, http::EventStream& stream,
    const std::function<bool(const review::v1::WatchReviewResponse&)>& receive) {
  // Shared: the stream may call OnEnd's function after this call has returned.
  ASSIGN_OR_RETURN(host::ClientContextPtr endless, NewContext(caller_, kWatchLimit));
  const std::shared_ptr<grpc::ClientContext> context = std::move(endless);
  stream.OnEnd([context] { context->TryCancel(); });
  review::v1::WatchReviewRequest request;
  request.set_id(id);
  const auto reader = stub_.WatchReview(context.get(), request);
  review::v1::WatchReviewResponse response;
  while (reader->Read(&response)) {
    if (!receive(response)) context->TryCancel();
  }
  return host::FromGrpc(reader->Finish());
}

}  // namespace allreview::web
