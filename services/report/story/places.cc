#include "services/report/story/places.h"

#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "base/symbol_id.h"

namespace allreview::report {

using analysis::v1::ChangedSymbol;

absl::string_view SymbolPath(absl::string_view id) {
  const size_t colon = PathEndOfSymbolId(id);
  return colon == absl::string_view::npos ? "" : id.substr(0, colon);
}

absl::string_view SymbolName(absl::string_view id) {
  const size_t colon = PathEndOfSymbolId(id);
  return colon == absl::string_view::npos ? id : id.substr(colon + 1);
}

absl::string_view SimpleName(absl::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == absl::string_view::npos ? name : name.substr(dot + 1);
}

absl::string_view ScopeOf(absl::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == absl::string_view::npos ? "" : name.substr(0, dot);
}

std::string IdOf(const ChangedSymbol& symbol) {
  return absl::StrCat(symbol.path(), ":", symbol.name());
}

const change::v1::SourceRange& DefinitionOf(const ChangedSymbol& symbol) {
  return symbol.status() == ChangedSymbol::STATUS_REMOVED ? symbol.before() : symbol.after();
}

std::string StartPlace(const change::v1::SourceRange& range) {
  return range.first_line() <= 0 ? range.path()
                                 : absl::StrCat(range.path(), ":", range.first_line());
}

absl::string_view FileName(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsFunction(const ChangedSymbol& symbol) {
  return symbol.kind() == analysis::v1::SYMBOL_KIND_FUNCTION ||
         symbol.kind() == analysis::v1::SYMBOL_KIND_METHOD;
}

bool IsDefinition(const ChangedSymbol& symbol) {
  return IsFunction(symbol) || symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS;
}

bool IsBesideProduct(absl::string_view path) {
  if (path.empty()) return false;
  if (paths::IsTestPath(path)) return true;
  // A Python program at the root is what people start.
  const bool is_python = path.size() > 3 && path.substr(path.size() - 3) == ".py";
  return is_python && !paths::FolderOf(path).empty() && !paths::IsProductSource(path);
}

}  // namespace allreview::report
