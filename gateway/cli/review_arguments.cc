#include "gateway/cli/review_arguments.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/github_url.h"
#include "base/status_macros.h"

namespace allreview::cli {
namespace {

using change::v1::ChangeRef;
using change::v1::LocalRepository;
using report::v1::DocumentRequest;

absl::StatusOr<finding::v1::Severity> SeverityFlag(const host::Flags& flags,
                                                   absl::string_view name) {
  const std::string value = flags.Get(name);
  if (value.empty()) return finding::v1::SEVERITY_UNSPECIFIED;
  finding::v1::Severity severity;
  if (!finding::v1::Severity_Parse(absl::StrCat("SEVERITY_", value), &severity)) {
    return absl::InvalidArgumentError(
        absl::StrCat("flag \"--", name, "\": \"", value, "\" is no severity; wanted P0 to P3"));
  }
  return severity;
}

report::v1::Format FormatByName(absl::string_view name) {
  const auto& names = FormatNames();
  const auto found = std::find(names.begin(), names.end(), name);
  return static_cast<report::v1::Format>(found - names.begin() + 1);
}

report::v1::Format FormatOfFile(absl::string_view path) {
  if (absl::EndsWith(path, ".sarif")) return report::v1::FORMAT_SARIF;
  if (absl::EndsWith(path, ".json")) return report::v1::FORMAT_JSON;
  return report::v1::FORMAT_MARKDOWN;
}

struct Output {
  std::optional<report::v1::Format> format;
  std::string path;  // Empty: not given.
};

// Pairs each --output with the --format before it.
absl::StatusOr<std::vector<Output>> PairOutputs(const host::Flags& flags) {
  std::vector<Output> outputs;
  for (const auto& [name, value] : flags.in_order()) {
    if (name == "format") outputs.push_back({.format = FormatByName(value), .path = ""});
    if (name != "output") continue;
    if (value.empty()) return absl::InvalidArgumentError("--output names no file");
    if (outputs.empty() || !outputs.back().path.empty()) outputs.emplace_back();
    outputs.back().path = value;
  }
  if (outputs.empty()) outputs.emplace_back();
  int to_standard_output = 0;
  for (Output& output : outputs) {
    if (output.path.empty()) output.path = "-";
    if (output.path == "-") ++to_standard_output;
  }
  if (to_standard_output > 1) {
    return absl::InvalidArgumentError(
        "several documents for standard output; give all but one an --output=FILE after their "
        "--format");
  }
  return outputs;
}

DocumentRequest DocumentFor(const Output& output, const host::Flags& flags,
                            const Environment& environment) {
  DocumentRequest document;
  document.set_document(report::v1::DOCUMENT_REVIEW);
  const bool is_terminal = output.path == "-" && environment.is_out_terminal;
  const report::v1::Format by_place =
      is_terminal ? report::v1::FORMAT_TERMINAL : FormatOfFile(output.path);
  document.set_format(output.format.value_or(by_place));
  if (document.format() == report::v1::FORMAT_TERMINAL) {
    document.set_is_coloured(output.path == "-" ? IsColoured(flags, environment)
                                                : flags.Get("color") == "always");
    if (is_terminal) document.set_width(environment.columns);
  }
  return document;
}

absl::Status ExpectArguments(const host::Flags& flags, size_t count, absl::string_view what) {
  if (flags.positional().size() == count) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("found ", flags.positional().size(), " arguments; wanted ", what));
}

absl::StatusOr<ChangeRef> PullRequestRef(const std::string& text) {
  ASSIGN_OR_RETURN(const GitHubPullRequestName name, ParseGitHubPullRequest(text));
  ChangeRef ref;
  ref.mutable_github()->set_api_base(name.api_base);
  ref.mutable_github()->set_owner(name.owner);
  ref.mutable_github()->set_repository(name.repository);
  ref.mutable_github()->set_number(name.number);
  return ref;
}

absl::StatusOr<ChangeRef> LocalRef(const host::Flags& flags) {
  if (flags.positional().size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", flags.positional()[1], "\"; wanted one BASE..HEAD"));
  }
  ChangeRef ref;
  LocalRepository& local = *ref.mutable_local();
  local.set_mode(LocalRepository::MODE_WORKING_TREE);
  if (!flags.positional().empty()) {
    ASSIGN_OR_RETURN(local, ParseRevisions(flags.positional()[0]));
  }
  const bool is_staged = flags.GetSwitch("staged");
  const bool is_working_tree = flags.GetSwitch("working-tree");
  if (is_staged && is_working_tree) {
    return absl::InvalidArgumentError("--staged and --working-tree contradict each other");
  }
  if ((is_staged || is_working_tree) && local.mode() != LocalRepository::MODE_WORKING_TREE) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", flags.positional()[0],
                     "\" is a range; with --staged or --working-tree, "
                     "name one revision or none"));
  }
  if (is_staged) local.set_mode(LocalRepository::MODE_INDEX);
  local.set_path(AbsolutePath(flags.Get("repo", ".")));
  return ref;
}

