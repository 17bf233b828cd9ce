#include "gateway/service/review_service.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/guarded_thread.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/access/rpc.h"
#include "gateway/service/location.h"
#include "host/call.h"
#include "host/rate_limit.h"
#include "host/retry_after.h"
#include "proto/change/v1/normal_ref.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::gateway {
namespace {

using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using review::v1::ReviewEvent;
using review::v1::ReviewPatchRequest;
using review::v1::ReviewRequest;

// Holds when the caller sets no deadline.
constexpr absl::Duration kDefaultBudget = absl::Minutes(10);

absl::Status Validate(const ReviewRequest& request) {
  if (request.ref().source_case() == change::v1::ChangeRef::SOURCE_NOT_SET) {
    return absl::InvalidArgumentError(
        "request.ref names no change; wanted a local repository, patch, directories or pull "
        "request");
  }
  if (request.threads() < 0) {
    return absl::InvalidArgumentError("request.threads is negative; wanted 0 or more");
  }
  for (const report::v1::DocumentRequest& document : request.documents()) {
    if (document.width() < 0) {
      return absl::InvalidArgumentError("request.documents.width is negative; wanted 0 or more");
    }
  }
  return CheckToolLogs(request.tool_logs()).status();
}

// Both directions of a stream, each by a thread of its own.
template <typename Request, typename Response>
grpc::Status PassOn(grpc::ClientReaderWriterInterface<Request, Response>& exchange,
                    grpc::ClientContext& call,
                    grpc::ServerReaderWriter<Response, Request>& stream) {
  GuardedThread writer(
      [&] {
        Request request;
        bool is_open = true;
        while (is_open && stream.Read(&request)) is_open = exchange.Write(request);
        if (is_open) exchange.WritesDone();
      },
      [&] { call.TryCancel(); });
  Response response;
  while (exchange.Read(&response)) {
    if (!stream.Write(response)) {
      call.TryCancel();
      break;
    }
  }
  grpc::Status status = exchange.Finish();
  // When a service ended early, the caller's remaining messages are read and dropped.
  writer.Join();
  return status;
}

// "owner/name" of a pull request; empty for every other change.
std::string RepositoryOf(const change::v1::ChangeRef& ref) {
  if (!ref.has_github()) return "";
  return absl::StrCat(ref.github().owner(), "/", ref.github().repository());
}

// Whether the caller may ask for work on that change.
absl::Status CheckRef(const access::Caller& caller, const change::v1::ChangeRef& ref) {
  if (caller.MaySee(RepositoryOf(ref))) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat(caller.name, " may not see ",
                   ref.has_github() ? absl::StrCat("repository \"", RepositoryOf(ref), "\"")
                                    : std::string("changes that are on no GitHub repository"),
                   "; its line in the tokens or grants names the repositories that it may see"));
}

// The request as all behind this door know it, if the caller may ask for work on its change.
template <typename Request>
absl::StatusOr<Request> Admit(const access::Caller& caller, Request request) {
  ASSIGN_OR_RETURN(*request.mutable_ref(),
                   change::v1::NormalRef(std::move(*request.mutable_ref())));
  RETURN_IF_ERROR(CheckRef(caller, request.ref()));
  return request;
}

// Null where there is nothing to hide. The caller outlives it.
RepositoryFilter FilterOf(const access::Caller& caller) {
  if (caller.MaySeeEverything()) return nullptr;
  return [&caller](absl::string_view full_name) { return caller.MaySee(full_name); };
}

// The server's own affairs tell of all repositories.
absl::Status CheckOperator(const access::Caller& caller) {
  if (caller.MaySeeEverything()) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat(caller.name,
                   " may see only some repositories, and this shows "
                   "all; its line in the tokens or grants names them"));
}

// People see and end their own sessions, operators all.
absl::Status CheckOwner(const access::Caller& caller, const std::string& person) {
  if (caller.is_operator || caller.name == person) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat("sessions of ", person, " concern ", person,
                   " and operators, who have the scope admin for all repositories"));
}

