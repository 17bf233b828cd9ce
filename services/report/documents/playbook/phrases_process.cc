#include "services/report/documents/playbook/phrases.h"

namespace allreview::report::playbook {
namespace {

constexpr NamedPhrase kProcess[] = {
    // Docs.
    {"docs-folder",
     {"{folder} contains {markdown} Markdown and {rst} reStructuredText files.",
      "{folder} 下有 {markdown} 个 Markdown 文件、{rst} 个 reStructuredText 文件。"}},
    {"docs-tool", {"{tool} builds the documentation.", "文档由 {tool} 构建。"}},
    {"readme", {"The documentation starts at {path}.", "入口文档是 {path}。"}},
    {"changelog", {"Changes are listed in {path}.", "变更记录在 {path}。"}},
    {"no-changelog", {"There is no changelog in the root folder.", "根目录没有 changelog 文件。"}},
    {"code-blocks",
     {"{percent} % of the code blocks name their language.", "{percent}% 的代码块标明了语言。"}},
    {"long-lines",
     {"{percent} % of the prose lines are longer than 120 characters.",
      "{percent}% 的正文行超过 120 个字符。"}},
    {"flags-in-docs",
     {"The documentation mentions {count} of the {of} command line flags.",
      "文档提及 {of} 个命令行参数中的 {count} 个。"}},
    {"docs-asked",
     {"The template asks for documentation of new features.", "模板要求为新功能补充文档。"}},
    // Tools.
    {"guard",
     {"{flag} says whether {library} is available; it is set in {files}.",
      "{flag} 表示 {library} 是否可用；在{files}中设置。"}},
    {"guard-flag", {"The flag {flag} is set in {files}.", "标志 {flag} 在{files}中设置。"}},
    {"more-guards", {"… and {number} more such flags.", "……另有 {number} 个此类标志。"}},
    {"guarded-imports",
     {"Conditionally imported libraries ({number}), with the number of files: {counted}.",
      "有条件导入的库（{number} 个，按文件数）：{counted}。"}},
    {"service", {"The repository is configured for {tool}.", "仓库配置了 {tool}。"}},
    {"github-workflows", {"GitHub Actions with {files}.", "使用 GitHub Actions，{files}。"}},
    {"gitlab-ci", {"The repository uses GitLab CI.", "仓库使用 GitLab CI。"}},
    {"submodule", {"There is a submodule in {path}.", "{path} 是子模块。"}},
    // Workflow.
    {"draft", {"Pull requests start as drafts.", "PR 以草稿形式创建。"}},
    {"linked-issue", {"Features need a linked issue.", "新功能必须关联 issue。"}},
    {"asked-tests-for-new-code", {"New code needs tests.", "新代码须附测试。"}},
    {"asked-documentation", {"New features need documentation.", "新功能须附文档。"}},
    {"asked-spelling", {"Spelling must be checked.", "须检查拼写。"}},
    {"template-box", {"{quote}", "{quote}"}},
    {"contributing-rule", {"{quote}", "{quote}"}},
    {"contributing-rule-under", {"{heading}: {quote}", "{heading}：{quote}"}},
    {"more-rules", {"… and {number} more.", "……另有 {number} 条。"}},
    {"gate", {"{quote}, {jobs_count}: {jobs}.", "{quote}，{jobs_count}：{jobs}。"}},
    {"more-gates", {"… and {number} more workflows.", "……另有 {number} 个工作流。"}},
    {"owners-review",
     {"Paths determine the reviewers: {number} rules.", "评审人由路径决定：{number} 条规则。"}},
    // Single tests.
    {"run-file", {"One file ({tests}): {command}", "单个文件（{tests}）：{command}"}},
    {"run-test", {"One test: {command}", "单个测试：{command}"}},
    {"run-by-name", {"By name: {command}", "按名称：{command}"}},
    {"run-debug",
     {"Stop at the first failure and show details: {command}",
      "首个失败时停止并显示详情：{command}"}},
    {"run-ranks", {"On {processes} ranks: {command}", "使用 {processes} 个 rank：{command}"}},
    {"tests-with-ranks",
     {"Tests start or query ranks in {files}.", "{files}的测试启动或查询 rank。"}},
    // Performance.
    {"streams", {"CUDA streams are used in {files}.", "{files}使用 CUDA stream。"}},
    {"events", {"CUDA events are used in {files}.", "{files}使用 CUDA event。"}},
    {"synchronisation", {"`synchronize` is called in {files}.", "{files}调用 `synchronize`。"}},
    {"pinned-memory",
     {"Pinned memory or non-blocking copies are used in {files}.",
      "{files}使用锁页内存或非阻塞拷贝。"}},
    {"recompute",
     {"`checkpoint` (recomputation or saved states) is mentioned in {files}.",
      "{files}提及 `checkpoint`（重计算或保存的状态）。"}},
    {"cuda-graphs", {"CUDA graphs are captured in {files}.", "{files}捕获 CUDA Graph。"}},
    {"offload",
     {"torch's activation offloading is used in {files}.",
      "{files}使用 torch 自带的激活值 offload。"}},
    {"fusion",
     {"`compile` or `script` is called in {files}.", "{files}使用 `compile` 或 `script`。"}},
    {"low-precision",
     {"autocast, bf16 or fp8 types are mentioned in {files}.",
      "{files}提及 autocast、bf16 或 fp8 类型。"}},
    {"timers",
     {"Ranges are marked or code is profiled in {files}.", "{files}标记区间或做性能分析。"}},
    {"memory",
     {"Memory of the allocator is queried or released in {files}.",
      "{files}查询或释放显存分配器的内存。"}},
    {"overlap",
     {"Collectives start with `async_op` in {files}.", "{files}用 `async_op` 异步启动集合通信。"}},
    {"helper", {"{name} is used in {files}.", "{files}使用 {name}。"}},
    // Agents.
    {"agent-file", {"Read {path}.", "请阅读 {path}。"}},
    {"agent-file-size", {"Read {path} ({lines}, {items}).", "请阅读 {path}（{lines}，{items}）。"}},
    {"agent-pointer", {"{path} only refers to {target}.", "{path} 仅指向 {target}。"}},
    {"agent-absent", {"These files do not exist: {paths}.", "以下文件不存在：{paths}。"}},
    {"skills", {"Skills ({number}): {names}.", "技能（{number} 个）：{names}。"}},
    {"agent-asks",
     {"{rule} (checked by AllReview or by people)", "{rule}（由 AllReview 或人工检查）"}},
    {"agent-asks-otherwise",
     {"{rule} (another source applies, see the contradictions)",
      "{rule}（以其他来源为准，见“相互矛盾之处”）"}},
    {"agent-asks-tool", {"{rule} (reported by {tool})", "{rule}（由 {tool} 检查）"}},
    {"agent-asks-unfollowed",
     {"{rule} (the code does not follow it, so it is not enforced)",
      "{rule}（现有代码不遵守，因此不强制）"}},
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
    {"ci", {"As in CI", "与 CI 一致"}},
    {"imports", {"Imports", "导入"}},
    {"formatting", {"Formatting", "格式"}},
    {"docstrings", {"Docstrings", "Docstring"}},
    {"typing", {"Typing", "类型注解"}},
    {"naming", {"Naming", "命名"}},
    {"errors", {"Errors", "错误处理"}},
    {"logging", {"Logging", "日志"}},
    {"testing", {"Testing", "测试风格"}},
    {"unfollowed", {"Declared, not followed", "有声明但未遵守"}},
    {"git", {"Git", "Git"}},
    {"configuration", {"Configuration", "配置"}},
    {"parts", {"Components and registries", "组件与注册"}},
    {"parallel", {"Parallel state", "并行状态"}},
    {"ranks", {"Ranks in tests", "测试中的 rank"}},
    {"files", {"Files", "文件"}},
    {"style", {"Style", "风格"}},
    {"content", {"Content", "内容"}},
    {"optional", {"Optional libraries", "可选库"}},
    {"services", {"Services", "服务"}},
    {"process", {"Process", "流程"}},
    {"template", {"Requirements of the pull request template", "PR 模板的要求"}},
    {"contributing", {"Requirements of the contribution guide", "贡献指南的要求"}},
    {"gates", {"CI workflows", "CI 工作流"}},
    {"single", {"One process", "单进程"}},
    {"asks", {"Requirements that can be checked", "其中可检查的要求"}},
    {"streams", {"Streams", "Stream"}},
    {"events", {"Events", "Event"}},
    {"synchronisation", {"Synchronisation", "同步"}},
    {"pinned-memory", {"Host copies", "主机与设备间拷贝"}},
    {"recompute", {"Recomputation", "重计算"}},
    {"cuda-graphs", {"CUDA graphs", "CUDA Graph"}},
    {"offload", {"Offloading", "Offload"}},
    {"fusion", {"Fusion", "融合"}},
    {"low-precision", {"Low precision", "低精度"}},
    {"timers", {"Timing", "计时"}},
    {"memory", {"Memory", "显存"}},
    {"overlap", {"Overlap", "通信与计算重叠"}},
};

constexpr NamedPhrase kEmpty[] = {
    {"no-environment",
     {"The repository does not declare an environment.", "仓库没有声明任何环境。"}},
    {"no-commands", {"No command is documented or configured.", "没有文档或配置给出命令。"}},
    {"no-code",
     {"There is too little Python code to derive conventions.", "Python 代码太少，无法归纳约定。"}},
    {"no-domain",
     {"No configuration classes, flags or families of classes were found.",
      "没有发现配置类、命令行参数或成组的类。"}},
    {"no-docs", {"There are no documents.", "没有文档。"}},
    {"no-tools", {"No optional libraries or services were found.", "没有发现可选库或外部服务。"}},
    {"no-workflow",
     {"The repository does not say how to submit changes.", "仓库没有说明如何提交变更。"}},
    {"no-tests", {"There are no tests that can be run alone.", "没有可单独运行的测试。"}},
    {"no-performance",
     {"No use of streams, CUDA graphs, recomputation or similar was found.",
      "没有发现 stream、CUDA Graph、重计算等用法。"}},
    {"no-agents", {"There are no instructions for agents.", "没有面向 agent 的说明文件。"}},
};

constexpr NamedPhrase kSubjects[] = {
    {"line-length", {"Line length", "行长"}},
    {"formatter", {"Formatter", "格式化工具"}},
    {"docstring-style", {"Docstring style", "Docstring 风格"}},
    {"optional-annotations", {"How to annotate optional values", "可为 None 的值的注解写法"}},
    {"patch-coverage", {"Coverage of a change", "变更的覆盖率"}},
    {"python-version", {"Python version", "Python 版本"}},
    {"python-target", {"Python version that tools are set to", "工具设定的 Python 版本"}},
    {"version-of", {"Version of {tool}", "{tool} 的版本"}},
};

}  // namespace

absl::Span<const NamedPhrase> ProcessPhrases() { return kProcess; }
absl::Span<const NamedPhrase> TopicPhrases() { return kTopics; }
absl::Span<const NamedPhrase> EmptyPhrases() { return kEmpty; }
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
