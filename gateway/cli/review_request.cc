#include "gateway/cli/review_request.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/origin.h"
#include "gateway/cli/rule_files.h"
#include "gateway/cli/scan_request.h"
#include "gateway/cli/wanted_documents.h"
#include "github/names.h"
#include "sarif/read_log.h"

namespace allreview::cli {
namespace {

using change::v1::ChangeRef;
using change::v1::LocalRepository;

enum class Source { kLocal, kPatch, kFolders, kPullRequest };

// What names the change, and in which words: for messages.
struct NamedSource {
  Source source = Source::kLocal;
  std::string words;
};

absl::Status Usage(absl::string_view text) { return absl::InvalidArgumentError(text); }

std::vector<NamedSource> SourcesOfFlags(const Arguments& arguments) {
  std::vector<NamedSource> sources;
  if (arguments.Has(kPatch)) sources.push_back({Source::kPatch, "--patch"});
  if (arguments.Has(kDirs)) sources.push_back({Source::kFolders, "--dirs"});
  if (arguments.Has(kPullRequest)) sources.push_back({Source::kPullRequest, "--pr"});
  if (arguments.Has(kStaged)) sources.push_back({Source::kLocal, "--staged"});
  if (arguments.Has(kWorkingTree)) sources.push_back({Source::kLocal, "--working-tree"});
  if (arguments.Has(kOneCommit)) sources.push_back({Source::kLocal, "--commit"});
  return sources;
}

Source SourceOfArgument(const std::string& argument) {
  if (argument == "-") return Source::kPatch;
  return github::LooksLikeGitHubPullRequest(argument) ? Source::kPullRequest : Source::kLocal;
}

absl::StatusOr<Source> ChooseSource(const Arguments& arguments) {
  std::vector<NamedSource> sources = SourcesOfFlags(arguments);
  const bool takes_folders = arguments.Has(kDirs);
  const std::vector<std::string>& given = arguments.positional;
  if (takes_folders && given.size() != 2) {
    return Usage(absl::StrCat("flag \"--dirs\" needs two folders, found ", given.size(),
                              "; write: --dirs BEFORE AFTER"));
  }
  if (!takes_folders && given.size() > 1) {
    return Usage(absl::StrCat("unexpected argument \"", given[1],
                              "\"; two revisions are written BASE..HEAD, two folders --dirs "
                              "BEFORE AFTER"));
  }
  if (!takes_folders && given.size() == 1) {
    const Source source = SourceOfArgument(given[0]);
    // A revision beside --staged or --working-tree is what these are compared with.
    const bool is_base = source == Source::kLocal && sources.size() == 1 &&
                         sources[0].source == Source::kLocal && !arguments.Has(kOneCommit);
    if (!is_base) sources.push_back({source, absl::StrCat("\"", given[0], "\"")});
  }
  if (sources.size() > 1) {
    return Usage(
        absl::StrCat(sources[0].words, " and ", sources[1].words, " each name a change; give one"));
  }
  const Source source = sources.empty() ? Source::kLocal : sources[0].source;
  // A bare number needs to know whose it is.
  const bool is_number = source == Source::kPullRequest && IsNumber(arguments.Get(kPullRequest));
  if (arguments.Has(kRepo) && source != Source::kLocal && source != Source::kPatch && !is_number) {
    return Usage(absl::StrCat("--repo does not go with ", sources[0].words));
  }
  return source;
}

// One revision that is a file here was probably meant as a patch.
absl::Status CheckRevision(const std::string& text, const Environment& environment) {
  if (absl::StrContains(text, "..")) return absl::OkStatus();
  const std::string path = AbsolutePath(environment, text);
  if (!absl::EndsWith(text, ".diff") && !absl::EndsWith(text, ".patch")) return absl::OkStatus();
  if (access(path.c_str(), F_OK) != 0) return absl::OkStatus();
  return Usage(absl::StrCat("\"", text, "\" is a file, not a revision; write: --patch ", text));
}

absl::StatusOr<LocalRepository> LocalSource(const Arguments& arguments,
                                            const Environment& environment) {
  LocalRepository local;
  local.set_mode(LocalRepository::MODE_WORKING_TREE);
  if (!arguments.positional.empty()) {
    const std::string& text = arguments.positional[0];
    RETURN_IF_ERROR(CheckRevision(text, environment));
    ASSIGN_OR_RETURN(local, ParseRange(text));
    const absl::string_view flag = arguments.Has(kStaged)        ? "--staged"
                                   : arguments.Has(kWorkingTree) ? "--working-tree"
                                                                 : "";
    if (!flag.empty() && local.mode() != LocalRepository::MODE_WORKING_TREE) {
      return Usage(
          absl::StrCat(flag, " takes at most one revision, found the range \"", text, "\""));
    }
  }
  if (arguments.Has(kStaged)) local.set_mode(LocalRepository::MODE_INDEX);
  if (arguments.Has(kOneCommit)) {
    const std::string commit = arguments.Get(kOneCommit);
    ASSIGN_OR_RETURN(local, ParseRange(absl::StrCat(commit, "^!")));
    if (local.head() != commit) {
      return Usage(absl::StrCat("--commit takes one revision, found \"", commit, "\""));
    }
  }
  local.set_path(RepositoryPath(arguments, environment));
  if (local.path().empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "\"", environment.current_directory,
        "\" is in no git repository; name one with --repo DIR, or give a patch with --patch FILE"));
  }
  return local;
}

