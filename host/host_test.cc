#include "host/host.h"

#include <malloc.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "grpcpp/health_check_service_interface.h"
#include "gtest/gtest.h"
#include "host/call.h"
#include "host/channel.h"
#include "host/metrics.h"
#include "host/span.h"
#include "host/trace.h"
#include "proto/diff/v1/diff.grpc.pb.h"

namespace allreview::host {
namespace {

using diff::v1::DiffService;
using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using ::testing::HasSubstr;

using Stream = grpc::ServerReaderWriter<ParseResponse, ParseRequest>;
using Handler = std::function<grpc::Status(grpc::ServerContext*, Stream*)>;

// Does what the test says.
class ScriptedService : public DiffService::Service {
 public:
  explicit ScriptedService(Handler handler) : handler_(std::move(handler)) {}
  grpc::Status Parse(grpc::ServerContext* context, Stream* stream) override {
    return handler_(context, stream);
  }

 private:
  const Handler handler_;
};

absl::StatusOr<std::unique_ptr<Host>> StartHost(Handler handler, const HostOptions& options) {
  std::vector<std::unique_ptr<grpc::Service>> services;
  services.push_back(std::make_unique<ScriptedService>(std::move(handler)));
  return Host::Start(std::move(services), options);
}

HostOptions AnyPort(Metrics* metrics = nullptr) {
  return {.address = "127.0.0.1:0", .metrics = metrics};
}

grpc::Status CallParse(const std::shared_ptr<grpc::Channel>& channel, const Request& request,
                       absl::Duration limit = absl::Seconds(30)) {
  std::unique_ptr<DiffService::Stub> stub = DiffService::NewStub(channel);
  ClientContextPtr context = NewClientContext(request, limit);
  auto stream = stub->Parse(context.get());
  stream->WritesDone();
  ParseResponse response;
  while (stream->Read(&response)) {
  }
  return stream->Finish();
}

Handler Succeed() {
  return [](grpc::ServerContext*, Stream*) { return grpc::Status::OK; };
}

// Blocks until the call is cancelled; no call in a test lasts longer than the test's own limit.
grpc::Status UntilCancelled(grpc::ServerContext* context, Stream* stream) {
  ParseRequest request;
  while (stream->Read(&request)) {
  }
  while (!context->IsCancelled()) std::this_thread::yield();
  return grpc::Status::CANCELLED;
}

TEST(Host, ServesOnAPortAndInProcess) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  ASSERT_GT(host->port(), 0);
  ASSERT_OK_AND_ASSIGN(const auto channel, Connect(host->address(), {}));
  EXPECT_TRUE(CallParse(channel, NewRequest(absl::Seconds(10))).ok());
  EXPECT_TRUE(CallParse(host->InProcessChannel(), NewRequest(absl::Seconds(10))).ok());
}

TEST(Host, HasNoPortWithoutAnAddress) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(Succeed(), {}));
  EXPECT_EQ(host->port(), 0);
  EXPECT_TRUE(CallParse(host->InProcessChannel(), NewRequest(absl::Seconds(10))).ok());
}

TEST(Host, RefusesAPortThatIsTaken) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  EXPECT_THAT(StartHost(Succeed(), {.address = host->address()}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(host->address())));
}

