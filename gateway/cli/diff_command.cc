#include "gateway/cli/diff_command.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/cli/command.h"
#include "gateway/cli/connection.h"
#include "gateway/cli/text_source.h"

namespace allreview::cli {
namespace {

using change::v1::Diagnostic;
using diff::v1::ParseRequest;
using diff::v1::ParseResponse;

// Only the shape of the diff is printed, so no text needs to come back.
ParseRequest Options() {
  ParseRequest request;
  for (int i = change::v1::FileClass_MIN + 1; i <= change::v1::FileClass_MAX; ++i) {
    if (change::v1::FileClass_IsValid(i)) {
      request.mutable_options()->add_omit_text_of(static_cast<change::v1::FileClass>(i));
    }
  }
  return request;
}

void Receive(ParseResponse& response, ParsedDiff* diff) {
  if (response.has_file()) {
    diff->files.push_back(std::move(*response.mutable_file()));
  } else if (response.has_continuation() && !diff->files.empty()) {
    for (diff::v1::Hunk& hunk : *response.mutable_continuation()->mutable_hunks()) {
      hunk.clear_text();
      *diff->files.back().add_hunks() = std::move(hunk);
    }
  } else if (response.has_diagnostic()) {
    diff->diagnostics.push_back(std::move(*response.mutable_diagnostic()));
  } else if (response.has_summary()) {
    diff->summary = response.summary();
  }
}

absl::StatusOr<ParsedDiff> Parse(Connection& connection, TextSource& source) {
  const auto context = host::NewClientContext(connection.request());
  const auto exchange = connection.stub().ParseDiff(context.get());
  std::thread writer([&] {
    ParseRequest message = Options();
    bool is_open = exchange->Write(message);
    while (is_open && source.Read(message.mutable_chunk())) is_open = exchange->Write(message);
    if (is_open) exchange->WritesDone();
  });
  ParsedDiff diff;
  ParseResponse response;
  while (exchange->Read(&response)) Receive(response, &diff);
  const grpc::Status status = exchange->Finish();
  writer.join();
  RETURN_IF_ERROR(source.status());
  RETURN_IF_ERROR(host::FromGrpc(status));
  return diff;
}

bool HasErrors(const ParsedDiff& diff) {
  return std::any_of(
      diff.diagnostics.begin(), diff.diagnostics.end(),
      [](const Diagnostic& diagnostic) { return diagnostic.level() == Diagnostic::LEVEL_ERROR; });
}

int Fail(const absl::Status& status, Environment& environment) {
  environment.err << "allreview: diff: " << status.message() << "\n";
  return ExitCodeOf(status);
}

void WriteDiagnostics(const ParsedDiff& diff, const std::string& name, std::ostream& out) {
  for (const Diagnostic& diagnostic : diff.diagnostics) {
    out << (name == "-" ? "standard input" : name) << ":" << diagnostic.line() << ": "
        << (diagnostic.level() == Diagnostic::LEVEL_ERROR ? "error" : "warning") << ": "
        << diagnostic.message() << " [" << diagnostic.code() << "]";
    if (!diagnostic.hint().empty()) out << " (" << diagnostic.hint() << ")";
    out << "\n";
  }
}

}  // namespace

int RunDiff(const host::Flags& flags, Environment& environment) {
  if (flags.positional().size() > 1) {
    return Refuse(environment, absl::StrCat("diff: unexpected argument \"", flags.positional()[1],
                                            "\"; wanted one file, or - for standard input"));
  }
  const std::string path = flags.positional().empty() ? "-" : flags.positional()[0];
  absl::StatusOr<TextSource> source = TextSource::Open(path);
  if (!source.ok()) {
    Fail(source.status(), environment);
    return kUsage;
  }
  const auto connection = Connection::Open(flags, environment);
  if (!connection.ok()) return Fail(connection.status(), environment);
  const absl::StatusOr<ParsedDiff> diff = Parse(**connection, *source);
  if (!diff.ok()) return Fail(diff.status(), environment);
  if (flags.Get("format", "text") == "json") {
    WriteDiffJson(*diff, environment.out);
  } else {
    WriteDiffText(*diff, environment.out);
    WriteDiagnostics(*diff, path, environment.err);
  }
  environment.out << std::flush;
  return HasErrors(*diff) ? kFindings : kClean;
}

}  // namespace allreview::cli