absl::StatusOr<ChangeRef> MakeRef(const Arguments& arguments, const Environment& environment,
                                  Source source) {
  ChangeRef ref;
  switch (source) {
    case Source::kLocal: {
      ASSIGN_OR_RETURN(*ref.mutable_local(), LocalSource(arguments, environment));
      break;
    }
    case Source::kPatch:
      ref.mutable_patch()->set_name(arguments.Get(kPatch, "-"));
      if (arguments.Has(kRepo)) {
        ref.mutable_patch()->set_repository(RepositoryPath(arguments, environment));
      }
      break;
    case Source::kFolders:
      ref.mutable_directories()->set_before(AbsolutePath(environment, arguments.positional[0]));
      ref.mutable_directories()->set_after(AbsolutePath(environment, arguments.positional[1]));
      break;
    case Source::kPullRequest: {
      std::string text =
          arguments.Has(kPullRequest) ? arguments.Get(kPullRequest) : arguments.positional[0];
      if (IsNumber(text)) {
        ASSIGN_OR_RETURN(
            text, PullRequestOfOrigin(text, RepositoryPath(arguments, environment), environment));
      }
      ASSIGN_OR_RETURN(const github::GitHubPullRequestName name,
                       github::ParseGitHubPullRequest(text));
      ref.mutable_github()->set_api_base(name.api_base.empty() ? arguments.Get(kGitHubApi)
                                                               : name.api_base);
      ref.mutable_github()->set_owner(name.owner);
      ref.mutable_github()->set_repository(name.repository);
      ref.mutable_github()->set_number(name.number);
      break;
    }
  }
  return ref;
}

finding::v1::Severity SeverityOf(absl::string_view name) {
  const auto found = std::find(std::begin(kSeverities), std::end(kSeverities), name);
  return found == std::end(kSeverities)
             ? finding::v1::SEVERITY_UNSPECIFIED
             : static_cast<finding::v1::Severity>(finding::v1::SEVERITY_P0 +
                                                  (found - std::begin(kSeverities)));
}

