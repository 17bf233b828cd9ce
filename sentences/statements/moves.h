#ifndef SENTENCES_STATEMENTS_MOVES_H_
#define SENTENCES_STATEMENTS_MOVES_H_

// What stands at another place now, or nowhere, and what that means for who names it. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kMovesOne("moves-one", "{names} moves from `{from}` to `{to}`",
                                  "{names} 从 `{from}` 移到 `{to}`");
inline constexpr Phrase kMovesMany("moves-many", "{names} move from `{from}` to `{to}`",
                                   "{names} 从 `{from}` 移到 `{to}`");
inline constexpr Phrase kMovesMore("moves-more",
                                   "{names} and {count} more move from `{from}` to `{to}`",
                                   "{names} 及另外 {count} 项从 `{from}` 移到 `{to}`");
inline constexpr Phrase kMovesThen("moves-then", "{move}; {then}", "{move}；{then}");
inline constexpr Phrase kMovesImportsFail("moves-imports-fail",
                                          "imports of {modules} fail from now on",
                                          "此后 import {modules} 会失败");
inline constexpr Phrase kMovesNamesFail("moves-names-fail",
                                        "imports from the old module fail from now on",
                                        "此后从旧模块 import 会失败");
inline constexpr Phrase kMovesNamesStay("moves-names-stay", "the old module still offers them",
                                        "仍可从旧模块 import");

inline constexpr Phrase kRemovedUnnamed(
    "removed-unnamed", "`{name}` is removed; no Python file of the repository names it any more",
    "`{name}` 已删除，仓库中已没有 Python 文件提到它");
inline constexpr Phrase kRemovedExport(
    "removed-export",
    "`{name}` is removed; no Python file of the repository names it any more, but it stood in "
    "`__all__`: code outside that imports it fails",
    "`{name}` 已删除，仓库中已没有 Python 文件提到它；但它曾列在 `__all__` 中，仓库外 import 它的"
    "代码会失败");

// A value that texts show.
inline constexpr Phrase kTextOfFloat(
    "text-of-float",
    "`{name}` was an integer and is none any more: the text that shows it gets digits behind the "
    "point, which whoever parses it must take",
    "`{name}` 原为整数，现在不再是：显示它的文本会带小数，解析该文本的程序需能处理");

}  // namespace allreview::phrases

#endif  // SENTENCES_STATEMENTS_MOVES_H_
