// A step uses an action of others by a branch or tag, which they can move.

#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/recipes/workflow.h"
#include "base/yaml.h"

namespace allreview::rules {

extern const Rule kUnpinnedAction;

namespace security {
namespace {

bool IsHash(absl::string_view text) {
  return text.size() == 40 && absl::c_all_of(text, [](char c) {
           return absl::ascii_isxdigit(static_cast<unsigned char>(c));
         });
}

// GitHub's own are as trusted as the runner; ./ and docker:// are other things.
bool IsForeign(absl::string_view uses) {
  return absl::StrContains(uses, '/') && absl::StrContains(uses, '@') &&
         !absl::StartsWith(uses, "./") && !absl::StartsWith(uses, "docker://") &&
         !absl::StartsWith(uses, "actions/") && !absl::StartsWith(uses, "github/") &&
         !absl::StrContains(uses, "${{");
}

// Somebody used it before: only that it comes in is this change's business.
bool WasUsed(const RecipeText& recipe, absl::string_view action) {
  return recipe.before != nullptr && absl::StrContains(*recipe.before, action);
}

void CheckUses(ChangeContext& change) {
  const auto may_have = [](const ChangedFile& file) {
    return IsWorkflowPath(file.path) || IsActionPath(file.path);
  };
  if (!absl::c_any_of(change.changed_files(), may_have)) return;
  for (const RecipeText& recipe : ChangedRecipes(change)) {
    if (!may_have(*recipe.file)) continue;
    const auto documents = ParseYamlDocuments(*recipe.after);
    if (!documents.ok()) continue;
    RecipeReporter reporter(kUnpinnedAction.info, recipe);
    ForEachNode(*documents, [&](const YamlNode& node) {
      const YamlNode* uses = FindYamlKey(node, "uses");
      if (uses == nullptr || !recipe.IsNew(uses->line) || !IsForeign(uses->scalar)) return;
      const absl::string_view text = uses->scalar;
      const size_t at = text.rfind('@');
      if (IsHash(text.substr(at + 1)) || WasUsed(recipe, text.substr(0, at + 1))) return;
      reporter.Report({.line = uses->line,
                       .params = {{"action", std::string(text.substr(0, at))},
                                  {"version", std::string(text.substr(at + 1))}}});
    });
  }
}

}  // namespace
}  // namespace security

extern constinit const Rule kUnpinnedAction = {
    .info =
        {.id = "unpinned-action",
         .title = {"Foreign action by a name that can move", "第三方 action 使用了可移动的版本名"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .message = {"`{action}` is used at `{version}`, which its owners can move to other code",
                     "`{action}` 使用的是 `{version}`，其所有者可以把它改指向别的代码"},
         .consequence = {"What a later run executes, with the token of the job, was never reviewed",
                         "之后的运行会带着作业令牌执行从未被评审过的代码"},
         .advice = {"Pin the commit: `{action}@<40 digits>  # {version}`",
                    "固定到提交：`{action}@<40 位哈希>  # {version}`"},
         .why = "Tags of actions are moved: in March 2025 those of tj-actions/changed-files were "
                "pointed at code that printed secrets of thousands of repositories. Actions of "
                "GitHub itself, and those that the workflow uses already, are passed over.",
         .fix = "Write the hash of the commit, with the version as a comment.",
         .bad = R"py(
# --- .github/workflows/ci.yml
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: somebody/setup-tool@v2
)py",
         .good = R"py(
# --- .github/workflows/ci.yml
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: somebody/setup-tool@0123456789abcdef0123456789abcdef01234567  # v2
)py",
         .references = {"https://docs.github.com/actions/reference/security/secure-use",
                        "https://nvd.nist.gov/vuln/detail/CVE-2025-30066"},
         .tier = Tier::kHint},
    .check_change = security::CheckUses};

}  // namespace allreview::rules