// Files of --sarif. What is wrong with one is told before anything is reviewed.
absl::StatusOr<std::vector<analysis::v1::ToolLog>> ReadToolLogs(const Arguments& arguments) {
  std::vector<analysis::v1::ToolLog> logs;
  for (const std::string& path : arguments.GetAll(kSarif)) {
    absl::StatusOr<std::string> content = ReadFile(path);
    if (!content.ok()) {
      return absl::Status(content.status().code(),
                          absl::StrCat("--sarif: ", content.status().message()));
    }
    analysis::v1::ToolLog& log = logs.emplace_back();
    log.set_name(path);
    log.set_content(*std::move(content));
    const absl::StatusOr<sarif::Log> read = sarif::ReadLog(path, log.content());
    if (!read.ok()) return Usage(absl::StrCat("--sarif: ", read.status().message()));
  }
  RETURN_IF_ERROR(
      sarif::CheckRoom(logs.size(), [&](size_t i) { return logs[i].content().size(); }));
  return logs;
}

// All but the change itself.
absl::StatusOr<ReviewPlan> PlanDocuments(const Arguments& arguments, const Environment& environment,
                                         absl::string_view default_documents) {
  ReviewPlan plan;
  ASSIGN_OR_RETURN(const std::vector<WantedDocument> documents,
                   WantedDocuments(arguments, environment, default_documents));
  for (const WantedDocument& document : documents) {
    if (document.is_patch) plan.patches.push_back(plan.outputs.size());
    *plan.request.add_documents() = document.request;
    plan.outputs.push_back(document.output);
    if (!document.folder.empty()) plan.folders.push_back(document.folder);
  }
  ASSIGN_OR_RETURN(const auto policies, ReadPolicies(arguments));
  for (const auto& policy : policies) *plan.request.add_policies() = policy;
  ASSIGN_OR_RETURN(const auto rule_files, ReadRuleFiles(arguments.GetAll(kRuleFiles), "--rules"));
  for (const auto& file : rule_files) *plan.request.add_rule_files() = file;
  ASSIGN_OR_RETURN(const auto tool_logs, ReadToolLogs(arguments));
  for (const auto& log : tool_logs) *plan.request.add_tool_logs() = log;
  ASSIGN_OR_RETURN(const auto baseline, ReadBaseline(arguments, environment));
  for (const std::string& fingerprint : baseline) plan.request.add_baseline(fingerprint);
  plan.request.set_min_severity(SeverityOf(arguments.Get(kSeverity)));
  plan.request.set_fail_on(SeverityOf(arguments.Get(kFailOn)));
  plan.is_gate_off = arguments.Get(kFailOn) == "none";
  plan.request.set_threads(arguments.GetNumber(kThreads, 0));
  plan.request.set_is_repository_policy_ignored(arguments.Has(kNoRepositoryPolicy));
  plan.request.set_is_numerics_off(arguments.Get(kNumerics) == "off");
  return plan;
}

// The command itself reads the review, and only what rules found in it.
absl::StatusOr<ReviewPlan> ReadByUs(absl::StatusOr<ReviewPlan> plan) {
  if (!plan.ok()) return plan;
  plan->request.mutable_documents(0)->set_format(report::v1::FORMAT_JSON);
  plan->request.set_is_numerics_off(true);
  plan->is_gate_off = true;
  return plan;
}

// "REV^!" and "REV^-N", which git takes for what one commit changes against a parent. Git's "^!"
// leaves out all parents of a merge; a comparison of two trees has one base, the first.
std::optional<LocalRepository> OneCommit(absl::string_view text) {
  const size_t mark = text.rfind('^');
  if (mark == absl::string_view::npos || mark == 0) return std::nullopt;
  absl::string_view parent = text.substr(mark + 1);
  if (parent == "!" || parent == "-") {
    parent = "1";
  } else if (!absl::ConsumePrefix(&parent, "-") ||
             parent.find_first_not_of("0123456789") != absl::string_view::npos) {
    return std::nullopt;
  }
  const std::string commit(text.substr(0, mark));
  LocalRepository local;
  local.set_mode(LocalRepository::MODE_RANGE);
  local.set_base(absl::StrCat(commit, "^", parent));
  local.set_head(commit);
  return local;
}

}  // namespace

