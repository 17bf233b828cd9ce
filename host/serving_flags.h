#ifndef HOST_SERVING_FLAGS_H_
#define HOST_SERVING_FLAGS_H_

// Flags of everything that serves. main.h reads them for programs of this repository, and
// `allreview serve` has them, too.

#include "host/flag.h"

namespace allreview::host {

inline constexpr Flag kListenFlag = {.name = "listen",
                                     .value = "HOST:PORT",
                                     .help = "Where to serve gRPC; port 0 takes any free port."};
inline constexpr Flag kMetricsListenFlag = {.name = "metrics-listen",
                                            .value = "HOST:PORT",
                                            .help = "Where to serve /metrics. Default: nowhere."};
inline constexpr Flag kHealthListenFlag = {
    .name = "health-listen",
    .value = "HOST:PORT",
    .help =
        "Where to answer only gRPC health checks, in plain text, for probes without TLS. Default: "
        "nowhere; --listen also answers them."};
inline constexpr Flag kTlsCertFlag = {.name = "tls-cert",
                                      .value = "FILE",
                                      .help = "Certificate chain of this server, PEM.",
                                      .completion = Completion::kFile};
inline constexpr Flag kTlsKeyFlag = {.name = "tls-key",
                                     .value = "FILE",
                                     .help = "Its private key, PEM.",
                                     .completion = Completion::kFile};
inline constexpr Flag kTlsCaFlag = {
    .name = "tls-ca",
    .value = "FILE",
    .help = "Clients must show a certificate that this authority signed, PEM (mutual TLS).",
    .completion = Completion::kFile};
inline constexpr Flag kDrainSecondsFlag = {
    .name = "drain-seconds",
    .value = "N",
    .help = "How long work in flight may take after SIGTERM before it is cut off. Default: 30.",
    .max_number = 86400};
inline constexpr Flag kMaxCallsFlag = {
    .name = "max-calls",
    .value = "N",
    .help = "Calls in flight; more are refused. 0: no limit. Default: 256.",
    .max_number = 1000000};
inline constexpr absl::string_view kLogLevels[] = {"info", "warning", "error", "none"};
inline constexpr Flag kLogLevelFlag = {.name = "log-level",
                                       .value = "LEVEL",
                                       .help = "What is logged. Default: info.",
                                       .choices = kLogLevels};
inline constexpr absl::string_view kConfineModes[] = {"on", "log", "off"};
inline constexpr Flag kConfineFlag = {
    .name = "confine",
    .value = "MODE",
    .help =
        "Whether this process gives up rights that it does not need (docs/security.md): on; log, "
        "which only logs system calls in the kernel's log; off. Default: on.",
    .choices = kConfineModes};
inline constexpr Flag kMemoryLimitFlag = {
    .name = "memory-limit",
    .value = "MIB",
    .help = "Limit for the memory of this process, in MiB; 0: no limit. Default: 16384.",
    .max_number = int64_t{1} << 40};

}  // namespace allreview::host

#endif  // HOST_SERVING_FLAGS_H_
