#include "gateway/cli/review_command.h"

#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/command.h"
#include "gateway/cli/connection.h"
#include "gateway/cli/progress_line.h"
#include "gateway/cli/review_arguments.h"
#include "gateway/cli/text_source.h"

namespace allreview::cli {
namespace {

using review::v1::ReviewEvent;
using review::v1::ReviewPatchRequest;

struct Outcome {
  std::vector<std::string> documents;  // As many as were asked for.
  review::v1::Finished finished;
};

class EventCollector {
 public:
  EventCollector(size_t documents, ProgressLine& progress) : progress_(progress) {
    outcome_.documents.resize(documents);
  }

  void Receive(ReviewEvent& event) {
    if (event.has_progress()) {
      const review::v1::Progress& progress = event.progress();
      progress_.Update(absl::StrCat(
          progress.stage(), ": ", progress.message(),
          progress.total() > 0 ? absl::StrCat(" (", progress.done(), " of ", progress.total(), ")")
                               : ""));
    } else if (event.has_document()) {
      const size_t index = event.document().index();
      if (index < outcome_.documents.size()) {
        outcome_.documents[index] += event.document().content();
      }
    } else if (event.has_finished()) {
      outcome_.finished = std::move(*event.mutable_finished());
      is_finished_ = true;
    }
  }

  absl::StatusOr<Outcome> Finish(const grpc::Status& status) {
    RETURN_IF_ERROR(host::FromGrpc(status));
    if (!is_finished_) return absl::DataLossError("the answer ended in the middle");
    return std::move(outcome_);
  }

 private:
  ProgressLine& progress_;
  Outcome outcome_;
  bool is_finished_ = false;
};

absl::StatusOr<Outcome> ReviewByReference(Connection& connection, const ReviewArguments& arguments,
                                          EventCollector& collector) {
  const auto context = host::NewClientContext(connection.request());
  const auto reader = connection.stub().Review(context.get(), arguments.request);
  ReviewEvent event;
  while (reader->Read(&event)) collector.Receive(event);
  return collector.Finish(reader->Finish());
}

absl::StatusOr<Outcome> ReviewPatchText(Connection& connection, const ReviewArguments& arguments,
                                        EventCollector& collector) {
  ASSIGN_OR_RETURN(TextSource source, TextSource::Open(arguments.patch));
  const auto context = host::NewClientContext(connection.request());
  const auto exchange = connection.stub().ReviewPatch(context.get());
  std::thread writer([&] {
    ReviewPatchRequest message;
    *message.mutable_request() = arguments.request;
    bool is_open = exchange->Write(message);
    while (is_open && source.Read(message.mutable_chunk())) is_open = exchange->Write(message);
    if (!source.status().ok()) context->TryCancel();
    if (is_open) exchange->WritesDone();
  });
  ReviewEvent event;
  while (exchange->Read(&event)) collector.Receive(event);
  const grpc::Status status = exchange->Finish();
  writer.join();
  RETURN_IF_ERROR(source.status());
  return collector.Finish(status);
}

absl::Status WriteOutputs(const std::vector<std::string>& outputs, const Outcome& outcome,
                          Environment& environment) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] == "-") {
      environment.out << outcome.documents[i] << std::flush;
      if (!environment.out) return absl::DataLossError("standard output could not be written");
    } else {
      RETURN_IF_ERROR(WriteFile(outputs[i], outcome.documents[i]));
    }
  }
  return absl::OkStatus();
}

// What nobody who reads only the exit code should miss.
void WarnOfMissingParts(const review::v1::Finished& finished, Environment& environment) {
  for (const change::v1::MissingPart& part : finished.missing()) {
    if (part.is_expected()) continue;
    environment.err << "allreview: warning: the " << part.service() << " service is missing ("
                    << part.code() << ": " << part.reason() << "); " << part.effect() << "\n";
  }
}

int ExitCodeOf(const review::v1::Finished& finished) {
  if (finished.gate().tripping() > 0) return kFindings;
  if (finished.gate().is_incomplete() ||
      finished.conclusion() == review::v1::CONCLUSION_INCOMPLETE) {
    return kIncomplete;
  }
  for (const change::v1::MissingPart& part : finished.missing()) {
    if (!part.is_expected()) return kIncomplete;
  }
  return kClean;
}

int Fail(const absl::Status& status, Environment& environment) {
  environment.err << "allreview: review: " << status.message() << "\n";
  return ExitCodeOf(status);
}

}  // namespace

int RunReview(const host::Flags& flags, Environment& environment) {
  absl::StatusOr<ReviewArguments> arguments = ReadReviewArguments(flags, environment);
  if (!arguments.ok()) return Fail(arguments.status(), environment);
  auto policies = ReadPolicies(flags);
  if (!policies.ok()) return Fail(policies.status(), environment);
  for (auto& policy : *policies) *arguments->request.add_policies() = std::move(policy);
  const auto connection = Connection::Open(flags, environment);
  if (!connection.ok()) return Fail(connection.status(), environment);

  const bool is_quiet = flags.GetSwitch("quiet");
  const bool is_shown = flags.Has("progress") ? flags.GetSwitch("progress")
                                              : environment.is_err_terminal && !is_quiet;
  ProgressLine progress(environment.err, is_shown);
  EventCollector collector(arguments->outputs.size(), progress);
  const absl::StatusOr<Outcome> outcome =
      arguments->patch.empty() ? ReviewByReference(**connection, *arguments, collector)
                               : ReviewPatchText(**connection, *arguments, collector);
  progress.Finish();
  if (!outcome.ok()) return Fail(outcome.status(), environment);
  const absl::Status written = WriteOutputs(arguments->outputs, *outcome, environment);
  if (!written.ok()) {
    environment.err << "allreview: review: " << written.message() << "\n";
    return kUsage;
  }
  if (!is_quiet) WarnOfMissingParts(outcome->finished, environment);
  return ExitCodeOf(outcome->finished);
}

}  // namespace allreview::cli