TEST(Host, RefusesACertificateWithoutKey) {
  EXPECT_THAT(StartHost(Succeed(), {.address = "127.0.0.1:0", .tls = {.certificate = "c.pem"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--tls-key")));
}

TEST(Host, CarriesMessagesLargerThanGrpcsDefault) {
  Handler echo_size = [](grpc::ServerContext*, Stream* stream) {
    ParseRequest request;
    while (stream->Read(&request)) {
      ParseResponse response;
      response.mutable_diagnostic()->set_line(request.chunk().size());
      stream->Write(response);
    }
    return grpc::Status::OK;
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(echo_size, AnyPort()));
  ASSERT_OK_AND_ASSIGN(const auto remote, Connect(host->address(), {}));
  for (const auto& channel : {remote, host->InProcessChannel()}) {
    std::unique_ptr<DiffService::Stub> stub = DiffService::NewStub(channel);
    auto context = NewClientContext(NewRequest(absl::Seconds(30)));
    auto stream = stub->Parse(context.get());
    ParseRequest request;
    request.mutable_chunk()->assign(20 << 20, 'x');
    stream->Write(request);
    stream->WritesDone();
    ParseResponse response;
    ASSERT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.diagnostic().line(), 20 << 20);
    EXPECT_TRUE(stream->Finish().ok());
  }
}

TEST(Host, CountsRequestsByMethodAndCode) {
  Metrics metrics;
  Handler fail = [](grpc::ServerContext*, Stream*) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "no");
  };
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(fail, AnyPort(&metrics)));
  EXPECT_FALSE(CallParse(host->InProcessChannel(), NewRequest(absl::Seconds(10))).ok());
  host->Drain(absl::Seconds(5));
  EXPECT_THAT(metrics.Text(),
              HasSubstr("allreview_rpc_duration_seconds_count{code=\"INVALID_ARGUMENT\",method=\"/"
                        "allreview.diff.v1.DiffService/Parse\"} 1"));
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_rpc_in_flight 0"));
}

TEST(Host, LogsOneLineForEachRequest) {
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  testing::internal::CaptureStderr();
  Request request = NewRequest(absl::Seconds(10));
  request.id = "abc-42";
  EXPECT_TRUE(CallParse(host->InProcessChannel(), request).ok());
  host->Drain(absl::Seconds(5));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("INFO msg=\"request\" method=/allreview.diff.v1.DiffService/Parse"
                             " code=OK took="));
  EXPECT_THAT(log, HasSubstr(" request_id=abc-42\n"));
}

class SpanRecorder : public SpanSink {
 public:
  SpanRecorder() { SetSpanSink(this); }
  ~SpanRecorder() override { SetSpanSink(nullptr); }

  std::string Receive(SpanRecord span) override {
    std::lock_guard<std::mutex> lock(mutex_);
    const bool is_served = span.kind == SpanKind::kServer;
    spans_.push_back(std::move(span));
    return is_served ? relayed_ : "";
  }
  void ReceiveRelayed(absl::string_view text) override {
    std::lock_guard<std::mutex> lock(mutex_);
    received_ = std::string(text);
  }
  void set_relayed(const std::string& text) { relayed_ = text; }
  std::string received() {
    std::lock_guard<std::mutex> lock(mutex_);
    return received_;
  }
  // The span of that kind; the test fails when there is not exactly one.
  SpanRecord Only(SpanKind kind) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<SpanRecord> found;
    for (const SpanRecord& span : spans_) {
      if (span.kind == kind) found.push_back(span);
    }
    EXPECT_EQ(found.size(), 1u);
    return found.empty() ? SpanRecord() : found.front();
  }

 private:
  std::mutex mutex_;
  std::vector<SpanRecord> spans_;
  std::string relayed_, received_;
};

TEST(Host, ATraceGoesThroughBothEndsOfACall) {
  constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  for (const bool is_in_process : {false, true}) {
    SpanRecorder recorder;
    std::string seen, state;
    Handler look = [&](grpc::ServerContext* context, Stream*) {
      const Request request = RequestFromServer(*context, absl::Seconds(1));
      seen = FormatTraceParent(request.trace);
      state = request.trace.state;
      return grpc::Status(grpc::StatusCode::INTERNAL, "no");
    };
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(look, AnyPort()));
    Request request = NewRequest(absl::Seconds(10), kParent);
    request.trace.state = "vendor=1";
    ASSERT_OK_AND_ASSIGN(const auto remote, Connect(host->address(), {}));
    EXPECT_FALSE(CallParse(is_in_process ? host->InProcessChannel() : remote, request).ok());
    host->Drain(absl::Seconds(5));
    const SpanRecord client = recorder.Only(SpanKind::kClient);
    const SpanRecord server = recorder.Only(SpanKind::kServer);
    EXPECT_EQ(client.parent_id, "00f067aa0ba902b7");
    EXPECT_EQ(server.parent_id, client.context.span_id);
    EXPECT_EQ(seen, FormatTraceParent(server.context));
    EXPECT_EQ(server.context.trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
    EXPECT_EQ(state, "vendor=1");
    EXPECT_EQ(server.name, "allreview.diff.v1.DiffService/Parse");
    EXPECT_EQ(server.code, "INTERNAL");
    EXPECT_TRUE(client.is_error);
  }
}

