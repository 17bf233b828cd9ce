#include "analyzers/policy/suppression.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/check.h"
#include "base/edit_distance.h"
#include "base/hash.h"
#include "base/utf8.h"

namespace allreview::policy {
namespace {

using rules::ChangedFile;
using rules::DirectiveComment;
using rules::Finding;
using Params = std::map<std::string, std::string>;

const rules::RuleInfo& InfoOf(absl::string_view id) {
  for (const rules::RuleInfo& info : SuppressionRules()) {
    if (info.id == id) return info;
  }
  CHECK(false) << "no built-in rule " << id;
  return SuppressionRules().front();
}

std::string Render(const std::string& text, const Params& params) {
  std::vector<std::pair<std::string, std::string>> replacements;
  for (const auto& [name, value] : params) {
    replacements.emplace_back(absl::StrCat("{", name, "}"), value);
  }
  return absl::StrReplaceAll(text, replacements);
}

// A comment together with what it says.
struct Comment {
  const DirectiveComment* place;
  Directive directive;
  bool is_in_force = false;
  std::vector<bool> is_used;  // By index of directive.rule_ids.

  rules::Range range() const {
    rules::Range range;
    range.path = place->path;
    range.first_line = place->line;
    range.end_line = place->line + 1;
    range.first_column = place->column + directive.offset;
    range.end_column = place->column + static_cast<int>(place->text.size());
    return range;
  }
};

// Runs once over one input.
class Suppressor {
 public:
  explicit Suppressor(const SuppressionInput& input) : input_(input) {
    for (const ChangedFile& file : input.files) files_.emplace(file.path, &file);
  }

  SuppressionResult Run() {
    ReadComments();
    for (size_t i = 0; i < input_.findings.size(); ++i) Suppress(i);
    for (const Comment& comment : comments_) ReportUnused(comment);
    std::stable_sort(
        result_.findings.begin(), result_.findings.end(), [](const Finding& a, const Finding& b) {
          return std::tie(a.range.path, a.range.first_line, a.range.first_column, a.rule_id) <
                 std::tie(b.range.path, b.range.first_line, b.range.first_column, b.rule_id);
        });
    SetFingerprints();
    return std::move(result_);
  }

 private:
  void ReadComments() {
    for (const DirectiveComment& place : input_.directives) {
      std::optional<Directive> directive = ParseDirective(place.text);
      if (!directive) continue;
      Comment comment{&place, *std::move(directive), false, {}};
      comment.is_used.resize(comment.directive.rule_ids.size());
      Check(comment);
      comments_.push_back(std::move(comment));
    }
    std::stable_sort(comments_.begin(), comments_.end(), [](const Comment& a, const Comment& b) {
      return std::tie(a.place->path, a.place->line, a.place->column) <
             std::tie(b.place->path, b.place->line, b.place->column);
    });
    for (const Comment& comment : comments_) {
      const Directive& directive = comment.directive;
      if (directive.until.empty()) continue;
      absl::StrAppend(&result_.dates, comment.place->path, ":", comment.place->line, " until ",
                      directive.until, IsExpired(directive) ? " expired\n" : " holds\n");
    }
  }

  bool IsExpired(const Directive& directive) const {
    return !directive.until.empty() && !input_.today.empty() && input_.today > directive.until;
  }

  // Decides whether the comment is in force, and reports why it is not.
  void Check(Comment& comment) {
    const Directive& directive = comment.directive;
    if (!directive.error.empty()) {
      Report(comment, "malformed-suppression", "this suppression comment cannot be read: {error}",
             {{"error", directive.error}});
      return;
    }
    for (const std::string& id : directive.rule_ids) {
      if (IsKnown(id)) continue;
      const std::string nearest = Nearest(id, input_.rule_ids);
      if (nearest.empty()) {
        Report(comment, "unknown-suppression-rule", "there is no rule `{rule}`", {{"rule", id}});
      } else {
        Report(comment, "unknown-suppression-rule",
               "there is no rule `{rule}`, the nearest is `{nearest}`",
               {{"rule", id}, {"nearest", nearest}});
      }
    }
    if (directive.reason.empty()) {
      Report(comment, "suppression-without-reason",
             "this suppression comment gives no reason and has no effect", {});
    }
    if (IsExpired(directive)) {
      Report(comment, "expired-suppression",
             "this suppression comment held until {until} and has no effect any more",
             {{"until", directive.until}});
    }
    comment.is_in_force = !directive.reason.empty() && !IsExpired(directive);
  }

  bool IsKnown(const std::string& id) const {
    return std::find(input_.rule_ids.begin(), input_.rule_ids.end(), id) != input_.rule_ids.end();
  }

