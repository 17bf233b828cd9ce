// What rules put into the parameters of their texts, and say of related places.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const PhrasePair> PhrasesOfRules() {
  static constexpr PhrasePair kPhrases[] = {
      // syntax-error and unreadable-source: what the parser says.
      {"`{bracket}` is never closed", "`{bracket}` 没有闭合"},
      {"`{bracket}` closes nothing", "`{bracket}` 没有对应的左括号"},
      {"`{bracket}` does not close `{open}`", "`{bracket}` 与 `{open}` 不匹配"},
      {"`{word}` is a statement of Python 2", "`{word}` 是 Python 2 的语句"},
      {"the string that begins here has no end", "从这里开始的字符串没有结束"},
      {"a merge was left unresolved", "这里留下了未解决的合并冲突"},
      {"it is UTF-16 or UTF-32, which Python does not read",
       "它是 UTF-16 或 UTF-32，Python 不能读取"},
      {"it holds a NUL byte, where some versions of Python stop reading the line",
       "它含有 NUL 字节，某些版本的 Python 读到这里就不再读该行"},
      {"it declares the encoding `{encoding}`, which is not read: code can look like a comment in "
       "it",
       "它声明了编码 `{encoding}`，AllReview 不读取该编码：其中的代码可以看起来像注释"},
      {"it holds bytes that are not UTF-8, and declares no other encoding",
       "它含有不是 UTF-8 的字节，也没有声明其他编码"},
      // measured
      {"Use a form without the subtraction, or compute this part in fp32",
       "改用不含该减法的形式，或者用 fp32 计算这一部分"},
      {"Accumulate in fp32 and cast the result", "用 fp32 累加，再转换结果"},
      {"Keep the operand inside the domain of the operation, or compute this part in fp32",
       "让操作数留在该运算的定义域内，或者用 fp32 计算这一部分"},
      {"Keep it that way", "保持这样"},
      {"Scale before the operation that overflows, or compute this part in fp32",
       "在会溢出的运算之前先缩放，或者用 fp32 计算这一部分"},
      {"Stay in the logarithm, scale first, or compute this part in fp32",
       "留在对数域中、先缩放，或者用 fp32 计算这一部分"},
      {"Write `{name}`, which is right on the same inputs",
       "改写为 `{name}`：在同样的输入上结果正确"},
      {"Write `{name}`, which fails less often on the same inputs",
       "改写为 `{name}`：在同样的输入上出错更少"},
  };
  return kPhrases;
}

}  // namespace allreview::rules::chinese