TEST(Host, TellsTheTraceInTheLogAndToTheCaller) {
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  testing::internal::CaptureStderr();
  const Request request = NewRequest(absl::Seconds(10));
  const ClientContextPtr context = NewClientContext(request);
  const auto stub = DiffService::NewStub(host->InProcessChannel());
  const auto stream = stub->Parse(context.get());
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
  host->Drain(absl::Seconds(5));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr(" trace_id=" + request.trace.trace_id + " request_id=" + request.id));
  const auto& trailers = context->GetServerTrailingMetadata();
  ASSERT_EQ(trailers.count(kTraceIdKey), 1u);
  EXPECT_EQ(trailers.find(kTraceIdKey)->second, request.trace.trace_id);
}

TEST(Host, BringsSpansOfAProcessWithoutNetworkToItsCaller) {
  SpanRecorder recorder;
  recorder.set_relayed("a span as text");
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  ASSERT_OK_AND_ASSIGN(const auto channel, Connect(host->address(), {}));
  EXPECT_TRUE(CallParse(channel, NewRequest(absl::Seconds(10))).ok());
  host->Drain(absl::Seconds(5));
  EXPECT_EQ(recorder.received(), "a span as text");
}

TEST(Host, MakesATraceForACallerWithoutOne) {
  SpanRecorder recorder;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  grpc::ClientContext context;  // Of a client that knows nothing of traces.
  context.AddMetadata(kTraceParentKey, "garbage");
  const auto stub = DiffService::NewStub(host->InProcessChannel());
  const auto stream = stub->Parse(&context);
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
  host->Drain(absl::Seconds(5));
  const SpanRecord server = recorder.Only(SpanKind::kServer);
  EXPECT_EQ(server.context.trace_id.size(), 32u);
  EXPECT_EQ(server.parent_id, "");
}

TEST(Host, DrainWaitsForACallInFlight) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_running = false, may_finish = false;
  Handler wait = [&](grpc::ServerContext*, Stream*) {
    std::unique_lock<std::mutex> lock(mutex);
    is_running = true;
    changed.notify_all();
    changed.wait(lock, [&] { return may_finish; });
    return grpc::Status::OK;
  };
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(wait, AnyPort()));
  ASSERT_OK_AND_ASSIGN(const auto channel, Connect(host->address(), {}));
  grpc::Status status(grpc::StatusCode::UNKNOWN, "still running");
  std::thread caller([&] { status = CallParse(channel, NewRequest(absl::Seconds(30))); });
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return is_running; });
  lock.unlock();
  std::thread drain([&] { host->Drain(absl::Seconds(30)); });
  lock.lock();
  may_finish = true;
  changed.notify_all();
  lock.unlock();
  drain.join();
  caller.join();
  EXPECT_TRUE(status.ok()) << status.error_message();
}

// The client is still reading what the kernel holds for it, and answers with window updates: a
// socket that is closed then is reset, and the rest is lost.
TEST(Host, DrainLetsAClientReadTheEndOfAnAnswer) {
  constexpr int kMessages = 64;
  for (int attempt = 0; attempt < 200; ++attempt) {
    std::promise<void> draining;
    Handler answer = [told = draining.get_future().share()](grpc::ServerContext*, Stream* stream) {
      ParseResponse response;
      response.mutable_diagnostic()->set_message(std::string(64 << 10, 'x'));
      stream->Write(response);
      told.wait();
      for (int i = 1; i < kMessages; ++i) stream->Write(response);
      return grpc::Status::OK;
    };
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(answer, AnyPort()));
    ASSERT_OK_AND_ASSIGN(const auto channel, Connect(host->address(), {}));
    const auto stub = DiffService::NewStub(channel);
    const ClientContextPtr context = NewClientContext(NewRequest(absl::Seconds(30)));
    const auto stream = stub->Parse(context.get());
    stream->WritesDone();
    ParseResponse response;
    ASSERT_TRUE(stream->Read(&response));
    std::thread drain([&] { host->Drain(absl::Seconds(30)); });
    draining.set_value();
    int messages = 1;
    while (stream->Read(&response)) ++messages;
    const grpc::Status status = stream->Finish();
    drain.join();
    EXPECT_TRUE(status.ok()) << status.error_message() << " in attempt " << attempt;
    EXPECT_EQ(messages, kMessages);
  }
}

