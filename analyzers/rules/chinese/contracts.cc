// Rules of interfaces and what relies on them.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Contracts() {
  static constexpr RuleText kTexts[] = {
      {.id = "args-attribute-without-flag",
       .title = "读取了没有任何 parser 设置的参数",
       .message = "从 `{source}` 读取了 `{args}.{name}`，但仓库中没有任何命令行参数、配置字段或赋"
                  "值会产生 `{name}`",
       .consequence = "执行到这一行会抛出 AttributeError",
       .advice = "{remedy}"},
      {.id = "attribute-never-set",
       .title = "读取了从未赋值的属性",
       .message = "读取了 `self.{attribute}`，但 `{class}` 及其基类都没有设置它",
       .consequence = "执行到这一行会抛出 AttributeError",
       .advice = "{remedy}"},
      {.id = "call-does-not-fit-signature",
       .title = "调用与签名不匹配",
       .message = "{fault}：{why}",
       .consequence = "{what}在执行时会抛出 TypeError",
       .advice = "{remedy}"},
      {.id = "changed-default",
       .title = "公开接口的默认值改变",
       .message = "`{owner}` 中 `{name}` 的默认值从 {old} 改为 {new}",
       .consequence = "依赖默认值的用户升级后行为会改变，既没有报错，自己也没有改过一行代码",
       .advice = "{remedy}"},
      {.id = "import-of-removed-name",
       .title = "已移除的名字在别处仍被使用",
       .message = "`{module}` 中已没有 `{name}`，但仍有 {count} 处在使用它，例如 {example}:{line}",
       .consequence = "导入这些文件会抛出 ImportError，或者在调用时抛出 AttributeError",
       .advice = "对于 `{name}`：{remedy}"},
      {.id = "incompatible-parameter-change",
       .title = "公开函数不再支持原来的调用方式",
       .message = "公开函数 `{function}` {what}",
       .consequence = "其他仓库中调用它的代码升级后会抛出 TypeError，而且没有任何一个版本同时支持"
                      "新旧两种写法",
       .advice = "在一个版本内保持兼容：{remedy}"},
      {.id = "override-narrows-signature",
       .title = "重写方法接受的参数少于基类方法",
       .message = "`{method}` 重写了 `{base}`，但{faults}",
       .consequence = "持有基类对象并按基类签名调用的代码，遇到本类对象时会抛出 TypeError",
       .advice = "接受 `{base}` 的全部参数，新增参数给出默认值；用不到的参数忽略即可"},
      {.id = "parameter-inserted-before-others",
       .title = "公开函数的参数位置改变",
       .message = "`{function}` 原来接收 `{old}` 的位置现在是 `{new}`{others}会误导{calls}",
       .consequence = "按位置传入的实参会落到另一个形参上；只要类型恰好相容，就不会有任何报错",
       .advice = "把 `{new}` 放到最后，或者放到 `*` 之后，使其只能按名字传入"},
      {.id = "public-symbol-removed",
       .title = "公开名字未经弃用就被移除",
       .message = "本次变更移除了 `{module}` 的公开名字 {names}{uses}",
       .consequence = "使用该名字的代码升级后会失败；其他仓库没有任何一个过渡版本可以用来迁移",
       .advice = "{remedy}"},
      {.id = "renamed-state-dict-key",
       .title = "checkpoint 的 key 改变但没有做转换",
       .message = "`{class}` 把原来存为 `{old}` 的内容改存为 `{new}`，state dict 中的 key 也随之"
                  "改变",
       .consequence = "变更前保存的 checkpoint 无法加载：`{old}.*` 是多余的 key，`{new}.*` 则缺失",
       .advice = "在 load_state_dict 的 pre-hook 中把 \"{old}\" 重命名为 \"{new}\"，或者保留旧的"
                 "属性名"},
      {.id = "swapped-arguments",
       .title = "实参顺序疑似颠倒",
       .message = "`{first}` 传给了 `{function}` 的 `{first_parameter}`，`{second}` 传给了 "
                  "`{second_parameter}`：两者疑似颠倒",
       .consequence = "两个实参类型相同，因此不会报错，函数只会把两者弄混后继续执行",
       .advice = "交换这两个实参；如果顺序确实是有意的，请按名字传参"},
      {.id = "undefined-export",
       .title = "`__all__` 中列出了模块未定义的名字",
       .message = "`__all__` 列出了 \"{name}\"，但 `{module}` 没有定义它",
       .consequence = "`from {module} import *` 会抛出 AttributeError，读取 `__all__` 的工具会为"
                      "不存在的名字生成文档",
       .advice = "{remedy}"},
      {.id = "undefined-module-attribute",
       .title = "使用了模块未定义的名字",
       .message = "`{module}` 没有定义 `{name}`",
       .consequence = "执行到该 import 或该行时会报错；对很少使用的并行配置来说，这往往发生在生产"
                      "环境",
       .advice = "{remedy}"},
      {.id = "weight-missing-from-sharded-state",
       .title = "新增权重不在 sharded state dict 中",
       .message = "`{class}` 新增了权重 `{weight}`，但它的 `sharded_state_dict` 是逐个列出 key 的"
                  "，其中没有这个权重",
       .consequence = "分布式 checkpoint 会漏掉该权重；恢复训练后它会沿用初始值",
       .advice = "把 `{weight}` 加入 `sharded_state_dict` 的返回值；如果不需要保存，用 "
                 "persistent=False 注册"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
