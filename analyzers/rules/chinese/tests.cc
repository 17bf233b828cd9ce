// Rules of tests.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Tests() {
  static constexpr RuleText kTexts[] = {
      {.id = "code-unreached-by-tests",
       .title = "没有测试覆盖到的新函数",
       .message = "哪个测试会执行 `{symbol}`（{statements} 条语句，{branches} 个分支）？没有测试"
                  "提到它，也没有测试提到它三层调用以内的调用方",
       .consequence = "新代码可能有错，却没有任何东西能暴露出来",
       .advice = "如果确实没有，请补充一个，例如放在 `{file}` 中"},
      {.id = "collective-tested-on-one-rank",
       .title = "新增的集合通信没有多 rank 测试",
       .message = "`{symbol}` 现在调用了 `{call}`，而改动的测试以及能覆盖本次变更的测试都只在单个"
                  " rank 上运行",
       .consequence = "错误的组、错误的 shape 和死锁在单个 rank 上都不会暴露",
       .advice = "在 `{call}` 所用的组上补充一个至少两个 rank 的测试"},
      {.id = "kernel-tested-in-one-precision",
       .title = "新 kernel 的测试只覆盖一种精度",
       .message = "新{what} `{symbol}` 的测试{known}",
       .consequence = "bf16 下的求和溢出或精度丢失要到训练时才会发现",
       .advice = "把测试按类型参数化，并加入{wanted}"},
      {.id = "last-test-removed",
       .title = "被改代码的最后一个测试被删除",
       .message = "本次变更修改了 `{symbol}` 并删除了 `{test}`，此后不再有测试提到 `{symbol}`",
       .consequence = "`{symbol}` 的新行为没有测试，而旧行为原本是有测试的",
       .advice = "保留该测试并作相应修改，或者说明由哪个测试代替它"},
      {.id = "numerics-without-reference",
       .title = "新的数值代码没有与参考实现对比的测试",
       .message = "哪个测试{missing}？`{symbol}` 是新增的（{what}），而改动的测试以及能覆盖它的测"
                  "试都没有这样做",
       .consequence = "公式或梯度错误时训练照样能跑，只是效果变差",
       .advice = "在 fp32 下用纯 PyTorch 写出同样的公式，对比前向和反向"},
      {.id = "test-disabled-without-reason",
       .title = "测试被禁用却没有说明理由",
       .message = "`{test}` 被 `{mark}` 禁用，没有说明理由",
       .consequence = "`{test}` 覆盖的内容出了问题也不会被发现，也没有人知道何时该重新启用它",
       .advice = "在 `reason=` 中写明跟踪它的 issue"},
      {.id = "test-without-assertion",
       .title = "没有断言的测试",
       .message = "`{test}` 没有检查任何东西：无论被测代码返回什么都会通过",
       .consequence = "`{test}` 看似覆盖的内容发生回归时不会被发现",
       .advice = "对结果做断言，或者在名字中注明这是冒烟测试"},
      {.id = "untested-code-path",
       .title = "新的代码路径没有任何测试",
       .message = "没有测试执行到新代码：{count} 个新的公开函数和方法（{statements} 条语句）在三"
                  "层调用以内都不会被测试覆盖，而本次变更{brings}。未测试：{untested}",
       .consequence = "没有任何东西能证明新代码可用，它出问题时也不会有任何提示",
       .advice = "补充测试，例如放在 `{file}` 中"},
      {.id = "untested-fix",
       .title = "修复缺陷却没有回归测试",
       .message = "“{title}”改动了 {lines} 行代码，却没有改动测试：去掉这个修复后，哪个测试会失败"
                  "？",
       .consequence = "该缺陷可能悄悄复现",
       .advice = "补充一个变更前失败、变更后通过的测试"},
      {.id = "untested-setting",
       .title = "没有测试设置过的新选项",
       .message = "没有任何测试文件提到 {settings}，而它决定代码的行为（{reader}）",
       .consequence = "两种情况之一从未被测试执行过",
       .advice = "在某个测试中设置 `{first}`，例如作为现有测试的参数，或者放到功能测试用例中"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
