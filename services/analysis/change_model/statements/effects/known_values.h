#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_KNOWN_VALUES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_KNOWN_VALUES_H_

// The values of what an effect names: constants, and settings as they are when nobody sets them.
//
//   KnownValues known(change, values);
//   known.AddTo(effect);
//   // "`step` passes `n=self.config.max_n` to `keep`, where `max_n` defaults to `3`"
//
// A constant is a name in capitals, whose value `values` knows; a setting is read from what holds
// settings ("config.x", "args.x"), and all fields and flags of that name have one default. Names
// whose values differ, or are not known, stay as they are.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/values/values_of_change.h"
#include "services/analysis/change_model/statements/effects/effect.h"

namespace allreview::analysis {

class KnownValues {
 public:
  // Borrowed. `values` may be null: constants are not known then.
  KnownValues(const change::AnalysedChange& change, values::ValuesOfChange* values)
      : change_(change), values_(values) {}

  void AddTo(Effect& effect);

 private:
  std::optional<std::string> ValueOf(const std::string& constant, const std::string& path);
  std::optional<std::string> DefaultOf(const std::string& setting);

  const change::AnalysedChange& change_;
  values::ValuesOfChange* const values_;
  int asked_ = 0;
  std::map<std::string, std::optional<std::string>> constants_, defaults_;
};

// "MAX_SIZE" of "f(MAX_SIZE, x.Y)": names in capitals that belong to no object, each once.
std::vector<std::string> ConstantsIn(const std::string& text);
// "max_n" of "f(self.config.max_n)".
std::vector<std::string> SettingsIn(const std::string& text);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_KNOWN_VALUES_H_
