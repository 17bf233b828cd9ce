// An expression of a workflow reads what is never set: an output, a job, a key of the matrix, an
// input.

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/recipes/workflow.h"
#include "base/edit_distance.h"
#include "base/yaml.h"

namespace allreview::rules {

extern const Rule kUndefinedWorkflowValue;

namespace configuration {
namespace {

constexpr Phrase kNoSuchStep("no-such-step", "job `{job}` has no step with the id `{name}`",
                             "作业 `{job}` 中没有 id 为 `{name}` 的步骤");
constexpr Phrase kNoSuchOutput("no-such-output", "step `{step}` never sets the output `{name}`",
                               "步骤 `{step}` 从不设置输出 `{name}`");
constexpr Phrase kNoSuchJob("no-such-job", "the workflow has no job `{name}`",
                            "工作流中没有作业 `{name}`");
constexpr Phrase kNotNeeded("not-needed", "job `{job}` does not list `{name}` in its `needs`",
                            "作业 `{job}` 的 `needs` 中没有列出 `{name}`");
constexpr Phrase kNoSuchKey("no-such-matrix-key", "the matrix of job `{job}` has no key `{name}`",
                            "作业 `{job}` 的 matrix 中没有键 `{name}`");
constexpr Phrase kNoSuchInput("no-such-input", "no trigger declares the input `{name}`",
                              "没有任何触发器声明输入 `{name}`");
constexpr Phrase kReadThat("read-that", "Did you mean `{name}`?", "是否应为 `{name}`？");
constexpr Phrase kSetOrRemove("set-or-remove", "Set it, or remove the expression",
                              "设置该值，或删除这个表达式");
constexpr Phrase kPhrases[] = {kNoSuchStep, kNoSuchOutput, kNoSuchJob, kNotNeeded,
                               kNoSuchKey,  kNoSuchInput,  kReadThat,  kSetOrRemove};

// What is wrong, and the names among which the right one may be.
struct Undefined {
  Words why;
  std::string name;
  std::vector<std::string> others;
};

class Check {
 public:
  Check(ChangeContext& change, const RecipeText& recipe, const Workflow& workflow)
      : change_(change),
        workflow_(workflow),
        reporter_(kUndefinedWorkflowValue.info, recipe),
        recipe_(recipe) {}

  void Run() {
    for (const WorkflowJob& job : workflow_.jobs) {
      for (const auto& [name, line] : job.needs) {
        if (!job.knows_needs || JobOf(name) != nullptr) continue;
        Report(line, name, {Sentence(kNoSuchJob, {{"name", name}}), name, JobNames()});
      }
    }
    for (const Reference& reference : workflow_.references) {
      if (std::optional<Undefined> undefined = Find(reference)) {
        Report(reference.line, absl::StrJoin(reference.parts, "."), *undefined);
      }
    }
  }

 private:
  const WorkflowJob* JobOf(absl::string_view name) const {
    for (const WorkflowJob& job : workflow_.jobs) {
      if (job.name == name) return &job;
    }
    return nullptr;
  }
  std::vector<std::string> JobNames() const {
    std::vector<std::string> names;
    for (const WorkflowJob& job : workflow_.jobs) names.push_back(job.name);
    return names;
  }

  std::optional<Undefined> Find(const Reference& reference) {
    const std::string& root = reference.parts[0];
    const std::string& name = reference.parts[1];
    if (root == "inputs") {
      if (!workflow_.inputs || workflow_.inputs->count(name) > 0) return std::nullopt;
      return Undefined{Sentence(kNoSuchInput, {{"name", name}}),
                       name,
                       {workflow_.inputs->begin(), workflow_.inputs->end()}};
    }
    if (reference.job < 0) return std::nullopt;
    const WorkflowJob& job = workflow_.jobs[reference.job];
    if (root == "steps") return FindStep(job, reference);
    if (root == "needs" && job.knows_needs) return FindNeed(job, name);
    if (root == "matrix" && job.matrix && job.matrix->count(name) == 0) {
      return Undefined{Sentence(kNoSuchKey, {{"job", job.name}, {"name", name}}),
                       name,
                       {job.matrix->begin(), job.matrix->end()}};
    }
    return std::nullopt;
  }

  std::optional<Undefined> FindNeed(const WorkflowJob& job, const std::string& name) {
    for (const auto& [need, line] : job.needs) {
      if (need == name) return std::nullopt;
    }
    if (JobOf(name) == nullptr) {
      return Undefined{Sentence(kNoSuchJob, {{"name", name}}), name, JobNames()};
    }
    return Undefined{Sentence(kNotNeeded, {{"job", job.name}, {"name", name}}), name, {}};
  }

