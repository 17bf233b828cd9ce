#include "services/analysis/adapter.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/policy/conclusion.h"
#include "base/mask_message.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "base/work_budget.h"
#include "host/cpu_report.h"
#include "host/status.h"
#include "proto/analysis/v1/analysis.grpc.pb.h"
#include "sentences/messages/explain.h"
#include "sentences/phrases/analysis.h"
#include "sentences/phrases/tools/other_tools.h"
#include "services/analysis/analyse.h"
#include "services/analysis/change_intake.h"
#include "services/analysis/conversation.h"
#include "services/analysis/conversion/conversion.h"
#include "services/analysis/derived_trees.h"
#include "services/analysis/rule_selection.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxThreads = 256;

// What a client sends before the server speaks.
struct Opening {
  v1::Start start;
  ChangedFiles files;
  std::vector<ReadToolLog> tool_logs;
  google::protobuf::RepeatedPtrField<change::v1::LineCommit> lines;
  int64_t max_file_bytes = 0;
};

absl::StatusOr<Opening> ReadOpening(Conversation& conversation) {
  constexpr absl::string_view kWanted = "file, continuation, blob or files_complete";
  Opening opening;
  ASSIGN_OR_RETURN(v1::AnalyzeRequest * first, conversation.Read("start"));
  if (!first->has_start()) return conversation.Unexpected(*first, "start");
  opening.start = std::move(*first->mutable_start());
  ChangeIntake intake(opening.start);
  opening.max_file_bytes = intake.max_file_bytes();
  for (;;) {
    ASSIGN_OR_RETURN(v1::AnalyzeRequest * request, conversation.Read(kWanted));
    if (request->has_files_complete()) {
      opening.lines.Swap(request->mutable_files_complete()->mutable_lines());
      break;
    }
    if (request->has_file()) {
      intake.AddFile(std::move(*request->mutable_file()));
    } else if (request->has_continuation()) {
      RETURN_IF_ERROR(intake.AddContinuation(std::move(*request->mutable_continuation())));
    } else if (request->has_blob()) {
      RETURN_IF_ERROR(intake.AddBlob(std::move(*request->mutable_blob())));
    } else {
      return conversation.Unexpected(*request, kWanted);
    }
  }
  ASSIGN_OR_RETURN(opening.files, intake.Finish());
  opening.tool_logs = ReadToolLogs(opening.start.tool_logs());
  return opening;
}

change::v1::Diagnostic Warning(absl::string_view code, const Words& message, const Words& hint) {
  return ToDiagnostic({.code = code, .message = message, .hint = hint});
}

// Says that the budget cut a part of the output short. An error that no ledger entry shows: the
// review is incomplete.
change::v1::Diagnostic CutShort(const CutPart& cut) {
  const std::string prefix = absl::StrCat("stopped in the ", English(cut.part), ": ");
  const bool is_time_up = absl::IsCancelled(cut.status) || absl::IsDeadlineExceeded(cut.status);
  change::v1::Diagnostic diagnostic = Warning(
      policy::kCutPartCode,
      Sentence(phrases::kCutShort,
               {{"part", cut.part}, {"why", absl::StripPrefix(cut.status.message(), prefix)}}),
      is_time_up ? phrases::kAllowTimeOrSplit : phrases::kSplitWithinBounds);
  diagnostic.set_level(change::v1::Diagnostic::LEVEL_ERROR);
  return diagnostic;
}

// One line for each tool, and what is wrong with logs that could not be read.
void DiagnoseTools(const ToolSaid& tools, std::vector<change::v1::Diagnostic>& diagnostics) {
  for (const Words& note : tools.notes) {
    diagnostics.push_back(Warning("TOOL_RESULTS", note, Words()));
  }
  for (const std::string& problem : tools.problems) {
    diagnostics.push_back(Warning("TOOL_LOG_UNREAD", problem, phrases::kToolLogCure));
    diagnostics.back().set_level(change::v1::Diagnostic::LEVEL_ERROR);
  }
}

