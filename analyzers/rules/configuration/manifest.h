#ifndef ANALYZERS_RULES_CONFIGURATION_MANIFEST_H_
#define ANALYZERS_RULES_CONFIGURATION_MANIFEST_H_

// What a Python project says that it needs: [project].dependencies of pyproject.toml, requirement
// files, commands that its texts show.
//
//   std::optional<Manifest> manifest = Manifest::Parse(text);
//   if (manifest && !manifest->Provides("yaml")) ...

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::rules::configuration {

// Packages as they are installed, and what comes with them.
class Distributions {
 public:
  // "torch[opt]>=2.6; sys_platform == 'linux'", "git+https://example.com/org/name.git@main".
  void Add(absl::string_view requirement);
  // What `pip install` names in a command; nothing for other commands.
  void AddCommand(absl::string_view command);
  // A file of requirements, one a line.
  void AddRequirements(absl::string_view text);
  // One of them has that top-level module, as far as names tell.
  bool Have(absl::string_view module) const;
  // The same, or one of them depends on one that has.
  bool Bring(absl::string_view module) const;

 private:
  std::set<std::string> names_;  // Normalised.
};

class Manifest {
 public:
  // nullopt: no TOML, or it does not list its dependencies (they may be "dynamic").
  static std::optional<Manifest> Parse(const std::string& text);

  // A dependency has that top-level module, or brings it.
  bool Provides(absl::string_view module) const;
  // The extra, like "training", that brings the module. Empty: none.
  std::string ExtraOf(absl::string_view module) const;
  // The module is among the packages that the project installs. True when it does not say.
  bool Installs(absl::string_view module) const;

 private:
  struct Extra {
    std::string name;
    Distributions distributions;
  };
  Distributions distributions_;
  std::vector<Extra> extras_;
  std::vector<std::string> packages_;  // "megatron.core", "megatron.core.*"; empty: all.
};

// Whether Python itself provides the module.
bool IsStandardModule(absl::string_view module);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_MANIFEST_H_