void Convert(const access::Session& session, review::v1::PersonSession& to) {
  to.set_id(session.id);
  to.set_person(session.identity.principal());
  to.mutable_groups()->Assign(session.identity.groups.begin(), session.identity.groups.end());
  to.set_browser(session.browser);
  *to.mutable_began_at() = ToTimestamp(session.began_at);
  *to.mutable_ends_at() = ToTimestamp(session.ends_at);
}

template <typename Items, typename Predicate>
void RemoveIf(Items* items, const Predicate& is_unwanted) {
  items->erase(std::remove_if(items->begin(), items->end(), is_unwanted), items->end());
}

class ReviewServiceAdapter final : public review::v1::ReviewService::Service {
 public:
  ReviewServiceAdapter(StubsProvider stubs, ReviewServiceOptions options)
      : stubs_(std::move(stubs)), options_(std::move(options)) {}

  grpc::Status Review(grpc::ServerContext* context, const ReviewRequest* request,
                      grpc::ServerWriter<ReviewEvent>* writer) override {
    return Guard(*context, "Review", [&](const Call& call) {
      return Run(call, *request, nullptr,
                 [writer](const ReviewEvent& event) { return writer->Write(event); });
    });
  }

  grpc::Status ReviewPatch(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<ReviewEvent, ReviewPatchRequest>* stream) override {
    return Guard(*context, "ReviewPatch", [&](const Call& call) -> absl::Status {
      ReviewPatchRequest first;
      if (!stream->Read(&first) || !first.has_request() || !first.request().ref().has_patch()) {
        return absl::InvalidArgumentError(
            "the first message must be a request whose ref is a patch");
      }
      const PatchReader patch = [stream](std::string* chunk) {
        ReviewPatchRequest message;
        if (!stream->Read(&message) || message.has_request()) return false;
        chunk->swap(*message.mutable_chunk());
        return true;
      };
      return Run(call, first.request(), patch,
                 [stream](const ReviewEvent& event) { return stream->Write(event); });
    });
  }

  grpc::Status ParseDiff(grpc::ServerContext* context,
                         grpc::ServerReaderWriter<ParseResponse, ParseRequest>* stream) override {
    return Guard(*context, "ParseDiff", [&](const Call& call) {
      const host::ClientContextPtr out = host::NewClientContext(call.request);
      const auto exchange = stubs_().diff->Parse(out.get());
      return host::FromGrpc(PassOn<ParseRequest, ParseResponse>(*exchange, *out, *stream));
    });
  }

  grpc::Status ListRules(grpc::ServerContext* context, const review::v1::ListRulesRequest* request,
                         review::v1::ListRulesResponse* response) override {
    return Guard(*context, "ListRules", [&](const Call& call) -> absl::Status {
      analysis::v1::ListRulesRequest list;
      *list.mutable_rule_files() = request->rule_files();
      ASSIGN_OR_RETURN(analysis::v1::ListRulesResponse rules,
                       host::Call(*stubs_().analysis, &Analysis::ListRules, list, call.request));
      response->mutable_rules()->Swap(rules.mutable_rules());
      response->mutable_diagnostics()->Swap(rules.mutable_diagnostics());
      response->set_rules_hash(rules.rules_hash());
      return absl::OkStatus();
    });
  }

  grpc::Status TestRules(grpc::ServerContext* context, const review::v1::TestRulesRequest* request,
                         review::v1::TestRulesResponse* response) override {
    return Guard(*context, "TestRules", [&](const Call& call) -> absl::Status {
      analysis::v1::TestRulesRequest test;
      *test.mutable_rule_files() = request->rule_files();
      ASSIGN_OR_RETURN(analysis::v1::TestRulesResponse result,
                       host::Call(*stubs_().analysis, &Analysis::TestRules, test, call.request));
      response->mutable_diagnostics()->Swap(result.mutable_diagnostics());
      response->mutable_tests()->Swap(result.mutable_tests());
      return absl::OkStatus();
    });
  }

