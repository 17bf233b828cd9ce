#include "analyzers/other_tools/read_tools.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/other_tools/changed_places.h"
#include "analyzers/other_tools/comments.h"
#include "analyzers/other_tools/edits.h"
#include "analyzers/other_tools/grading.h"
#include "analyzers/other_tools/same_cause.h"
#include "analyzers/other_tools/tool_finding.h"
#include "analyzers/other_tools/witnesses.h"
#include "analyzers/policy/ledger.h"
#include "analyzers/rules/fingerprint.h"
#include "base/poll.h"
#include "sentences/phrases/tools/other_tools.h"

namespace allreview::other_tools {
namespace {

// Nobody reads more, and each costs as much as one of ours.
constexpr size_t kMaxFindings = 2'000;

// What became of the results of one run.
struct Counts {
  int results = 0, on_changed_lines = 0, off = 0, suppressed = 0, passed = 0;
  int dropped_fixes = 0, unlisted = 0;
  bool is_coverage_unproven =
      false;  // It lists files that only it read, and not that it ended well.
};

// The weaknesses that tags name: "external/cwe/cwe-079" and "CWE-79: …" are one.
std::vector<std::string> WeaknessesOf(const sarif::Rule* rule) {
  std::vector<std::string> weaknesses;
  if (rule == nullptr) return weaknesses;
  for (const std::string& tag : rule->tags) {
    const std::string lower = absl::AsciiStrToLower(tag);
    const size_t at = lower.find("cwe-");
    if (at == std::string::npos) continue;
    size_t first = lower.find_first_not_of('0', at + 4);
    size_t end = first;
    while (end < lower.size() && absl::ascii_isdigit(lower[end])) ++end;
    if (first != std::string::npos && end > first) {
      weaknesses.push_back(lower.substr(first, end - first));
    }
  }
  return weaknesses;
}

class ToolsReader {
 public:
  explicit ToolsReader(const ToolsInput& input) : input_(input), places_(input.change) {
    for (const sarif::Log* log : input.logs) {
      for (const sarif::Run& run : log->runs) runs_.push_back(&run);
    }
    const auto key = [](const sarif::Run* run) {
      return std::tie(run->tool, run->version, run->automation_id);
    };
    std::stable_sort(runs_.begin(), runs_.end(), [&](const sarif::Run* a, const sarif::Run* b) {
      return std::make_tuple(key(a), a->results.size()) <
             std::make_tuple(key(b), b->results.size());
    });
    counts_.resize(runs_.size());
  }

  ToolsResult Read(std::vector<rules::Finding>& ours) {
    FetchContents();
    for (size_t i = 0; i < runs_.size(); ++i) {
      for (const sarif::Result& result : runs_[i]->results) ReadResult(i, result);
      ReadArtifacts(i);
    }
    SortFindings();
    MergedFindings merged = MergeWitnesses(std::move(findings_), runs_.size(), ours);
    for (NamedFinding& named : merged.findings) {
      result_.findings.push_back(std::move(named.finding));
    }
    rules::SetFingerprints(&result_.findings);
    FindComments();
    for (size_t i = 0; i < runs_.size(); ++i) AddNote(i, merged.merged_of_run[i]);
    return std::move(result_);
  }

 private:
  // Content of files that are not Python comes in one question.
  void FetchContents() {
    if (input_.change.input().repository == nullptr) return;
    std::set<const ChangedPlaces::File*> seen;
    std::vector<change::TreeFile> wanted;
    for (const sarif::Run* run : runs_) {
      for (const sarif::Result& result : run->results) {
        Poll();
        if (result.locations.empty()) continue;
        const ChangedPlaces::File* const file = places_.Find(*run, result.locations[0].file);
        if (file == nullptr || !seen.insert(file).second) continue;
        const change::ChangedFile& changed = *file->changed;
        if (changed.after || changed.after_blob_id.empty()) continue;
        wanted.push_back({changed.path, changed.after_blob_id});
      }
    }
    if (!wanted.empty()) input_.change.texts().Fetch(change::Side::kRight, wanted);
  }

  void ReadResult(size_t index, const sarif::Result& result) {
    Poll();
    const sarif::Run& run = *runs_[index];
    Counts& counts = counts_[index];
    if (result.is_absent) return;
    ++counts.results;
    if (!IsProblem(result)) {
      ++counts.passed;
      return;
    }
    if (result.locations.empty()) return;
    const ChangedPlaces::File* const file = places_.Find(run, result.locations[0].file);
    if (file == nullptr || !IsReported(file->changed->path)) return;
    const rules::Range range = places_.RangeOf(run, *file, result.locations[0].region);
    const ChangedSpan span = SpanOf(*file, range);
    if (!span.has_any) return;
    ++counts.on_changed_lines;
    if (result.is_suppressed) {
      ++counts.suppressed;
      return;
    }
    AddFinding(index, result, *file, range, span.cause);
  }

  bool IsReported(const std::string& path) const {
    return input_.policy.paths.empty() || policy::LiesIn(path, input_.policy.paths);
  }

