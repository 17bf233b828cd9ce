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
#include "gateway/cli/closing_line.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/documents.h"
#include "gateway/cli/empty_change.h"
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
#include "gateway/cli/review_watch.h"
#include "gateway/cli/reviewed_files.h"
#include "gateway/cli/session.h"
#include "gateway/cli/terminal_flags.h"
#include "gateway/cli/terminal_links.h"
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

// Links as they are wanted where each document is shown.
void SetLinks(const ReviewPlan& plan, const Arguments& arguments, const Environment& environment,
              Documents& documents) {
  const std::string when = arguments.Get(kHyperlinks, "auto");
  const std::string files_url = FilesUrl(environment, plan.request.ref());
  for (int i = 0; i < plan.request.documents_size(); ++i) {
    if (!plan.request.documents(i).is_coloured()) continue;
    const bool is_wanted =
        plan.outputs[i] == "-" ? HasHyperlinks(environment, when) : when == "always";
    documents.Convert(i, [=](absl::string_view text) -> absl::StatusOr<std::string> {
      return WithLinks(text, {.is_wanted = is_wanted, .files_url = files_url});
    });
  }
}

// What becomes of the review where a patch, fixed files or counts are wanted.
void SetConversions(const Command& command, const ReviewPlan& plan, const Arguments& arguments,
                    const Session& session, RatchetJob* ratchet, Documents& documents) {
  SetLinks(plan, arguments, session.environment, documents);
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

// What all rounds of one command share.
struct Job {
  const Command& command;
  const Arguments& arguments;
  const Session& session;
  RatchetJob* ratchet;  // Null: another command.
  Interrupt& interrupt;
  ReviewService::Stub& stub;
};

// An empty change, by name: a wrong base in CI would pass for ever.
int TellEmpty(const Job& job, const ReviewPlan& plan, int code) {
  const bool fails = job.arguments.Has(kFailOnEmpty);
  if (fails || !job.arguments.Has(kQuiet)) {
    job.session.err.Write(absl::StrCat("allreview: ", NameEmptyChange(plan.request.ref()), "\n"));
  }
  return fails ? kExitFailed : code;
}

int Tell(const Job& job, const ReviewPlan& plan, const Finished& finished) {
  if (job.ratchet != nullptr) return job.ratchet->has_risen() ? kExitFindings : kExitOk;
  if (NamesNothing(finished, job.arguments, job.session)) return kExitUsage;
  const int code = ExitCodeOf(finished, plan.is_gate_off);
  if (job.command.name == kReview && IsEmptyChange(finished.receipt())) {
    return TellEmpty(job, plan, code);
  }
  if (!job.arguments.Has(kQuiet)) job.session.err.Write(ClosingLine(finished, plan, code));
  return code;
}

int RunOnce(const Job& job, ReviewPlan plan) {
  const Environment& environment = job.session.environment;
  const absl::StatusOr<Ends> ends = OpenEnds(plan, job.session);
  if (!ends.ok()) return Fail(job.session, ends.status());
  job.interrupt.BeforeEnd(RemovalOf(*ends));
  SetConversions(job.command, plan, job.arguments, job.session, job.ratchet, *ends->documents);
  Progress progress(environment.error, environment.is_error_terminal && !job.arguments.Has(kQuiet),
                    environment.columns);
  const absl::Status filters = AddFilters(job.stub, job.arguments, environment, job.ratchet, plan);
  if (!filters.ok()) return FailSetup(job.session, filters);
  absl::StatusOr<Finished> finished =
      job.arguments.Has(kKeep)
          ? KeepReview({.stub = job.stub,
                        .plan = plan,
                        .arguments = job.arguments,
                        .session = job.session,
                        .interrupt = job.interrupt,
                        .patch = ends->patch.get()},
                       progress, *ends->documents)
          : ReviewOnce(job.stub, plan, job.arguments, *ends, job.interrupt, progress);
  progress.Finish();
  job.interrupt.BeforeEnd(nullptr);
  if (!finished.ok()) return FailCall(job.session, finished.status(), job.interrupt.signal());
  return Tell(job, plan, *finished);
}

// Again, each time a file has changed. A round that fails is no reason to stop: a file may be half
// written.
int RunWatching(const Job& job, const ReviewPlan& plan) {
  const auto watch = WatchRepository(plan.request.ref().local().path(), job.session.environment);
  if (!watch.ok()) return FailSetup(job.session, watch.status());
  const auto is_over = [&job] { return job.interrupt.signal() != 0; };
  do {
    RunOnce(job, plan);
    const absl::Status written = job.session.out.Flush();
    if (!written.ok()) return FailCall(job.session, written, 0);
    if (!is_over() && !job.arguments.Has(kQuiet)) {
      const int folders = (*watch)->folders();
      job.session.err.Write(absl::StrCat("allreview: watching ", folders,
                                         folders == 1 ? " folder" : " folders",
                                         "; Ctrl-C ends it\n"));
      job.session.err.Flush().IgnoreError();
    }
  } while ((*watch)->Wait(is_over));
  return kExitSignal + job.interrupt.signal();
}

}  // namespace

int RunReview(const Command& command, const Arguments& arguments, const Session& session) {
  const Environment& environment = session.environment;
  const absl::Status keep = CheckKeepFlags(arguments);
  if (!keep.ok()) return FailSetup(session, keep);
  absl::StatusOr<ReviewPlan> plan = Plan(command, arguments, environment);
  if (!plan.ok()) return FailSetup(session, plan.status());
  const bool is_watching = arguments.Has(kWatch);
  const absl::Status watchable =
      is_watching ? CheckWatch(arguments, plan->request.ref()) : absl::OkStatus();
  if (!watchable.ok()) return FailSetup(session, watchable);
  const absl::StatusOr<std::unique_ptr<RatchetJob>> ratchet =
      OpenRatchet(command, *plan, arguments, environment);
  if (!ratchet.ok()) return FailSetup(session, ratchet.status());
  Interrupt interrupt;  // Before files are made, and before the threads of gRPC.
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      session.connect(command, arguments);
  if (!channel.ok()) return FailSetup(session, channel.status());
  const std::unique_ptr<ReviewService::Stub> stub = ReviewService::NewStub(*channel);
  const Job job = {command, arguments, session, ratchet->get(), interrupt, *stub};
  return is_watching ? RunWatching(job, *plan) : RunOnce(job, *std::move(plan));
}

}  // namespace allreview::cli
