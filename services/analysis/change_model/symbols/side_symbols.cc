#include "services/analysis/change_model/symbols/side_symbols.h"

#include <utility>

#include "analyzers/moves/named_code.h"

namespace allreview::analysis {
namespace {

v1::SymbolKind KindOf(moves::CodeKind kind) {
  switch (kind) {
    case moves::CodeKind::kFunction:
      return v1::SYMBOL_KIND_FUNCTION;
    case moves::CodeKind::kMethod:
      return v1::SYMBOL_KIND_METHOD;
    case moves::CodeKind::kClass:
      return v1::SYMBOL_KIND_CLASS;
    case moves::CodeKind::kField:
      return v1::SYMBOL_KIND_FIELD;
    case moves::CodeKind::kConstant:
      return v1::SYMBOL_KIND_CONSTANT;
    case moves::CodeKind::kFlag:
      return v1::SYMBOL_KIND_FLAG;
  }
  return v1::SYMBOL_KIND_UNSPECIFIED;
}

}  // namespace

bool IsSetting(v1::SymbolKind kind) {
  return kind == v1::SYMBOL_KIND_FIELD || kind == v1::SYMBOL_KIND_CONSTANT ||
         kind == v1::SYMBOL_KIND_FLAG;
}

std::vector<SideSymbol> SymbolsOf(const python::Module& module, const python::Module* other) {
  std::vector<SideSymbol> symbols;
  for (moves::NamedCode& code : moves::NamedCodeOf(module, other)) {
    symbols.push_back({.name = std::move(code.name),
                       .kind = KindOf(code.kind),
                       .definition = code.definition,
                       .code = code.code,
                       .documentation = code.documentation,
                       .first_line = code.first_line,
                       .end_line = code.end_line});
  }
  return symbols;
}

}  // namespace allreview::analysis