absl::StatusOr<LocalRepository> ParseRange(absl::string_view text) {
  LocalRepository local;
  const size_t dots = text.find("..");
  if (dots == absl::string_view::npos) {
    if (std::optional<LocalRepository> one = OneCommit(text)) return *std::move(one);
    local.set_mode(LocalRepository::MODE_WORKING_TREE);
    local.set_base(std::string(text));
    return local;
  }
  const bool is_merge_base = absl::StartsWith(text.substr(dots), "...");
  const absl::string_view base = text.substr(0, dots);
  const absl::string_view head = text.substr(dots + (is_merge_base ? 3 : 2));
  if ((base.empty() && head.empty()) || absl::StrContains(head, "..") ||
      absl::StartsWith(head, ".")) {
    return Usage(absl::StrCat("\"", text, "\" is not a range; wanted BASE..HEAD or BASE...HEAD"));
  }
  local.set_mode(is_merge_base ? LocalRepository::MODE_MERGE_BASE : LocalRepository::MODE_RANGE);
  local.set_base(std::string(base.empty() ? "HEAD" : base));
  local.set_head(std::string(head.empty() ? "HEAD" : head));
  return local;
}

absl::StatusOr<std::vector<analysis::v1::PolicySource>> ReadPolicies(const Arguments& arguments) {
  std::vector<analysis::v1::PolicySource> policies;
  for (const std::string& path : arguments.GetAll(kPolicy)) {
    absl::StatusOr<std::string> content = ReadFile(path);
    if (!content.ok()) {
      return absl::Status(content.status().code(),
                          absl::StrCat("--policy: ", content.status().message()));
    }
    analysis::v1::PolicySource& policy = policies.emplace_back();
    policy.set_kind(analysis::v1::PolicySource::KIND_ORGANISATION);
    policy.set_name(path);
    policy.set_content(*std::move(content));
  }
  return policies;
}

std::string RepositoryPath(const Arguments& arguments, const Environment& environment) {
  if (!arguments.Has(kRepo)) return FindRepository(environment.current_directory);
  const std::string path = AbsolutePath(environment, arguments.Get(kRepo));
  const std::string found = FindRepository(path);
  return found.empty() ? path : found;
}

absl::StatusOr<ReviewPlan> PlanReview(const Arguments& arguments, const Environment& environment,
                                      absl::string_view default_documents) {
  ASSIGN_OR_RETURN(const Source source, ChooseSource(arguments));
  ASSIGN_OR_RETURN(ReviewPlan plan, PlanDocuments(arguments, environment, default_documents));
  ASSIGN_OR_RETURN(*plan.request.mutable_ref(), MakeRef(arguments, environment, source));
  if (source == Source::kPatch) plan.patch = arguments.Get(kPatch, "-");
  return plan;
}

absl::StatusOr<ReviewPlan> PlanScan(const Arguments& arguments, const Environment& environment,
                                    absl::string_view default_documents) {
  ASSIGN_OR_RETURN(ReviewPlan plan, PlanDocuments(arguments, environment, default_documents));
  ASSIGN_OR_RETURN(*plan.request.mutable_ref()->mutable_local(),
                   ScannedTree(arguments, environment));
  return plan;
}

absl::StatusOr<ReviewPlan> PlanFix(const Arguments& arguments, const Environment& environment) {
  // Measurements offer no edits.
  return ReadByUs(PlanReview(arguments, environment));
}

absl::StatusOr<ReviewPlan> PlanRatchet(const Arguments& arguments, const Environment& environment) {
  return ReadByUs(PlanScan(arguments, environment));  // Counts are of rules.
}

absl::StatusOr<ReviewPlan> PlanPlaybook(const Arguments& arguments,
                                        const Environment& environment) {
  ASSIGN_OR_RETURN(ReviewPlan plan, PlanDocuments(arguments, environment, "playbook"));
  ASSIGN_OR_RETURN(*plan.request.mutable_ref()->mutable_local(), WholeTree(arguments, environment));
  plan.is_gate_off = true;
  return plan;
}

}  // namespace allreview::cli
