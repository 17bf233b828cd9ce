#include "services/report/documents/playbook/phrases.h"

namespace allreview::report::playbook {
namespace {

constexpr NamedPhrase kEnvironment[] = {
    {"project", {"{name}", "{name}"}},
    {"python-pinned", {"Use {versions}.", "使用 {versions}。"}},
    {"python-required", {"The package requires {version}.", "软件包要求 {version}。"}},
    {"python-ci", {"CI runs the tests with {versions}.", "CI 用 {versions} 运行测试。"}},
    {"lock-file",
     {"Use {manager}; commit the lock file {file} when dependencies change.",
      "使用 {manager}；依赖变化时提交锁文件 {file}。"}},
    {"requirements", {"pip requirements: {paths}.", "pip 依赖文件：{paths}。"}},
    {"pins", {"Pinned: {names}.", "版本固定：{names}。"}},
    {"no-build-isolation",
     {"Build without isolation: {packages}.", "以下包不使用构建隔离：{packages}。"}},
    {"extras", {"Extras: {names}.", "可选依赖：{names}。"}},
    {"dependency-groups", {"Dependency groups: {names}.", "依赖组：{names}。"}},
    {"base-image", {"Based on {image}.", "基于 {image}。"}},
    {"ci-image", {"CI runs tests in {image}.", "CI 在 {image} 中运行测试。"}},
    {"hooks",
     {"Install them once (`pre-commit install`): {hooks}.",
      "先安装一次（`pre-commit install`）：{hooks}。"}},
};

constexpr NamedPhrase kCommands[] = {
    {"install", {"{command}", "{command}"}},
    {"install-derived",
     {"{command} (from the build configuration; no document says so)",
      "{command}（由构建配置推出，没有文档说明）"}},
    {"tool-everywhere", {"{command} (commit hook and CI)", "{command}（提交钩子和 CI 都运行）"}},
    {"tool-in-hook", {"{command} (commit hook)", "{command}（提交钩子）"}},
    {"tool-in-ci", {"{command} (CI)", "{command}（CI 运行）"}},
    {"tool-advisory", {"{command} (CI; failures are ignored)", "{command}（CI 运行，但忽略失败）"}},
    {"tool-configured",
     {"{command} (configured; neither a commit hook nor CI runs it)",
      "{command}（有配置，但提交钩子和 CI 都不运行它）"}},
    {"not-formatted",
     {"Leave these as they are; the hook {names} skips them: {paths}.",
      "以下内容不要重新格式化，钩子 {names} 会跳过它们：{paths}。"}},
    {"format-script", {"All at once: {command}", "一次完成：{command}"}},
    {"no-type-checker", {"No type checker is configured.", "没有配置类型检查器。"}},
    {"make-target", {"{command}: {recipe}", "{command}：{recipe}"}},
    {"tests-all", {"All: {command} ({files} of tests)", "全部测试：{command}（测试共 {files}）"}},
    {"tests-unconfigured",
     {"All: {command} ({files} of tests; pytest has no configuration)",
      "全部测试：{command}（测试共 {files}；pytest 没有配置）"}},
    {"no-test-files", {"There are no test files.", "没有测试文件。"}},
    {"addopts", {"Options that are always added: {options}", "始终附加的选项：{options}"}},
    {"markers", {"Markers ({number}): {markers}.", "标记（{number} 个）：{markers}。"}},
    {"coverage", {"Coverage: {command}", "覆盖率：{command}"}},
    {"coverage-goal", {"Coverage goal: {goal}.", "覆盖率目标：{goal}。"}},
    {"documented-test", {"{command}", "{command}"}},
    {"ci-command", {"{command}", "{command}"}},
    {"own-script", {"{command}", "{command}"}},
    {"own-script-for", {"{quote}: {command}", "{quote}：{command}"}},
};

}  // namespace

absl::Span<const NamedPhrase> EnvironmentPhrases() { return kEnvironment; }
absl::Span<const NamedPhrase> CommandPhrases() { return kCommands; }

}  // namespace allreview::report::playbook
