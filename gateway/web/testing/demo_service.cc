#include "gateway/web/testing/demo_service.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/civil_time.h"
#include "base/check.h"
#include "base/proto_json.h"
#include "gateway/web/testing/demo_store.h"
#include "host/host.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "proto/report/v1/catalogue.h"
#include "services/diff/diff_service.h"

namespace allreview::web {
namespace {

using grpc::ServerContext;
using grpc::Status;
using grpc::StatusCode;
using review::v1::ReviewSummary;

constexpr int kPageSize = 25;

bool Contains(const std::string& text, const std::string& part) {
  return absl::StrContains(absl::AsciiStrToLower(text), absl::AsciiStrToLower(part));
}

template <typename List, typename Value>
bool IsWanted(const List& list, Value value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

bool IsWanted(const ReviewSummary& review, const review::v1::ListReviewsRequest& request) {
  if (request.repository_id() != 0 && request.repository_id() != review.repository().id())
    return false;
  if (request.number() != 0 && request.number() != review.number()) return false;
  if (!IsWanted(request.states(), review.state()) ||
      !IsWanted(request.conclusions(), review.conclusion()))
    return false;
  if (!request.author().empty() && request.author() != review.author()) return false;
  if (!request.person().empty() && !absl::EndsWith(request.person(), ":" + review.author()))
    return false;
  const auto& counts = review.counts();
  const int by_severity[] = {0, counts.p0(), counts.p1(), counts.p2(), counts.p3()};
  if (!request.severities().empty() && by_severity[request.severities(0)] == 0) return false;
  const std::string day = absl::FormatTime(
      "%Y-%m-%d", absl::FromUnixSeconds(review.queued_at().seconds()), absl::UTCTimeZone());
  if (day < request.since() || (!request.until().empty() && day >= request.until())) return false;
  const auto& rules = review.tripped_rules();
  if (!request.rule_id().empty() &&
      std::find(rules.begin(), rules.end(), request.rule_id()) == rules.end())
    return false;
  return Contains(review.title(), request.text()) ||
         Contains(review.repository().full_name(), request.text());
}

void Count(const ReviewSummary& review, review::v1::ReviewTotals& totals) {
  totals.set_reviews(totals.reviews() + 1);
  totals.mutable_counts()->set_p0(totals.counts().p0() + review.counts().p0());
  totals.mutable_counts()->set_p1(totals.counts().p1() + review.counts().p1());
}

std::string FileNameOf(const report::v1::DocumentRequest& request) {
  const report::v1::Document document =
      std::max(request.document(), report::v1::DOCUMENT_REVIEW);  // The default.
  return absl::StrCat(report::InfoOf(document).name(), request.language() == "zh" ? ".zh" : "",
                      ".md");
}

}  // namespace

struct Demo::State final : review::v1::ReviewService::Service {
  explicit State(const DemoOptions& options)
      : options(options), store(options.is_empty ? DemoStore() : NewDemoStore()) {}

  Status Check(const ServerContext& context) const {
    if (options.token.empty()) return Status::OK;
    const auto found = context.client_metadata().find("authorization");
    if (found != context.client_metadata().end() &&
        absl::string_view(found->second.data(), found->second.size()) ==
            absl::StrCat("Bearer ", options.token)) {
      return Status::OK;
    }
    return {StatusCode::UNAUTHENTICATED, "this server wants an API token"};
  }

  DemoReview* Find(const std::string& id) {
    for (DemoReview& review : store.reviews) {
      if (review.stored.summary().id() == id) return &review;
    }
    return nullptr;
  }

  static Status NoReview(const std::string& id) {
    return {StatusCode::NOT_FOUND, absl::StrCat("there is no review \"", id, "\"")};
  }

  Status ListReviews(ServerContext* context, const review::v1::ListReviewsRequest* request,
                     review::v1::ListReviewsResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    int skip = 0;
    if (!request->page_token().empty() && !absl::SimpleAtoi(request->page_token(), &skip)) {
      return {StatusCode::INVALID_ARGUMENT, "page_token is none of this server"};
    }
    const int page_size = request->page_size() > 0 ? request->page_size() : kPageSize;
    int seen = 0;
    for (const DemoReview& review : store.reviews) {
      if (!IsWanted(review.stored.summary(), *request)) continue;
      if (request->with_totals()) Count(review.stored.summary(), *response->mutable_totals());
      if (seen++ < skip) continue;
      if (response->reviews_size() == page_size) {
        response->set_next_page_token(absl::StrCat(skip + page_size));
        if (request->with_totals()) continue;
        break;
      }
      *response->add_reviews() = review.stored.summary();
    }
    return Status::OK;
  }