TEST(Host, DrainCancelsWhatOutlivesItsLimit) {
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Host> host, StartHost(UntilCancelled, AnyPort()));
  std::unique_ptr<DiffService::Stub> stub = DiffService::NewStub(host->InProcessChannel());
  auto context = NewClientContext(NewRequest(absl::Seconds(30)));
  auto stream = stub->Parse(context.get());
  ASSERT_TRUE(stream->Write(ParseRequest()));
  host->Drain(absl::Milliseconds(10));
  EXPECT_FALSE(stream->Finish().ok());
}

TEST(Host, RefusesCallsOverItsBound) {
  HostOptions options = AnyPort();
  options.max_calls = 2;
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(UntilCancelled, options));
  ASSERT_OK_AND_ASSIGN(const auto channel, Connect(host->address(), {}));
  std::unique_ptr<DiffService::Stub> stub = DiffService::NewStub(channel);
  const Request request = NewRequest(absl::Seconds(5));
  std::vector<ClientContextPtr> contexts;
  std::vector<std::unique_ptr<grpc::ClientReaderWriter<ParseRequest, ParseResponse>>> streams;
  for (int i = 0; i < 16; ++i) {
    contexts.push_back(NewClientContext(request));
    streams.push_back(stub->Parse(contexts.back().get()));
  }
  // A refused call ends by itself; the others only when they are cancelled.
  ParseResponse response;
  EXPECT_FALSE(streams.back()->Read(&response));
  EXPECT_EQ(streams.back()->Finish().error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  for (size_t i = 0; i + 1 < streams.size(); ++i) {
    contexts[i]->TryCancel();
    EXPECT_FALSE(streams[i]->Finish().ok());
  }
}

// What is allocated after a thousand calls whose server ended first, less that after 200.
int64_t BytesOf800Calls(Host& host) {
  const auto stub = DiffService::NewStub(host.InProcessChannel());
  int64_t before = 0;
  for (int i = 0; i < 1000; ++i) {
    if (i == 200) before = static_cast<int64_t>(mallinfo2().uordblks);
    const ClientContextPtr context = NewClientContext(NewRequest(absl::Seconds(30)));
    const auto stream = stub->Parse(context.get());
    ParseResponse response;
    while (stream->Read(&response)) {
    }
    EXPECT_TRUE(stream->Finish().ok());
  }
  return static_cast<int64_t>(mallinfo2().uordblks) - before;
}

TEST(Call, LeavesNothingBehindWhenTheServerEndsFirst) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(Succeed(), AnyPort()));
  SetMinLogLevel(LogLevel::kError);
  const int64_t bytes = BytesOf800Calls(*host);
  SetMinLogLevel(LogLevel::kInfo);
  EXPECT_LT(bytes, 800 * 1000);
}

TEST(Call, EndsAtOnceWhenItsDeadlineIsLongOver) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(UntilCancelled, AnyPort()));
  Request request = NewRequest(absl::Seconds(30));
  for (const absl::Time deadline : {absl::UnixEpoch(), absl::UnixEpoch() - absl::Seconds(0.5),
                                    absl::UnixEpoch() - absl::Hours(1), absl::InfinitePast()}) {
    request.deadline = deadline;
    EXPECT_EQ(CallParse(host->InProcessChannel(), request).error_code(),
              grpc::StatusCode::DEADLINE_EXCEEDED)
        << deadline;
  }
}

