#include "analyzers/policy/suppression.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/policy/policy.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/suppression_rules.h"
#include "base/check.h"
#include "base/edit_distance.h"
#include "base/hash.h"
#include "base/poll.h"
#include "base/utf8.h"

namespace allreview::policy {
namespace {

using change::ChangedFile;
using rules::DirectiveComment;
using rules::Finding;
const rules::RuleInfo& InfoOf(absl::string_view id) {
  for (const rules::RuleInfo& info : rules::SuppressionRules()) {
    if (info.id == id) return info;
  }
  CHECK(false) << "no built-in rule " << id;
  return rules::SuppressionRules().front();
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
    known_.insert(input.rule_ids.begin(), input.rule_ids.end());
  }

  SuppressionResult Run() {
    ReadComments();
    Suppress();
    for (const Comment& comment : comments_) ReportUnused(comment);
    result_.findings = list_.Take();
    for (const rules::FindingList::Cut& cut : list_.cuts()) {
      result_.cuts.push_back(absl::StrCat(cut.path, ": ", cut.reason));
    }
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
      PollBytes(place.text.size());
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
      Report(comment, "malformed-suppression",
             {rules::phrases::kSuppressionUnreadable, {{"error", directive.error}}});
      return;
    }
    for (const std::string& id : directive.rule_ids) {
      Poll();
      if (IsKnown(id)) continue;
      const std::string nearest = NearestRule(id);
      if (nearest.empty()) {
        Report(comment, "unknown-suppression-rule", {rules::phrases::kNoSuchRule, {{"rule", id}}});
      } else {
        Report(comment, "unknown-suppression-rule",
               {rules::phrases::kNoSuchRuleNearest, {{"rule", id}, {"nearest", nearest}}});
      }
    }
    if (directive.reason.empty()) {
      Report(comment, "suppression-without-reason", rules::phrases::kSuppressionWithoutReason);
    }
    if (IsExpired(directive)) {
      Report(comment, "expired-suppression",
             {rules::phrases::kSuppressionExpired, {{"until", directive.until}}});
    }
    comment.is_in_force = !directive.reason.empty() && !IsExpired(directive);
  }

  // Which rules another tool has is its affair.
  bool IsKnown(const std::string& id) const { return known_.count(id) > 0 || IsRuleOfTool(id); }

  // Only so many unknown ids get a suggestion: each is compared with all rules.
  std::string NearestRule(const std::string& id) {
    constexpr size_t kMaxIds = 1'000;
    const auto known = nearest_.find(id);
    if (known != nearest_.end()) return known->second;
    if (nearest_.size() == kMaxIds) return "";
    return nearest_[id] = Nearest(id, input_.rule_ids);
  }

  // Lines on which a comment accepts the findings of one rule.
  struct Acceptance {
    int first_line, end_line;
    size_t comment;  // In comments_.
    size_t id;       // In the comment's rule_ids.
  };
  // Findings and comments that concern one rule in one file.
  struct Meeting {
    std::vector<size_t> findings;  // By line.
    std::vector<Acceptance> acceptances;
  };

  void Suppress() {
    std::map<std::pair<absl::string_view, absl::string_view>, Meeting> meetings;
    for (size_t i = 0; i < comments_.size(); ++i) {
      const Comment& comment = comments_[i];
      if (!comment.is_in_force) continue;
      for (size_t k = 0; k < comment.directive.rule_ids.size(); ++k) {
        Poll();
        meetings[{comment.place->path, comment.directive.rule_ids[k]}].acceptances.push_back(
            {comment.place->statement_first_line, comment.place->statement_end_line, i, k});
      }
    }
    for (size_t i = 0; i < input_.findings.size(); ++i) {
      const Finding& finding = input_.findings[i];
      if (finding.range.side != change::Side::kRight || finding.range.first_line < 1) continue;
      const auto meeting = meetings.find({finding.range.path, finding.rule_id});
      if (meeting != meetings.end()) meeting->second.findings.push_back(i);
    }
    for (auto& [key, meeting] : meetings) Meet(meeting);
    std::sort(result_.applied.begin(), result_.applied.end(),
              [](const AppliedSuppression& a, const AppliedSuppression& b) {
                return a.finding < b.finding;
              });
  }

  // The first of the comments around a finding accepts it; the others are used all the same.
  void Meet(Meeting& meeting) {
    const auto line_of = [&](size_t finding) { return input_.findings[finding].range.first_line; };
    std::vector<size_t>& findings = meeting.findings;
    std::stable_sort(findings.begin(), findings.end(),
                     [&](size_t a, size_t b) { return line_of(a) < line_of(b); });
    std::vector<Acceptance>& acceptances = meeting.acceptances;
    for (const Acceptance& it : acceptances) {
      const auto first =
          std::lower_bound(findings.begin(), findings.end(), it.first_line,
                           [&](size_t finding, int line) { return line_of(finding) < line; });
      if (first != findings.end() && line_of(*first) < it.end_line) {
        comments_[it.comment].is_used[it.id] = true;
      }
    }
    std::stable_sort(
        acceptances.begin(), acceptances.end(),
        [](const Acceptance& a, const Acceptance& b) { return a.first_line < b.first_line; });
    // Suppressions that began, by comment, with the line at which they end.
    std::set<std::pair<size_t, int>> open;
    auto next = acceptances.begin();
    for (const size_t finding : findings) {
      const int line = line_of(finding);
      for (; next != acceptances.end() && next->first_line <= line; ++next) {
        open.emplace(next->comment, next->end_line);
      }
      // What ended comes to no later finding either.
      while (!open.empty() && open.begin()->second <= line) open.erase(open.begin());
      if (open.empty()) continue;
      const Comment& comment = comments_[open.begin()->first];
      result_.applied.push_back(
          {finding, comment.range(), comment.directive.reason, comment.directive.until});
    }
  }

