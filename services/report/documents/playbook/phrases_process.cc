#include "services/report/documents/playbook/phrases.h"

namespace allreview::report::playbook {
namespace {

constexpr NamedPhrase kProcess[] = {
    // Docs.
    {"docs-tool", {"{tool} builds the documentation.", "文档由 {tool} 构建。"}},
    {"changelog", {"Add a line to {path}.", "在 {path} 中加一行。"}},
    {"code-blocks", {"Name the language of a code block.", "代码块要标明语言。"}},
    {"docs-asked",
     {"Document a new feature in the same pull request.", "新功能的文档写在同一个 PR 里。"}},
    // Tools.
    {"guards",
     {"Import optional libraries in a `try` statement, and test their flag before use: {counted}.",
      "可选库在 `try` 语句中导入，使用前先检查标志：{counted}。"}},
    {"guarded-imports",
     {"These libraries are optional, so import them in a `try` statement: {names}.",
      "以下库是可选的，要在 `try` 语句中导入：{names}。"}},
    {"availability",
     {"Ask for an optional library with its test before use: {names}.",
      "使用可选库前先用对应的函数检查：{names}。"}},
    {"submodules",
     {"These folders are repositories of their own: {paths}.", "以下目录是独立的仓库：{paths}。"}},
    // Workflow.
    {"request", {"{quote}", "{quote}"}},
    {"template-parts", {"Fill in: {names}.", "填写：{names}。"}},
    {"draft", {"Open pull requests as drafts.", "PR 以草稿形式创建。"}},
    {"linked-issue",
     {"Link an issue from a pull request with a new feature.", "新功能的 PR 必须关联 issue。"}},
    {"gates", {"Pull requests start {names}.", "PR 会触发 {names}。"}},
    // Single tests.
    {"run-file", {"One file: {command}", "单个文件：{command}"}},
    {"run-file-cpu",
     {"One file, which needs no GPU: {command}", "单个文件，不需要 GPU：{command}"}},
    {"run-test", {"One test: {command}", "单个测试：{command}"}},
    {"run-ranks", {"On {processes} ranks: {command}", "使用 {processes} 个 rank：{command}"}},
    {"run-spawning",
     {"A test that starts its ranks itself needs no launcher: {command}",
      "自行启动 rank 的测试不需要启动器：{command}"}},
    // Performance.
    {"reuse-helpers", {"Reuse {names}.", "复用 {names}。"}},
    // Agents.
    {"agent-file", {"Read {path}.", "请阅读 {path}。"}},
    {"agent-file-below",
     {"Read {path} before you work below {folder}.", "在 {folder} 下工作前，先读 {path}。"}},
    {"agent-config", {"{path} configures the review bot.", "{path} 是评审机器人的配置。"}},
    {"agent-pointer", {"{path} only points to {target}.", "{path} 仅指向 {target}。"}},
    {"more-skills", {"Others: {names}.", "其他：{names}。"}},
    {"skill-for", {"{path}: {quote}.", "{path}：{quote}。"}},
};

constexpr NamedPhrase kTopics[] = {
    {"project", {"Project", "项目"}},
    {"python", {"Python", "Python"}},
    {"packages", {"Packages", "软件包"}},
    {"extras", {"Extras and groups", "可选依赖与依赖组"}},
    {"containers", {"Containers", "容器"}},
    {"pre-commit", {"Commit hooks", "提交钩子"}},
    {"install", {"Install", "安装"}},
    {"format", {"Format", "格式化"}},
    {"lint", {"Lint", "静态检查"}},
    {"types", {"Types", "类型检查"}},
    {"make", {"Make", "Make"}},
    {"tests", {"Tests", "测试"}},
    {"documented-tests", {"Tests, as documented", "文档中的测试命令"}},
    {"scripts", {"Scripts, as documented", "文档中的脚本用法"}},
    {"ci", {"As in CI", "与 CI 一致"}},
    {"imports", {"Imports", "导入"}},
    {"formatting", {"Formatting", "格式"}},
    {"docstrings", {"Docstrings", "Docstring"}},
    {"typing", {"Typing", "类型注解"}},
    {"errors", {"Errors", "错误处理"}},
    {"logging", {"Logging", "日志"}},
    {"testing", {"Testing", "测试风格"}},
    {"unfollowed", {"Asked for, not followed", "有要求但未遵守"}},
    {"git", {"Commits", "提交"}},
    {"configuration", {"New options", "新选项"}},
    {"recipes", {"What changes together", "需要一起修改的内容"}},
    {"parts", {"Registries", "注册"}},
    {"ranks", {"Ranks in tests", "测试中的 rank"}},
    {"reading", {"Conventions to read", "须读的约定"}},
    {"files", {"Files", "文件"}},
    {"style", {"Style", "风格"}},
    {"content", {"Content", "内容"}},
    {"optional", {"Optional libraries", "可选库"}},
    {"services", {"Submodules", "子模块"}},
    {"before", {"Before you edit", "动手之前"}},
    {"while", {"While you edit", "编写时"}},
    {"push", {"Before you push", "推送之前"}},
    {"pull-request", {"In the pull request", "提交 PR 时"}},
    {"never", {"What never to do", "禁止事项"}},
    {"template", {"The template asks you to", "PR 模板要求"}},
    {"gates", {"CI and review", "CI 与评审"}},
    {"single", {"One process", "单进程"}},
    {"skills", {"Skills", "技能"}},
    {"streams", {"Streams", "Stream"}},
    {"events", {"Events", "Event"}},
    {"synchronisation", {"Synchronisation", "同步"}},
    {"recompute", {"Recomputation", "重计算"}},
    {"cuda-graphs", {"CUDA graphs", "CUDA Graph"}},
    {"offload", {"Offloading", "Offload"}},
    {"low-precision", {"Low precision", "低精度"}},
    {"timers", {"Timing", "计时"}},
    {"memory", {"Memory", "显存"}},
};

constexpr NamedPhrase kSubjects[] = {
    {"line-length", {"Line length", "行长"}},
    {"formatter", {"Formatter", "格式化工具"}},
    {"docstring-style", {"Docstring style", "Docstring 风格"}},
    {"optional-annotations", {"How to annotate optional values", "可为 None 的值的注解写法"}},
    {"patch-coverage", {"Coverage of a change", "变更的覆盖率"}},
    {"first-party", {"Own package, as isort knows it", "isort 视为本项目的包"}},
    {"python-version", {"Python version", "Python 版本"}},
    {"python-target", {"Python version that tools are set to", "工具设定的 Python 版本"}},
    {"version-of", {"Version of {tool}", "{tool} 的版本"}},
};

}  // namespace

absl::Span<const NamedPhrase> ProcessPhrases() { return kProcess; }
absl::Span<const NamedPhrase> TopicPhrases() { return kTopics; }
absl::Span<const NamedPhrase> SubjectPhrases() { return kSubjects; }

const Phrase* FindPhrase(absl::Span<const NamedPhrase> phrases, absl::string_view id) {
  for (const NamedPhrase& named : phrases) {
    if (named.id == id) return &named.phrase;
  }
  return nullptr;
}

const Phrase* FindStatement(absl::string_view id) {
  for (const absl::Span<const NamedPhrase> table :
       {EnvironmentPhrases(), CommandPhrases(), ConventionPhrases(), DomainPhrases(),
        ProcessPhrases()}) {
    if (const Phrase* phrase = FindPhrase(table, id)) return phrase;
  }
  return nullptr;
}

}  // namespace allreview::report::playbook
