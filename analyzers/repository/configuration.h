#ifndef ANALYZERS_REPOSITORY_CONFIGURATION_H_
#define ANALYZERS_REPOSITORY_CONFIGURATION_H_

// Fields, flags, and who reads and writes them. Part of Project; one thread at a time.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class Configuration {
 public:
  Configuration(Names& names, ClassHierarchy& classes) : names_(names), classes_(classes) {}

  // See Project.
  std::vector<ConfigurationField> FieldsOf(absl::string_view class_name);
  std::vector<ConfigurationField> FindFields(absl::string_view name);
  std::vector<CommandLineFlag> FindFlags(absl::string_view destination);
  std::vector<FieldUse> ReadersOf(absl::string_view field);
  std::vector<FieldUse> WritersOf(absl::string_view field);

 private:
  std::vector<FieldUse> UsesOf(absl::string_view field, bool is_write);

  Names& names_;
  ClassHierarchy& classes_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_CONFIGURATION_H_
