#ifndef GATEWAY_HTTP_SESSION_H_
#define GATEWAY_HTTP_SESSION_H_

// One connection, from its first byte to its last, over plain TCP or TLS. Internal to
// http_server.cc, the only file that compiles Beast.
//
// All of a session happens on its strand, by callbacks that hold it alive; so there are no locks.
// At any time it does one of: read a request (request_reader.h), wait for the handler (Dispatch),
// write an answer (answer_writer.h), or pass events on (event_pump.h).

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "boost/asio/dispatch.hpp"
#include "boost/asio/post.hpp"
#include "boost/beast/core.hpp"
#include "boost/beast/ssl.hpp"
#include "gateway/http/answer_writer.h"
#include "gateway/http/byte_budget.h"
#include "gateway/http/client.h"
#include "gateway/http/closing.h"
#include "gateway/http/compression.h"
#include "gateway/http/core.h"
#include "gateway/http/event_pump.h"
#include "gateway/http/event_queue.h"
#include "gateway/http/problem.h"
#include "gateway/http/request_reader.h"
#include "gateway/metrics/metrics.h"

namespace allreview::http {

namespace net = boost::asio;
namespace beast = boost::beast;

constexpr absl::Duration kLingerTime = absl::Seconds(2);
constexpr int64_t kFreeAnswerBytes = 16 << 10;

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
        reader_(stream_),
        writer_(stream_, {.write_timeout = core.options.write_timeout,
                          .min_bytes_per_second = core.options.min_answer_bytes_per_second}) {
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
    reader_.CancelTimer();
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
    verdict_ = {};
    reader_.Begin();
    const bool is_first = std::exchange(is_first_, false);
    if (is_first || reader_.buffer().size() > 0) return ReadHeader();
    if (core_.is_draining) return Close();
    is_idle_ = true;
    ExpireAfter(core_.options.idle_timeout);
    stream_.async_read_some(reader_.buffer().prepare(kMaxHeaderBytes),
                            [self = Self()](ErrorCode error, size_t bytes) {
                              self->is_idle_ = false;
                              if (error) return self->Close();
                              self->reader_.buffer().commit(bytes);
                              self->ReadHeader();
                            });
  }

  void ReadHeader() {
    started_ = absl::Now();
    // One limit for the whole header: bytes that trickle in do not extend it.
    ExpireAfter(core_.options.header_timeout);
    reader_.ReadHeader(
        [self = Self()](const std::optional<ReadFault>& fault) { self->OnHeader(fault); });
  }

  void OnHeader(const std::optional<ReadFault>& fault) {
    if (fault.has_value()) return Refuse(*fault);
    verdict_ = core_.edge.Judge(HeaderOf(reader_.message()));
    wants_keep_alive_ = reader_.keep_alive();
    if (verdict_.answer.has_value()) {
      core_.edge.CountRefusal(verdict_.refusal);
      HttpResponse answer = std::move(*verdict_.answer);
      // What the client still sends is not read as its next request.
      must_linger_ = !reader_.is_done() || verdict_.is_malformed;
      return Respond(std::move(answer));
    }
    if (reader_.is_done()) return Dispatch();
    const bool has_room = reader_.PrepareBody(
        {.max_bytes = verdict_.route->max_body_bytes, .timeout = core_.options.body_timeout},
        core_.bodies.ShareOf(verdict_.request.peer));
    if (!has_room) return Refuse(NoRoomForBody());
    if (!verdict_.is_continue_expected) return ReadBody();
    ExpireAfter(core_.options.write_timeout);
    net::async_write(stream_, net::buffer(kContinue, sizeof(kContinue) - 1),
                     Then(&Session::OnContinueWritten));
  }

  void OnContinueWritten(ErrorCode error) {
    if (!error) ReadBody();
  }

  template <typename Message>
  RequestHeader HeaderOf(const Message& message) const {
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
    reader_.ReadBody([self = Self()](const std::optional<ReadFault>& fault) {
      if (fault.has_value()) return self->Refuse(*fault);
      self->Dispatch();
    });
  }

  void Refuse(const ReadFault& fault) {
    core_.edge.CountRefusal(fault.refusal);
    if (fault.status != 0) return Refuse(fault.status, fault.detail);
    // Nobody is there, or too slow to be told.
    if (fault.refusal.empty()) Close();
  }

  // For what makes the rest of the connection worthless.
  void Refuse(int status, std::string detail) {
    HttpRequest& request = verdict_.request;
    if (request.request_id.empty()) request.request_id = RequestIdFor("");
    if (request.peer.empty()) request.peer = peer_;
    wants_keep_alive_ = false;
    must_linger_ = true;
    ProblemInfo problem = {
        .status = status, .detail = std::move(detail), .request_id = request.request_id};
    if (status == 503) problem.headers = {{"Retry-After", "1"}};
    Respond(Problem(problem));
  }

