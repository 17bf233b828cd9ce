#include "services/report/documents/playbook/phrases.h"

namespace allreview::report::playbook {
namespace {

constexpr NamedPhrase kEnvironment[] = {
    {"project", {"{name}", "{name}"}},
    {"python-pinned", {"Pinned to {versions}.", "固定为 {versions}。"}},
    {"python-required", {"The package requires {version}.", "软件包要求 {version}。"}},
    {"python-ci", {"CI workflows set up {versions}.", "CI 工作流使用 {versions}。"}},
    {"lock-file",
     {"Managed by {manager}, with the lock file {file}.", "使用 {manager}，锁文件为 {file}。"}},
    {"requirements",
     {"pip requirement files ({number}): {paths}.", "pip 依赖文件（{number} 个）：{paths}。"}},
    {"build-backend", {"Builds with {backend}.", "构建后端为 {backend}。"}},
    {"setup-py",
     {"Builds with setuptools, without a declared build backend.",
      "使用 setuptools 构建，未声明构建后端。"}},
    {"dependencies",
     {"Required packages ({number}): {packages}.", "必需依赖（{number} 个）：{packages}。"}},
    {"no-build-isolation",
     {"Built without isolation: {packages}.", "不使用构建隔离的包：{packages}。"}},
    {"extra",
     {"Extra {name} ({number}): {packages}.", "可选依赖 {name}（{number} 个）：{packages}。"}},
    {"dependency-group",
     {"Dependency group {name} ({number}): {packages}.",
      "依赖组 {name}（{number} 个）：{packages}。"}},
    {"default-groups",
     {"Installed by default: the groups {groups}.", "默认安装的依赖组：{groups}。"}},
    {"base-image", {"Based on the image {image}.", "基于镜像 {image}。"}},
    {"more-images", {"… and {number} more.", "……另有 {number} 个。"}},
    {"no-pre-commit",
     {"There is no `.pre-commit-config.yaml`.", "没有 `.pre-commit-config.yaml`。"}},
    {"hook", {"Hook {hook}.", "hook {hook}。"}},
    {"hook-version", {"Hook {hook}, version {version}.", "hook {hook}，版本 {version}。"}},
    {"hook-files",
     {"Hook {hook}, for files that match {pattern}.",
      "hook {hook}，作用于匹配 {pattern} 的文件。"}},
    {"hook-version-files",
     {"Hook {hook}, version {version}, for files that match {pattern}.",
      "hook {hook}，版本 {version}，作用于匹配 {pattern} 的文件。"}},
};

constexpr NamedPhrase kCommands[] = {
    {"install", {"{command}", "{command}"}},
    {"install-lint", {"For linting only: {command}", "仅用于 lint：{command}"}},
    {"install-derived",
     {"{command} (derived from the build configuration; no document says so)",
      "{command}（由构建配置推出，没有文档说明）"}},
    {"tool-everywhere", {"{command} (commit hook and CI)", "{command}（提交钩子和 CI 都运行）"}},
    {"tool-in-hook",
     {"{command} (commit hook; no CI step is known to run it)",
      "{command}（提交钩子；未发现 CI 运行它）"}},
    {"tool-in-ci", {"{command} (CI)", "{command}（CI 运行）"}},
    {"tool-advisory", {"{command} (CI; failures are ignored)", "{command}（CI 运行，但忽略失败）"}},
    {"tool-configured",
     {"{command} (configured, but neither a commit hook nor CI is known to run it)",
      "{command}（有配置，但未发现提交钩子或 CI 运行它）"}},
    {"format-script", {"All at once: {command}", "一次完成：{command}"}},
    {"no-type-checker", {"No type checker is configured.", "没有配置类型检查器。"}},
    {"make-target", {"{command}", "{command}"}},
    {"tests-all", {"All: {command} ({files} of tests)", "全部测试：{command}（测试共 {files}）"}},
    {"tests-unconfigured",
     {"All: {command} ({files} of tests; pytest has no configuration)",
      "全部测试：{command}（测试共 {files}；pytest 没有配置）"}},
    {"no-test-files", {"There are no test files.", "没有测试文件。"}},
    {"addopts", {"Options that are always added: {options}", "始终附加的选项：{options}"}},
    {"markers", {"Markers ({number}): {markers}.", "标记（{number} 个）：{markers}。"}},
    {"collect-only", {"Only collect tests: {command}", "仅收集：{command}"}},
    {"coverage", {"Coverage: {command}", "覆盖率：{command}"}},
    {"coverage-goal", {"Coverage goal: {goal}.", "覆盖率目标：{goal}。"}},
    {"functional-tests",
     {"Functional tests: {folder} ({files}).", "功能测试：{folder}（{files}）。"}},
    {"documented-test", {"{command}", "{command}"}},
    {"more-commands", {"… and {number} more.", "……另有 {number} 条。"}},
    {"ci-command", {"{command}", "{command}"}},
};

}  // namespace

absl::Span<const NamedPhrase> EnvironmentPhrases() { return kEnvironment; }
absl::Span<const NamedPhrase> CommandPhrases() { return kCommands; }

}  // namespace allreview::report::playbook
