#include "gateway/forge/publish/check_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"
#include "gateway/forge/commands.h"
#include "github/json.h"
#include "github/json_pages.h"
#include "review/display_text.h"

namespace allreview::gateway {
namespace {

using finding::v1::Finding;
using github::Json;

constexpr size_t kBatch = 50;           // Annotations of a request.
constexpr size_t kMaxMessage = 60'000;  // GitHub takes 64 KiB.
constexpr size_t kMaxTitle = 255;

struct Found {
  int64_t id = 0;
  std::string status;
  std::string url;
  size_t annotations = 0;
};

absl::StatusOr<std::optional<Found>> Find(github::Api& api, const std::string& repository,
                                          const CheckRun& run) {
  std::optional<Found> found;
  RETURN_IF_ERROR(
      ForEach(api,
              absl::StrCat("/repos/", repository, "/commits/", run.head,
                           "/check-runs?check_name=", run.name, "&filter=all&per_page=100"),
              absl::StrCat("check runs of ", run.head), "check_runs", [&](const Json& json) {
                if (found.has_value() || github::Text(json, "external_id") != run.external_id)
                  return;
                found = Found{.id = github::Number(json, "id"),
                              .status = github::Text(json, "status"),
                              .url = github::Text(json, "html_url"),
                              .annotations = static_cast<size_t>(
                                  github::Number(github::At(json, "output"), "annotations_count"))};
              }));
  return found;
}

Json ToJson(const CheckAnnotation& annotation) {
  return {{"path", annotation.path},
          {"start_line", annotation.first_line},
          {"end_line", annotation.last_line},
          {"annotation_level", annotation.level},
          {"title", Shorten(CleanLine(annotation.title), kMaxTitle)},
          {"message", Shorten(CleanBlock(annotation.message), kMaxMessage)}};
}

Json Action(absl::string_view label, absl::string_view description, absl::string_view identifier) {
  return {{"label", std::string(label)},
          {"description", std::string(description)},
          {"identifier", std::string(identifier)}};
}

// GitHub takes three, with labels of 20 and descriptions of 40 characters.
Json Actions() {
  return Json::array({Action("Review again", "Reviews this commit once more", kReviewAction),
                      Action("Deep dive", "Explains the change in depth", kDeepDiveAction),
                      Action("Explain", "Tells what the change does", kExplainAction)});
}

// What one request says; `first` is that of the annotations. Only the last one ends the run.
Json RequestOf(const CheckRun& run, size_t first) {
  const size_t end = std::min(run.annotations.size(), first + kBatch);
  const bool is_last = end == run.annotations.size();
  Json body = {{"name", run.name},
               {"external_id", run.external_id},
               {"status", is_last ? run.status : "in_progress"}};
  if (!run.details_url.empty()) body["details_url"] = run.details_url;
  if (is_last && !run.conclusion.empty()) body["conclusion"] = run.conclusion;
  if (!run.title.empty()) {
    body["output"] = {{"title", run.title}, {"summary", run.summary}};
    Json annotations = Json::array();
    for (size_t i = first; i < end; ++i) annotations.push_back(ToJson(run.annotations[i]));
    if (!annotations.empty()) body["output"]["annotations"] = std::move(annotations);
  }
  if (is_last && run.has_actions) {
    body["actions"] = Actions();
  }
  return body;
}

// A repeated POST would make a second run: whoever is not sure looks again first.
absl::StatusOr<Found> Create(github::Api& api, const std::string& repository, const CheckRun& run) {
  Json body = RequestOf(run, 0);
  body["head_sha"] = run.head;
  absl::StatusOr<github::ApiAnswer> answer =
      api.Send({.method = "POST",
                .path_or_url = absl::StrCat("/repos/", repository, "/check-runs"),
                .body_json = github::ToText(body),
                .what = absl::StrCat("the check run of ", run.head)});
  if (!answer.ok() && github::IsArrivalUnknown(answer.status())) {
    ASSIGN_OR_RETURN(std::optional<Found> found, Find(api, repository, run));
    if (found.has_value()) return *found;
  }
  RETURN_IF_ERROR(answer.status());
  ASSIGN_OR_RETURN(Json json, github::ParseJson(answer->body, Json::value_t::object));
  return Found{.id = github::Number(json, "id"),
               .status = github::Text(body, "status"),
               .url = github::Text(json, "html_url"),
               .annotations = std::min(run.annotations.size(), kBatch)};
}

absl::Status Update(github::Api& api, const std::string& repository, const CheckRun& run,
                    const Found& found, size_t first) {
  // The same words again do no harm, the same annotations would: then somebody looks first.
  const bool has_annotations = first < run.annotations.size();
  return api
      .Send({.method = "PATCH",
             .path_or_url = absl::StrCat("/repos/", repository, "/check-runs/", found.id),
             .body_json = github::ToText(RequestOf(run, first)),
             .what = absl::StrCat("the check run of ", run.head),
             .is_idempotent = !has_annotations})
      .status();
}

absl::string_view LevelOf(const Finding& finding) {
  if (finding.kind() != finding::v1::KIND_DEFECT) return "notice";
  switch (finding.severity()) {
    case finding::v1::SEVERITY_P0:
    case finding::v1::SEVERITY_P1:
      return "failure";
    case finding::v1::SEVERITY_P2:
      return "warning";
    default:
      return "notice";
  }
}

}  // namespace

absl::StatusOr<WrittenCheck> WriteCheckRun(github::Api& api, const std::string& repository,
                                           const CheckRun& run) {
  ASSIGN_OR_RETURN(std::optional<Found> found, Find(api, repository, run));
  size_t done = 0;
  if (!found.has_value()) {
    ASSIGN_OR_RETURN(found, Create(api, repository, run));
    done = std::min(run.annotations.size(), kBatch);
    if (done == run.annotations.size()) return WrittenCheck{found->id, found->url};
  } else {
    done = std::min(run.annotations.size(), found->annotations);
  }
  do {
    RETURN_IF_ERROR(Update(api, repository, run, *found, done));
    done = std::min(run.annotations.size(), done + kBatch);
  } while (done < run.annotations.size());
  return WrittenCheck{found->id, found->url};
}

std::string CheckConclusion(const review::v1::Review& review) {
  if (review.gate().tripping() > 0) return "failure";
  switch (review.conclusion()) {
    case review::v1::CONCLUSION_SUCCESS:
    case review::v1::CONCLUSION_FINDINGS:
      return "success";
    case review::v1::CONCLUSION_BLOCKED:
      return "action_required";
    default:
      return "neutral";
  }
}

std::vector<CheckAnnotation> Annotations(const review::v1::Review& review) {
  std::vector<CheckAnnotation> annotations;
  for (const Finding& finding : review.findings()) {
    const bool is_shown =
        finding.shown() == finding::v1::SHOWN_FULL || finding.shown() == finding::v1::SHOWN_FOLDED;
    const change::v1::SourceRange& range = finding.range();
    // Annotations are for the commit that was pushed: it has no removed lines.
    const bool is_left = range.side() == change::v1::SIDE_LEFT;
    if (!is_shown || is_left || finding.kind() == finding::v1::KIND_PRAISE) continue;
    const int first = std::max(1, range.first_line());
    annotations.push_back({.path = range.path(),
                           .first_line = first,
                           .last_line = std::max(first, range.end_line() - 1),
                           .level = std::string(LevelOf(finding)),
                           .title = absl::StrCat(finding.title(), " (", finding.rule_id(), ")"),
                           .message = finding.fix().empty()
                                          ? finding.problem()
                                          : absl::StrCat(finding.problem(), "\n", finding.fix())});
  }
  return annotations;
}

}  // namespace allreview::gateway