  void Suppress(size_t index) {
    const Finding& finding = input_.findings[index];
    if (finding.range.side != rules::Side::kRight || finding.range.first_line < 1) return;
    bool is_suppressed = false;
    for (Comment& comment : comments_) {
      if (!comment.is_in_force || comment.place->path != finding.range.path ||
          finding.range.first_line < comment.place->statement_first_line ||
          finding.range.first_line >= comment.place->statement_end_line) {
        continue;
      }
      const std::vector<std::string>& ids = comment.directive.rule_ids;
      const auto id = std::find(ids.begin(), ids.end(), finding.rule_id);
      if (id == ids.end()) continue;
      comment.is_used[id - ids.begin()] = true;
      if (is_suppressed) continue;
      is_suppressed = true;
      result_.applied.push_back(
          {index, comment.range(), comment.directive.reason, comment.directive.until});
    }
  }

  void ReportUnused(const Comment& comment) {
    if (!comment.is_in_force || input_.reviewed_paths.count(comment.place->path) == 0) return;
    for (size_t i = 0; i < comment.is_used.size(); ++i) {
      const std::string& id = comment.directive.rule_ids[i];
      if (comment.is_used[i] || !IsKnown(id) || input_.silent_rules.count(id) > 0) continue;
      Report(comment, "unused-suppression", "`{rule}` finds nothing in this statement",
             {{"rule", id}});
    }
  }

  // The changed lines that make the comment this change's business; none: it is not.
  std::optional<rules::Cause> FindCause(const Comment& comment) const {
    const auto file = files_.find(comment.place->path);
    if (file == files_.end()) return std::nullopt;
    const int first = std::min(comment.place->line, comment.place->statement_first_line);
    const int end = std::max(comment.place->line + 1, comment.place->statement_end_line);
    std::optional<rules::Cause> scope;
    const std::vector<rules::ChangedHunk>& hunks = file->second->hunks;
    for (size_t hunk = 0; hunk < hunks.size(); ++hunk) {
      for (int line : hunks[hunk].added) {
        if (line < first || line >= end) continue;
        const bool is_own = line == comment.place->line;
        if (!is_own && scope) continue;
        scope = rules::Cause{
            is_own ? rules::Cause::Kind::kChangedLine : rules::Cause::Kind::kChangedScope,
            comment.place->path, static_cast<int>(hunk), line, line + 1};
        if (is_own) return scope;
      }
    }
    return scope;
  }

  void Report(const Comment& comment, absl::string_view rule, const std::string& problem,
              const Params& params) {
    const auto setting = input_.settings.find(std::string(rule));
    const bool has_setting = setting != input_.settings.end();
    if (has_setting && !setting->second.is_enabled.value_or(true)) return;
    const std::optional<rules::Cause> cause = FindCause(comment);
    if (!cause) return;
    const rules::RuleInfo& info = InfoOf(rule);
    Finding finding;
    finding.rule_id = std::string(rule);
    finding.severity = info.severity;
    if (has_setting) finding.severity = setting->second.severity.value_or(info.severity);
    finding.impact = info.impact;
    finding.pillar = info.pillar;
    finding.category = std::string(info.category);
    finding.confidence = info.confidence;
    finding.range = comment.range();
    finding.title = std::string(info.title);
    finding.problem = Render(problem, params);
    finding.problem_template = problem;
    finding.params = params;
    finding.impact_text = std::string(info.why);
    finding.fix = finding.fix_template = std::string(info.fix);
    finding.before_code = ToDisplayText(comment.place->text.substr(comment.directive.offset));
    finding.evidence.push_back(
        rules::SyntaxEvidence{"comment", finding.range, finding.before_code.substr(0, 200)});
    finding.cause = *cause;
    result_.findings.push_back(std::move(finding));
  }

  // By rule and text, with an ordinal among equals; no line numbers.
  void SetFingerprints() {
    std::map<std::string, int> ordinals;
    for (Finding& finding : result_.findings) {
      const std::string key =
          absl::StrCat(finding.rule_id, "\n", finding.problem, "\n", finding.before_code);
      finding.fingerprint = Sha256Hex(absl::StrCat(key, "\n", ordinals[key]++)).substr(0, 32);
    }
  }

  const SuppressionInput& input_;
  std::map<std::string, const ChangedFile*> files_;
  std::vector<Comment> comments_;
  SuppressionResult result_;
};

}  // namespace

SuppressionResult ApplySuppressions(const SuppressionInput& input) {
  return Suppressor(input).Run();
}

}  // namespace allreview::policy
