#ifndef SENTENCES_PHRASES_SOURCE_H_
#define SENTENCES_PHRASES_SOURCE_H_

// Why a file is no Python, or not the Python that people see. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kBracketNeverClosed("bracket-never-closed", "`{bracket}` is never closed",
                                            "`{bracket}` 没有闭合");
inline constexpr Phrase kBracketClosesNothing("bracket-closes-nothing",
                                              "`{bracket}` closes nothing",
                                              "`{bracket}` 没有对应的左括号");
inline constexpr Phrase kBracketsDiffer("brackets-differ", "`{bracket}` does not close `{open}`",
                                        "`{bracket}` 与 `{open}` 不匹配");
inline constexpr Phrase kStringWithoutEnd("string-without-end",
                                          "the string that begins here is never closed",
                                          "从这里开始的字符串没有闭合");
inline constexpr Phrase kUnresolvedMerge("unresolved-merge", "a merge conflict was left unresolved",
                                         "这里留下了未解决的合并冲突");
inline constexpr Phrase kWideEncoding("wide-encoding",
                                      "it is UTF-16 or UTF-32, which Python does not read",
                                      "它是 UTF-16 或 UTF-32，Python 不能读取");
inline constexpr Phrase kNulByte(
    "nul-byte", "it contains a NUL byte, where some versions of Python stop reading the line",
    "它含有 NUL 字节，某些版本的 Python 读到这里就不再读该行");
inline constexpr Phrase kUnreadEncoding(
    "unread-encoding",
    "it declares the encoding `{encoding}`, which AllReview does not read: code can look like a "
    "comment in it",
    "它声明了编码 `{encoding}`，AllReview 不读取该编码：其中的代码可以看起来像注释");
inline constexpr Phrase kBytesNotUtf8(
    "bytes-not-utf8", "it contains bytes that are not UTF-8, and declares no other encoding",
    "它含有不是 UTF-8 的字节，也没有声明其他编码");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_SOURCE_H_
