#include "host/main.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/file.h"
#include "base/log.h"
#include "base/log_thread.h"
#include "base/loopback.h"
#include "base/man_page.h"
#include "base/running_programs.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "grpc/support/log.h"
#include "host/certificate.h"
#include "host/serving_flags.h"
#include "host/tracing.h"

namespace allreview::host {
namespace {

constexpr int kStartFailed = 1;
constexpr int kUsage = 2;
constexpr int64_t kDefaultDrainSeconds = 30;

constexpr MetricInfo kBuildInfo = {"allreview_build_info", "1, with what this is as labels.",
                                   MetricKind::kGauge, "binary,version"};

constexpr MetricInfo kCertificateEnd = {"allreview_certificate_end_timestamp_seconds",
                                        "When the certificate that callers see ends, in seconds "
                                        "since 1970.",
                                        MetricKind::kGauge};

// The host has read the file already, so it is a certificate.
void TellCertificateEnd(const std::string& path, Metrics& metrics) {
  if (path.empty()) return;
  const absl::StatusOr<std::string> pem = ReadFile(path);
  if (!pem.ok()) return;
  const absl::StatusOr<absl::Time> end = CertificateEnd(*pem);
  if (end.ok()) metrics.Set(kCertificateEnd, {}, absl::ToDoubleSeconds(*end - absl::UnixEpoch()));
}

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

// What was cancelled when the time to drain was over may take so long to end.
constexpr absl::Duration kEndOfCancelledWork = absl::Seconds(1);

// Handlers that do not notice their cancellation must not keep the process: it would be killed
// before it has said why, or serve nobody for minutes. There is nothing left that it could lose.
void EndProcessAt(absl::Time time) {
  std::thread([time] {
    absl::SleepFor(time - absl::Now());
    Log(LogLevel::kWarning, "stopped before all work had ended");
    FlushLog(kLogFlushTime);
    EndPrograms();
    _exit(0);
  }).detach();
}

absl::Status SetLogLevel(const Flags& flags) {
  const std::string level = flags.Get("log_level", "info");
  SetMinLogLevel(level == "error"     ? LogLevel::kError
                 : level == "warning" ? LogLevel::kWarning
                 : level == "none"    ? LogLevel::kNone
                                      : LogLevel::kInfo);
  return absl::OkStatus();
}

// gRPC would write by itself, and wait for whoever reads standard error.
void LogOfGrpc(gpr_log_func_args* line) {
  const LogLevel level = line->severity == GPR_LOG_SEVERITY_ERROR  ? LogLevel::kError
                         : line->severity == GPR_LOG_SEVERITY_INFO ? LogLevel::kWarning
                                                                   : LogLevel::kInfo;
  Log(level, "grpc", {{"text", line->message}});
}

absl::StatusOr<std::string> StartMetrics(const Flags& flags, Metrics& metrics) {
  const std::string address = flags.Get("metrics_listen");
  if (address.empty()) return std::string("-");
  ASSIGN_OR_RETURN(const int port, metrics.Expose(address));
  return absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
}

absl::StatusOr<TracingOptions> ReadTracing(const Serving& serving, const ConfineOptions& confine) {
  ASSIGN_OR_RETURN(TracingOptions options, TracingOptionsFrom(&getenv, serving.name));
  // Who may not connect gives its spans to its callers.
  options.is_relayed = !MayConnect(confine);
  return options;
}

// What of the host's options stands in flags.
absl::StatusOr<HostOptions> ReadHostOptions(const Flags& flags, const Serving& serving) {
  ASSIGN_OR_RETURN(const int64_t max_calls, flags.GetInt("max_calls", serving.default_max_calls));
  return HostOptions{.address = flags.Get("listen", serving.default_address),
                     .tls = {.certificate = flags.Get("tls_cert"),
                             .key = flags.Get("tls_key"),
                             .ca = flags.Get("tls_ca")},
                     .max_calls = static_cast<int>(max_calls),
                     .health_address = flags.Get("health_listen"),
                     .allowed_clients = flags.GetAll("allowed_clients")};
}

// Waits for a signal to stop and lets what is in flight end.
void DrainAtSignal(Host& host, const Serving& serving, absl::Duration drain) {
  const sigset_t signals = StopSignals();
  int signal = 0;
  sigwait(&signals, &signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  Log(LogLevel::kInfo, "draining", {{"signal", std::to_string(signal)}});
  const absl::Time drained = absl::Now() + drain;
  EndProcessAt(drained + kEndOfCancelledWork);
  if (serving.on_stopping) serving.on_stopping(drain);
  host.Drain(std::max(drained - absl::Now(), absl::ZeroDuration()));
  Log(LogLevel::kInfo, "stopped");
}

absl::Status ServeUntilSignal(const Flags& flags, const Serving& serving) {
  RETURN_IF_ERROR(SetLogLevel(flags));
  ASSIGN_OR_RETURN(const int64_t drain_seconds,
                   flags.GetInt("drain_seconds", kDefaultDrainSeconds));
  ASSIGN_OR_RETURN(HostOptions options, ReadHostOptions(flags, serving));
  ASSIGN_OR_RETURN(const ConfineOptions confine, ReadConfineFlags(flags, serving.needs));
  ASSIGN_OR_RETURN(Confinement confinement, ConfineFiles(confine));
  // After what holds for this thread and those that it starts.
  StartLogThread();
  gpr_set_log_function(&LogOfGrpc);
  Metrics metrics;
  metrics.Set(kBuildInfo,
              {{"binary", std::string(serving.name)}, {"version", std::string(kEngineVersion)}}, 1);
  ASSIGN_OR_RETURN(TracingOptions tracing_options, ReadTracing(serving, confine));
  // Before what makes spans, so that it ends after all of it.
  ASSIGN_OR_RETURN(const std::unique_ptr<Tracing> tracing,
                   Tracing::Start(std::move(tracing_options), &metrics));
  const absl::Cleanup end = [&serving] {
    if (serving.on_stopped) serving.on_stopped();
  };
  ASSIGN_OR_RETURN(auto services, serving.make({flags, metrics}));
  ASSIGN_OR_RETURN(const std::string metrics_address, StartMetrics(flags, metrics));
  options.metrics = &metrics;
  options.before_requests = [&] { return ConfineCalls(confine, confinement); };
  ASSIGN_OR_RETURN(const std::unique_ptr<Host> host, Host::Start(std::move(services), options));
  Export(confinement, metrics);
  TellCertificateEnd(options.tls.certificate, metrics);
  if (serving.on_started) RETURN_IF_ERROR(serving.on_started(*host));
  Log(LogLevel::kInfo, "serving",
      {{"address", host->address()},
       {"binary", std::string(serving.name)},
       {"metrics", metrics_address},
       {"health", host->health_address().empty() ? "-" : host->health_address()},
       {"confine", confinement.ToString()}});
  DrainAtSignal(*host, serving, absl::Seconds(drain_seconds));
  return absl::OkStatus();
}

constexpr Flag kInsecureListen = {
    .name = "insecure-listen",
    .help =
        "Allows --listen to be an address that other machines can reach even without --tls-ca: "
        "everybody there may then call. Use it only where the network lets in nobody but the "
        "gateway."};

// A service takes every caller at his word, so none but the gateway may reach it.
absl::Status CheckListen(const Flags& flags, const std::string& default_address) {
  const std::string address = flags.Get("listen", default_address);
  if (flags.Has("tls_ca") || flags.GetSwitch(kInsecureListen.name) || IsLoopback(address)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "--listen=", address,
      " can be reached from other machines, and everybody there could call this service; give "
      "--tls-cert, --tls-key and --tls-ca (mutual TLS), listen on 127.0.0.1, or say "
      "--insecure-listen where the network lets nobody but the gateway in"));
}

std::string ExampleLine(const Binary& binary) {
  return absl::StrCat(binary.name, " --listen=127.0.0.1:", binary.port,
                      binary.example.empty() ? "" : absl::StrCat(" ", binary.example));
}

std::string HelpText(const Binary& binary, absl::Span<const Flag> flags) {
  return absl::StrCat(binary.name, " ", kEngineVersion, "\n", binary.summary,
                      "\n\nUsage: ", binary.name, " [flags]\n\nFlags\n", FlagHelp(flags),
                      "\nExample\n  ", ExampleLine(binary), "\n");
}

std::string ManualPage(const Binary& binary, absl::Span<const Flag> flags) {
  ManPage page(
      {.name = binary.name, .section = 8, .summary = binary.summary, .version = kEngineVersion});
  page.Section("SYNOPSIS");
  page.Paragraph(absl::StrCat(binary.name, " [flags]"));
  page.Section("OPTIONS");
  for (const Flag& flag : flags) page.Item(FlagUsage(flag), FlagDescription(flag));
  page.Section("EXAMPLE");
  page.Code(ExampleLine(binary));
  page.Section("EXIT STATUS");
  page.Paragraph("0 after a drain, 1 when it cannot start, 2 for wrong usage.");
  page.Section("SEE ALSO");
  page.Paragraph("allreview(1)");
  return page.text();
}

// No service takes arguments.
absl::StatusOr<Flags> ReadFlags(absl::Span<const Flag> known,
                                const std::vector<std::string>& arguments) {
  ASSIGN_OR_RETURN(Flags flags, Flags::Parse(known, arguments));
  if (flags.positional().empty()) return flags;
  return absl::InvalidArgumentError(
      absl::StrCat("unexpected argument \"", flags.positional().front(), "\""));
}

// What is asked for instead of serving; none: nothing.
std::optional<std::string> TextAskedFor(const Flags& flags, const Binary& binary,
                                        absl::Span<const Flag> known) {
  if (flags.GetSwitch("help")) return HelpText(binary, known);
  if (flags.GetSwitch("man")) return ManualPage(binary, known);
  if (flags.GetSwitch("version")) return absl::StrCat(binary.name, " ", kEngineVersion, "\n");
  return std::nullopt;
}

int FailUsage(const Binary& binary, const absl::Status& status) {
  std::cerr << binary.name << ": " << status.message() << "\n";
  return kUsage;
}

}  // namespace

std::vector<Flag> ServingFlags() {
  return {
      kListenFlag,
      kMetricsListenFlag,
      kHealthListenFlag,
      kTlsCertFlag,
      kTlsKeyFlag,
      kTlsCaFlag,
      {.name = "allowed-clients",
       .value = "URI",
       .help = "With --tls-ca: only clients whose certificate names this URI may call, such as "
               "spiffe://allreview/gateway; may be given again."},
      kDrainSecondsFlag,
      kMaxCallsFlag,
      kLogLevelFlag,
      {.name = "flagfile", .value = "FILE", .help = "Reads flags from a file, one on each line."},
      {.name = "help", .help = "Prints this text."},
      {.name = "man", .help = "Prints the manual page, for example for man -l -."},
      {.name = "version", .help = "Prints the version."},
      kConfineFlag,
      kMemoryLimitFlag};
}

int Serve(const Flags& flags, const Serving& serving) {
  // A peer that goes away must be an error of its call, not the end of this process.
  signal(SIGPIPE, SIG_IGN);
  // Before any thread exists: each inherits the mask, and sigwait below gets the signal.
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const absl::Status status = ServeUntilSignal(flags, serving);
  if (status.ok()) return 0;
  Log(LogLevel::kError, "cannot serve", {{"reason", std::string(status.message())}});
  return status.code() == absl::StatusCode::kInvalidArgument ? kUsage : kStartFailed;
}

int Main(int argc, char** argv, const Binary& binary) {
  std::vector<Flag> known = ServingFlags();
  known.insert(known.begin(), binary.flags.begin(), binary.flags.end());
  if (!binary.checks_callers) known.push_back(kInsecureListen);
  const absl::StatusOr<Flags> flags = ReadFlags(known, {argv + 1, argv + argc});
  if (!flags.ok()) return FailUsage(binary, flags.status());
  if (const std::optional<std::string> text = TextAskedFor(*flags, binary, known)) {
    std::cout << *text;
    return 0;
  }
  const std::string address = absl::StrCat("127.0.0.1:", binary.port);
  if (!binary.checks_callers) {
    const absl::Status listen = CheckListen(*flags, address);
    if (!listen.ok()) return FailUsage(binary, listen);
  }
  const auto make = [&](const Environment& environment)
      -> absl::StatusOr<std::vector<std::unique_ptr<grpc::Service>>> {
    ASSIGN_OR_RETURN(std::unique_ptr<grpc::Service> service, binary.make(environment));
    std::vector<std::unique_ptr<grpc::Service>> services;
    services.push_back(std::move(service));
    return services;
  };
  return Serve(*flags, {.name = binary.name,
                        .default_address = address,
                        .needs = binary.needs,
                        .make = make,
                        .on_started = binary.on_started,
                        .on_stopping = binary.on_stopping,
                        .on_stopped = binary.on_stopped});
}

}  // namespace allreview::host