// What rules wanted to know of the rest of the repository and could not learn.
std::vector<change::v1::Diagnostic> Diagnose(const ConversationRepository& repository,
                                             const NoRepository& nothing,
                                             const AnalysisOutput& output) {
  std::vector<change::v1::Diagnostic> diagnostics;
  for (const CutPart& cut : output.cut) diagnostics.push_back(CutShort(cut));
  DiagnoseTools(output.tools, diagnostics);
  if (output.index_gap.files > 0) {
    diagnostics.push_back(Warning(
        "REPOSITORY_FILES_NOT_INDEXED",
        Sentence(phrases::kFilesNotIndexed, {{"count", absl::StrCat(output.index_gap.files)},
                                             {"file", output.index_gap.first}}),
        phrases::kExcludeOrSplitFiles));
  }
  if (nothing.was_asked()) {
    diagnostics.push_back(Warning("REPOSITORY_NOT_KNOWN", phrases::kOnlyChangedFilesSeen,
                                  phrases::kPatchNamesNoTree));
  }
  if (repository.unread_files() > 0) {
    diagnostics.push_back(Warning("REPOSITORY_FILES_UNREAD",
                                  Sentence(phrases::kUnchangedFilesUnread,
                                           {{"count", absl::StrCat(repository.unread_files())},
                                            {"file", repository.first_unread()}}),
                                  phrases::kFetchWithoutFilter));
  }
  if (absl::IsDeadlineExceeded(repository.status())) {
    diagnostics.push_back(Warning("REPOSITORY_TOO_SLOW", phrases::kTimeUpBeforeRepository,
                                  phrases::kAllowTimeOrAgain));
  }
  return diagnostics;
}

absl::Status WriteOutput(AnalysisOutput output,
                         const std::vector<change::v1::Diagnostic>& diagnostics,
                         Conversation& conversation) {
  // What is found goes to more people than the repository.
  const auto send = [&](v1::AnalyzeResponse& answer, bool is_buffered) {
    MaskSecrets(answer);
    return conversation.Write(answer, is_buffered);
  };
  v1::AnalyzeResponse response;
  *response.mutable_policy() = std::move(output.policy);
  RETURN_IF_ERROR(send(response, true));
  for (finding::v1::Finding& finding : output.findings) {
    *response.mutable_finding() = std::move(finding);
    RETURN_IF_ERROR(send(response, true));
  }
  for (change::v1::LedgerEntry& entry : output.ledger) {
    *response.mutable_ledger() = std::move(entry);
    RETURN_IF_ERROR(send(response, true));
  }
  for (const change::v1::Diagnostic& diagnostic : diagnostics) {
    *response.mutable_diagnostic() = diagnostic;
    RETURN_IF_ERROR(send(response, true));
  }
  *response.mutable_model() = std::move(output.model);
  RETURN_IF_ERROR(send(response, true));
  *response.mutable_house() = std::move(output.house);
  RETURN_IF_ERROR(send(response, true));
  *response.mutable_tests() = std::move(output.tests);
  RETURN_IF_ERROR(send(response, true));
  if (output.expressions.expressions_size() + output.expressions.refusals_size() > 0) {
    *response.mutable_expressions() = std::move(output.expressions);
    RETURN_IF_ERROR(send(response, true));
  }
  if (output.playbook) {
    *response.mutable_playbook() = *std::move(output.playbook);
    RETURN_IF_ERROR(send(response, true));
  }
  *response.mutable_done() = output.done;
  return send(response, false);
}

class AnalysisServiceAdapter final : public v1::AnalysisService::Service {
 public:
  AnalysisServiceAdapter(AnalysisOptions options, Dependencies dependencies)
      : options_(std::move(options)), dependencies_(std::move(dependencies)) {
    // What is wrong with the operator's files is in the log before the first call comes.
    dependencies_.library->Now();
  }

  grpc::Status Analyze(grpc::ServerContext* context, AnalyzeStream* stream) override {
    Conversation conversation(*context, *stream);
    absl::Status status;
    // Where memory is missing, one call ends and not the process.
    const absl::Status ended =
        RunWithin("the analysis", [&] { status = Hold(*context, conversation); });
    return host::ToGrpc(ended.ok() ? status : ended);
  }

  grpc::Status ListRules(grpc::ServerContext*, const v1::ListRulesRequest* request,
                         v1::ListRulesResponse* response) override {
    const Selection selection = Select(std::vector<v1::PolicySource>(), request->rule_files());
    for (const rules::RuleInfo& rule : AllRules(dependencies_.engine, *selection.rules)) {
      *response->add_rules() = ToProto(rule);
    }
    response->set_rules_hash(RulesHashOf(dependencies_.engine, selection));
    Add(selection.diagnostics, *response->mutable_diagnostics());
    Add(selection.stale, *response->mutable_diagnostics());
    return grpc::Status::OK;
  }

  grpc::Status TestRules(grpc::ServerContext*, const v1::TestRulesRequest* request,
                         v1::TestRulesResponse* response) override {
    std::vector<organisation_rules::RuleFile> files;
    for (const v1::RuleFile& file : request->rule_files()) {
      files.push_back({file.name(), file.content()});
    }
    const organisation_rules::LoadedRules loaded = dependencies_.library->Compile(files);
    for (const organisation_rules::Problem& problem : loaded.problems) {
      *response->add_diagnostics() = ToProto(problem);
    }
    for (organisation_rules::TestResult& result :
         dependencies_.engine.run_tests(*loaded.rules, dependencies_.cpu_seconds)) {
      v1::RuleTest& test = *response->add_tests();
      test.set_rule_id(result.rule_id);
      test.set_name(result.name);
      test.set_file(result.file);
      test.set_line(result.line);
      test.set_failure(ToDisplayText(result.failure));
    }
    return grpc::Status::OK;
  }

