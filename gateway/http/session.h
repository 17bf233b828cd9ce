#ifndef GATEWAY_HTTP_SESSION_H_
#define GATEWAY_HTTP_SESSION_H_

// One connection, from its first byte to its last, over plain TCP or TLS. Internal to
// http_server.cc, the only file that compiles Beast.
//
// All of a session happens on its strand, by callbacks that hold it alive; so there are no locks.
// At any time it does one of: read a header (ReadRequest), read a body (ReadBody), wait for the
// handler (Dispatch), write an answer (answer_writer.h), or pass events on (event_pump.h).

#include <exception>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "boost/asio/steady_timer.hpp"
#include "boost/beast/core.hpp"
#include "boost/beast/http.hpp"
#include "boost/beast/ssl.hpp"
#include "gateway/http/answer_writer.h"
#include "gateway/http/client.h"
#include "gateway/http/closing.h"
#include "gateway/http/core.h"
#include "gateway/http/event_pump.h"
#include "gateway/http/event_queue.h"
#include "gateway/http/problem.h"
#include "gateway/metrics.h"

namespace allreview::http {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

constexpr uint32_t kMaxHeaderBytes = 16 << 10;
constexpr absl::Duration kLingerTime = absl::Seconds(2);

template <typename Stream>
class Session final : public SessionBase {
 public:
  static constexpr bool kIsTls = !std::is_same_v<Stream, beast::tcp_stream>;
  using ErrorCode = beast::error_code;

  Session(Stream stream, Core& core, ConnectionLimits::Place place, std::string peer)
      : stream_(std::move(stream)),
        core_(core),
        place_(std::move(place)),
        peer_(std::move(peer)),
        timer_(stream_.get_executor()),
        writer_(stream_, core.options.write_timeout) {
    AddToGauge(gateway::metric::kHttpConnections, 1);
  }

  ~Session() override {
    AddToGauge(gateway::metric::kHttpConnections, -1);
    core_.sessions.Remove(this);
  }

  void Run() {
    net::dispatch(stream_.get_executor(), [self = Self()] { self->Begin(); });
  }

  void Drain() override {
    net::post(stream_.get_executor(), [self = Self()] {
      if (self->is_idle_) self->Cut();
      if (self->queue_ != nullptr) self->queue_->End();
    });
  }

  void Abort() override {
    net::post(stream_.get_executor(), [self = Self()] { self->Cut(); });
  }

 private:
  std::shared_ptr<Session> Self() {
    return std::static_pointer_cast<Session>(this->shared_from_this());
  }

  // A completion handler that keeps the session alive.
  template <typename Method>
  auto Then(Method method) {
    return [self = Self(), method](ErrorCode error, size_t) { (*self.*method)(error); };
  }

  beast::tcp_stream& Lowest() { return beast::get_lowest_layer(stream_); }
  void ExpireAfter(absl::Duration limit) {
    Lowest().expires_after(absl::ToChronoNanoseconds(limit));
  }

  void Cut() {
    ErrorCode ignored;
    timer_.cancel();
    Lowest().socket().close(ignored);
  }

  void AddToGauge(const host::MetricInfo& metric, double amount) {
    if (core_.options.metrics != nullptr) core_.options.metrics->AddToGauge(metric, {}, amount);
  }

  void Begin() {
    if constexpr (kIsTls) {
      ExpireAfter(core_.options.header_timeout);
      stream_.async_handshake(net::ssl::stream_base::server, [self = Self()](ErrorCode error) {
        if (!error) self->ReadRequest();
      });
    } else {
      ReadRequest();
    }
  }

  void ReadRequest() {
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    // The route, which is not known yet, says how long the body may be. "None" would refuse all.
    parser_->body_limit(std::numeric_limits<uint64_t>::max());
    verdict_ = {};
    const bool is_first = std::exchange(is_first_, false);
    if (is_first || buffer_.size() > 0) return ReadHeader();
    if (core_.is_draining) return Close();
    is_idle_ = true;
    ExpireAfter(core_.options.idle_timeout);
    stream_.async_read_some(buffer_.prepare(kMaxHeaderBytes),
                            [self = Self()](ErrorCode error, size_t bytes) {
                              self->is_idle_ = false;
                              if (error) return self->Close();
                              self->buffer_.commit(bytes);
                              self->ReadHeader();
                            });
  }

  void ReadHeader() {
    started_ = absl::Now();
    // One limit for the whole header: bytes that trickle in do not extend it.
    ExpireAfter(core_.options.header_timeout);
    bhttp::async_read_header(stream_, buffer_, *parser_, Then(&Session::OnHeader));
  }

