#include "analyzers/organisation_rules/rule_set.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/hash.h"

namespace allreview::organisation_rules {
namespace {

using Rules = std::vector<std::unique_ptr<const OrganisationRule>>;

// Ids that the file may not use. `owners`: where each known id is defined; empty: built in.
std::vector<Problem> FindTakenIds(const RuleFile& file, const ReadRules& read,
                                  const std::map<std::string, std::string>& owners) {
  std::vector<Problem> problems;
  std::set<std::string> own;
  for (size_t i = 0; i < read.rules.size(); ++i) {
    const std::string id(read.rules[i]->rule.info.id);
    const auto owner = owners.find(id);
    const bool is_new = own.insert(id).second;
    if (owner == owners.end() && is_new) continue;
    const std::string where = !is_new                 ? "in this file"
                              : owner->second.empty() ? "in the engine"
                                                      : absl::StrCat("in ", owner->second);
    problems.push_back({file.name, read.lines[i], 1,
                        absl::StrCat("another rule ", where, " has the id ", Quoted(id)),
                        "choose another id"});
  }
  return problems;
}

rules::RuleInfo InfoOf(const OrganisationRule& rule) {
  rules::RuleInfo info = rule.rule.info;
  info.file = rule.file;
  return info;
}

}  // namespace

std::vector<rules::RuleInfo> RuleSet::Infos() const {
  std::vector<rules::RuleInfo> infos;
  for (const auto& rule : owned_) infos.push_back(InfoOf(*rule));
  return infos;
}

LoadedRules LoadRules(const std::vector<RuleFile>& files, const std::set<std::string>& taken_ids) {
  auto set = std::make_shared<RuleSet>();
  LoadedRules loaded;
  std::map<std::string, std::string> owners;
  for (const std::string& id : taken_ids) owners.emplace(id, "");
  std::vector<std::string> hashes;
  for (const RuleFile& file : files) {
    ReadRules read = ReadRuleFile(file);
    if (read.problems.empty()) read.problems = FindTakenIds(file, read, owners);
    std::move(read.problems.begin(), read.problems.end(), std::back_inserter(loaded.problems));
    if (!read.problems.empty()) continue;
    hashes.push_back(Sha256Hex(file.content));
    for (auto& rule : read.rules) {
      owners.emplace(std::string(rule->rule.info.id), file.name);
      set->owned_.push_back(std::move(rule));
    }
  }
  std::sort(set->owned_.begin(), set->owned_.end(),
            [](const auto& a, const auto& b) { return a->rule.info.id < b->rule.info.id; });
  for (const auto& rule : set->owned_) set->rules_.push_back(&rule->rule);
  // Where the files lie and in which order they were named makes no difference to a review.
  std::sort(hashes.begin(), hashes.end());
  if (!hashes.empty()) set->hash_ = Sha256Hex(absl::StrJoin(hashes, "\n")).substr(0, 16);
  loaded.rules = std::move(set);
  return loaded;
}

}  // namespace allreview::organisation_rules