  grpc::Status ExplainPolicy(grpc::ServerContext* context,
                             const review::v1::ExplainPolicyRequest* request,
                             review::v1::ExplainPolicyResponse* response) override {
    return Guard(*context, "ExplainPolicy", [&](const Call& call) -> absl::Status {
      review::v1::ExplainPolicyRequest explain = *request;
      if (explain.has_ref()) {
        ASSIGN_OR_RETURN(explain, Admit(call.caller, std::move(explain)));
      }
      ASSIGN_OR_RETURN(*response->mutable_policy(),
                       Pipeline(stubs_(), options_.pipeline).ExplainPolicy(explain, call.request));
      return absl::OkStatus();
    });
  }

  grpc::Status EvaluateNumerics(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<numerics::v1::EvaluateResponse, numerics::v1::EvaluateRequest>*
          stream) override {
    return GuardNumerics(*context, "EvaluateNumerics", [&](Numerics& numerics, const Call& call) {
      const host::ClientContextPtr out = host::NewClientContext(call.request);
      return PassOn<numerics::v1::EvaluateRequest, numerics::v1::EvaluateResponse>(
          *numerics.Evaluate(out.get()), *out, *stream);
    });
  }

  grpc::Status ReplayNumerics(grpc::ServerContext* context,
                              const numerics::v1::ReplayRequest* request,
                              numerics::v1::EvaluateResponse* response) override {
    return GuardNumerics(*context, "ReplayNumerics", [&](Numerics& numerics, const Call& call) {
      return numerics.Replay(host::NewClientContext(call.request).get(), *request, response);
    });
  }

  grpc::Status GetNumericsCapabilities(grpc::ServerContext* context,
                                       const numerics::v1::GetCapabilitiesRequest* request,
                                       numerics::v1::GetCapabilitiesResponse* response) override {
    return GuardNumerics(*context, "GetNumericsCapabilities",
                         [&](Numerics& numerics, const Call& call) {
                           return numerics.GetCapabilities(
                               host::NewClientContext(call.request).get(), *request, response);
                         });
  }

  grpc::Status SubmitReview(grpc::ServerContext* context,
                            const review::v1::SubmitReviewRequest* request,
                            review::v1::SubmitReviewResponse* response) override {
    return GuardKept(*context, "SubmitReview", [&](Reviews& reviews, const Call& call) {
      ASSIGN_OR_RETURN(const review::v1::SubmitReviewRequest admitted,
                       Admit(call.caller, *request));
      const auto submitted = reviews.Submit(stubs_(), admitted, AskerOf(call), call.request);
      TellQuota(reviews, call, *context);
      ASSIGN_OR_RETURN(*response, submitted);
      const std::string page = options_.page_url ? options_.page_url(response->review().id()) : "";
      if (!page.empty()) context->AddTrailingMetadata(kLocationKey, page);
      return absl::OkStatus();
    });
  }

  grpc::Status AddToolLog(grpc::ServerContext* context,
                          const review::v1::AddToolLogRequest* request,
                          review::v1::AddToolLogResponse* response) override {
    return GuardKept(*context, "AddToolLog", [&](Reviews& reviews, const Call& call) {
      ASSIGN_OR_RETURN(const review::v1::AddToolLogRequest admitted, Admit(call.caller, *request));
      const auto added = reviews.AddToolLog(stubs_(), admitted, AskerOf(call), call.request);
      TellQuota(reviews, call, *context);
      return Answer(added, response);
    });
  }