  void AddFinding(size_t index, const sarif::Result& result, const ChangedPlaces::File& file,
                  const rules::Range& range, const rules::Cause& cause) {
    const sarif::Run& run = *runs_[index];
    const sarif::Rule* const rule = result.rule < 0 ? nullptr : &run.rules[result.rule];
    ToolResult it{.run = run, .result = result, .rule = rule, .tool = ToolName(run.tool)};
    it.rule_id = RuleId(it.tool, result.rule_id);
    Grade grade = GradeOf(it.tool, rule, result);
    const rules::RuleSetting setting = policy::SettingOfToolRule(input_.policy, it.rule_id);
    grade.tier = rules::EffectiveTier(grade.tier, setting);
    if (grade.tier == rules::Tier::kOff) {
      ++counts_[index].off;
      return;
    }
    if (setting.severity) grade.severity = *setting.severity;
    if (findings_.size() >= kMaxFindings) {
      ++counts_[index].unlisted;
      return;
    }
    std::optional<AppliedFix> fix;
    if (!result.fixes.empty()) fix = ApplyFixes(run, result.fixes, places_);
    counts_[index].dropped_fixes += !result.fixes.empty() && !fix;
    NamedFinding named{
        .finding = MakeFinding(it, grade, file, range, fix, places_),
        .tool = DisplayName(run),
        .our_rule = OurRuleFor(it.tool, result.rule_id, rule == nullptr ? "" : rule->name),
        .name = result.rule_id,
        .weaknesses = WeaknessesOf(rule),
        .run = index};
    named.finding.cause = cause;
    findings_.push_back(std::move(named));
  }

  // By place, then tool: which of equals stands for the others does not depend on who came first.
  void SortFindings() {
    const auto key = [](const NamedFinding& it) {
      return std::tie(it.finding.range.path, it.finding.range.first_line,
                      it.finding.range.first_column, it.finding.rule_id, it.finding.problem,
                      it.finding.range.end_line, it.finding.range.end_column);
    };
    std::stable_sort(findings_.begin(), findings_.end(),
                     [&](const NamedFinding& a, const NamedFinding& b) { return key(a) < key(b); });
  }

  void ReadArtifacts(size_t index) {
    const sarif::Run& run = *runs_[index];
    std::set<std::string> paths;
    for (const sarif::FileReference& artifact : run.artifacts) {
      Poll();
      const ChangedPlaces::File* const file = places_.Find(run, artifact);
      if (file == nullptr) continue;
      paths.insert(file->changed->path);
      const bool is_ours = file->changed->language == "python";
      counts_[index].is_coverage_unproven |= !run.is_success && !is_ours;
    }
    if (!run.is_success) return;
    for (const std::string& path : paths) {
      std::vector<std::string>& names = result_.readers[path];
      const std::string name = DisplayName(run);
      if (names.empty() || names.back() != name) names.push_back(name);
    }
  }

  void FindComments() {
    std::string path;
    for (const rules::Finding& finding : result_.findings) {
      if (finding.range.path == path) continue;
      path = finding.range.path;
      const ChangedPlaces::File* const file = places_.FindRelative(path);
      if (file == nullptr || file->changed->language == "python") continue;
      const FileText* const text = places_.TextOf(*file);
      if (text == nullptr) continue;
      std::vector<rules::DirectiveComment> comments = CommentsOf(path, *text);
      std::move(comments.begin(), comments.end(), std::back_inserter(result_.directives));
    }
  }

  void AddNote(size_t index, int merged) {
    const Counts& counts = counts_[index];
    const std::string tool = DisplayName(*runs_[index]);
    WordList parts{.joint = Joint::kSemicolon, .items = {}};
    if (counts.results == 0) {
      parts.items.push_back(Sentence(phrases::kToolNoResults, {{"tool", tool}}));
    } else {
      parts.items.push_back(
          Counted(counts.results, phrases::kToolResult, phrases::kToolResults,
                  {{"tool", tool}, {"changed", absl::StrCat(counts.on_changed_lines)}}));
    }
    const auto add = [&](int count, const Phrase& phrase) {
      if (count > 0) {
        parts.items.push_back(Sentence(phrase, {{"count", absl::StrCat(count)}}));
      }
    };
    add(merged, phrases::kToolMerged);
    add(counts.off, phrases::kToolOff);
    add(counts.suppressed, phrases::kToolSuppressed);
    add(counts.passed, phrases::kToolPassed);
    add(counts.dropped_fixes, phrases::kToolFixesDropped);
    add(counts.unlisted, phrases::kToolUnlisted);
    if (counts.is_coverage_unproven) parts.items.push_back(phrases::kToolFailed);
    if (parts.items.size() == 1) {
      result_.notes.push_back(parts.items[0]);
    } else {
      result_.notes.push_back(std::move(parts));
    }
  }

  const ToolsInput& input_;
  ChangedPlaces places_;
  std::vector<const sarif::Run*> runs_;  // By tool.
  std::vector<Counts> counts_;           // Of each run.
  std::vector<NamedFinding> findings_;
  ToolsResult result_;
};

}  // namespace

ToolsResult ReadTools(const ToolsInput& input, std::vector<rules::Finding>& ours) {
  return ToolsReader(input).Read(ours);
}

}  // namespace allreview::other_tools