  HttpResponse Handle() const {
    const HttpRequest& request = verdict_.request;
    try {
      return verdict_.route->handler(request);
    } catch (const std::bad_alloc&) {
      Log(LogLevel::kError, "there is not enough memory for a request",
          {{"route", verdict_.route->pattern}, {"request_id", request.request_id}});
      return Problem({.status = 503,
                      .detail = "there is not enough memory for this request now",
                      .request_id = request.request_id,
                      .headers = {{"Retry-After", "1"}}});
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
    verdict_.request.body = reader_.TakeBody();
    if (verdict_.route->is_immediate) return Respond(Handle());
    // The strand rests until the answer comes back, so the worker reads the request alone.
    const bool is_taken = core_.pool.Submit([self = Self()] {
      auto response =
          std::make_shared<HttpResponse>(Compressed(self->verdict_.request, self->Handle()));
      net::post(self->stream_.get_executor(),
                [self, response] { self->Respond(std::move(*response)); });
    });
    if (!is_taken) Overloaded("all workers are busy and their queue is full");
  }

  void Overloaded(std::string detail, const std::string& refusal = "overload", int status = 503) {
    core_.edge.CountRefusal(refusal);
    Respond(Problem({.status = status,
                     .detail = std::move(detail),
                     .request_id = verdict_.request.request_id,
                     .headers = {{"Retry-After", "1"}}}));
  }

  void Respond(HttpResponse response) {
    const HttpRequest& request = verdict_.request;
    // The handler is done with it, and the answer may take long.
    verdict_.request.body = std::string();
    reader_.ReleaseBody();
    if (response.stream != nullptr && !request.is_head) return StartStream(std::move(response));
    if (!HoldAnswer(response)) {
      return Overloaded("answers that others still read fill the memory that there is for them",
                        "memory");
    }
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

  // Small answers have room in the buffers of their connection, and refusals are small.
  bool HoldAnswer(const HttpResponse& response) {
    const auto bytes = static_cast<int64_t>(response.body.size());
    if (bytes <= kFreeAnswerBytes || verdict_.request.is_head) return true;
    answer_share_ = core_.answers.ShareOf(verdict_.request.peer);
    return answer_share_.Hold(bytes);
  }

  void OnAnswered(ErrorCode error) {
    answer_share_.Release();
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
    if (must_linger_) return DropTheRest(stream_, reader_.buffer(), Self());
    if constexpr (kIsTls) {
      stream_.async_shutdown([self = Self()](ErrorCode) { self->Cut(); });
    } else {
      EndSending(stream_);
    }
  }

  void StartStream(HttpResponse response) {
    if (core_.is_draining) return Overloaded("the server is going down");
    auto place = core_.stream_limits.Take(verdict_.request.peer);
    if (!place.has_value()) {
      return Overloaded("as many streams are open for this address as there may be", "streams",
                        429);
    }
    stream_place_.emplace(*std::move(place));
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
      Produce(run, *events);
      events->Complete();
    });
    if (!is_started) {
      stream_place_.reset();
      return Overloaded("as many streams are open as there may be");
    }
    AddToGauge(gateway::metric::kHttpStreams, 1);
    response.stream = nullptr;
    try {
      queue_ = pump->Start(core_.edge.Serialise(
          verdict_.request, verdict_.route, response,
          {.is_chunked = true, .is_encrypted = verdict_.request.is_encrypted, .now = absl::Now()}));
    } catch (...) {
      queue->set_value(nullptr);  // The thread waits for it; the connection is dropped.
      AddToGauge(gateway::metric::kHttpStreams, -1);
      throw;
    }
    queue->set_value(queue_);
  }

  // The client sees its stream end, and asks again.
  static void Produce(const std::function<void(EventStream&)>& run, EventStream& events) {
    try {
      run(events);
    } catch (const std::exception& exception) {
      Log(LogLevel::kError, "a producer of events has thrown", {{"reason", exception.what()}});
    }
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
    stream_place_.reset();
    Record();
    if (end == StreamEnd::kComplete) EndSending(stream_);
    Cut();
  }

  static constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";

  Stream stream_;
  Core& core_;
  const ConnectionLimits::Place place_;
  const std::string peer_;

  RequestReader<Stream> reader_;
  Edge::Verdict verdict_;
  absl::Time started_ = absl::Now();
  bool is_first_ = true;
  bool is_idle_ = false;
  bool wants_keep_alive_ = false;
  bool is_kept_alive_ = false;
  bool must_linger_ = false;

  AnswerWriter<Stream> writer_;
  ByteBudget::Share answer_share_;
  int status_ = 0;

  // While a stream of events is open.
  std::shared_ptr<EventQueue> queue_;
  std::optional<ConnectionLimits::Place> stream_place_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_SESSION_H_
