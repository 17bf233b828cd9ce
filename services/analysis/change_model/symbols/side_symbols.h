#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SIDE_SYMBOLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SIDE_SYMBOLS_H_

// What one version of a file defines, as the change model calls it; analyzers/moves/named_code.h
// says what counts.

#include <string>
#include <vector>

#include "analyzers/python/module.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

struct SideSymbol {
  std::string name;  // Qualified; "--num-experts".
  v1::SymbolKind kind = v1::SYMBOL_KIND_UNSPECIFIED;
  const python::Definition* definition = nullptr;  // Null: a field, constant or flag.
  python::Node code;                 // With decorators; of others the assignment or call.
  python::Node documentation = {};   // Of a field: the string behind it. Of a flag: its help.
  int first_line = 0, end_line = 0;  // End exclusive; `documentation` included.
};

// By kind, then in source order. Nodes point into the module; `other` is the other version of the
// file, or null.
std::vector<SideSymbol> SymbolsOf(const python::Module& module, const python::Module* other);

bool IsSetting(v1::SymbolKind kind);  // A field, constant or flag.

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SIDE_SYMBOLS_H_
