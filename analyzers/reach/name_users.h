#ifndef ANALYZERS_REACH_NAME_USERS_H_
#define ANALYZERS_REACH_NAME_USERS_H_

// Which code of a file uses a name, whatever it means there.
//
//   UsersOf(file, code, "route")  ->  {"Layer.forward", ""}   // A method, and what import runs.
//
// Functions inside of functions count as the outer one; decorators, defaults and bodies of classes
// run at import. A text that is the whole name counts (getattr), but in __all__, unless texts are
// to be ignored; keywords of calls, imports and definitions do not. So whoever may call a function
// is among them, but for names that are computed. Pure.

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

enum class Texts { kCount, kIgnored };

// `code` is that of the file.
std::set<std::string> UsersOf(const repository::IndexedFile& file, const ir::File& code,
                              absl::string_view name, Texts texts = Texts::kCount);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_NAME_USERS_H_
