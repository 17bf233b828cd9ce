#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SIDE_SYMBOLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SIDE_SYMBOLS_H_

// What one version of a file defines: functions, methods, classes; fields of classes; constants of
// the module; flags of argparse. Functions inside of functions are a part of these.
//
// Fields are annotated names in the body of a class, and in records (dataclasses, enumerations,
// configuration) all names that are assigned there. Constants are UPPER_CASE names, and public ones
// with a literal, that the module assigns whatever happens.

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

// By kind, then in source order. Nodes point into the module.
std::vector<SideSymbol> SymbolsOf(const python::Module& module);

bool IsSetting(v1::SymbolKind kind);  // A field, constant or flag.

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SIDE_SYMBOLS_H_
