// allreview review: one call, documents to where they belong, an exit code.

#include <unistd.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "gateway/cli/audit_request.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/documents.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/filters.h"
#include "gateway/cli/fix_files.h"
#include "gateway/cli/fixes.h"
#include "gateway/cli/input.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/keep_review.h"
#include "gateway/cli/progress.h"
#include "gateway/cli/ratchet_job.h"
#include "gateway/cli/read_stream.h"
#include "gateway/cli/review_json.h"
#include "gateway/cli/review_request.h"
#include "gateway/cli/reviewed_files.h"
#include "gateway/cli/session.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {
namespace {

using review::v1::Finished;
using review::v1::ReviewEvent;
using review::v1::ReviewPatchRequest;
using review::v1::ReviewService;

// Takes events as they arrive.
struct Receiver {
  Documents& documents;
  Progress& progress;
  Finished finished = {};
  bool has_finished = false;

  absl::Status operator()(const ReviewEvent& event) {
    if (event.has_progress()) {
      const review::v1::Progress& state = event.progress();
      progress.Update({.stage = state.stage(),
                       .message = state.message(),
                       .done = state.done(),
                       .total = state.total()});
    } else if (event.has_document()) {
      progress.Finish();
      return documents.Write(event.document());
    } else if (event.has_finished()) {
      finished = event.finished();
      has_finished = true;
    }
    return absl::OkStatus();
  }
};

absl::Status ReviewPatch(ReviewService::Stub& stub, grpc::ClientContext& context,
                         const ReviewPlan& plan, const Arguments& arguments, Input& input,
                         Receiver& receiver) {
  const auto stream = stub.ReviewPatch(&context);
  ReviewPatchRequest first;
  *first.mutable_request() = plan.request;
  stream->Write(first);
  input.Start({.write =
                   [&](std::string piece) {
                     ReviewPatchRequest part;
                     part.set_chunk(std::move(piece));
                     return stream->Write(part);
                   },
               .done = [&] { stream->WritesDone(); },
               .fail = [&] { context.TryCancel(); }});
  return ReadStream<ReviewEvent>(*stream, context, &input, arguments, std::ref(receiver));
}

// `input` is the patch, if there is one.
absl::Status Review(ReviewService::Stub& stub, grpc::ClientContext& context, const ReviewPlan& plan,
                    const Arguments& arguments, Input* input, Receiver& receiver) {
  if (input != nullptr) {
    RETURN_IF_ERROR(ReviewPatch(stub, context, plan, arguments, *input, receiver));
  } else {
    const auto stream = stub.Review(&context, plan.request);
    RETURN_IF_ERROR(
        ReadStream<ReviewEvent>(*stream, context, nullptr, arguments, std::ref(receiver)));
  }
  if (!receiver.has_finished) return absl::InternalError("the gateway's answer has no end");
  return receiver.documents.Finish();
}

int ExitCodeOf(const Finished& finished, bool is_gate_off) {
  if (!is_gate_off && finished.gate().tripping() > 0) return kExitFindings;
  const bool is_incomplete =
      finished.gate().is_incomplete() || finished.conclusion() == review::v1::CONCLUSION_INCOMPLETE;
  return is_incomplete ? kExitIncomplete : kExitOk;
}

// What a person should know who sees no document on standard output, or whose build breaks.
std::string ClosingLine(const Finished& finished, const ReviewPlan& plan, int code) {
  std::vector<std::string> files;
  for (const std::string& output : plan.outputs) {
    if (output != "-") files.push_back(PrintableText(output));
  }
  const bool is_silent = files.size() == plan.outputs.size();
  if (code == kExitOk && !is_silent) return "";
  std::string line = "allreview: ";
  if (code == kExitFindings) {
    const int gate = finished.gate().fail_on() - finding::v1::SEVERITY_P0;
    absl::StrAppend(&line, finished.gate().tripping(),
                    finished.gate().tripping() == 1 ? " finding" : " findings",
                    " at or above the gate P", gate, "; ");
  } else if (code == kExitIncomplete) {
    absl::StrAppend(&line, "the review is incomplete: ");
  }
  absl::StrAppend(&line, PrintableText(finished.conclusion_reason()));
  if (!files.empty()) absl::StrAppend(&line, "; wrote ", absl::StrJoin(files, ", "));
  return absl::StrCat(line, "\n");
}

// What is opened before anything is computed, so that a wrong name is told at once.
struct Ends {
  std::unique_ptr<Input> patch;  // Null: the change is no patch.
  NewFolders folders;            // Outlives what is in it.
  std::unique_ptr<Documents> documents;
};

// What Ends would do when it goes away, for a process that ends at once: nobody shall take what is
// half written for a review.
std::function<void()> RemovalOf(const Ends& ends) {
  return [files = ends.documents->Unfinished(), folders = ends.folders.paths()] {
    for (const std::string& file : files) unlink(file.c_str());
    for (const std::string& folder : folders) rmdir(folder.c_str());
  };
}

absl::StatusOr<Ends> OpenEnds(const ReviewPlan& plan, const Session& session) {
  Ends ends;
  if (!plan.patch.empty()) {
    ASSIGN_OR_RETURN(ends.patch, Input::Open(plan.patch, session.environment.input));
  }
  for (const std::string& folder : plan.folders) {
    RETURN_IF_ERROR(ends.folders.Make(folder));
  }
  ASSIGN_OR_RETURN(ends.documents, Documents::Open(plan.outputs, session.out));
  return ends;
}

// What becomes of the review where a patch, fixed files or counts are wanted.
void SetConversions(const Command& command, const ReviewPlan& plan, const Arguments& arguments,
                    const Session& session, RatchetJob* ratchet, Documents& documents) {
  if (ratchet != nullptr) {
    documents.Convert(0, [ratchet](absl::string_view json) { return ratchet->Check(json); });
    return;
  }
  const ReviewedFiles files(FolderOf(plan.request.ref(), arguments, session.environment));
  for (const size_t output : plan.patches) {
    documents.Convert(output, [files](absl::string_view json) -> absl::StatusOr<std::string> {
      ASSIGN_OR_RETURN(const review::v1::Review review, ReadReview(json));
      ASSIGN_OR_RETURN(const Fixes fixes, PatchFixes(review, files));
      return PatchOf(fixes);
    });
  }
  if (command.name != kFix) return;
  documents.Convert(0, [files, &arguments](absl::string_view json) {
    return FixFiles(json, files,
                    {.ids = arguments.GetAll(kFinding), .is_dry_run = arguments.Has(kDryRun)});
  });
}

// Adds what the command line says of rules and paths to the policies.
absl::Status AddFilters(ReviewService::Stub& stub, const Arguments& arguments,
                        const Environment& environment, const RatchetJob* ratchet,
                        ReviewPlan& plan) {
  if (!HasFilters(arguments) && ratchet == nullptr) return absl::OkStatus();
  FilterRequest request{
      .arguments = arguments, .environment = environment, .ref = plan.request.ref()};
  if (ratchet != nullptr) request.only = ratchet->rules();
  if (NamesRules(arguments) || !request.only.empty()) {
    review::v1::ListRulesRequest wanted;
    *wanted.mutable_rule_files() = plan.request.rule_files();
    review::v1::ListRulesResponse known;
    const host::ClientContextPtr context = NewContext();
    RETURN_IF_ERROR(ExplainStatus(stub.ListRules(context.get(), wanted, &known), arguments));
    for (const auto& rule : known.rules()) request.rules.push_back(rule.id());
  }
  ASSIGN_OR_RETURN(*plan.request.add_policies(), FilterPolicy(request));
  return absl::OkStatus();
}

// Whether nothing lies in all the paths after "--". Whoever names a path wants to hear of it, so
// one that nothing lies in is not passed over.
bool NamesNothing(const Finished& finished, const Arguments& arguments, const Session& session) {
  if (arguments.paths.empty() || finished.empty_paths().empty()) return false;
  std::vector<std::string> names;
  for (const std::string& path : finished.empty_paths()) {
    names.push_back(absl::StrCat("\"", PrintableText(path), "\""));
  }
  const bool are_all = names.size() >= arguments.paths.size();
  session.err.Write(
      absl::StrCat("allreview: ", are_all ? "nothing was reviewed: " : "",
                   "no file that was read lies in ", absl::StrJoin(names, ", "),
                   are_all ? "; after \"--\" stand files and folders of the change\n" : "\n"));
  return are_all;
}

// A review that only its caller sees.
absl::StatusOr<Finished> ReviewOnce(ReviewService::Stub& stub, const ReviewPlan& plan,
                                    const Arguments& arguments, const Ends& ends,
                                    Interrupt& interrupt, Progress& progress) {
  const host::ClientContextPtr context = NewContext();
  interrupt.OnSignal([&] { context->TryCancel(); });
  Receiver receiver{*ends.documents, progress};
  absl::Status status = Review(stub, *context, plan, arguments, ends.patch.get(), receiver);
  interrupt.OnSignal(nullptr);
  if (!status.ok()) return status;
  return std::move(receiver.finished);
}

absl::StatusOr<ReviewPlan> Plan(const Command& command, const Arguments& arguments,
                                const Environment& environment) {
  if (command.name == kScan) return PlanScan(arguments, environment);
  if (command.name == kAudit) return PlanAudit(arguments, environment);
  if (command.name == kAsk) return PlanAsk(arguments, environment);
  if (command.name == kPlaybook) return PlanPlaybook(arguments, environment);
  if (command.name == kFix) return PlanFix(arguments, environment);
  if (command.name == kRatchet) return PlanRatchet(arguments, environment);
  return PlanReview(arguments, environment);
}

// Null: another command.
absl::StatusOr<std::unique_ptr<RatchetJob>> OpenRatchet(const Command& command,
                                                        const ReviewPlan& plan,
                                                        const Arguments& arguments,
                                                        const Environment& environment) {
  if (command.name != kRatchet) return std::unique_ptr<RatchetJob>();
  ASSIGN_OR_RETURN(RatchetJob job,
                   RatchetJob::Open(arguments, environment, plan.request.ref().local().path()));
  return std::make_unique<RatchetJob>(std::move(job));
}

}  // namespace

