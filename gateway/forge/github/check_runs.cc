#include "gateway/forge/github/check_runs.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"
#include "gateway/forge/commands/commands.h"
#include "gateway/forge/github/paths.h"
#include "github/json.h"
#include "github/json_pages.h"
#include "review/display_text.h"
#include "sentences/phrase.h"

namespace allreview::gateway {
namespace {

using github::Json;

constexpr size_t kBatch = 50;           // Annotations of a request.
constexpr size_t kMaxMessage = 60'000;  // GitHub takes 64 KiB.
constexpr size_t kMaxTitle = 255;

struct Found {
  int64_t id = 0;
  std::string url;
  size_t annotations = 0;
};

absl::StatusOr<std::optional<Found>> Find(github::Api& api, const std::string& repository,
                                          const Check& check) {
  std::optional<Found> found;
  RETURN_IF_ERROR(ForEach(
      api,
      RepositoryPath(repository, absl::StrCat("/commits/", check.head, "/check-runs?check_name=",
                                              check.name, "&filter=all&per_page=100")),
      absl::StrCat("check runs of ", check.head), "check_runs", [&](const Json& json) {
        if (found.has_value() || github::Text(json, "external_id") != check.external_id) return;
        found = Found{.id = github::Number(json, "id"),
                      .url = github::Text(json, "html_url"),
                      .annotations = static_cast<size_t>(
                          github::Number(github::At(json, "output"), "annotations_count"))};
      }));
  return found;
}

// Status and conclusion, which only ends have.
struct RunState {
  const char* status;
  const char* conclusion = "";
};

RunState StateOf(Check::State state) {
  switch (state) {
    case Check::State::kQueued:
      return {"queued"};
    case Check::State::kRunning:
      return {"in_progress"};
    case Check::State::kSuccess:
      return {"completed", "success"};
    case Check::State::kNeutral:
      return {"completed", "neutral"};
    case Check::State::kFailure:
      return {"completed", "failure"};
    case Check::State::kActionRequired:
      return {"completed", "action_required"};
    case Check::State::kCancelled:
      return {"completed", "cancelled"};
  }
  return {"queued"};
}

const char* LevelName(CheckAnnotation::Level level) {
  switch (level) {
    case CheckAnnotation::Level::kNotice:
      return "notice";
    case CheckAnnotation::Level::kWarning:
      return "warning";
    case CheckAnnotation::Level::kFailure:
      return "failure";
  }
  return "notice";
}

Json ToJson(const CheckAnnotation& annotation) {
  return {{"path", annotation.path},
          {"start_line", annotation.first_line},
          {"end_line", annotation.last_line},
          {"annotation_level", LevelName(annotation.level)},
          {"title", Shorten(CleanLine(annotation.title), kMaxTitle)},
          {"message", Shorten(CleanBlock(annotation.message), kMaxMessage)}};
}

struct Action {
  absl::string_view identifier;
  Phrase label, description;
};

// GitHub takes three, with labels of 20 and descriptions of 40 characters.
Json Actions(Language language) {
  static constexpr Action kActions[] = {{kReviewAction,
                                         {"Review again", "重新评审"},
                                         {"Reviews this commit once more", "重新评审该提交"}},
                                        {kDeepDiveAction,
                                         {"Deep dive", "深度解析"},
                                         {"Explains the change in depth", "深入解析本次变更"}},
                                        {kExplainAction,
                                         {"Explain", "变更讲解"},
                                         {"Tells what the change does", "说明本次变更做了什么"}}};
  Json actions = Json::array();
  for (const Action& action : kActions) {
    Json button = {{"label", std::string(action.label.In(language))},
                   {"description", std::string(action.description.In(language))},
                   {"identifier", std::string(action.identifier)}};
    actions.push_back(std::move(button));
  }
  return actions;
}

// What one request says; `first` is that of the annotations. Only the last one ends the check.
Json RequestOf(const Check& check, size_t first) {
  const size_t end = std::min(check.annotations.size(), first + kBatch);
  const bool is_last = end == check.annotations.size();
  const RunState state = StateOf(is_last ? check.state : Check::State::kRunning);
  Json body = {{"name", check.name}, {"external_id", check.external_id}, {"status", state.status}};
  if (!check.details_url.empty()) body["details_url"] = check.details_url;
  if (*state.conclusion != '\0') body["conclusion"] = state.conclusion;
  if (!check.title.empty()) {
    body["output"] = {{"title", check.title}, {"summary", check.summary}};
    Json annotations = Json::array();
    for (size_t i = first; i < end; ++i) annotations.push_back(ToJson(check.annotations[i]));
    if (!annotations.empty()) body["output"]["annotations"] = std::move(annotations);
  }
  if (is_last && check.has_actions) {
    body["actions"] = Actions(check.language);
  }
  return body;
}

// A repeated POST would make a second run: whoever is not sure looks again first.
absl::StatusOr<Found> Create(github::Api& api, const std::string& repository, const Check& check) {
  Json body = RequestOf(check, 0);
  body["head_sha"] = check.head;
  absl::StatusOr<github::ApiAnswer> answer =
      api.Send({.method = "POST",
                .path_or_url = RepositoryPath(repository, "/check-runs"),
                .body_json = github::ToText(body),
                .what = absl::StrCat("the check run of ", check.head)});
  if (!answer.ok() && github::IsArrivalUnknown(answer.status())) {
    ASSIGN_OR_RETURN(std::optional<Found> found, Find(api, repository, check));
    if (found.has_value()) return *found;
  }
  RETURN_IF_ERROR(answer.status());
  ASSIGN_OR_RETURN(Json json, github::ParseJson(answer->body, Json::value_t::object));
  return Found{.id = github::Number(json, "id"),
               .url = github::Text(json, "html_url"),
               .annotations = std::min(check.annotations.size(), kBatch)};
}

absl::Status Update(github::Api& api, const std::string& repository, const Check& check,
                    const Found& found, size_t first) {
  // The same words again do no harm, the same annotations would: then somebody looks first.
  const bool has_annotations = first < check.annotations.size();
  return api
      .Send({.method = "PATCH",
             .path_or_url = RepositoryPath(repository, absl::StrCat("/check-runs/", found.id)),
             .body_json = github::ToText(RequestOf(check, first)),
             .what = absl::StrCat("the check run of ", check.head),
             .is_idempotent = !has_annotations})
      .status();
}

}  // namespace

absl::StatusOr<WrittenCheck> WriteCheckRun(github::Api& api, const std::string& repository,
                                           const Check& check) {
  ASSIGN_OR_RETURN(std::optional<Found> found, Find(api, repository, check));
  size_t done = 0;
  if (!found.has_value()) {
    ASSIGN_OR_RETURN(found, Create(api, repository, check));
    done = std::min(check.annotations.size(), kBatch);
    if (done == check.annotations.size()) return WrittenCheck{found->id, found->url};
  } else {
    done = std::min(check.annotations.size(), found->annotations);
  }
  do {
    RETURN_IF_ERROR(Update(api, repository, check, *found, done));
    done = std::min(check.annotations.size(), done + kBatch);
  } while (done < check.annotations.size());
  return WrittenCheck{found->id, found->url};
}

}  // namespace allreview::gateway
