#include "analyzers/rules/engine.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/parallel.h"
#include "analyzers/rules/fingerprint.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/walk.h"
#include "base/hash.h"

namespace allreview::rules {
namespace {

struct FileResult {
  AnalysedFile file;
  Coverage coverage;
  std::vector<Finding> findings;
};

bool IsEnabled(const AnalysisInput& input, const Rule& rule) {
  const auto setting = input.settings.find(std::string(rule.info.id));
  if (setting == input.settings.end()) return rule.info.is_default;
  return setting->second.is_enabled.value_or(rule.info.is_default);
}

std::vector<const Rule*> EnabledRules(const AnalysisInput& input) {
  std::vector<const Rule*> rules;
  for (const Rule* rule : AllRules()) {
    if (IsEnabled(input, *rule)) rules.push_back(rule);
  }
  return rules;
}

// Parses one side; null when it is over a limit, and then `coverage` says why.
std::unique_ptr<python::Module> ParseSide(absl::string_view path, const std::string& text,
                                          const Limits& limits, Coverage* coverage) {
  absl::StatusOr<std::unique_ptr<python::Module>> module =
      python::Module::Parse(path, text,
                            {.max_bytes = limits.max_file_bytes,
                             .max_nodes = limits.max_nodes,
                             .max_depth = limits.max_depth});
  if (module.ok()) return *std::move(module);
  coverage->state = Coverage::State::kOverBudget;
  coverage->reason = std::string(module.status().message());
  return nullptr;
}

void AnalyseFile(const AnalysisInput& input, const Subscriptions& subscriptions,
                 const ChangedFile& changed, FileResult* result) {
  result->file.changed = &changed;
  result->coverage.path = changed.path;
  if (changed.before) {
    Coverage ignored;  // What is reviewed is the right side.
    result->file.before =
        ParseSide(changed.old_path.empty() ? changed.path : changed.old_path, *changed.before,
                  input.limits, changed.is_deleted ? &result->coverage : &ignored);
  }
  const std::optional<std::string>& reviewed = changed.is_deleted ? changed.before : changed.after;
  if (!reviewed) {
    result->coverage.state = Coverage::State::kNotFetched;
    result->coverage.reason = absl::StrCat(
        "the content of the ", changed.is_deleted ? "left" : "right", " side is not known");
    return;
  }
  if (changed.is_deleted) return;
  result->file.after = ParseSide(changed.path, *changed.after, input.limits, &result->coverage);
  if (result->file.after == nullptr) return;
  result->file.lines = ChangedLines(changed.hunks);
  result->findings = WalkFile(subscriptions, &result->file);
}

void Sort(std::vector<Finding>* findings) {
  const auto key = [](const Finding& f) {
    return std::tie(f.range.path, f.range.first_line, f.range.first_column, f.rule_id,
                    f.range.end_byte, f.problem);
  };
  std::stable_sort(findings->begin(), findings->end(),
                   [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
}

}  // namespace

AnalysisResult Analyze(const AnalysisInput& input) {
  const std::vector<const Rule*> rules = EnabledRules(input);
  const Subscriptions subscriptions(rules);
  std::vector<const ChangedFile*> files;
  for (const ChangedFile& file : input.files) {
    if (file.language == "python") files.push_back(&file);
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const ChangedFile* a, const ChangedFile* b) { return a->path < b->path; });

  std::vector<FileResult> results(files.size());
  repository::ParallelFor(files.size(), input.threads,
              [&](size_t i) { AnalyseFile(input, subscriptions, *files[i], &results[i]); });

  AnalysisResult result;
  for (FileResult& file : results) {
    std::move(file.findings.begin(), file.findings.end(), std::back_inserter(result.findings));
    result.coverage.push_back(std::move(file.coverage));
    result.files_parsed += (file.file.after != nullptr) + (file.file.before != nullptr);
  }
  Sort(&result.findings);
  SetFingerprints(&result.findings);
  for (Finding& finding : result.findings) {
    const auto setting = input.settings.find(finding.rule_id);
    if (setting != input.settings.end() && setting->second.severity) {
      finding.severity = *setting->second.severity;
    }
  }
  return result;
}

std::vector<RuleInfo> ListRules() {
  std::vector<RuleInfo> infos;
  for (const Rule* rule : AllRules()) {
    const Rule::Info& info = rule->info;
    RuleInfo& copy = infos.emplace_back();
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
    copy.is_default = info.is_default;
  }
  return infos;
}

std::string RulesHash() {
  Sha256 hash;
  for (const Rule* rule : AllRules()) {
    const Rule::Info& info = rule->info;
    const std::string numbers =
        absl::StrCat(static_cast<int>(info.severity), ",", static_cast<int>(info.impact), ",",
                     static_cast<int>(info.pillar), ",", static_cast<int>(info.confidence), ",",
                     info.version, ",", info.is_default, ",", static_cast<int>(rule->concern));
    for (absl::string_view part : {info.id, info.title, info.category, info.message,
                                   info.consequence, info.advice, absl::string_view(numbers)}) {
      hash.Update(part);
      hash.Update(absl::string_view("\0", 1));
    }
  }
  return hash.Finish().substr(0, 16);
}

}  // namespace allreview::rules
