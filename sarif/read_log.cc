#include "sarif/read_log.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sarif/fields.h"
#include "sarif/json_tree.h"
#include "sarif/members.h"
#include "sarif/read_result.h"

namespace allreview::sarif {
namespace {

using Kind = JsonNode::Kind;

constexpr size_t kMaxTextBytes = 2'000;  // Of a description or a name.
constexpr size_t kMaxTags = 50;
constexpr size_t kMaxRuns = 200;

std::string Cut(const std::string& text) { return std::string(CutToBytes(text, kMaxTextBytes)); }

double SecuritySeverity(const JsonNode& properties) {
  const JsonNode& given = LooseMember(properties, "security-severity");
  double value = -1;
  if (given.Is(Kind::kInteger)) return static_cast<double>(given.integer);
  if (!absl::SimpleAtod(given.text, &value) || !(value >= 0 && value <= 10)) return -1;
  return value;
}

Rule ReadRule(const JsonNode& node) {
  const JsonNode& properties = LooseMember(node, "properties");
  Rule rule = {.id = Cut(LooseText(node, "id")),
               .name = Cut(LooseText(node, "name")),
               .short_description = Cut(LooseText(node, "shortDescription", "text")),
               .full_description = Cut(LooseText(node, "fullDescription", "text")),
               .help = Cut(LooseText(node, "help", "text")),
               .help_uri = Cut(LooseText(node, "helpUri")),
               .level = LooseText(node, "defaultConfiguration", "level"),
               .precision = LooseText(properties, "precision"),
               .problem_severity = LooseText(properties, "problem.severity"),
               .security_severity = SecuritySeverity(properties)};
  // ruff keeps the name of a rule beside its code there.
  if (rule.name.empty()) rule.name = Cut(LooseText(properties, "name"));
  for (const JsonNode& tag : LooseMember(properties, "tags").items) {
    if (tag.Is(Kind::kString) && rule.tags.size() < kMaxTags) rule.tags.push_back(Cut(tag.text));
  }
  const JsonNode& messages = LooseMember(node, "messageStrings");
  for (size_t i = 0; i < messages.keys.size(); ++i) {
    rule.messages.emplace(messages.keys[i], LooseText(messages.items[i], "text"));
  }
  return rule;
}

// The rules of a run, and how results refer to them.
class RuleList {
 public:
  absl::Status Add(const JsonNode& component) {
    first_.push_back(rules_.size());
    const JsonNode& rules = LooseMember(component, "rules");
    for (const JsonNode& node : rules.items) {
      rules_.push_back(ReadRule(node));
      by_id_.emplace(rules_.back().id, static_cast<int>(rules_.size()) - 1);
    }
    first_.push_back(rules_.size());
    return absl::OkStatus();
  }

  // -1: the log says nothing of it. Ids may name a part of a rule: "CA1000/1".
  int Find(const UnresolvedResult& read) const {
    const size_t component = 2 * static_cast<size_t>(read.component_index + 1);
    if (read.component_index >= -1 && read.rule_index >= 0 && component + 1 < first_.size()) {
      const size_t size = first_[component + 1] - first_[component];
      const size_t rule = first_[component] + static_cast<size_t>(read.rule_index);
      if (static_cast<size_t>(read.rule_index) < size && IsOf(read.result.rule_id, rule)) {
        return static_cast<int>(rule);
      }
    }
    std::string id = read.result.rule_id;
    while (!id.empty()) {
      const auto found = by_id_.find(id);
      if (found != by_id_.end()) return found->second;
      const size_t slash = id.rfind('/');
      id.resize(slash == std::string::npos ? 0 : slash);
    }
    return -1;
  }

  const Rule& rule(int index) const { return rules_[index]; }
  std::vector<Rule> Take() { return std::move(rules_); }

 private:
  bool IsOf(const std::string& id, size_t rule) const {
    return id.empty() || rules_[rule].id.empty() || absl::StartsWith(id, rules_[rule].id);
  }

