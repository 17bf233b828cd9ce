#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_KEY_CHANGES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_KEY_CHANGES_H_

// Keys of YAML and JSON whose values differ. Pure.

#include <string>
#include <vector>

#include "base/yaml.h"

namespace allreview::analysis {

// "a.b", "a[2]", "steps[build].run" for items that have a name or an id.
struct KeyChange {
  std::string key;
  std::string before, after;            // One line each.
  int before_line = 0, after_line = 0;  // 0: the side has no such key.
};

// In the order of the new side, then what is gone in the order of the old one.
std::vector<KeyChange> KeyChanges(const YamlNode& before, const YamlNode& after);

// How many numbers a tree holds.
size_t CountNumbers(const YamlNode& root);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_STATEMENTS_FILES_KEY_CHANGES_H_
