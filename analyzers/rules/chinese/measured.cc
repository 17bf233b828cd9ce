// Rules whose findings are measured (analyzers/policy/measured_rules.h). Their advice is a phrase.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Measured() {
  static constexpr RuleText kTexts[] = {
      {.id = "catastrophic-cancellation",
       .title = "有效数字相消",
       .message = "`{expression}` 在 {formats} 中有效数字相消，最先出现在 `{operation}`："
                  "常见输入的 {samples} 个结果中有 {failures} 个出错",
       .consequence = "剩下的只是舍入噪声：依赖它的损失和梯度都是错的，而且没有任何警告",
       .advice = "{advice}"},
      {.id = "lost-small-terms",
       .title = "大数吞没小项",
       .message = "`{expression}` 在 {formats} 中丢失小项，最先出现在 `{operation}`："
                  "常见输入的 {samples} 个结果中有 {failures} 个出错",
       .consequence = "累加会停滞，位置会重合，行越长越严重",
       .advice = "{advice}"},
      {.id = "not-a-number-result",
       .title = "结果不是数",
       .message = "`{expression}` 在 {formats} 中得到 NaN，最先出现在 `{operation}`："
                  "常见输入的 {samples} 个结果中有 {failures} 个",
       .consequence = "一个 NaN 会扩散到整个损失，并在下一步扩散到所有参数",
       .advice = "{advice}"},
      {.id = "numerical-failure-mended",
       .title = "原先出错的计算现已正确",
       .message =
           "`{expression}` 在 {formats} 中对测量过的所有常见输入都正确；它所替换的写法在那里会出错",
       .consequence = "训练保住了旧写法丢失的有效数字",
       .advice = "{advice}"},
      {.id = "numerical-overflow",
       .title = "中间结果溢出",
       .message = "`{expression}` 在 {formats} 中溢出，最先出现在 `{operation}`："
                  "常见输入的 {samples} 个结果中有 {failures} 个出错",
       .consequence = "无穷大会在下一次减法或除法中变成 NaN，毁掉整个训练步",
       .advice = "{advice}"},
      {.id = "numerical-underflow",
       .title = "中间结果下溢为零",
       .message = "`{expression}` 在 {formats} 中下溢，最先出现在 `{operation}`："
                  "常见输入的 {samples} 个结果中有 {failures} 个出错",
       .consequence = "小的数值变成 0：它们的梯度消失，之后的除法或对数会得到无穷大",
       .advice = "{advice}"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