int RunReview(const Command& command, const Arguments& arguments, const Session& session) {
  const Environment& environment = session.environment;
  const absl::Status keep = CheckKeepFlags(arguments);
  if (!keep.ok()) return FailSetup(session, keep);
  absl::StatusOr<ReviewPlan> plan = Plan(command, arguments, environment);
  if (!plan.ok()) return FailSetup(session, plan.status());
  const absl::StatusOr<std::unique_ptr<RatchetJob>> ratchet =
      OpenRatchet(command, *plan, arguments, environment);
  if (!ratchet.ok()) return FailSetup(session, ratchet.status());
  Interrupt interrupt;  // Before files are made, and before the threads of gRPC.
  const absl::StatusOr<Ends> ends = OpenEnds(*plan, session);
  if (!ends.ok()) return Fail(session, ends.status());
  interrupt.BeforeEnd(RemovalOf(*ends));
  SetConversions(command, *plan, arguments, session, ratchet->get(), *ends->documents);

  Progress progress(environment.error, environment.is_error_terminal && !arguments.Has(kQuiet),
                    environment.columns);
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      session.connect(command, arguments);
  if (!channel.ok()) return FailSetup(session, channel.status());
  const std::unique_ptr<ReviewService::Stub> stub = ReviewService::NewStub(*channel);
  const absl::Status filters = AddFilters(*stub, arguments, environment, ratchet->get(), *plan);
  if (!filters.ok()) return FailSetup(session, filters);
  absl::StatusOr<Finished> finished =
      arguments.Has(kKeep) ? KeepReview({.stub = *stub,
                                         .plan = *plan,
                                         .arguments = arguments,
                                         .session = session,
                                         .interrupt = interrupt,
                                         .patch = ends->patch.get()},
                                        progress, *ends->documents)
                           : ReviewOnce(*stub, *plan, arguments, *ends, interrupt, progress);
  progress.Finish();
  if (!finished.ok()) return FailCall(session, finished.status(), interrupt.signal());
  if (*ratchet != nullptr) return (*ratchet)->has_risen() ? kExitFindings : kExitOk;
  if (NamesNothing(*finished, arguments, session)) return kExitUsage;
  const int code = ExitCodeOf(*finished, plan->is_gate_off);
  if (!arguments.Has(kQuiet)) session.err.Write(ClosingLine(*finished, *plan, code));
  return code;
}

}  // namespace allreview::cli