  grpc::Status ResolvePolicy(grpc::ServerContext*, const v1::ResolvePolicyRequest* request,
                             v1::ResolvePolicyResponse* response) override {
    Selection selection = Select(request->policies(), request->rule_files());
    *response->mutable_policy() = ToProto(selection.policy, PolicyKeys::kAll);
    for (const std::string& path : selection.repository_rule_files) {
      response->mutable_policy()->add_repository_rule_files(path);
    }
    Add(selection.diagnostics, *response->mutable_policy()->mutable_diagnostics());
    return grpc::Status::OK;
  }

 private:
  absl::Status Hold(grpc::ServerContext& context, Conversation& conversation) {
    ASSIGN_OR_RETURN(Opening opening, ReadOpening(conversation));
    ConversationRepository repository(conversation, opening.max_file_bytes);
    DerivedTrees trees(repository, opening.files.files);
    NoRepository nothing;
    change::RepositoryReader* const tree = &trees;
    const Selection selection = Select(opening.start.policies(), opening.start.rule_files());
    AnalysisOutput output = RunAnalysis(
        {.engine = dependencies_.engine,
         .files = opening.files,
         .change = opening.start.change(),
         .selection = selection,
         .repository = opening.start.has_tree() ? tree : &nothing,
         .cache = dependencies_.cache.get(),
         .spelling = dependencies_.spelling.get(),
         .max_file_bytes = opening.max_file_bytes,
         .threads = Threads(opening.start.threads()),
         .today = dependencies_.today(),
         .cpu_seconds = dependencies_.cpu_seconds,
         .on_progress = [&](absl::string_view message, int64_t done,
                            int64_t total) { conversation.ReportProgress(message, done, total); },
         .should_stop = [&] { return conversation.ShouldStop(); },
         .budget = options_.budget,
         .is_detailed = opening.start.is_detailed(),
         .is_playbook = opening.start.is_playbook(),
         .history = &opening.start.history(),
         .lines = &opening.lines,
         .wants_expressions = opening.start.wants_expressions(),
         .omits_edits = opening.start.omits_edits(),
         .tool_logs = opening.tool_logs});
    host::ReportCpuSeconds(output.cpu_seconds, context);
    if (conversation.IsCancelled()) return absl::CancelledError("the caller is gone");
    // A client that breaks the protocol must hear of it; one that is slow gets what there is.
    if (!repository.status().ok() && !absl::IsDeadlineExceeded(repository.status())) {
      return repository.status();
    }
    std::vector<change::v1::Diagnostic> diagnostics = Diagnose(repository, nothing, output);
    for (const auto& diagnostic : selection.diagnostics) diagnostics.push_back(diagnostic);
    return WriteOutput(std::move(output), diagnostics, conversation);
  }

  // The operator's policies rank below those of the caller.
  template <typename Policies, typename RuleFiles>
  Selection Select(const Policies& policies, const RuleFiles& rule_files) const {
    SelectionRequest request{.engine = dependencies_.engine,
                             .library = *dependencies_.library,
                             .rule_files = {rule_files.begin(), rule_files.end()}};
    for (const OperatorPolicy& own : options_.policies) {
      request.policies.push_back(
          {{policy::PolicySource::Rank::kOrganisation, own.path, own.content}, true});
    }
    for (const v1::PolicySource& source : policies) {
      request.policies.push_back({FromProto(source), options_.is_local_unrestricted});
    }
    return SelectRules(request);
  }

  static void Add(const std::vector<change::v1::Diagnostic>& diagnostics,
                  google::protobuf::RepeatedPtrField<change::v1::Diagnostic>& to) {
    for (const change::v1::Diagnostic& diagnostic : diagnostics) *to.Add() = diagnostic;
  }

  int Threads(int asked) const {
    int most = options_.threads;
    if (most <= 0) most = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    // More than asked for would surprise; more than the operator allows would harm other calls.
    if (options_.threads > 0 && asked > 0) return std::min(asked, most);
    return std::clamp(asked > 0 ? asked : most, 1, kMaxThreads);
  }

  const AnalysisOptions options_;
  const Dependencies dependencies_;
};

}  // namespace

std::unique_ptr<grpc::Service> NewService(AnalysisOptions options, Dependencies dependencies) {
  if (dependencies.library == nullptr) {
    dependencies.library = std::make_unique<RuleLibrary>(RuleLibraryOptions());
  }
  return std::make_unique<AnalysisServiceAdapter>(std::move(options), std::move(dependencies));
}

}  // namespace allreview::analysis
