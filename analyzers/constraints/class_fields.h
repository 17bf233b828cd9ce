#ifndef ANALYZERS_CONSTRAINTS_CLASS_FIELDS_H_
#define ANALYZERS_CONSTRAINTS_CLASS_FIELDS_H_

// The fields of a class as its source has them: `name: annotation = value`, its bases' included.
//
//   for (const ClassField& field : FieldsOfClass(project, modules, "pkg.Config")) ...
//
// Nodes live as long as the modules.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {

struct ClassField {
  std::string name = {};
  const python::Module* module = nullptr;
  python::Node assignment = {}, annotation = {};
  python::Node value = {};  // As written; null: none.
  python::Node init = {};   // The default, field() taken off; null: none, or made by a factory.
  std::string empty = {};   // The default is an empty "list", "dict" or "set"; else empty.
  bool is_in_init = true;   // Not field(init=False).
};

// In the order of the lineage, own ones first; the first of a name counts.
std::vector<ClassField> FieldsOfClass(repository::Project& project, const Modules& modules,
                                      absl::string_view class_name);

// `int` of `Optional[int]`, `int | None`, `"int"`.
std::string BareAnnotation(absl::string_view annotation);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_CLASS_FIELDS_H_
