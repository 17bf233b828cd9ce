#ifndef ANALYZERS_MOVES_NAMED_CODE_H_
#define ANALYZERS_MOVES_NAMED_CODE_H_

// What one version of a file defines: functions, methods, classes; fields of classes; constants of
// the module; flags of argparse. Functions inside of functions are a part of these.
//
// Fields are annotated names in the body of a class, and in records (dataclasses, enumerations,
// configuration) all names that are assigned there. Constants are UPPER_CASE names, and public ones
// with a literal, that the module assigns whatever happens.

#include <string>
#include <tuple>
#include <vector>

#include "analyzers/python/module.h"

namespace allreview::moves {

enum class CodeKind { kFunction, kMethod, kClass, kField, kConstant, kFlag };

inline bool IsSetting(CodeKind kind) { return kind >= CodeKind::kField; }

struct NamedCode {
  std::string name;  // Qualified; "--num-experts".
  CodeKind kind = CodeKind::kFunction;
  const python::Definition* definition = nullptr;  // Null: a field, constant or flag.
  python::Node code;                 // With decorators; of others the assignment or call.
  python::Node documentation = {};   // Of a field: the string behind it. Of a flag: its help.
  int first_line = 0, end_line = 0;  // End exclusive; `documentation` included.
  int occurrence = 0;                // How many of the same name stand before it.
};

// By kind, then in source order. Nodes point into the module. `other` is the other version of the
// file, or null: a name that is a constant or field in one of both is one in the other as well,
// whatever value it has there.
std::vector<NamedCode> NamedCodeOf(const python::Module& module,
                                   const python::Module* other = nullptr);

// What is the same thing in two versions of a file. A method may become a function, but no field a
// method.
using NamedCodeKey = std::tuple<int, std::string, int>;
inline NamedCodeKey KeyOf(const NamedCode& code) {
  return {IsSetting(code.kind) ? static_cast<int>(code.kind) : 0, code.name, code.occurrence};
}

}  // namespace allreview::moves

#endif  // ANALYZERS_MOVES_NAMED_CODE_H_
