#ifndef ANALYZERS_REACH_SETTING_USES_H_
#define ANALYZERS_REACH_SETTING_USES_H_

// What a setting or parameter is given, and where. Plain data.

#include <string>
#include <vector>

#include "analyzers/reach/condition.h"

namespace allreview::reach {

struct SettingUses {
  enum class Origin { kTest, kRecipe, kDefault, kProduct };
  struct Value {
    Origin origin = Origin::kTest;
    std::string path;
    int line = 0;
    Scalar value;
  };
  // A place that may give it a value that nobody knows.
  struct Unclear {
    std::string path;
    int line = 0;
    std::string why;
  };
  std::vector<Value> values;     // By origin, path and line.
  std::vector<Unclear> unclear;  // By path and line.
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_SETTING_USES_H_
