#ifndef ANALYZERS_RULES_CONFIGURATION_FIELDS_H_
#define ANALYZERS_RULES_CONFIGURATION_FIELDS_H_

// Fields of configuration classes: dataclasses whose name ends with Config.
//
//   for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.after)) {
//     for (const ConfigurationField& field : NewFieldsOf(file, a_class)) ...
//   }
//
// Views and nodes point into the module.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

// `name: annotation = value`
struct ClassField {
  absl::string_view name;
  Node node;  // The assignment.
  Node annotation = {};
  Node value = {};  // Null: none.
  bool has_default = false;
  bool is_in_init = true;  // Not field(init=False), ClassVar or KW_ONLY.
  bool is_private() const { return !name.empty() && name[0] == '_'; }
};

struct ConfigurationClass {
  const python::Definition* definition = nullptr;
  std::vector<ClassField> fields = {};  // Own ones, in source order.
  bool is_keyword_only = false;         // @dataclass(kw_only=True)
};

std::vector<ConfigurationClass> ConfigurationClassesIn(const python::Module& module);

// What the class was before the change, wherever it stood; no definition: it was none.
ConfigurationClass BeforeOf(const ChangeContext& change, const ConfigurationClass& a_class);

// Public fields on new lines that no version of a configuration class in the changed files had
// before: a field that moves, or a class that is renamed, brings nothing new.
std::vector<ClassField> NewFieldsOf(const ChangeContext& change, const AnalysedFile& file,
                                    const ConfigurationClass& a_class);

// All new public fields of a change, by file.
struct NewField {
  const AnalysedFile* file = nullptr;
  const python::Definition* owner = nullptr;
  ClassField field;
};
std::vector<NewField> NewFieldsIn(const ChangeContext& change);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_FIELDS_H_
