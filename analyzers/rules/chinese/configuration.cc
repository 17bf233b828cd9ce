// Rules of command lines and configuration classes.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Configuration() {
  static constexpr RuleText kTexts[] = {
      {.id = "bool-as-argument-type",
       .title = "命令行参数的类型写成了 bool",
       .message = "`{flag}` 使用了 `type=bool`，任何文本都会被当作 True",
       .consequence = "`{flag} False` 和 `{flag} 0` 反而会打开该选项",
       .advice = "对于 `{flag}`：{remedy}"},
      {.id = "broad-except-around-import",
       .title = "可选依赖的 import 外包了过宽的 except",
       .message = "包住 {import} 导入的 `{clause}` 会把所有错误都当成“包未安装”",
       .consequence = "当 {import} 已安装但本身有问题时，该功能会被悄悄关闭",
       .advice = "只捕获 `ImportError`，让 {import} 的其他错误抛出来"},
      {.id = "config-field-without-default",
       .title = "已有配置类新增了必填字段",
       .message = "`{class}` 的新字段 `{field}` 没有默认值",
       .consequence = "外部调用 `{class}(...)` 的代码以及此前保存的配置会因为缺少 `{field}` 而抛"
                      "出 TypeError",
       .advice = "给 `{field}` 一个能保持现有行为的默认值"},
      {.id = "config-field-without-reader",
       .title = "没有代码读取的配置字段",
       .message = "`{class}` 的新字段 `{field}`{others} 在整个仓库中没有任何地方读取",
       .consequence = "设置了 `{field}` 的用户在训练中得不到它承诺的效果，也看不到任何报错",
       .advice = "在应当生效的位置读取 `{field}`，或者不要把它加入 `{class}`"},
      {.id = "default-does-not-fit-argument",
       .title = "参数默认值与其类型或 choices 矛盾",
       .message = "`{flag}` 的默认值 {value} {problem}",
       .consequence = "`{flag}` 背后的代码会遇到一个命令行本身都会拒绝的值",
       .advice = "对于 `{flag}`：{remedy}"},
      {.id = "diverging-config-default",
       .title = "命令行参数与配置字段的默认值不一致",
       .message = "`{flag}` 的默认值是 {flag_default}，而 `{class}` 的 `{field}` 默认值是 "
                  "{field_default}，这是有意的吗？",
       .consequence = "即使没人设置 `{field}`，从命令行启动的训练与在代码中直接构造 `{class}` 的"
                      "训练行为也不同",
       .advice = "让两处使用相同的默认值，或者在 `{flag}` 处说明为什么不同"},
      {.id = "flag-without-effect",
       .title = "不起任何作用的命令行参数",
       .message = "`{flag}` 通过 `{action}` 存入 {value}，而 {value} 本来就是它的默认值",
       .consequence = "无论是否给出该参数，`{name}` 都是 {value}，没有人能切换它",
       .advice = "对于 `{flag}`：{remedy}"},
      {.id = "flag-without-help",
       .title = "命令行参数没有 help 文本",
       .message = "`{flag}`{others} 没有 help 文本",
       .consequence = "`--help` 只列出 `{flag}`，没有一句话说明它的作用",
       .advice = "在 `help=` 中写明 `{flag}` 的作用、单位以及默认值的含义"},
      {.id = "flag-without-reader",
       .title = "没有代码读取的命令行参数",
       .message = "谁会读取 `{flag}`{others}？仓库中没有代码使用 `{name}`，也没有配置类含有同名字"
                  "段",
       .consequence = "给出 `{flag}` 与不给出 `{flag}`，运行结果完全相同",
       .advice = "在应当生效的位置读取 `args.{name}`，或者去掉 `{flag}`"},
      {.id = "unclear-flag-name",
       .title = "参数名晦涩，或与同类参数风格不一致",
       .message = "`{flag}` {problem}",
       .consequence = "使用 `{flag}` 的人不得不去查它的含义，也容易敲错",
       .advice = "对于 `{flag}`：{remedy}"},
      {.id = "undocumented-config-field",
       .title = "新配置字段没有文档",
       .message = "`{class}` 的 `{field}`{others} 没有文档，而该类的大多数字段都有",
       .consequence = "`{class}` 的使用者无从得知 `{field}` 的作用和单位",
       .advice = "在 `{field}` 下方用三引号写一段说明：它的作用、单位以及默认值的含义"},
      {.id = "undocumented-flag",
       .title = "文档中没有提到的新选项",
       .message = "文档介绍了 `{sibling}` 这类选项，却没有提到 `{name}`{others}",
       .consequence = "文档的读者不会知道有 `{name}`",
       .advice = "在文档介绍 `{sibling}` 的地方补充 `{name}` 的说明"},
      {.id = "unguarded-optional-import",
       .title = "导入了安装时不会带上的包",
       .message = "`{module}` 无条件导入 `{package}`，而它{where}",
       .consequence = "在没有安装 `{package}` 的环境里，导入 `{module}` 以及所有导入它的模块都会"
                      "失败",
       .advice = "用 `try: ... except ImportError:` 导入 `{package}` 并设置 `{flag}`，或者在 "
                 "pyproject.toml 中声明该依赖"},
      {.id = "unguarded-use-of-optional-import",
       .title = "使用可选依赖前没有检查它是否存在",
       .message = "`{function}` 使用了 `{name}`，而只有第 {line} 行的 import 成功时它才存在",
       .consequence = "缺少该包时 `{function}` 会对 `{name}` 抛出 NameError，且不会提示需要安装什"
                      "么",
       .advice = "在 `{function}` 中：{remedy}"},
      {.id = "unvalidated-config-field",
       .title = "取值没有任何校验的配置字段",
       .message = "`{class}` 的 `{field}` 允许哪些取值？它在 {place} {use}，却没有任何校验",
       .consequence = "错误的 `{field}` 要到训练中途才暴露，或者不报错地走进错误的分支",
       .advice = "在 `__post_init__` 中加上：`if {test}: raise ValueError(...)`"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