  void OnHeader(ErrorCode error) {
    if (error == bhttp::error::end_of_stream) return Close();
    if (error == beast::error::timeout) return core_.edge.CountRefusal("slow");
    if (error == bhttp::error::header_limit) {
      core_.edge.CountRefusal("header");
      return Refuse(431, absl::StrCat("the header is larger than ", kMaxHeaderBytes, " bytes"));
    }
    if (error.category() == bhttp::make_error_code(bhttp::error::bad_field).category()) {
      return Refuse(400, absl::StrCat("the request is malformed: ", error.message()));
    }
    if (error) return;
    verdict_ = core_.edge.Judge(HeaderOf(parser_->get()));
    wants_keep_alive_ = parser_->keep_alive();
    if (verdict_.answer.has_value()) {
      core_.edge.CountRefusal(verdict_.refusal);
      HttpResponse answer = std::move(*verdict_.answer);
      // What the client still sends is not read as its next request.
      must_linger_ = !parser_->is_done() || verdict_.is_malformed;
      return Respond(std::move(answer));
    }
    if (parser_->is_done()) return Dispatch();
    parser_->body_limit(static_cast<uint64_t>(verdict_.route->max_body_bytes));
    if (!verdict_.is_continue_expected) return ReadBody();
    ExpireAfter(core_.options.write_timeout);
    net::async_write(stream_, net::buffer(kContinue, sizeof(kContinue) - 1),
                     Then(&Session::OnContinueWritten));
  }

  void OnContinueWritten(ErrorCode error) {
    if (!error) ReadBody();
  }

  RequestHeader HeaderOf(const bhttp::request<bhttp::string_body>& message) const {
    RequestHeader header = {.method = std::string(message.method_string()),
                            .target = std::string(message.target()),
                            .version = static_cast<int>(message.version()),
                            .peer = peer_,
                            .is_tls = kIsTls};
    for (const auto& field : message) {
      header.fields.emplace_back(std::string(field.name_string()), std::string(field.value()));
    }
    return header;
  }

  void ReadBody() {
    // Beast's own timer would close the socket, and the client would never see the 408.
    Lowest().expires_never();
    is_late_ = false;
    timer_.expires_after(absl::ToChronoNanoseconds(core_.options.body_timeout));
    timer_.async_wait([self = Self()](ErrorCode error) {
      if (error || !self->is_reading_body_) return;
      self->is_late_ = true;
      self->Lowest().cancel();
    });
    is_reading_body_ = true;
    bhttp::async_read(stream_, buffer_, *parser_, Then(&Session::OnBody));
  }

  void OnBody(ErrorCode error) {
    is_reading_body_ = false;
    timer_.cancel();
    if (!error) return Dispatch();
    if (is_late_) {
      core_.edge.CountRefusal("slow");
      return Refuse(408, absl::StrCat("the body took longer than ",
                                      absl::FormatDuration(core_.options.body_timeout)));
    }
    if (error == bhttp::error::body_limit) {
      core_.edge.CountRefusal("body");
      return Refuse(413, absl::StrCat("the body is larger than the ",
                                      verdict_.route->max_body_bytes, " bytes that are read here"));
    }
    if (error.category() == bhttp::make_error_code(bhttp::error::bad_field).category() &&
        error != bhttp::error::partial_message) {
      return Refuse(400, absl::StrCat("the body is malformed: ", error.message()));
    }
  }

  // For what makes the rest of the connection worthless.
  void Refuse(int status, std::string detail) {
    HttpRequest& request = verdict_.request;
    if (request.request_id.empty()) request.request_id = RequestIdFor("");
    if (request.peer.empty()) request.peer = peer_;
    wants_keep_alive_ = false;
    must_linger_ = true;
    Respond(
        Problem({.status = status, .detail = std::move(detail), .request_id = request.request_id}));
  }

  HttpResponse Handle() const {
    const HttpRequest& request = verdict_.request;
    try {
      return verdict_.route->handler(request);
    } catch (const std::exception& exception) {
      Log(LogLevel::kError, "an HTTP handler has thrown",
          {{"route", verdict_.route->pattern},
           {"reason", exception.what()},
           {"request_id", request.request_id}});
      return Problem({.status = 500,
                      .detail = "the server has a fault; its log says more",
                      .request_id = request.request_id});
    }
  }

  void Dispatch() {
    Lowest().expires_never();
    verdict_.request.body = std::move(parser_->get().body());
    if (verdict_.route->is_immediate) return Respond(Handle());
    // The strand rests until the answer comes back, so the worker reads the request alone.
    const bool is_taken = core_.pool.Submit([self = Self()] {
      auto response = std::make_shared<HttpResponse>(self->Handle());
      net::post(self->stream_.get_executor(),
                [self, response] { self->Respond(std::move(*response)); });
    });
    if (!is_taken) Overloaded("all workers are busy and their queue is full");
  }

