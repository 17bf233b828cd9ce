#ifndef SERVICES_REPORT_STORY_PLACES_H_
#define SERVICES_REPORT_STORY_PLACES_H_

// Names and places of symbols as documents write them. Pure; plain text, not yet safe for Markdown.
//
//   SymbolPath("moe/router.py:Router.forward")   // "moe/router.py"
//   SymbolName("moe/router.py:Router.forward")   // "Router.forward"
//   StartPlace(symbol.after())                   // "moe/router.py:12"

#include <string>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/change/v1/change.pb.h"

namespace allreview::report {

// Parts of an id of the change model. Views into `id`. An id without ':' is all name: symbols of
// other projects are known by their dotted names.
absl::string_view SymbolPath(absl::string_view id);
absl::string_view SymbolName(absl::string_view id);  // Empty for a module.

// "forward" of "Router.forward"; "Router" of it, or empty.
absl::string_view SimpleName(absl::string_view name);
absl::string_view ScopeOf(absl::string_view name);

// "path:Qualified.name".
std::string IdOf(const analysis::v1::ChangedSymbol& symbol);

// Where the definition stands: after the change, or before it when it is gone.
const change::v1::SourceRange& DefinitionOf(const analysis::v1::ChangedSymbol& symbol);

// "a/b.py:12": the first line alone, as an editor opens it. The path for a whole file.
std::string StartPlace(const change::v1::SourceRange& range);

// "router.py" of "moe/router.py".
absl::string_view FileName(absl::string_view path);

// A file that explains nothing of the product: tests, examples, documentation, benchmarks, scripts.
bool IsBesideProduct(absl::string_view path);

// Whether the symbol is called rather than held: a function, a method or a class.
bool IsDefinition(const analysis::v1::ChangedSymbol& symbol);
bool IsFunction(const analysis::v1::ChangedSymbol& symbol);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_PLACES_H_
