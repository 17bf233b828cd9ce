// Rules of resources and exceptions.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Resources() {
  static constexpr RuleText kTexts[] = {
      {.id = "bare-except",
       .title = "没有指明异常类型的 except",
       .message = "第 {line} 行的 try 使用了裸 `except`，会把 KeyboardInterrupt、SystemExit 以及"
                  "所有编程错误一并捕获",
       .consequence = "Ctrl-C 和调度器的信号无法停止该 rank，错误的调用看起来也像是预期中的失败",
       .advice = "写明这里可能发生的异常，至少使用 `except Exception`"},
      {.id = "raise-without-from",
       .title = "在异常处理中抛出新异常却没有注明原因",
       .message = "第 {line} 行的异常处理中，`raise {raised}` 没有说明它由 `{caught}` 引起",
       .consequence = "traceback 读起来像是在处理第一个错误时又意外失败了",
       .advice = "用 `from {cause}` 抛出；如果第一个错误没有价值，使用 `from None`"},
      {.id = "swallowed-exception",
       .title = "所有错误都被悄悄丢弃",
       .message = "无论{what}（第 {first} 行的 try）中出了什么错，`except {caught}` 都{way_out}，"
                  "且没有日志",
       .consequence = "错误的调用、缺失的属性或磁盘写满看起来都像是预期中的情况，没有人会知道",
       .advice = "只捕获预期的异常，并用 `logger.warning(..., exc_info=True)` 记录；如果确实可以"
                 "忽略所有错误，用注释说明原因"},
      {.id = "unclosed-file",
       .title = "打开的文件从未关闭",
       .message = "`{call}` 打开后没有关闭：{how}",
       .consequence = "出错时（或在非 CPython 解释器上）文件描述符会泄漏，已写入的内容可能丢失；"
                      "rank 和 worker 较多时会达到打开文件数上限",
       .advice = "用 with 语句打开：`with {function}(...) as file:`"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