  void Overloaded(std::string detail) {
    core_.edge.CountRefusal("overload");
    Respond(Problem({.status = 503,
                     .detail = std::move(detail),
                     .request_id = verdict_.request.request_id,
                     .headers = {{"Retry-After", "1"}}}));
  }

  void Respond(HttpResponse response) {
    const HttpRequest& request = verdict_.request;
    if (response.stream != nullptr && !request.is_head) return StartStream(std::move(response));
    is_kept_alive_ = wants_keep_alive_ && !must_linger_ && !core_.is_draining;
    if (response.stream != nullptr) PrepareStream(response);
    std::string head = core_.edge.Serialise(request, verdict_.route, response,
                                            {.is_kept_alive = is_kept_alive_,
                                             .is_encrypted = request.is_encrypted,
                                             .now = absl::Now()});
    status_ = response.status;
    const bool is_bodiless = request.is_head || status_ == 204 || status_ == 304;
    writer_.Write(std::move(head), is_bodiless ? "" : std::move(response.body),
                  [self = Self()](ErrorCode error) { self->OnAnswered(error); });
  }

  void OnAnswered(ErrorCode error) {
    if (error == beast::error::timeout) core_.edge.CountRefusal("slow");
    Record();
    if (error) return;
    if (is_kept_alive_) return ReadRequest();
    Close();
  }

  void Record() {
    core_.edge.Record(verdict_.request, verdict_.route, status_, absl::Now() - started_);
  }

  void Close() {
    ExpireAfter(kLingerTime);
    if (must_linger_) return DropTheRest(stream_, buffer_, Self());
    if constexpr (kIsTls) {
      stream_.async_shutdown([self = Self()](ErrorCode) { self->Cut(); });
    } else {
      EndSending(stream_);
    }
  }

  void StartStream(HttpResponse response) {
    if (core_.is_draining) return Overloaded("the server is going down");
    PrepareStream(response);
    is_kept_alive_ = false;
    status_ = response.status;
    const auto pump = std::make_shared<EventPump<Stream>>(
        stream_, Self(),
        EventPumpOptions{.write_timeout = core_.options.write_timeout,
                         .comment_interval = core_.options.event_comment_interval},
        [this](StreamEnd end) { EndStream(end); });
    // The thread waits for the queue, which there is only when the header has been begun, and the
    // header can only be begun when there is a thread.
    const auto queue = std::make_shared<std::promise<std::shared_ptr<EventQueue>>>();
    const bool is_started = core_.streams.Start([queue, run = std::move(response.stream)] {
      const std::shared_ptr<EventQueue> events = queue->get_future().get();
      if (events == nullptr) return;
      run(*events);
      events->Complete();
    });
    if (!is_started) return Overloaded("as many streams are open as there may be");
    AddToGauge(gateway::metric::kHttpStreams, 1);
    response.stream = nullptr;
    queue_ = pump->Start(core_.edge.Serialise(
        verdict_.request, verdict_.route, response,
        {.is_chunked = true, .is_encrypted = verdict_.request.is_encrypted, .now = absl::Now()}));
    queue->set_value(queue_);
  }

  static void PrepareStream(HttpResponse& response) {
    response.content_type = "text/event-stream";
    response.body.clear();
    // nginx would hold events back.
    response.headers.emplace_back("X-Accel-Buffering", "no");
  }

  void EndStream(StreamEnd end) {
    if (end == StreamEnd::kSlow) core_.edge.CountRefusal("slow");
    AddToGauge(gateway::metric::kHttpStreams, -1);
    queue_ = nullptr;
    Record();
    if (end == StreamEnd::kComplete) EndSending(stream_);
    Cut();
  }

  static constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";

  Stream stream_;
  Core& core_;
  const ConnectionLimits::Place place_;
  const std::string peer_;
  net::steady_timer timer_;  // Of the body, then of comments in a stream of events.

  beast::flat_buffer buffer_;
  std::optional<bhttp::request_parser<bhttp::string_body>> parser_;
  Edge::Verdict verdict_;
  absl::Time started_ = absl::Now();
  bool is_first_ = true;
  bool is_idle_ = false;
  bool is_reading_body_ = false;
  bool is_late_ = false;
  bool wants_keep_alive_ = false;
  bool is_kept_alive_ = false;
  bool must_linger_ = false;

  AnswerWriter<Stream> writer_;
  int status_ = 0;

  std::shared_ptr<EventQueue> queue_;  // While a stream of events is open.
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_SESSION_H_
