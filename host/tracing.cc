#include "host/tracing.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "host/collector.h"
#include "host/span.h"
#include "host/span_exporter.h"
#include "host/span_json.h"

namespace allreview::host {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string Read(const EnvironmentReader& environment, const char* name) {
  const char* value = environment(name);
  return value == nullptr ? "" : std::string(absl::StripAsciiWhitespace(value));
}

std::string PercentDecoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    int value = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        absl::SimpleHexAtoi(text.substr(i + 1, 2), &value)) {
      decoded.push_back(static_cast<char>(value));
      i += 2;
    } else {
      decoded.push_back(text[i]);
    }
  }
  return decoded;
}

// Values never appear in errors: headers hold tokens.
absl::StatusOr<Pairs> ReadPairs(const EnvironmentReader& environment, const char* name) {
  Pairs pairs;
  for (absl::string_view entry : absl::StrSplit(Read(environment, name), ',', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(entry, absl::MaxSplits('=', 1));
    const absl::string_view key = absl::StripAsciiWhitespace(parts.first);
    if (key.empty() || !absl::StrContains(entry, '=')) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, ": an entry has no name; wanted name=value,name=value"));
    }
    pairs.emplace_back(key, PercentDecoded(absl::StripAsciiWhitespace(parts.second)));
  }
  return pairs;
}

absl::StatusOr<std::string> CollectorUrl(const EnvironmentReader& environment) {
  const char* name = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  std::string url = Read(environment, name);
  if (url.empty()) {
    name = "OTEL_EXPORTER_OTLP_ENDPOINT";
    url = Read(environment, name);
    if (url.empty()) return url;
    url = absl::StrCat(absl::StripSuffix(url, "/"), "/v1/traces");
  }
  if (absl::StartsWith(url, "http://") || absl::StartsWith(url, "https://")) return url;
  return absl::InvalidArgumentError(absl::StrCat(
      name, " is not an http:// or https:// URL; wanted one such as http://collector:4318"));
}

bool HasExporter(const TracingOptions& options) {
  return !options.url.empty() && !options.is_relayed;
}

}  // namespace

absl::StatusOr<TracingOptions> TracingOptionsFrom(const EnvironmentReader& environment,
                                                  absl::string_view service) {
  TracingOptions options;
  if (absl::AsciiStrToLower(Read(environment, "OTEL_SDK_DISABLED")) == "true") return options;
  ASSIGN_OR_RETURN(std::string url, CollectorUrl(environment));
  std::string exporters = Read(environment, "OTEL_TRACES_EXPORTER");
  if (exporters.empty()) exporters = url.empty() ? "none" : "otlp";
  for (absl::string_view exporter : absl::StrSplit(exporters, ',')) {
    exporter = absl::StripAsciiWhitespace(exporter);
    if (exporter == "console") {
      options.is_logged = true;
    } else if (exporter == "otlp") {
      options.url = url.empty() ? "http://localhost:4318/v1/traces" : url;
    } else if (exporter != "none") {
      return absl::InvalidArgumentError(absl::StrCat("OTEL_TRACES_EXPORTER: \"", exporter,
                                                     "\" is not one of console, otlp, none"));
    }
  }
  ASSIGN_OR_RETURN(options.headers, ReadPairs(environment, "OTEL_EXPORTER_OTLP_HEADERS"));
  ASSIGN_OR_RETURN(options.resource, ReadPairs(environment, "OTEL_RESOURCE_ATTRIBUTES"));
  const std::string name = Read(environment, "OTEL_SERVICE_NAME");
  options.resource.insert(options.resource.begin(),
                          {"service.name", name.empty() ? std::string(service) : name});
  return options;
}

class Tracing::Sink : public SpanSink {
 public:
  Sink(TracingOptions options, Metrics* metrics) : options_(std::move(options)) {
    if (!HasExporter(options_)) return;
    exporter_ = std::make_unique<SpanExporter>(
        [this](absl::Span<const SpanRecord> spans) {
          return PostToCollector(options_.url, options_.headers,
                                 OtlpRequest(spans, options_.resource));
        },
        metrics);
  }

  std::string Receive(SpanRecord span) override {
    const std::string& service = options_.resource.front().second;
    if (options_.is_logged) {
      const std::string line = absl::StrCat(SpanLine(span, service), "\n");
      // One write per line, so that lines of several threads do not mix.
      const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
      (void)written;
    }
    if (options_.is_relayed && span.kind == SpanKind::kServer) return SpanLine(span, service);
    if (exporter_ != nullptr) exporter_->Receive(std::move(span));
    return "";
  }

  void ReceiveRelayed(absl::string_view text) override {
    if (exporter_ == nullptr) return;
    std::optional<SpanRecord> span = ParseSpanLine(text);
    if (span.has_value()) exporter_->Receive(*std::move(span));
  }

 private:
  const TracingOptions options_;
  std::unique_ptr<SpanExporter> exporter_;
};

Tracing::Tracing(std::unique_ptr<Sink> sink) : sink_(std::move(sink)) {
  if (sink_ != nullptr) SetSpanSink(sink_.get());
}

Tracing::~Tracing() {
  if (sink_ != nullptr) SetSpanSink(nullptr);
}

absl::StatusOr<std::unique_ptr<Tracing>> Tracing::Start(TracingOptions options, Metrics* metrics) {
  if (HasExporter(options)) RETURN_IF_ERROR(PrepareCollector());
  std::unique_ptr<Sink> sink;
  if (options.is_logged || !options.url.empty()) {
    sink = std::make_unique<Sink>(std::move(options), metrics);
  }
  return std::unique_ptr<Tracing>(new Tracing(std::move(sink)));
}

}  // namespace allreview::host