TEST(Call, EndsAtItsDeadline) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(UntilCancelled, {}));
  EXPECT_EQ(
      CallParse(host->InProcessChannel(), NewRequest(absl::Seconds(30)), absl::Milliseconds(30))
          .error_code(),
      grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST(Call, KeepsAReserveOfTheCallersBudget) {
  std::chrono::system_clock::time_point inner_deadline;
  std::string inner_id;
  Handler inner = [&](grpc::ServerContext* context, Stream*) {
    inner_deadline = context->deadline();
    inner_id = RequestIdOf(*context);
    return grpc::Status::OK;
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> back, StartHost(inner, {}));
  absl::Time outer_deadline;
  Handler outer = [&](grpc::ServerContext* context, Stream*) {
    const Request request = RequestFromServer(*context, absl::Minutes(1));
    outer_deadline = request.deadline;
    return CallParse(back->InProcessChannel(), request);
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> front, StartHost(outer, {}));
  Request request = NewRequest(absl::Seconds(10));
  request.id = "travels";
  ASSERT_TRUE(CallParse(front->InProcessChannel(), request).ok());
  EXPECT_EQ(inner_id, "travels");
  // gRPC keeps deadlines in milliseconds.
  EXPECT_LE(absl::FromChrono(inner_deadline), outer_deadline - kReserve + absl::Milliseconds(2));
}

TEST(Call, PassesCancellationOn) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_inner_running = false, is_inner_cancelled = false;
  Handler inner = [&](grpc::ServerContext* context, Stream* stream) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      is_inner_running = true;
      changed.notify_all();
    }
    grpc::Status status = UntilCancelled(context, stream);
    std::lock_guard<std::mutex> lock(mutex);
    is_inner_cancelled = true;
    changed.notify_all();
    return status;
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> back, StartHost(inner, AnyPort()));
  ASSERT_OK_AND_ASSIGN(const auto back_channel, Connect(back->address(), {}));
  Handler outer = [&](grpc::ServerContext* context, Stream*) {
    return CallParse(back_channel, RequestFromServer(*context, absl::Minutes(1)));
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> front, StartHost(outer, {}));
  std::unique_ptr<DiffService::Stub> stub = DiffService::NewStub(front->InProcessChannel());
  auto context = NewClientContext(NewRequest(absl::Seconds(60)));
  auto stream = stub->Parse(context.get());
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return is_inner_running; });
  context->TryCancel();
  changed.wait(lock, [&] { return is_inner_cancelled; });
  lock.unlock();
  EXPECT_FALSE(stream->Finish().ok());
}

TEST(Call, MakesARequestIdWhereTheCallerSentNone) {
  std::string id;
  Handler handler = [&](grpc::ServerContext* context, Stream*) {
    id = RequestFromServer(*context, absl::Minutes(1)).id;
    return grpc::Status::OK;
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(handler, {}));
  Request request = NewRequest(absl::Seconds(10));
  request.id = "not fit for a log";
  ASSERT_TRUE(CallParse(host->InProcessChannel(), request).ok());
  EXPECT_EQ(id.size(), 16u);
  EXPECT_TRUE(IsValidRequestId(id));
}

TEST(Connect, RetriesACallThatFoundTheServerUnavailable) {
  std::atomic<int> attempts = 0;
  Handler flaky = [&](grpc::ServerContext*, Stream*) {
    return ++attempts < 3 ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "starting")
                          : grpc::Status::OK;
  };
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Host> host, StartHost(flaky, AnyPort()));
  ASSERT_OK_AND_ASSIGN(const auto channel, Connect(host->address(), {}));
  EXPECT_TRUE(CallParse(channel, NewRequest(absl::Seconds(10))).ok());
  EXPECT_EQ(attempts, 3);
}