  std::vector<Rule> rules_;
  std::vector<size_t> first_;  // First and end of the driver's rules, then of each extension's.
  std::map<std::string, int> by_id_;
};

class LogReader {
 public:
  explicit LogReader(const ReadLimits& limits) : limits_(limits) {}

  absl::StatusOr<Log> Read(absl::string_view bytes) {
    ASSIGN_OR_RETURN(
        const JsonNode root,
        ReadJson(bytes, {.is_wanted = IsWanted,
                         .take = [this](absl::string_view keys, const std::string& at,
                                        JsonNode& node) { return Take(keys, at, node); },
                         .max_depth = limits_.max_depth}));
    if (!root.Is(Kind::kObject)) return WrongType("the log", root, Kind::kObject);
    RETURN_IF_ERROR(CheckVersion(root));
    ASSIGN_OR_RETURN(const JsonNode* runs, Member(root, "runs", Kind::kArray));
    if (runs == nullptr) {
      return absl::InvalidArgumentError("runs: missing, wanted an array; this is no SARIF log");
    }
    return std::move(log_);
  }

 private:
  absl::Status CheckVersion(const JsonNode& root) const {
    ASSIGN_OR_RETURN(const std::string version, TextOf(root, "version"));
    if (version == "2.1.0") return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("version: found \"", ToDisplayText(version.substr(0, 40)),
                     "\", wanted \"2.1.0\"; have the tool write SARIF 2.1.0"));
  }

  // Results and runs are read as soon as they end, so that no tree of a whole log is kept.
  absl::StatusOr<bool> Take(absl::string_view keys, const std::string& at, JsonNode& node) {
    if (keys == "runs.results") {
      if (!node.Is(Kind::kObject)) return WrongType(at, node, Kind::kObject);
      if (++results_seen_ > limits_.max_results) {
        return absl::InvalidArgumentError(
            absl::StrCat(at, ": more than ", limits_.max_results,
                         " results; have the tool look at the changed files only"));
      }
      absl::StatusOr<UnresolvedResult> result = ReadResult(node);
      if (!result.ok()) return Within(at, result.status());
      results_.push_back(*std::move(result));
      return true;
    }
    if (keys != "runs") return false;
    if (!node.Is(Kind::kObject)) return WrongType(at, node, Kind::kObject);
    if (log_.runs.size() == kMaxRuns) {
      return absl::InvalidArgumentError(absl::StrCat(at, ": more than ", kMaxRuns, " runs"));
    }
    absl::StatusOr<Run> run = ReadRun(node);
    if (!run.ok()) return Within(at, run.status());
    log_.runs.push_back(*std::move(run));
    results_.clear();
    return true;
  }

  absl::StatusOr<Run> ReadRun(const JsonNode& node) {
    Run run;
    ASSIGN_OR_RETURN(const JsonNode* results, Member(node, "results", Kind::kArray));
    (void)results;
    ASSIGN_OR_RETURN(const JsonNode* tool, Member(node, "tool", Kind::kObject));
    const JsonNode& driver = tool == nullptr ? node : LooseMember(*tool, "driver");
    run.tool = tool == nullptr ? "" : Cut(LooseText(driver, "name"));
    if (run.tool.empty()) {
      return absl::InvalidArgumentError("tool.driver.name: missing, wanted the tool's name");
    }
    run.version = Cut(LooseText(driver, "version"));
    if (run.version.empty()) run.version = Cut(LooseText(driver, "semanticVersion"));
    RuleList rules;
    RETURN_IF_ERROR(rules.Add(driver));
    for (const JsonNode& extension : LooseMember(*tool, "extensions").items) {
      RETURN_IF_ERROR(rules.Add(extension));
    }
    for (UnresolvedResult& result : results_) run.results.push_back(Resolve(rules, result));
    run.rules = rules.Take();
    RETURN_IF_ERROR(ReadFiles(node, run));
    run.automation_id = Cut(LooseText(node, "automationDetails", "id"));
    run.are_columns_utf16 = LooseText(node, "columnKind") != "unicodeCodePoints";
    run.is_success = IsSuccess(node);
    return run;
  }

