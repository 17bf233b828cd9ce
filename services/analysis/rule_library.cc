#include "services/analysis/rule_library.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/mutex.h"

namespace allreview::analysis {
namespace {

constexpr host::MetricInfo kFiles = {"allreview_rule_files",
                                     "Rule files of organisations by state.",
                                     host::MetricKind::kGauge, "state"};
constexpr host::MetricInfo kReads = {"allreview_rule_file_reads_total",
                                     "Versions of rule files that were read, by outcome.",
                                     host::MetricKind::kCounter, "outcome"};
constexpr size_t kMaxCompiled = 8;

bool IsRuleFile(absl::string_view name) {
  return absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml");
}

// Paths of the files that a path stands for, sorted.
std::vector<std::string> FilesOf(const std::string& path) {
  DIR* const folder = opendir(path.c_str());
  if (folder == nullptr) return {path};
  std::vector<std::string> files;
  while (const dirent* entry = readdir(folder)) {
    if (IsRuleFile(entry->d_name)) files.push_back(absl::StrCat(path, "/", entry->d_name));
  }
  closedir(folder);
  std::sort(files.begin(), files.end());
  return files;
}

absl::string_view StateName(bool is_good) { return is_good ? "good" : "broken"; }

}  // namespace

RuleLibrary::Look RuleLibrary::At(const std::vector<std::string>& paths) {
  Look look;
  const MutexLock lock(mutex_);
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    for (const std::string& file : FilesOf(path)) {
      if (!seen.insert(file).second) continue;
      const Entry& entry = Refresh(file);
      if (entry.has_good) look.files.push_back({file, entry.content});
      std::vector<Problem>& problems = entry.has_good ? look.stale : look.problems;
      problems.insert(problems.end(), entry.problems.begin(), entry.problems.end());
    }
  }
  std::sort(look.files.begin(), look.files.end(),
            [](const RuleFile& a, const RuleFile& b) { return a.name < b.name; });
  return look;
}

const RuleLibrary::Entry& RuleLibrary::Refresh(const std::string& path) {
  const bool is_new = entries_.count(path) == 0;
  Entry& entry = entries_[path];
  struct stat info = {};
  Stamp stamp;
  if (stat(path.c_str(), &info) == 0) {
    stamp = {info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_size, info.st_ino};
  }
  if (!is_new && stamp == entry.stamp) return entry;
  const bool was_good = entry.is_good;
  entry.stamp = stamp;
  Read(path, entry);
  if (entry.is_good) {
    Log(LogLevel::kInfo, "rule file read", {{"file", path}});
  } else {
    Log(LogLevel::kError, "rule file is broken",
        {{"file", path},
         {"first", entry.problems.empty() ? "" : entry.problems[0].ToString()},
         {"in_use", entry.has_good ? "last good version" : "nothing"}});
  }
  if (options_.metrics != nullptr) {
    const std::string now(StateName(entry.is_good));
    options_.metrics->Count(kReads, {{"outcome", now}});
    if (!is_new)
      options_.metrics->AddToGauge(kFiles, {{"state", std::string(StateName(was_good))}}, -1);
    options_.metrics->AddToGauge(kFiles, {{"state", now}}, 1);
  }
  return entry;
}

void RuleLibrary::Read(const std::string& path, Entry& entry) {
  absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) {
    entry.problems = {{path, 1, 1, std::string(content.status().message()), ""}};
    entry.is_good = false;
    return;
  }
  organisation_rules::LoadedRules loaded =
      organisation_rules::LoadRules({{path, *content}}, options_.built_in_ids);
  entry.is_good = loaded.problems.empty();
  entry.problems = std::move(loaded.problems);
  if (!entry.is_good) return;
  entry.has_good = true;
  entry.content = *std::move(content);
}

organisation_rules::LoadedRules RuleLibrary::Compile(const std::vector<RuleFile>& files) {
  std::string key;
  for (const RuleFile& file : files) {
    absl::StrAppend(&key, file.name.size(), ":", file.name, Sha256Hex(file.content));
  }
  const MutexLock lock(mutex_);
  auto found = std::find_if(compiled_.begin(), compiled_.end(),
                            [&](const auto& entry) { return entry.first == key; });
  if (found == compiled_.end()) {
    if (compiled_.size() >= kMaxCompiled) compiled_.erase(compiled_.begin());
    compiled_.emplace_back(key, organisation_rules::LoadRules(files, options_.built_in_ids));
  } else {
    std::rotate(found, found + 1, compiled_.end());
  }
  return compiled_.back().second;
}

}  // namespace allreview::analysis
