#include "services/report/documents/playbook/phrases.h"

namespace allreview::report::playbook {
namespace {

// By the topics of analyzers/house.
constexpr NamedPhrase kRules[] = {
    {"bare-except", {"no bare `except`", "不使用裸 `except`"}},
    {"class-docstring", {"docstrings on public classes", "公开类要有 docstring"}},
    {"commented-out-code", {"no commented-out code", "不留被注释掉的代码"}},
    {"configuration-errors", {"wrong configuration raises {value}", "配置错误时抛出 {value}"}},
    {"copyright-header", {"a copyright header in new files", "新文件带版权头"}},
    {"docstring-style", {"docstrings in {value} style", "docstring 采用 {value} 风格"}},
    {"documentation", {"documentation for new features", "新功能附文档"}},
    {"formatter", {"formatted with {value}", "用 {value} 格式化"}},
    {"function-docstring", {"docstrings on public functions", "公开函数要有 docstring"}},
    {"import-order", {"sorted imports", "导入有序"}},
    {"line-length", {"lines of at most {value} characters", "每行最多 {value} 个字符"}},
    {"maybe-unbound",
     {"names are assigned before use on every path", "变量在每条路径上先赋值后使用"}},
    {"module-docstring", {"a docstring in every module", "每个模块有 docstring"}},
    {"module-logger", {"log through the logger of the module", "使用模块自己的 logger"}},
    {"naming", {"snake_case functions, CamelCase classes", "函数 snake_case，类 CamelCase"}},
    {"no-print", {"no `print`", "不使用 `print`"}},
    {"optional-annotations", {"{code} for optional values", "可为 None 的值标注为 {code}"}},
    {"patch-coverage", {"tests cover {value} of the changed lines", "测试覆盖 {value} 的变更行"}},
    {"process-groups",
     {"no new reads of global process groups in the library", "库代码不新增对全局进程组的读取"}},
    {"python-version", {"Python {value}", "Python {value}"}},
    {"relative-imports", {"absolute imports", "使用绝对导入"}},
    {"shadowed-builtin", {"no parameter named after a builtin", "参数名不与内置名重名"}},
    {"spelling", {"correct spelling", "拼写正确"}},
    {"test-style", {"tests in the style of pytest", "测试采用 pytest 风格"}},
    {"tests-for-new-code", {"tests for new code", "新代码附测试"}},
    {"type-hints", {"type hints on public functions", "公开函数要有类型注解"}},
    {"unsafe-yaml", {"no `yaml.load` without a safe loader", "`yaml.load` 必须使用安全的 loader"}},
    {"unused-import", {"no unused imports", "无未使用的导入"}},
    {"unused-local", {"no unused local variables", "无未使用的局部变量"}},
    {"wildcard-import", {"no wildcard imports", "不使用通配符导入"}},
};

}  // namespace

absl::Span<const NamedPhrase> RulePhrases() { return kRules; }

}  // namespace allreview::report::playbook