  static Result Resolve(const RuleList& rules, UnresolvedResult& read) {
    Result& result = read.result;
    result.rule = rules.Find(read);
    const Rule* const rule = result.rule < 0 ? nullptr : &rules.rule(result.rule);
    if (result.rule_id.empty() && rule != nullptr) result.rule_id = rule->id;
    if (result.rule_id.empty()) result.rule_id = "unnamed";
    if (!result.message.empty()) return std::move(result);
    if (rule != nullptr) {
      const auto text = rule->messages.find(read.message_id);
      if (text != rule->messages.end()) {
        result.message = WithoutLinks(WithArguments(Cut(text->second), read.arguments));
      }
      if (result.message.empty()) result.message = rule->short_description;
    }
    if (result.message.empty()) result.message = result.rule_id;
    return std::move(result);
  }

  static absl::Status ReadFiles(const JsonNode& node, Run& run) {
    const JsonNode& artifacts = LooseMember(node, "artifacts");
    for (const JsonNode& artifact : artifacts.items) {
      const absl::StatusOr<FileReference> file =
          ReadFileReference(LooseMember(artifact, "location"));
      run.artifacts.push_back(file.value_or(FileReference()));
    }
    ASSIGN_OR_RETURN(const JsonNode* bases, Member(node, "originalUriBaseIds", Kind::kObject));
    for (size_t i = 0; bases != nullptr && i < bases->keys.size(); ++i) {
      absl::StatusOr<FileReference> base = ReadFileReference(bases->items[i]);
      if (!base.ok()) {
        return Within(absl::StrCat("originalUriBaseIds.", Cut(bases->keys[i])), base.status());
      }
      run.bases.emplace(bases->keys[i], *std::move(base));
    }
    for (const JsonNode& control : LooseMember(node, "versionControlProvenance").items) {
      const JsonNode& root = LooseMember(control, "mappedTo");
      AddRoot(run, LooseText(root, "uri"), LooseText(root, "uriBaseId"));
    }
    return absl::OkStatus();
  }

  static void AddRoot(Run& run, const std::string& uri, const std::string& base) {
    const auto named = run.bases.find(base);
    const std::string& root = uri.empty() && named != run.bases.end() ? named->second.uri : uri;
    if (!root.empty()) run.roots.push_back(root);
  }

  static bool IsSuccess(const JsonNode& node) {
    const JsonNode& invocations = LooseMember(node, "invocations");
    return !invocations.items.empty() &&
           std::all_of(invocations.items.begin(), invocations.items.end(), [](const JsonNode& it) {
             const JsonNode& success = LooseMember(it, "executionSuccessful");
             return success.Is(Kind::kBoolean) && success.boolean;
           });
  }

  const ReadLimits limits_;
  Log log_;
  std::vector<UnresolvedResult> results_;  // Of the run that is being read.
  int64_t results_seen_ = 0;
};

}  // namespace

absl::Status CheckRoom(size_t logs, const std::function<size_t(size_t index)>& bytes_of) {
  size_t bytes = 0;
  for (size_t i = 0; i < logs; ++i) bytes += bytes_of(i);
  if (logs <= kMaxLogs && bytes <= kMaxLogBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      logs, " SARIF logs of ", bytes >> 20, " MiB, at most ", kMaxLogs, " of ", kMaxLogBytes >> 20,
      " MiB together are read; have the tools look at the changed files only"));
}

absl::StatusOr<Log> ReadLog(absl::string_view name, absl::string_view bytes,
                            const ReadLimits& limits) {
  const std::string display = ToDisplayText(name.substr(0, 300));
  if (bytes.size() > limits.max_bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(display, ": ", bytes.size(), " bytes, at most ", limits.max_bytes >> 20,
                     " MiB of a log are read; have the tool look at the changed files only"));
  }
  absl::StatusOr<Log> log = LogReader(limits).Read(bytes);
  if (log.ok()) return log;
  return absl::Status(log.status().code(), absl::StrCat(display, ": ", log.status().message()));
}

}  // namespace allreview::sarif
