// Rules of readability.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Readability() {
  static constexpr RuleText kTexts[] = {
      {.id = "commented-out-code",
       .title = "被注释掉的代码",
       .message = "从 `{code}` 起有 {count} 行被注释掉的代码",
       .consequence = "读者会疑惑它是否还需要，而且它已与周围的代码脱节",
       .advice = "删除它，历史记录里都有；如果以后要恢复，写一条备注并关联 issue"},
      {.id = "complex-condition",
       .title = "由多个部分组成却没有名字的条件",
       .message = "该条件连接了 {operands} 个操作数，涉及 `{objects}`",
       .consequence = "无法看出测试覆盖了哪些情况、遗漏了哪些情况",
       .advice = "给各部分起名字（`needs_gather = ...`），或者改成提前返回的函数"},
      {.id = "deeper-nesting",
       .title = "分支嵌套比之前更深",
       .message = "本次变更使 `{function}()` 的分支嵌套从 {before} 层增加到 {after} 层；最深处是"
                  "第 {line} 行的 `{keyword}`",
       .consequence = "要知道内层代码何时执行，读者得同时记住 {after} 个条件",
       .advice = "对不需要处理的情况提前退出（`continue`、`return`），或者把内层循环提取成单独的"
                 "函数"},
      {.id = "duplicated-code",
       .title = "别处已有的代码",
       .message = "第 {first}-{last} 行{how} {path}:{other_first}-{other_last}（{place}，{count} "
                  "行代码）",
       .consequence = "下一次修复只会改到两处中的一处",
       .advice = "{advice}"},
      {.id = "entangled-function",
       .title = "函数过大，难以理解",
       .message = "`{function}()` 有 {size}；{before}",
       .consequence = "没有人能记住它的所有情况，下一次修改就会破坏其中之一",
       .advice = "{advice}"},
      {.id = "magic-number",
       .title = "多次使用的无名数字",
       .message = "`{number}` 在 `{function}` 中出现了 {count} 次，却没有名字",
       .consequence = "修改其中一处的人必须弄清还有哪些表示同样的含义",
       .advice = "在模块级或首次使用处之前给 `{number}` 起个名字"},
      {.id = "mixed-responsibilities",
       .title = "一个函数承担了多项职责",
       .message = "`{function}()`（{lines} 行）能否按职责拆分：{tasks}？",
       .consequence = "只要它们还在同一个函数里，测试其中的计算就需要文件或进程组",
       .advice = "把计算部分放到只处理数值的函数中，由 `{function}()` 在外围负责读取、通信和日志"},
      {.id = "todo-without-owner",
       .title = "待办注释没有负责人或 issue",
       .message = "`{text}` 既没有写明负责人，也没有关联 issue",
       .consequence = "没有人会被问起它，也没有人敢删掉它",
       .advice = "写成 `{mark}(name or #issue): what, and when`，即负责人或 issue、要做什么以及何"
                 "时做"},
      {.id = "too-many-parameters",
       .title = "参数过多的新函数",
       .message = "`{function}()` 接收 {count} 个参数：`{names}`",
       .consequence = "不对照签名就读不懂调用，两个实参弄反也难以察觉",
       .advice = "把相关的参数归入 dataclass，或者用 `*` 让除前几个之外的参数只能按名字传入"},
      {.id = "unused-parameter",
       .title = "从未读取的新参数",
       .message = "`{function}()` {state} `{parameter}`，却从不读取它",
       .consequence = "设置了 `{parameter}` 的调用方会以为它有作用",
       .advice = "使用 `{parameter}`，或者去掉它，或者在 docstring 中说明它是为了兼容而保留的"},
      {.id = "vague-name",
       .title = "没有信息量的名字",
       .message = "`{name}` 不适合作为{what}的名字{life}",
       .consequence = "读者只能从用法中猜测它的内容，搜索时也会搜出所有同名的东西",
       .advice = "按它保存的内容或所做的事来命名"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
