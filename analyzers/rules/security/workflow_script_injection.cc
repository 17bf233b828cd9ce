// Text that anybody can write to the repository from outside is pasted into a script of a workflow.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/recipes/workflow.h"
#include "base/yaml.h"

namespace allreview::rules {

extern const Rule kWorkflowScriptInjection;

namespace security {
namespace {

// What outsiders write, as GitHub's guide to secure use lists it; what stands for an index is gone.
constexpr absl::string_view kFromOutside[] = {
    "github.event.issue.title",
    "github.event.issue.body",
    "github.event.pull_request.title",
    "github.event.pull_request.body",
    "github.event.pull_request.head.ref",
    "github.event.pull_request.head.label",
    "github.event.pull_request.head.repo.default_branch",
    "github.event.comment.body",
    "github.event.review.body",
    "github.event.review_comment.body",
    "github.event.discussion.title",
    "github.event.discussion.body",
    "github.event.head_commit.message",
    "github.event.head_commit.author.email",
    "github.event.head_commit.author.name",
    "github.event.workflow_run.head_branch",
    "github.event.workflow_run.head_commit.message",
    "github.head_ref",
};

// "github.head_ref" of ${{ github.head_ref }}, ${{ format('{0}', github.head_ref) }} and the like;
// empty: nothing from outside.
absl::string_view FromOutside(absl::string_view expression) {
  // Comparisons and tests give true or false, and toJSON quotes no shell.
  if (absl::StrContains(expression, "==") || absl::StrContains(expression, "!=") ||
      absl::StrContains(expression, "contains(") || absl::StrContains(expression, "startsWith(")) {
    return {};
  }
  for (absl::string_view name : kFromOutside) {
    const size_t at = expression.find(name);
    if (at == absl::string_view::npos) continue;
    const size_t end = at + name.size();
    const bool goes_on = end < expression.size() &&
                         (absl::ascii_isalnum(static_cast<unsigned char>(expression[end])) ||
                          expression[end] == '_' || expression[end] == '.');
    if (!goes_on) return name;
  }
  return {};
}

// A script as a step has it: `run`, or `script` of actions/github-script.
struct StepScript {
  const YamlNode* text = nullptr;
  absl::string_view language;
};

std::vector<StepScript> ScriptsIn(const std::vector<YamlNode>& documents) {
  std::vector<StepScript> scripts;
  ForEachNode(documents, [&](const YamlNode& node) {
    if (const YamlNode* run = FindYamlKey(node, "run")) scripts.push_back({run, "run"});
    const YamlNode* uses = FindYamlKey(node, "uses");
    const YamlNode* with = FindYamlKey(node, "with");
    if (uses == nullptr || with == nullptr) return;
    if (!absl::StartsWith(uses->scalar, "actions/github-script")) return;
    if (const YamlNode* script = FindYamlKey(*with, "script"))
      scripts.push_back({script, "script"});
  });
  return scripts;
}

// Looks at the lines of the file that the script stands on, so that places are exact.
void CheckScript(const RecipeText& recipe, const std::vector<absl::string_view>& lines,
                 const StepScript& script, RecipeReporter& reporter) {
  const auto count = static_cast<int>(absl::c_count(script.text->scalar, '\n')) + 1;
  const int end = std::min(script.text->line + count, static_cast<int>(lines.size()));
  for (int line = std::max(1, script.text->line); line <= end; ++line) {
    const absl::string_view text = lines[line - 1];
    for (size_t at = text.find("${{"); at != absl::string_view::npos;
         at = text.find("${{", at + 3)) {
      const size_t close = text.find("}}", at);
      if (close == absl::string_view::npos) break;
      const absl::string_view value = FromOutside(text.substr(at + 3, close - at - 3));
      if (value.empty() || !recipe.IsNew(line)) continue;
      // A line behind the script may be another key: `env:` is where it belongs.
      if (!absl::StrContains(script.text->scalar, text.substr(at, close - at))) continue;
      reporter.Report(
          {.line = line,
           .params = {{"value", std::string(value)}, {"key", std::string(script.language)}}});
    }
  }
}

void CheckInjection(ChangeContext& change) {
  const auto may_have = [](const ChangedFile& file) {
    return IsWorkflowPath(file.path) || IsActionPath(file.path);
  };
  if (!absl::c_any_of(change.changed_files(), may_have)) return;
  for (const RecipeText& recipe : ChangedRecipes(change)) {
    if (!may_have(*recipe.file)) continue;
    const auto documents = ParseYamlDocuments(*recipe.after);
    if (!documents.ok()) continue;
    const std::vector<absl::string_view> lines = absl::StrSplit(*recipe.after, '\n');
    RecipeReporter reporter(kWorkflowScriptInjection.info, recipe);
    for (const StepScript& script : ScriptsIn(*documents)) {
      CheckScript(recipe, lines, script, reporter);
    }
  }
}

}  // namespace
}  // namespace security

extern constinit const Rule kWorkflowScriptInjection = {
    .info =
        {.id = "workflow-script-injection",
         .title = {"Text from outside pasted into a script", "外部文本被直接拼进脚本"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{value}` is pasted into the text of `{key}` before the shell reads it, and "
              "anybody who can open a pull request or an issue chooses it",
              "`{value}` 在 shell 解析之前就被拼入 `{key}` 的文本，而任何能提交 pull request 或 "
              "issue 的人都能决定它的内容"},
         .consequence =
             {"A title or branch name like `$(curl … | sh)` runs on the runner, with "
              "the token and the secrets of the job",
              "形如 `$(curl … | sh)` 的标题或分支名会在 runner 上执行，并能使用该作业的令牌和"
              "密钥"},
         .advice = {"Set a variable of `env:` to `{value}`, and read it in double quotes",
                    "把 `{value}` 赋给 `env:` 中的变量，再用双引号读取该变量"},
         .why = "GitHub replaces expressions in the text of a script first; the shell then "
                "parses what came out. A variable of the environment is never parsed.",
         .fix = "Set a variable in `env:` and use it in double quotes.",
         .bad = R"py(
# --- .github/workflows/label.yml
on: pull_request_target
jobs:
  label:
    runs-on: ubuntu-latest
    steps:
      - run: echo "${{ github.event.pull_request.title }}" >> titles.txt
)py",
         .good = R"py(
# --- .github/workflows/label.yml
on: pull_request_target
jobs:
  label:
    runs-on: ubuntu-latest
    steps:
      - env:
          TITLE: ${{ github.event.pull_request.title }}
        run: echo "$TITLE" >> titles.txt
)py",
         .references = {"https://docs.github.com/actions/reference/security/secure-use",
                        "https://cwe.mitre.org/data/definitions/94.html"}},
    .check_change = security::CheckInjection};

}  // namespace allreview::rules