  Status GetReview(ServerContext* context, const review::v1::GetReviewRequest* request,
                   review::v1::StoredReview* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    const DemoReview* review = Find(request->id());
    if (review == nullptr) return NoReview(request->id());
    *response = review->stored;
    return Status::OK;
  }

  Status GetDocument(ServerContext* context, const review::v1::GetDocumentRequest* request,
                     grpc::ServerWriter<report::v1::DocumentChunk>* writer) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    const DemoReview* review = Find(request->id());
    if (review == nullptr) return NoReview(request->id());
    report::v1::DocumentChunk chunk;
    chunk.set_is_last(true);
    if (request->document().format() == report::v1::FORMAT_JSON) {
      chunk.set_content(ToJson(review->stored.review()));
    } else if (request->document().format() <= report::v1::FORMAT_MARKDOWN) {
      const auto found = review->documents.find(FileNameOf(request->document()));
      if (found == review->documents.end())
        return {StatusCode::NOT_FOUND, "the demo has this document in English only"};
      chunk.set_content(found->second);
    } else {
      return {StatusCode::UNIMPLEMENTED, "the demo has no report service"};
    }
    writer->Write(chunk);
    return Status::OK;
  }

  Status ListRepositories(ServerContext* context, const review::v1::ListRepositoriesRequest*,
                          review::v1::ListRepositoriesResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    for (int i = 0; i < 5 && !options.is_empty; ++i) {
      review::v1::RepositorySummary& summary = *response->add_repositories();
      *summary.mutable_repository() = DemoRepository(i);
      summary.set_open_pull_requests(3 + i * 7 % 5);
      for (const DemoReview& review : store.reviews) {
        if (review.stored.summary().repository().id() != summary.repository().id()) continue;
        if (summary.reviews() == 0) *summary.mutable_latest() = review.stored.summary();
        summary.set_reviews(summary.reviews() + 1);
      }
    }
    return Status::OK;
  }

  Status ListRules(ServerContext* context, const review::v1::ListRulesRequest*,
                   review::v1::ListRulesResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    *response = store.rules;
    return Status::OK;
  }

  Status ListRuleStandings(ServerContext* context, const review::v1::ListRuleStandingsRequest*,
                           review::v1::ListRuleStandingsResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    *response = store.standings;
    return Status::OK;
  }

  Status ListFeedback(ServerContext* context, const review::v1::ListFeedbackRequest* request,
                      review::v1::ListFeedbackResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    for (const review::v1::Feedback& feedback : store.feedback) {
      if (feedback.rule_id() == request->rule_id()) *response->add_feedback() = feedback;
    }
    return Status::OK;
  }

  Status GetTrends(ServerContext* context, const review::v1::GetTrendsRequest* request,
                   review::v1::GetTrendsResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    absl::CivilDay last = absl::ToCivilDay(DemoNow(), absl::UTCTimeZone());
    if (!request->last_day().empty() && !absl::ParseCivilTime(request->last_day(), &last)) {
      return {StatusCode::INVALID_ARGUMENT,
              absl::StrCat("last_day is \"", request->last_day(), "\", wanted YYYY-MM-DD")};
    }
    absl::CivilDay first = last - 90;
    if (!request->first_day().empty() && !absl::ParseCivilTime(request->first_day(), &first)) {
      return {StatusCode::INVALID_ARGUMENT,
              absl::StrCat("first_day is \"", request->first_day(), "\", wanted YYYY-MM-DD")};
    }
    for (const review::v1::TrendPoint& point : store.trends) {
      absl::CivilDay day;
      CHECK(absl::ParseCivilTime(point.day(), &day));
      const bool is_wanted =
          request->repository_id() == 0 || request->repository_id() == point.repository().id();
      if (is_wanted && day >= first && day <= last) *response->add_points() = point;
    }
    return Status::OK;
  }

  Status ListAudit(ServerContext* context, const review::v1::ListAuditRequest* request,
                   review::v1::ListAuditResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    for (const review::v1::AuditEntry& entry : store.audit) {
      if (absl::StartsWith(entry.action(), request->action())) *response->add_entries() = entry;
    }
    return Status::OK;
  }

