#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_NEW_SETTINGS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_NEW_SETTINGS_H_

// Settings that a change brings: fields, flags, choices of flags, parameters.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// A new setting, or a new value of one.
struct Setting {
  const v1::ChangedSymbol* symbol = nullptr;
  std::string name;     // As code names it: "top_k".
  std::string literal;  // A new choice: "quantile".
  std::string shown;    // "--balance=quantile", "top_k".
  std::string default_value;
  bool is_parameter = false;  // Only of its function.
};

// Fields, flags and choices, outside of tests.
std::vector<Setting> NewSettings(const v1::ChangeModel& model);
// Parameters that a function got.
std::vector<Setting> NewParameters(const v1::ChangedSymbol& function);

bool Mentions(absl::string_view test, const Setting& setting);
// The test asks for nothing but the setting: "config.fused", "mask is not None", "kind == 'new'",
// and "config is not None and config.fused".
bool IsSettingAlone(absl::string_view test, const Setting& setting);
// A default of that text switches off.
bool IsOff(absl::string_view value);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_EFFECTS_NEW_SETTINGS_H_
