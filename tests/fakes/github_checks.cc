// Check runs of the fake GitHub, with the limits of their parts.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tests/fakes/github_state.h"

namespace allreview::fakes {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxAnnotations = 50;
constexpr size_t kMaxText = 65'535;
constexpr size_t kMaxMessage = 64 << 10;
constexpr const char* kConclusions[] = {"success",   "failure", "neutral",        "cancelled",
                                        "timed_out", "skipped", "action_required"};

ServedResponse Invalid(const std::string& what) {
  return ErrorAnswer(422, absl::StrCat("Invalid request.\n\n", what),
                     "https://docs.github.com/rest/checks/runs");
}

std::string TooLong(const Json& object, const char* field, size_t most) {
  if (!object.contains(field) || !object[field].is_string()) return "";
  if (CountCharacters(object[field].get<std::string>()) <= most) return "";
  return absl::StrCat("Only ", most, " characters are allowed in \"", field, "\".");
}

std::string AnnotationProblem(const Json& annotation) {
  for (const char* field : {"path", "start_line", "end_line", "annotation_level", "message"}) {
    if (!annotation.contains(field)) return absl::StrCat("\"", field, "\" wasn't supplied.");
  }
  const std::string level = annotation.value("annotation_level", "");
  if (level != "notice" && level != "warning" && level != "failure") {
    return absl::StrCat("\"", level, "\" is not a level.");
  }
  const bool is_one_line = annotation["start_line"] == annotation["end_line"];
  if (annotation.contains("start_column") && !is_one_line) {
    return "start_column and end_column are for annotations of one line.";
  }
  if (annotation["start_line"] > annotation["end_line"]) return "end_line precedes start_line.";
  std::string problem = TooLong(annotation, "title", 255);
  if (problem.empty()) problem = TooLong(annotation, "message", kMaxMessage);
  if (problem.empty()) problem = TooLong(annotation, "raw_details", kMaxMessage);
  return problem;
}

std::string OutputProblem(const Json& output) {
  for (const char* field : {"title", "summary"}) {
    if (!output.contains(field)) return absl::StrCat("\"", field, "\" wasn't supplied.");
  }
  for (const char* field : {"summary", "text"}) {
    std::string problem = TooLong(output, field, kMaxText);
    if (!problem.empty()) return problem;
  }
  if (!output.contains("annotations")) return "";
  const size_t count = output["annotations"].size();
  if (count > kMaxAnnotations) {
    return absl::StrCat("No more than 50 items are allowed; ", count, " were supplied.");
  }
  for (const Json& annotation : output["annotations"]) {
    std::string problem = AnnotationProblem(annotation);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string ActionsProblem(const Json& actions) {
  if (actions.size() > 3) {
    return absl::StrCat("No more than 3 items are allowed; ", actions.size(), " were supplied.");
  }
  for (const Json& action : actions) {
    for (auto [field, most] :
         {std::pair("label", 20), std::pair("description", 40), std::pair("identifier", 20)}) {
      if (!action.contains(field)) return absl::StrCat("\"", field, "\" wasn't supplied.");
      std::string problem = TooLong(action, field, static_cast<size_t>(most));
      if (!problem.empty()) return problem;
    }
  }
  return "";
}

std::string Problem(const Json& body) {
  if (body.contains("conclusion")) {
    const std::string conclusion = body.value("conclusion", "");
    if (std::find(std::begin(kConclusions), std::end(kConclusions), conclusion) ==
        std::end(kConclusions)) {
      return absl::StrCat("\"", conclusion, "\" is not a conclusion.");
    }
  } else if (body.value("status", "") == "completed") {
    return "\"conclusion\" wasn't supplied.";
  }
  std::string problem = body.contains("output") ? OutputProblem(body["output"]) : "";
  if (problem.empty() && body.contains("actions")) problem = ActionsProblem(body["actions"]);
  return problem;
}

// Annotations are added to those that are there; everything else is replaced.
void Apply(Json body, FakeCheckRun& run) {
  if (body.contains("output") && body["output"].contains("annotations")) {
    for (Json& annotation : body["output"]["annotations"]) {
      run.annotations.push_back(std::move(annotation));
    }
    body["output"].erase("annotations");
  }
  if (body.contains("conclusion")) body["status"] = "completed";
  run.fields.merge_patch(body);
  ++run.writes;
}

Json RunJson(const WriteCall& call, const FakeCheckRun& run) {
  Json json = run.fields;
  json["id"] = run.id;
  json["head_sha"] = run.head_sha;
  json["html_url"] = absl::StrCat("https://github.example/", call.full_name, "/runs/", run.id);
  json["app"] = {{"id", call.app_id}, {"slug", "allreview"}};
  json["pull_requests"] = Json::array();
  if (!json.contains("conclusion")) json["conclusion"] = nullptr;
  if (!json.contains("external_id")) json["external_id"] = "";
  json["output"]["annotations_count"] = run.annotations.size();
  json["output"]["annotations_url"] = absl::StrCat(call.origin.base_url, "/repos/", call.full_name,
                                                   "/check-runs/", run.id, "/annotations");
  json.erase("actions");
  return json;
}

ServedResponse Create(const WriteCall& call, GitHubState& state) {
  Json body = call.Body();
  for (const char* field : {"name", "head_sha"}) {
    if (!body.contains(field)) return Invalid(absl::StrCat("\"", field, "\" wasn't supplied."));
  }
  const std::string sha = body["head_sha"];
  if (!state.HasCommit(sha))
    return ErrorAnswer(422, absl::StrCat("No commit found for SHA: ", sha));
  if (std::string problem = Problem(body); !problem.empty()) return Invalid(problem);
  FakeCheckRun run{.id = state.next_check_run++, .head_sha = sha};
  run.fields = {{"status", "queued"}};
  Apply(std::move(body), run);
  state.check_runs.push_back(std::move(run));
  return JsonAnswer(RunJson(call, state.check_runs.back()), 201);
}

ServedResponse List(const WriteCall& call, const std::string& sha, const GitHubState& state) {
  Json list = Json::array();
  for (const FakeCheckRun& run : state.check_runs) {
    const std::string name = call.request.parameter("check_name");
    const bool is_wanted = name.empty() || run.fields.value("name", "") == name;
    if (run.head_sha == sha && is_wanted) list.push_back(RunJson(call, run));
  }
  std::reverse(list.begin(), list.end());  // Newest first.
  const size_t total = list.size();
  return PageAnswer(call.request, call.origin, {{"total_count", total}, {"check_runs", list}},
                    "check_runs");
}

}  // namespace

std::optional<ServedResponse> ChecksRoute(const WriteCall& call, const PathParts& path,
                                          GitHubState& state) {
  if (path.size() == 3 && path[0] == "commits" && path[2] == "check-runs") {
    return List(call, path[1], state);
  }
  if (path[0] != "check-runs") return std::nullopt;
  if (path.size() == 1 && call.request.method == "POST") return Create(call, state);
  int64_t id = 0;
  if (path.size() < 2 || !absl::SimpleAtoi(path[1], &id)) return NotFoundAnswer();
  for (FakeCheckRun& run : state.check_runs) {
    if (run.id != id) continue;
    if (path.size() == 3 && path[2] == "annotations") {
      return PageAnswer(call.request, call.origin, run.annotations);
    }
    if (call.request.method == "PATCH") {
      Json body = call.Body();
      if (std::string problem = Problem(body); !problem.empty()) return Invalid(problem);
      Apply(std::move(body), run);
    }
    return JsonAnswer(RunJson(call, run));
  }
  return NotFoundAnswer();
}

}  // namespace allreview::fakes