TEST(Connect, BalancesOverAllAddressesAndLosesNoCallWithOneOfThem) {
  std::atomic<int> calls[2] = {0, 0};
  std::unique_ptr<Host> hosts[2];
  for (int i = 0; i < 2; ++i) {
    Handler count = [&calls, i](grpc::ServerContext*, Stream*) {
      ++calls[i];
      return grpc::Status::OK;
    };
    ASSERT_OK_AND_ASSIGN(hosts[i], StartHost(count, AnyPort()));
  }
  ASSERT_OK_AND_ASSIGN(const auto channel,
                       Connect("ipv4:" + hosts[0]->address() + "," + hosts[1]->address(), {}));
  const auto call = [&] { return CallParse(channel, NewRequest(absl::Seconds(10))).ok(); };
  const absl::Time deadline = absl::Now() + absl::Seconds(20);
  while ((calls[0] == 0 || calls[1] == 0) && absl::Now() < deadline) EXPECT_TRUE(call());
  EXPECT_GT(calls[0], 0);
  EXPECT_GT(calls[1], 0);
  hosts[0].reset();
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(call()) << i;
}

TEST(Connect, NamesTheFileThatIsMissing) {
  EXPECT_THAT(Connect("127.0.0.1:1", {.ca = "/nowhere/ca.pem"}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nowhere/ca.pem")));
}

TEST(Metrics, ListensOnAFreePort) {
  Metrics metrics;
  ASSERT_OK_AND_ASSIGN(const int port, metrics.Expose("127.0.0.1:0"));
  EXPECT_GT(port, 0);
}

TEST(Metrics, RefusesAnAddressThatIsNone) {
  Metrics metrics;
  EXPECT_THAT(metrics.Expose("256.0.0.1:x"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("256.0.0.1:x")));
}

TEST(Metrics, KeepsTheNamesOfTheFirstRepositoriesInAllMetrics) {
  Metrics metrics;
  constexpr MetricInfo kLines = {"allreview_lines_total", "Test."};
  constexpr MetricInfo kFiles = {"allreview_files_total", "Test."};
  for (int i = 0; i < Metrics::kMaxRepositories + 3; ++i) {
    metrics.Count(kLines, {{"repository", "acme/r" + std::to_string(i)}, {"state", "new"}});
  }
  metrics.Count(kFiles, {{"repository", "acme/r0"}});
  metrics.Count(kFiles, {{"repository", "acme/late"}});
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr("allreview_lines_total{repository=\"acme/r199\",state=\"new\"} 1"));
  EXPECT_THAT(text, HasSubstr("allreview_lines_total{repository=\"other\",state=\"new\"} 3"));
  EXPECT_THAT(text, HasSubstr("allreview_files_total{repository=\"acme/r0\"} 1"));
  EXPECT_THAT(text, HasSubstr("allreview_files_total{repository=\"other\"} 1"));
}

TEST(Metrics, AsksBeforeEachScrapeUntilTheUpdaterGoes) {
  Metrics metrics;
  constexpr MetricInfo kDepth = {"allreview_depth", "Test.", MetricKind::kGauge};
  int asked = 0;
  auto updater = metrics.BeforeScrape([&](Metrics& m) { m.Set(kDepth, {}, ++asked); });
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_depth 1\n"));
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_depth 2\n"));
  updater.reset();
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_depth 2\n"));
}

TEST(Metrics, HasBucketsForWaitsOfHours) {
  Metrics metrics;
  metrics.Observe({"allreview_wait_seconds", "Test.", MetricKind::kHistogram, "", true}, {},
                  absl::Hours(2));
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr("allreview_wait_seconds_bucket{le=\"3600\"} 0"));
  EXPECT_THAT(text, HasSubstr("allreview_wait_seconds_bucket{le=\"7200\"} 1"));
}

TEST(Metrics, TellsWhatTheProcessUses) {
  const std::string text = Metrics().Text();
  for (const char* name :
       {"process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
        "process_max_fds", "process_threads", "process_start_time_seconds"}) {
    EXPECT_TRUE(absl::StrContains(text, absl::StrCat("\n", name, " "))) << name << "\n" << text;
  }
}

TEST(Metrics, BoundsTheNumberOfSeries) {
  Metrics metrics;
  constexpr MetricInfo kInfo = {"allreview_test_total", "Test."};
  for (int i = 0; i < Metrics::kMaxSeries + 5; ++i) {
    metrics.Count(kInfo, {{"rule", "r" + std::to_string(i)}});
  }
  EXPECT_THAT(metrics.Text(), HasSubstr("allreview_test_total{rule=\"other\"} 5"));
}

}  // namespace
}  // namespace allreview::host