  std::optional<Undefined> FindStep(const WorkflowJob& job, const Reference& reference) {
    const std::string& id = reference.parts[1];
    const WorkflowStep* step = job.Find(id);
    if (step == nullptr) {
      std::vector<std::string> ids;
      for (const WorkflowStep& other : job.steps) {
        if (!other.id.empty()) ids.push_back(other.id);
      }
      return Undefined{Sentence(kNoSuchStep, {{"job", job.name}, {"name", id}}), id, ids};
    }
    if (reference.parts.size() < 4 || reference.parts[2] != "outputs") return std::nullopt;
    const std::string& name = reference.parts[3];
    const std::optional<std::set<std::string>> outputs = OutputsOf(*step, name);
    if (!outputs || outputs->count(name) > 0) return std::nullopt;
    return Undefined{Sentence(kNoSuchOutput, {{"step", id}, {"name", name}}),
                     name,
                     {outputs->begin(), outputs->end()}};
  }

  // None: nobody can tell.
  std::optional<std::set<std::string>> OutputsOf(const WorkflowStep& step,
                                                 const std::string& wanted) {
    if (!step.run.empty()) {
      if (absl::StrContains(step.run, absl::StrCat(wanted, "="))) return std::nullopt;
      return OutputsOfRun(step.run);
    }
    if (!absl::StartsWith(step.uses, "./")) return std::nullopt;
    for (absl::string_view name : {"/action.yml", "/action.yaml"}) {
      const std::string* text = change_.texts().Read(
          Side::kRight, absl::StrCat(absl::string_view(step.uses).substr(2), name));
      if (text == nullptr) continue;
      const auto documents = ParseYamlDocuments(*text);
      if (!documents.ok() || documents->empty()) return std::nullopt;
      std::set<std::string> outputs;
      if (const YamlNode* declared = FindYamlKey(documents->front(), "outputs")) {
        for (const auto& [key, value] : declared->entries) outputs.insert(key.scalar);
      }
      return outputs;
    }
    return std::nullopt;
  }

  void Report(int line, const std::string& read, const Undefined& undefined) {
    if (!recipe_.IsNew(line)) return;
    const std::string nearest = Nearest(undefined.name, undefined.others);
    reporter_.Report(
        {.line = line,
         .params = {{"read", read},
                    {"why", undefined.why},
                    {"remedy", nearest.empty() ? Words(kSetOrRemove)
                                               : Sentence(kReadThat, {{"name", nearest}})}}});
  }

  ChangeContext& change_;
  const Workflow& workflow_;
  RecipeReporter reporter_;
  const RecipeText& recipe_;
};

void CheckWorkflows(ChangeContext& change) {
  const auto is_workflow = [](absl::string_view path) {
    return IsWorkflowPath(path) || IsActionPath(path);
  };
  if (!absl::c_any_of(change.changed_files(),
                      [&](const ChangedFile& file) { return is_workflow(file.path); })) {
    return;
  }
  for (const RecipeText& recipe : ChangedRecipes(change)) {
    if (!is_workflow(recipe.file->path)) continue;
    const std::optional<Workflow> workflow = WorkflowIn(*recipe.after);
    if (workflow) Check(change, recipe, *workflow).Run();
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUndefinedWorkflowValue = {
    .info = {.id = "undefined-workflow-value",
             .title = {"Workflow reads a value that is never set", "工作流读取了从未设置的值"},
             .severity = Severity::kP1,
             .message = {"`{read}` is never set: {why}", "`{read}` 从未被设置：{why}"},
             .consequence =
                 {"The expression is empty text in every run, and conditions on it are "
                  "decided by that; a job that is not there makes the workflow invalid",
                  "该表达式在每次运行中都是空文本，依赖它的条件也随之判定；引用不存在的作业会使"
                  "整个工作流无效"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = configuration::kPhrases,
             .why = "GitHub evaluates an unknown output, need, matrix key or input to empty text "
                    "and says nothing, so that steps are skipped or run on nothing. Outputs of "
                    "foreign actions, matrices that are computed and scripts whose writes are not "
                    "plain are passed over.",
             .fix = "Read the name that is set, or set it.",
             .bad = R"py(
# --- .github/workflows/ci.yml
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - id: version
        run: echo "tag=1.0" >> "$GITHUB_OUTPUT"
      - run: echo "${{ steps.version.outputs.tags }}"
)py",
             .good = R"py(
# --- .github/workflows/ci.yml
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - id: version
        run: echo "tag=1.0" >> "$GITHUB_OUTPUT"
      - run: echo "${{ steps.version.outputs.tag }}"
)py",
             .references = {"https://docs.github.com/actions/reference/contexts-reference"}},
    .check_change = configuration::CheckWorkflows};

}  // namespace allreview::rules
