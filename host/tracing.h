#ifndef HOST_TRACING_H_
#define HOST_TRACING_H_

// Where the spans of a process go, by OpenTelemetry's environment variables:
//
//   OTEL_TRACES_EXPORTER                "console": JSON lines in the log; "otlp": a collector;
//                                       "console,otlp": both; "none". Default: "otlp" when an
//                                       endpoint is named, else none.
//   OTEL_EXPORTER_OTLP_ENDPOINT         "http://collector:4318"; spans go to /v1/traces there.
//   OTEL_EXPORTER_OTLP_TRACES_ENDPOINT  The whole URL; before the other.
//   OTEL_EXPORTER_OTLP_HEADERS          "name=value,name=value", percent-encoded. Secret.
//   OTEL_SERVICE_NAME                   Default: the binary's name.
//   OTEL_RESOURCE_ATTRIBUTES            "name=value,…", percent-encoded.
//   OTEL_SDK_DISABLED                   "true": nothing at all.
//
// OTLP is spoken over HTTP in JSON only, with libcurl; the exporter is span_exporter.h. A process
// that may not use the network (`is_relayed`) sends its spans of calls back to the callers, which
// export them in its name.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "host/metrics.h"

namespace allreview::host {

struct TracingOptions {
  bool is_logged = false;
  std::string url = {};     // Of the collector. Empty: none.
  bool is_relayed = false;  // The collector is the callers' business.
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::vector<std::pair<std::string, std::string>> resource = {};  // "service.name" first.
};

// Null: not set.
using EnvironmentReader = std::function<const char*(const char* name)>;

// kInvalidArgument names the variable.
absl::StatusOr<TracingOptions> TracingOptionsFrom(const EnvironmentReader& environment,
                                                  absl::string_view service);

// While it lives, spans of the process go where the options say. What waits is sent at its end.
class Tracing {
 public:
  // `metrics` outlives it. kFailedPrecondition: libcurl is missing.
  static absl::StatusOr<std::unique_ptr<Tracing>> Start(TracingOptions options, Metrics* metrics);
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

 private:
  class Sink;
  explicit Tracing(std::unique_ptr<Sink> sink);
  std::unique_ptr<Sink> sink_;  // Null: nobody wants spans.
};

}  // namespace allreview::host

#endif  // HOST_TRACING_H_
