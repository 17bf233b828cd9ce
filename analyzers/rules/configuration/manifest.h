#ifndef ANALYZERS_RULES_CONFIGURATION_MANIFEST_H_
#define ANALYZERS_RULES_CONFIGURATION_MANIFEST_H_

// What a Python project says that it needs: [project].dependencies of pyproject.toml.
//
//   std::optional<Manifest> manifest = Manifest::Parse(text);
//   if (manifest && !manifest->Provides("yaml")) ...

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules::configuration {

class Manifest {
 public:
  // nullopt: no TOML, or it does not list its dependencies (they may be "dynamic").
  static std::optional<Manifest> Parse(const std::string& text);

  // A dependency has that top-level module, as far as names tell: in doubt true.
  bool Provides(absl::string_view module) const;
  // The extra, like "training", that brings the module. Empty: none.
  std::string ExtraOf(absl::string_view module) const;
  // The module is among the packages that the project installs. True when it does not say.
  bool Installs(absl::string_view module) const;

 private:
  struct Extra {
    std::string name;
    std::set<std::string> distributions;
  };
  std::set<std::string> distributions_;  // Normalised names.
  std::vector<Extra> extras_;
  std::vector<std::string> packages_;  // "megatron.core", "megatron.core.*"; empty: all.
};

// Whether Python itself provides the module.
bool IsStandardModule(absl::string_view module);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_MANIFEST_H_