  void ReportUnused(const Comment& comment) {
    if (!comment.is_in_force || input_.reviewed_paths.count(comment.place->path) == 0) return;
    for (size_t i = 0; i < comment.is_used.size(); ++i) {
      const std::string& id = comment.directive.rule_ids[i];
      if (comment.is_used[i] || !IsKnown(id) || input_.silent_rules.count(id) > 0) continue;
      if (IsRuleOfTool(id)) continue;  // The tool may not have run.
      Report(comment, "unused-suppression", {rules::phrases::kSuppressionUnused, {{"rule", id}}});
    }
  }

  // The changed lines that make the comment this change's business; none: it is not.
  std::optional<rules::Cause> FindCause(const Comment& comment) const {
    const auto file = files_.find(comment.place->path);
    if (file == files_.end()) return std::nullopt;
    const int first = std::min(comment.place->line, comment.place->statement_first_line);
    const int end = std::max(comment.place->line + 1, comment.place->statement_end_line);
    const std::vector<AddedLine>& added = AddedLinesOf(*file->second);
    const auto cause_at = [&](const AddedLine& line, rules::Cause::Kind kind) {
      return rules::Cause{kind, comment.place->path, line.hunk, line.line, line.line + 1};
    };
    const auto from = [&](int line) {
      return std::lower_bound(added.begin(), added.end(), line,
                              [](const AddedLine& a, int wanted) { return a.line < wanted; });
    };
    const auto own = from(comment.place->line);
    if (own != added.end() && own->line == comment.place->line) {
      return cause_at(*own, rules::Cause::Kind::kChangedLine);
    }
    const auto scope = from(first);
    if (scope == added.end() || scope->line >= end) return std::nullopt;
    return cause_at(*scope, rules::Cause::Kind::kChangedScope);
  }

  struct AddedLine {
    int line, hunk;
  };
  // Sorted by line.
  const std::vector<AddedLine>& AddedLinesOf(const ChangedFile& file) const {
    const auto [known, is_new] = added_lines_.try_emplace(&file);
    if (is_new) {
      for (size_t hunk = 0; hunk < file.hunks.size(); ++hunk) {
        for (int line : file.hunks[hunk].added) {
          known->second.push_back({line, static_cast<int>(hunk)});
        }
      }
      std::stable_sort(known->second.begin(), known->second.end(),
                       [](const AddedLine& a, const AddedLine& b) { return a.line < b.line; });
    }
    return known->second;
  }

  void Report(const Comment& comment, absl::string_view rule, const Sentence& problem) {
    const auto setting = input_.settings.find(std::string(rule));
    const bool has_setting = setting != input_.settings.end();
    if (has_setting && !setting->second.is_enabled.value_or(true)) return;
    const std::optional<rules::Cause> cause = FindCause(comment);
    const rules::RuleInfo& info = InfoOf(rule);
    if (!cause || !list_.Admits(comment.place->path, info.id)) return;
    Finding finding;
    finding.rule_id = std::string(rule);
    finding.severity = info.severity;
    if (has_setting) finding.severity = setting->second.severity.value_or(info.severity);
    finding.impact = info.impact;
    finding.pillar = info.pillar;
    finding.category = std::string(info.category);
    finding.confidence = info.confidence;
    finding.range = comment.range();
    finding.title = std::string(info.title.en);
    finding.problem = English(problem);
    finding.problem_template = std::string(problem.phrase.In(Language::kEnglish));
    finding.problem_words = problem;
    for (const auto& [name, value] : problem.params) finding.params.emplace(name, value);
    finding.impact_text = std::string(info.why);
    finding.fix = finding.fix_template = std::string(info.fix);
    finding.before_code = ToDisplayText(comment.place->text.substr(comment.directive.offset));
    finding.evidence.push_back(
        rules::SyntaxEvidence{"comment", finding.range, finding.before_code.substr(0, 200)});
    finding.cause = *cause;
    list_.Count(finding);
    list_.findings()->push_back(std::move(finding));
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
  std::set<absl::string_view> known_;           // Rules.
  std::map<std::string, std::string> nearest_;  // By unknown rule.
  mutable std::map<const ChangedFile*, std::vector<AddedLine>> added_lines_;
  std::vector<Comment> comments_;
  rules::FindingList list_{{.of_file = 2'000, .bytes = 8 << 20}};  // A comment takes one line.
  SuppressionResult result_;
};

}  // namespace

SuppressionResult ApplySuppressions(const SuppressionInput& input) {
  return Suppressor(input).Run();
}

}  // namespace allreview::policy