  grpc::Status GetReview(grpc::ServerContext* context, const review::v1::GetReviewRequest* request,
                         review::v1::StoredReview* response) override {
    return GuardKept(*context, "GetReview", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckVisible(reviews, call, request->id()));
      return Answer(reviews.Get(*request), response);
    });
  }

  grpc::Status ListReviews(grpc::ServerContext* context,
                           const review::v1::ListReviewsRequest* request,
                           review::v1::ListReviewsResponse* response) override {
    return GuardKept(*context, "ListReviews", [&](Reviews& reviews, const Call& call) {
      return Answer(reviews.store().ListReviews(*request, FilterOf(call.caller)), response);
    });
  }

  grpc::Status WatchReview(grpc::ServerContext* context,
                           const review::v1::WatchReviewRequest* request,
                           grpc::ServerWriter<review::v1::WatchReviewResponse>* writer) override {
    return GuardKept(*context, "WatchReview", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckVisible(reviews, call, request->id()));
      return reviews.Watch(request->id(), call.request,
                           [writer](const auto& event) { return writer->Write(event); });
    });
  }

  grpc::Status WatchEvents(grpc::ServerContext* context,
                           const review::v1::WatchEventsRequest* request,
                           grpc::ServerWriter<review::v1::Event>* writer) override {
    return GuardKept(*context, "WatchEvents", [&](Reviews& reviews, const Call& call) {
      return reviews.WatchEvents(*request, FilterOf(call.caller), call.request,
                                 [writer](const auto& event) { return writer->Write(event); });
    });
  }

  grpc::Status CancelReview(grpc::ServerContext* context,
                            const review::v1::CancelReviewRequest* request,
                            review::v1::ReviewSummary* response) override {
    return GuardKept(*context, "CancelReview", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckVisible(reviews, call, request->id()));
      return Answer(reviews.Cancel(request->id(), AskerOf(call)), response);
    });
  }

  grpc::Status GetDocument(grpc::ServerContext* context,
                           const review::v1::GetDocumentRequest* request,
                           grpc::ServerWriter<report::v1::DocumentChunk>* writer) override {
    return GuardKept(*context, "GetDocument", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckVisible(reviews, call, request->id()));
      return reviews.SendDocument(stubs_(), *request, call.request,
                                  [writer](const auto& chunk) { return writer->Write(chunk); });
    });
  }

  grpc::Status ListRepositories(grpc::ServerContext* context,
                                const review::v1::ListRepositoriesRequest* request,
                                review::v1::ListRepositoriesResponse* response) override {
    return GuardKept(*context, "ListRepositories", [&](Reviews& reviews, const Call& call) {
      return Answer(reviews.store().ListRepositories(*request, FilterOf(call.caller)), response);
    });
  }

  grpc::Status GetTrends(grpc::ServerContext* context, const review::v1::GetTrendsRequest* request,
                         review::v1::GetTrendsResponse* response) override {
    return GuardKept(*context, "GetTrends", [&](Reviews& reviews, const Call& call) {
      ASSIGN_OR_RETURN(*response, reviews.store().GetTrends(*request));
      RemoveIf(response->mutable_points(), [&](const review::v1::TrendPoint& point) {
        return !call.caller.MaySee(point.repository().full_name());
      });
      return absl::OkStatus();
    });
  }

  grpc::Status AddFeedback(grpc::ServerContext* context,
                           const review::v1::AddFeedbackRequest* request,
                           review::v1::AddFeedbackResponse* response) override {
    return GuardKept(*context, "AddFeedback", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckVisible(reviews, call, request->review_id()));
      ASSIGN_OR_RETURN(*response, reviews.AddFeedback(*request, AskerOf(call)));
      if (!call.caller.MaySeeAllOf(response->standing().organisation())) {
        response->clear_standing();
      }
      return absl::OkStatus();
    });
  }

  grpc::Status ListRuleStandings(grpc::ServerContext* context,
                                 const review::v1::ListRuleStandingsRequest* request,
                                 review::v1::ListRuleStandingsResponse* response) override {
    return GuardKept(*context, "ListRuleStandings", [&](Reviews& reviews, const Call& call) {
      ASSIGN_OR_RETURN(std::vector<review::v1::RuleStanding> standings,
                       reviews.store().ListStandings(request->organisation()));
      RemoveIf(&standings, [&](const review::v1::RuleStanding& standing) {
        return !call.caller.MaySeeAllOf(standing.organisation());
      });
      response->mutable_standings()->Assign(standings.begin(), standings.end());
      return absl::OkStatus();
    });
  }

  grpc::Status ListFeedback(grpc::ServerContext* context,
                            const review::v1::ListFeedbackRequest* request,
                            review::v1::ListFeedbackResponse* response) override {
    return GuardKept(*context, "ListFeedback", [&](Reviews& reviews, const Call& call) {
      return Answer(reviews.store().ListFeedback(*request, FilterOf(call.caller)), response);
    });
  }

  grpc::Status ListAudit(grpc::ServerContext* context, const review::v1::ListAuditRequest* request,
                         review::v1::ListAuditResponse* response) override {
    return GuardKept(*context, "ListAudit", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckOperator(call.caller));
      return Answer(reviews.store().ListAudit(*request), response);
    });
  }

  grpc::Status ListDeadLetters(grpc::ServerContext* context,
                               const review::v1::ListDeadLettersRequest*,
                               review::v1::ListDeadLettersResponse* response) override {
    return GuardKept(*context, "ListDeadLetters", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckOperator(call.caller));
      ASSIGN_OR_RETURN(std::vector<review::v1::DeadLetter> letters, reviews.queue().DeadLetters());
      response->mutable_letters()->Assign(letters.begin(), letters.end());
      return absl::OkStatus();
    });
  }

  grpc::Status RetryDeadLetter(grpc::ServerContext* context,
                               const review::v1::RetryDeadLetterRequest* request,
                               review::v1::RetryDeadLetterResponse* response) override {
    return GuardKept(*context, "RetryDeadLetter", [&](Reviews& reviews, const Call& call) {
      RETURN_IF_ERROR(CheckOperator(call.caller));
      return Answer(reviews.RetryDeadLetter(request->id(), AskerOf(call)), response);
    });
  }

  grpc::Status ListSessions(grpc::ServerContext* context,
                            const review::v1::ListSessionsRequest* request,
                            review::v1::ListSessionsResponse* response) override {
    return GuardSessions(*context, "ListSessions",
                         [&](access::Sessions& sessions, const Call& call) -> absl::Status {
                           const bool is_all = call.caller.is_operator && request->person().empty();
                           const std::string person =
                               request->person().empty() ? call.caller.name : request->person();
                           RETURN_IF_ERROR(CheckOwner(call.caller, person));
                           ASSIGN_OR_RETURN(const std::vector<access::Session> found,
                                            is_all ? sessions.List() : sessions.ListOf(person));
                           for (const access::Session& session : found)
                             Convert(session, *response->add_sessions());
                           return absl::OkStatus();
                         });
  }

  grpc::Status RevokeSessions(grpc::ServerContext* context,
                              const review::v1::RevokeSessionsRequest* request,
                              review::v1::RevokeSessionsResponse* response) override {
    return GuardSessions(
        *context, "RevokeSessions",
        [&](access::Sessions& sessions, const Call& call) -> absl::Status {
          if (request->id().empty() == request->person().empty()) {
            return absl::InvalidArgumentError(
                "wanted the id of one session, or a person all of whose sessions end");
          }
          std::string person = request->person();
          int revoked = 1;
          if (person.empty()) {
            ASSIGN_OR_RETURN(const access::Session session, sessions.Get(request->id()));
            person = session.identity.principal();
            // Others' sessions are not there for it.
            if (!CheckOwner(call.caller, person).ok()) return sessions.Get("").status();
            RETURN_IF_ERROR(sessions.Revoke(session.id));
          } else {
            RETURN_IF_ERROR(CheckOwner(call.caller, person));
            ASSIGN_OR_RETURN(revoked, sessions.RevokeAllOf(person));
          }
          if (revoked > 0 && options_.on_revoked) options_.on_revoked(call.caller.name, person);
          response->set_revoked(revoked);
          return absl::OkStatus();
        });
  }

 private:
  using Analysis = analysis::v1::AnalysisService::StubInterface;
  using Numerics = numerics::v1::NumericsService::StubInterface;

  // One call that is allowed.
  struct Call {
    access::Caller caller;
    host::Request request;
  };

  template <typename Work>
  grpc::Status Guard(grpc::ServerContext& context, absl::string_view rpc, const Work& work) {
    Call call = {.caller = {.name = "local", .is_operator = true},
                 .request = host::RequestFromServer(context, kDefaultBudget)};
    if (options_.access != nullptr) {
      absl::StatusOr<access::Caller> caller = access::CheckRpc(*options_.access, context, rpc);
      if (!caller.ok()) return host::ToGrpc(caller.status());
      call.caller = *std::move(caller);
    }
    const absl::Status status = work(call);
    if (const std::optional<std::string> wait = host::SaidRetryAfter(status)) {
      context.AddTrailingMetadata(host::kRetryAfterKey, *wait);
    }
    return host::ToGrpc(status);
  }

  template <typename Work>
  grpc::Status GuardNumerics(grpc::ServerContext& context, absl::string_view rpc,
                             const Work& work) {
    return Guard(context, rpc, [&](const Call& call) {
      Numerics* numerics = stubs_().numerics.get();
      if (numerics != nullptr) return host::FromGrpc(work(*numerics, call));
      return absl::Status(absl::FailedPreconditionError(
          "this gateway runs no numerical checks: start it with --numerics=HOST:PORT"));
    });
  }

  template <typename Work>
  grpc::Status GuardSessions(grpc::ServerContext& context, absl::string_view rpc,
                             const Work& work) {
    return Guard(context, rpc, [&](const Call& call) -> absl::Status {
      if (options_.sessions != nullptr) return work(*options_.sessions, call);
      return absl::FailedPreconditionError(
          "nobody logs in here, so there are no sessions: start the server with --oidc-issuer or "
          "--github-login-client-id");
    });
  }

  template <typename Work>
  grpc::Status GuardKept(grpc::ServerContext& context, absl::string_view rpc, const Work& work) {
    return Guard(context, rpc, [&](const Call& call) -> absl::Status {
      if (options_.reviews != nullptr) return work(*options_.reviews, call);
      return absl::FailedPreconditionError(
          "nothing keeps reviews here: ask `allreview serve`, or a gateway with --store=URL");
    });
  }

  template <typename Response>
  static absl::Status Answer(absl::StatusOr<Response> result, Response* response) {
    if (!result.ok()) return result.status();
    *response = *std::move(result);
    return absl::OkStatus();
  }

  // What a caller may not see is not there for it.
  static absl::Status CheckVisible(Reviews& reviews, const Call& call, const std::string& id) {
    ASSIGN_OR_RETURN(const review::v1::ReviewSummary summary, reviews.store().GetSummary(id));
    if (call.caller.MaySee(summary.repository().full_name())) return absl::OkStatus();
    return reviews.store().GetSummary(FirstIdAt(absl::UnixEpoch())).status();
  }

  static Asker AskerOf(const Call& call) {
    return {.actor = call.caller.name, .tenant = absl::StrCat("api/", call.caller.name)};
  }

  // How many more reviews the caller may ask for.
  static void TellQuota(Reviews& reviews, const Call& call, grpc::ServerContext& context) {
    const absl::StatusOr<std::optional<Reviews::Quota>> quota = reviews.QuotaOf(AskerOf(call));
    if (!quota.ok() || !quota->has_value()) return;
    const absl::Duration reset = absl::Ceil((*quota)->reset, absl::Seconds(1));
    for (const auto& [field, number] :
         {std::pair(host::kRateLimit, (*quota)->limit),
          std::pair(host::kRateLimitRemaining, (*quota)->remaining),
          std::pair(host::kRateLimitReset, absl::ToInt64Seconds(reset))}) {
      context.AddTrailingMetadata(field.key, absl::StrCat(number));
    }
  }

  absl::Status Run(const Call& call, const ReviewRequest& request, const PatchReader& patch,
                   const EventReceiver& send) {
    RETURN_IF_ERROR(Validate(request));
    ASSIGN_OR_RETURN(const ReviewRequest admitted, Admit(call.caller, request));
    return Pipeline(stubs_(), options_.pipeline).Review(admitted, patch, call.request, send);
  }

  const StubsProvider stubs_;
  const ReviewServiceOptions options_;
};

}  // namespace

std::unique_ptr<grpc::Service> NewReviewService(StubsProvider stubs, ReviewServiceOptions options) {
  return std::make_unique<ReviewServiceAdapter>(std::move(stubs), std::move(options));
}

}  // namespace allreview::gateway
