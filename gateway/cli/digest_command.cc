// allreview digest: some days of reviews in Markdown, printed or posted to a chat.

#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/digest.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/json.h"
#include "gateway/cli/session.h"
#include "github/http_client.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {
namespace {

using review::v1::ReviewService;

// Of one list, however long it is.
constexpr int kMaxPages = 50;
constexpr std::chrono::seconds kPostTime{30};

// The calls of one digest, over one connection, which Ctrl-C cancels.
class Reader {
 public:
  Reader(ReviewService::Stub& stub, Interrupt& interrupt, const Arguments& arguments)
      : stub_(stub), interrupt_(interrupt), arguments_(arguments) {}

  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(grpc::Status (ReviewService::Stub::*method)(grpc::ClientContext*,
                                                                            const Request&,
                                                                            Response*),
                                const Request& request) {
    const host::ClientContextPtr context = NewContext();
    interrupt_.OnSignal([&] { context->TryCancel(); });
    Response response;
    const absl::Status status =
        ExplainStatus((stub_.*method)(context.get(), request, &response), arguments_);
    interrupt_.OnSignal(nullptr);
    RETURN_IF_ERROR(status);
    return response;
  }

  // Calls `take` with each page.
  template <typename Request, typename Response, typename Take>
  absl::Status ReadPages(grpc::Status (ReviewService::Stub::*method)(grpc::ClientContext*,
                                                                     const Request&, Response*),
                         Request request, const Take& take) {
    for (int page = 0; page < kMaxPages; ++page) {
      ASSIGN_OR_RETURN(Response response, Call(method, request));
      take(response);
      if (response.next_page_token().empty()) break;
      request.set_page_token(response.next_page_token());
    }
    return absl::OkStatus();
  }

  absl::StatusOr<int64_t> RepositoryNamed(const std::string& name) {
    int64_t id = 0;
    review::v1::ListRepositoriesRequest list;
    list.set_page_size(200);
    RETURN_IF_ERROR(
        ReadPages(&ReviewService::Stub::ListRepositories, list,
                  [&](const review::v1::ListRepositoriesResponse& page) {
                    for (const auto& summary : page.repositories()) {
                      if (absl::EqualsIgnoreCase(summary.repository().full_name(), name)) {
                        id = summary.repository().id();
                      }
                    }
                  }));
    if (id != 0) return id;
    return absl::NotFoundError(absl::StrCat("the server has no review of \"", name, "\""));
  }

  absl::Status Read(int64_t repository, DigestInput& input) {
    review::v1::GetTrendsRequest trends;
    trends.set_repository_id(repository);
    trends.set_first_day(absl::FormatCivilTime(input.days.before().first));
    trends.set_last_day(absl::FormatCivilTime(input.days.last));
    ASSIGN_OR_RETURN(input.trends, Call(&ReviewService::Stub::GetTrends, trends));
    review::v1::ListReviewsRequest reviews;
    reviews.set_repository_id(repository);
    reviews.add_states(review::v1::REVIEW_STATE_DONE);
    reviews.set_since(absl::FormatCivilTime(input.days.first));
    reviews.set_until(absl::FormatCivilTime(input.days.last + 1));
    reviews.set_page_size(200);
    RETURN_IF_ERROR(ReadPages(&ReviewService::Stub::ListReviews, reviews,
                              [&](const review::v1::ListReviewsResponse& page) {
                                input.reviews.mutable_reviews()->MergeFrom(page.reviews());
                              }));
    review::v1::ListFeedbackRequest feedback;
    feedback.set_repository_id(repository);
    feedback.set_has_reason(true);
    feedback.set_page_size(1000);
    return ReadPages(&ReviewService::Stub::ListFeedback, feedback,
                     [&](const review::v1::ListFeedbackResponse& page) {
                       input.feedback.mutable_feedback()->MergeFrom(page.feedback());
                     });
  }

 private:
  ReviewService::Stub& stub_;
  Interrupt& interrupt_;
  const Arguments& arguments_;
};

// The days that have ended.
DigestDays LastDays(int count) {
  const absl::CivilDay last = absl::ToCivilDay(absl::Now(), absl::UTCTimeZone()) - 1;
  return {.first = last - (count - 1), .last = last};
}

absl::StatusOr<std::string> Make(const Command& command, const Arguments& arguments,
                                 const Session& session, Interrupt& interrupt) {
  ASSIGN_OR_RETURN(const auto channel, session.connect(command, arguments));
  const auto stub = ReviewService::NewStub(channel);
  Reader reader(*stub, interrupt, arguments);
  DigestInput input = {.language = LanguageOf(arguments.Get(kDigestLanguage, "en")),
                       .repository = arguments.Get(kDigestRepository),
                       .days = LastDays(arguments.GetNumber(kDigestDays, 7))};
  int64_t repository = 0;
  if (!input.repository.empty()) {
    ASSIGN_OR_RETURN(repository, reader.RepositoryNamed(input.repository));
  }
  RETURN_IF_ERROR(reader.Read(repository, input));
  return Digest(input);
}

// The address of a chat's webhook is a secret: nothing here says it.
absl::Status Post(const std::string& file, const std::string& digest) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  const std::string url(absl::StripAsciiWhitespace(text));
  if (github::UrlOrigin(url).empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, " holds no URL of http or https without a user name"));
  }
  JsonWriter message;
  message.BeginObject();
  message.Key("text").String(digest);
  message.EndObject();
  github::HttpConnections connections;
  const github::HttpClient client({}, {.deadline = std::chrono::steady_clock::now() + kPostTime},
                                  &connections);
  const absl::StatusOr<github::HttpResponse> answer =
      client.Send({.method = "POST",
                   .url = url,
                   .headers = {{"content-type", "application/json"}},
                   .body = message.Take(),
                   .max_body_bytes = 4096,
                   .is_prefix_enough = true,
                   .is_repeatable = false});
  if (!answer.ok()) {
    return absl::Status(answer.status().code(),
                        absl::StrCat("the chat that ", file, " names did not answer"));
  }
  if (answer->status / 100 == 2) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the chat that ", file, " names answered ", answer->status));
}

}  // namespace

int RunDigest(const Command& command, const Arguments& arguments, const Session& session) {
  if (!arguments.Has(kGateway)) {
    return FailUsage(session, "digest tells what a server keeps: give --gateway=HOST:PORT");
  }
  Interrupt interrupt;  // Before the threads of gRPC.
  const absl::StatusOr<std::string> digest = Make(command, arguments, session, interrupt);
  if (!digest.ok()) return FailCall(session, digest.status(), interrupt.signal());
  if (!arguments.Has(kChatUrlFile)) {
    session.out.Write(*digest);
    return kExitOk;
  }
  const absl::Status posted = Post(arguments.Get(kChatUrlFile), *digest);
  return posted.ok() ? kExitOk : FailSetup(session, posted);
}

}  // namespace allreview::cli
