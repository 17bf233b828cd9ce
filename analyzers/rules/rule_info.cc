#include "analyzers/rules/rule_info.h"

namespace allreview::rules {

RuleInfo InfoOf(const Rule& rule) {
  const Rule::Info& info = rule.info;
  RuleInfo copy;
  copy.id = info.id;
  copy.title = info.title;
  copy.category = info.category;
  copy.why = info.why;
  copy.fix = info.fix;
  copy.bad = info.bad;
  copy.good = info.good;
  copy.severity = info.severity;
  copy.impact = info.impact;
  copy.pillar = info.pillar;
  copy.confidence = info.confidence;
  for (absl::string_view reference : info.references) {
    if (!reference.empty()) copy.references.push_back(reference);
  }
  copy.version = info.version;
  copy.tier = info.tier;
  return copy;
}

}  // namespace allreview::rules
