#ifndef ANALYZERS_REACH_SETTINGS_H_
#define ANALYZERS_REACH_SETTINGS_H_

// What a setting is given: a field of a configuration class, a command line flag, or an attribute
// that objects of that name share.
//
//   const SettingUses& uses = settings.UsesOf("moe_use_x");
//   for (const SettingUses::Value& value : uses.values) ...   // True at tests/test_moe.py:12
//   if (uses.unclear.empty()) ...                             // These are all.
//
// Read from the instructions of every file that has the name: keywords of calls, stores, setattr,
// keys, parametrized tests, argument lists; defaults of fields and flags; and recipes of tests.
// `x=config.x` hands on what is known already; `x=config.y` asks for y, too. Part of Reach; one
// thread at a time.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/reach/callers.h"
#include "analyzers/reach/code_view.h"
#include "analyzers/reach/condition.h"
#include "analyzers/reach/recipes.h"
#include "analyzers/reach/setting_uses.h"
#include "analyzers/reach/skipped_tests.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

class Settings {
 public:
  Settings(repository::Project& project, repository::RepositoryIndex& index, Codes& codes,
           Callers& callers, Recipes& recipes, SkippedTests& skipped)
      : project_(project),
        index_(index),
        codes_(codes),
        callers_(callers),
        recipes_(recipes),
        skipped_(skipped) {}

  const SettingUses& UsesOf(absl::string_view name);
  // The values that callers hand to a parameter; `depth` callers may hand on what they are given.
  // Unclear when others may call the function.
  SettingUses UsesOfParameter(const repository::Found& function, uint32_t parameter, int depth);

 private:
  SettingUses Find(const std::string& name);
  void AddFile(const repository::IndexedFile& file, const std::string& name,
               const std::vector<std::string>& options, SettingUses& uses);
  void AddDefaults(const repository::IndexedFile& file, const std::string& name, SettingUses& uses);
  // The keyword of the call is a parameter of a function of the repository: what that does with it
  // is read there.
  bool BindsParameter(const repository::IndexedFile& file, const CodeView& code,
                      const ir::Instruction& call, absl::string_view name);
  void AddRecipes(const std::string& name, SettingUses& uses);
  void AddFromRecipe(const Recipe& recipe, absl::string_view option, absl::string_view action,
                     SettingUses& uses);
  // What a register of a function is: a constant, another setting, a parameter.
  void AddGiven(const repository::IndexedFile& file, const CodeView& code, ir::Register reg,
                int line, const std::string& name, SettingUses& uses);
  void AddArgument(const repository::Edge& edge, const repository::Found& function,
                   uint32_t parameter, int depth, SettingUses& uses);
  void AddDefaultOf(const repository::Found& function, uint32_t parameter, SettingUses& uses);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  Codes& codes_;
  Callers& callers_;
  Recipes& recipes_;
  SkippedTests& skipped_;  // What they give counts for nothing.
  std::map<std::string, std::optional<SettingUses>, std::less<>> uses_;  // None: under way.
  int depth_ = 0;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SETTINGS_H_