absl::StatusOr<ChangeRef> DirectoriesRef(const host::Flags& flags) {
  RETURN_IF_ERROR(ExpectArguments(flags, 1, "two folders: --dirs BEFORE AFTER"));
  ChangeRef ref;
  ref.mutable_directories()->set_before(AbsolutePath(flags.Get("dirs")));
  ref.mutable_directories()->set_after(AbsolutePath(flags.positional()[0]));
  return ref;
}

ChangeRef PatchRef(const std::string& path, const host::Flags& flags) {
  ChangeRef ref;
  ref.mutable_patch()->set_name(path);
  if (flags.Has("repo")) ref.mutable_patch()->set_repository(AbsolutePath(flags.Get("repo")));
  return ref;
}

absl::StatusOr<ChangeRef> ReadRef(const host::Flags& flags, std::string* patch) {
  const bool is_standard_input = flags.positional().size() == 1 && flags.positional()[0] == "-";
  const bool has_patch = flags.Has("patch") || is_standard_input;
  const int sources = (has_patch ? 1 : 0) + (flags.Has("dirs") ? 1 : 0) + (flags.Has("pr") ? 1 : 0);
  const bool is_local = flags.GetSwitch("staged") || flags.GetSwitch("working-tree");
  if (sources > 1 || (sources == 1 && is_local)) {
    return absl::InvalidArgumentError(
        "several sources; wanted one of: a range, --staged, --working-tree, --patch, --dirs, --pr");
  }
  if (has_patch) {
    if (!is_standard_input) RETURN_IF_ERROR(ExpectArguments(flags, 0, "none beside --patch"));
    *patch = flags.Get("patch", "-");
    return PatchRef(*patch, flags);
  }
  if (flags.Has("dirs")) return DirectoriesRef(flags);
  if (flags.Has("pr")) {
    RETURN_IF_ERROR(ExpectArguments(flags, 0, "none beside --pr"));
    return PullRequestRef(flags.Get("pr"));
  }
  if (flags.positional().size() == 1 && LooksLikeGitHubPullRequest(flags.positional()[0])) {
    return PullRequestRef(flags.positional()[0]);
  }
  return LocalRef(flags);
}

}  // namespace

const std::vector<absl::string_view>& FormatNames() {
  static const auto& names = *new std::vector<absl::string_view>{
      "markdown", "json", "sarif", "rdjson", "gitlab", "github-annotations", "terminal"};
  return names;
}

absl::StatusOr<LocalRepository> ParseRevisions(absl::string_view text) {
  LocalRepository local;
  const size_t dots = text.find("..");
  if (dots == absl::string_view::npos) {
    if (text.empty()) return absl::InvalidArgumentError("empty revision; wanted BASE..HEAD");
    local.set_mode(LocalRepository::MODE_WORKING_TREE);
    local.set_base(std::string(text));
    return local;
  }
  const bool is_merge_base = absl::StartsWith(text.substr(dots), "...");
  const absl::string_view base = text.substr(0, dots);
  const absl::string_view head = text.substr(dots + (is_merge_base ? 3 : 2));
  if (absl::StrContains(head, "..")) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" has too many dots; wanted BASE..HEAD or BASE...HEAD"));
  }
  local.set_mode(is_merge_base ? LocalRepository::MODE_MERGE_BASE : LocalRepository::MODE_RANGE);
  local.set_base(base.empty() ? "HEAD" : std::string(base));
  local.set_head(head.empty() ? "HEAD" : std::string(head));
  return local;
}

std::string AbsolutePath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

bool IsColoured(const host::Flags& flags, const Environment& environment) {
  const std::string color = flags.Get("color", "auto");
  if (color != "auto") return color == "always";
  return environment.is_out_terminal && !environment.variable("NO_COLOR").has_value() &&
         environment.variable("TERM").value_or("") != "dumb";
}

absl::StatusOr<ReviewArguments> ReadReviewArguments(const host::Flags& flags,
                                                    const Environment& environment) {
  ReviewArguments arguments;
  review::v1::ReviewRequest& request = arguments.request;
  ASSIGN_OR_RETURN(*request.mutable_ref(), ReadRef(flags, &arguments.patch));
  ASSIGN_OR_RETURN(const std::vector<Output> outputs, PairOutputs(flags));
  for (const Output& output : outputs) {
    *request.add_documents() = DocumentFor(output, flags, environment);
    arguments.outputs.push_back(output.path);
  }
  ASSIGN_OR_RETURN(const finding::v1::Severity severity, SeverityFlag(flags, "severity"));
  ASSIGN_OR_RETURN(const finding::v1::Severity fail_on, SeverityFlag(flags, "fail-on"));
  request.set_min_severity(severity);
  request.set_fail_on(fail_on);
  ASSIGN_OR_RETURN(const int64_t threads, flags.GetInt("threads", 0));
  if (threads > 1024) return absl::InvalidArgumentError("flag \"--threads\": wanted at most 1024");
  request.set_threads(static_cast<int>(threads));
  request.set_is_repository_policy_ignored(flags.GetSwitch("ignore-repository-policy"));
  return arguments;
}

}  // namespace allreview::cli