  Status ListDeadLetters(ServerContext* context, const review::v1::ListDeadLettersRequest*,
                         review::v1::ListDeadLettersResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    for (const review::v1::DeadLetter& letter : store.letters) {
      if (retried.count(letter.id()) == 0) *response->add_letters() = letter;
    }
    return Status::OK;
  }

  Status RetryDeadLetter(ServerContext* context, const review::v1::RetryDeadLetterRequest* request,
                         review::v1::RetryDeadLetterResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    retried.insert(request->id());
    response->set_job_key(request->id());
    return Status::OK;
  }

  Status AddFeedback(ServerContext* context, const review::v1::AddFeedbackRequest* request,
                     review::v1::AddFeedbackResponse* response) override {
    if (Status status = Check(*context); !status.ok()) return status;
    const std::lock_guard<std::mutex> lock(mutex);
    if (Find(request->review_id()) == nullptr) return NoReview(request->review_id());
    votes.push_back(
        absl::StrCat(request->vote() == review::v1::VOTE_USEFUL ? "useful " : "not-useful ",
                     request->fingerprint(), " ", request->reason()));
    response->mutable_standing()->set_impressions(41);
    return Status::OK;
  }

  Status WatchReview(ServerContext* context, const review::v1::WatchReviewRequest* request,
                     grpc::ServerWriter<review::v1::WatchReviewResponse>* writer) override {
    if (Status status = Check(*context); !status.ok()) return status;
    std::unique_lock<std::mutex> lock(mutex);
    if (Find(request->id()) == nullptr) return NoReview(request->id());
    review::v1::WatchReviewResponse event;
    int told = -1;
    while (!is_ending && !context->IsCancelled()) {
      if (told != step) {
        told = step;
        *event.mutable_review() = Find(request->id())->stored.summary();
        writer->Write(event);
        if (event.review().state() >= review::v1::REVIEW_STATE_DONE) break;
        event.mutable_progress()->set_stage("analysis");
        event.mutable_progress()->set_message(
            absl::StrCat("checked ", 3 + 5 * step, " of 12 files"));
        event.mutable_progress()->set_done(3 + 5 * step);
        event.mutable_progress()->set_total(12);
        writer->Write(event);
      }
      // Cancellation wakes nobody: look again now and then.
      changed.wait_for(lock, std::chrono::milliseconds(50));
    }
    return Status::OK;
  }

  const DemoOptions options;
  DemoStore store;
  std::mutex mutex;
  std::condition_variable changed;
  int step = 0;
  bool is_ending = false;
  std::vector<std::string> votes;
  std::set<std::string> retried;  // Dead letters.
  std::unique_ptr<diff::v1::DiffService::Stub> diff;
  std::unique_ptr<review::v1::ReviewService::Stub> stub;
};

Demo::Demo(const DemoOptions& options) {
  auto service = std::make_unique<State>(options);
  State* state = service.get();
  std::vector<std::unique_ptr<grpc::Service>> services;
  services.push_back(NewDiffService());
  services.push_back(std::move(service));
  absl::StatusOr<std::unique_ptr<host::Host>> host = host::Host::Start(std::move(services), {});
  CHECK(host.ok()) << host.status().ToString();
  // The host owns the service, which needs a channel to the host.
  state->diff = diff::v1::DiffService::NewStub((*host)->InProcessChannel());
  state->stub = review::v1::ReviewService::NewStub((*host)->InProcessChannel());
  host_ = *std::move(host);
  state_ = state;
}

Demo::~Demo() {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->is_ending = true;
  }
  state_->changed.notify_all();
  host_->Drain(absl::Seconds(1));
}

review::v1::ReviewService::StubInterface* Demo::stub() { return state_->stub.get(); }

diff::v1::DiffService::StubInterface* Demo::diff() { return state_->diff.get(); }

void Demo::Advance() {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    if (++state_->step == 2) {
      DemoReview done = *state_->Find(kBlockedReview);
      done.stored.mutable_summary()->set_id(kRunningReview);
      *state_->Find(kRunningReview) = std::move(done);
    }
  }
  state_->changed.notify_all();
}

std::vector<std::string> Demo::votes() const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->votes;
}

}  // namespace allreview::web
