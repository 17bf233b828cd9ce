#include "analyzers/rules/house/report_house.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/house_of_change.h"
#include "analyzers/house/read_policy.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/spelling/dictionary.h"
#include "sentences/phrases/house.h"

namespace allreview::rules {
namespace {

using change::AnalysedChange;

constexpr size_t kMaxPlaces = 3;
constexpr size_t kMaxProblems = 5;

// Topics whose status is what a rule found.
struct RuleOfTopic {
  absl::string_view topic, rule;
};
constexpr RuleOfTopic kRules[] = {
    {"commented-out-code", "commented-out-code"},
    {"configuration-errors", "assert-for-validation"},
    {"copyright-header", "missing-copyright-header"},
    {"maybe-unbound", "possibly-unbound"},
    {"process-groups", "new-global-process-group-read"},
    {"shadowed-builtin", "shadowed-builtin"},
    {"spelling", "misspelling"},
    {"tests-for-new-code", "code-unreached-by-tests"},
    {"unsafe-yaml", "unsafe-yaml-load"},
    {"unused-local", "unused-local"},
};

std::string Places(std::vector<std::string> places) {
  const size_t count = places.size();
  if (count > kMaxPlaces) places.resize(kMaxPlaces);
  return absl::StrCat(absl::StrJoin(places, ", "), count > kMaxPlaces ? ", ..." : "");
}

void SetFound(const std::vector<std::string>& places, const Words& clean, HouseReport::Rule* row) {
  row->state = places.empty() ? HouseReport::State::kKept : HouseReport::State::kBroken;
  row->status = clean;
  if (places.empty()) return;
  row->status = Counted(static_cast<int64_t>(places.size()), allreview::phrases::kBrokenInPlace,
                        allreview::phrases::kBrokenInPlaces, {{"places", Places(places)}});
}

Words ShareText(const Phrase& phrase, const house::Compliance& compliance) {
  return Sentence(phrase, {{"percent", absl::StrCat(compliance.percent())},
                           {"total", absl::StrCat(compliance.total)}});
}

class Status {
 public:
  Status(const AnalysedChange& change, const house::Policy& policy,
         const std::vector<const Rule*>& rules, const std::vector<Finding>& findings)
      : change_(change), policy_(policy), findings_(findings) {
    for (const Rule* rule : rules) enabled_.insert(rule->info.id);
  }

  // False: nothing in the change is what the rule is about.
  bool Fill(const house::Entry& entry, HouseReport::Rule* row) const {
    if (!entry.is_active) {
      row->state = HouseReport::State::kNotFollowed;
      row->status = ShareText(allreview::phrases::kDeclaredNotFollowed, *entry.compliance);
      return true;
    }
    if (const HouseCheck* check = FindHouseCheck(entry.id)) return FillBySweep(*check, row);
    for (const RuleOfTopic& pair : kRules) {
      if (pair.topic != entry.id || enabled_.count(pair.rule) == 0) continue;
      FillByRule(pair.rule, row);
      return true;
    }
    row->state = HouseReport::State::kUnchecked;
    row->status = allreview::phrases::kNotCheckedHere;
    if (!entry.tool.empty())
      row->status = Sentence(allreview::phrases::kLeftTo, {{"tool", ToolOf(entry)}});
    return true;
  }

 private:
  static std::string ToolOf(const house::Entry& entry) {
    return entry.tool.substr(0, entry.tool.find(' '));
  }

  bool FillBySweep(const HouseCheck& check, HouseReport::Rule* row) const {
    const Sweep sweep = check.sweep({change_.files(), policy_, change_.project(), change_.moves()});
    std::vector<std::string> places;
    for (const Hit& hit : sweep.hits) {
      const int line = hit.line > 0 ? hit.line : hit.at.first_line();
      places.push_back(absl::StrCat(hit.file->changed->path, ":", line));
    }
    SetFound(places,
             Sentence(allreview::phrases::kOkChecked, {{"count", absl::StrCat(sweep.checked)}}),
             row);
    return sweep.checked > 0 || !places.empty();
  }

  void FillByRule(absl::string_view rule, HouseReport::Rule* row) const {
    std::vector<std::string> places;
    for (const Finding& finding : findings_) {
      if (finding.rule_id != rule) continue;
      places.push_back(absl::StrCat(finding.range.path, ":", finding.range.first_line));
    }
    SetFound(places, allreview::phrases::kOk, row);
  }

  const AnalysedChange& change_;
  const house::Policy& policy_;
  const std::vector<Finding>& findings_;
  std::set<absl::string_view> enabled_;
};

Words SourceOf(const house::Entry& entry) {
  if (entry.level == house::Level::kNorm) {
    return ShareText(allreview::phrases::kShareOfPlaces, *entry.compliance);
  }
  return house::ToString(entry.source);
}

// Where "#12" of "…(#12)" begins: squashed commits end so, with the number of their pull request.
size_t OwnNumberAt(absl::string_view title) {
  const size_t at = title.rfind("(#");
  return at != absl::string_view::npos && absl::EndsWith(title, ")") ? at + 1
                                                                     : absl::string_view::npos;
}

// Without comments: templates show there how it is done.
std::string WithoutComments(absl::string_view text) {
  std::string plain;
  for (;;) {
    const size_t open = text.find("<!--");
    absl::StrAppend(&plain, text.substr(0, open));
    const size_t close = open == absl::string_view::npos ? open : text.find("-->", open);
    if (close == absl::string_view::npos) return plain;
    text.remove_prefix(close + 3);
  }
}

// Names an issue: any number but the change's own.
bool MentionsIssue(const Description& description) {
  const size_t own_at = OwnNumberAt(description.title);
  const std::string own =
      own_at == std::string::npos
          ? ""
          : description.title.substr(own_at, description.title.size() - own_at - 1);
  const std::string text =
      absl::StrCat(description.title.substr(0, own_at), "\n", WithoutComments(description.body));
  for (size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
    size_t end = at + 1;
    while (end < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[end]))) ++end;
    if (end > at + 1 && text.substr(at, end - at) != own) return true;
  }
  return absl::StrContains(text, "/issues/");
}

void AddRequests(const house::Process& process, const Description& description,
                 HouseReport* report) {
  if (process.draft) {
    report->requests.push_back({.id = "draft",
                                .text = allreview::phrases::kDraftPr,
                                .source = house::ToString(*process.draft)});
  }
  const std::vector<std::string>& messages = description.commit_messages;
  if (process.sign_off) {
    const auto unsigned_count = std::count_if(
        messages.begin(), messages.end(),
        [](const std::string& message) { return !absl::StrContains(message, "Signed-off-by:"); });
    report->requests.push_back(
        {.id = "sign-off",
         .text = Sentence(allreview::phrases::kCommitsNeed,
                          {{"flags", process.wants_signature ? "-s -S" : "-s"}}),
         .source = house::ToString(*process.sign_off),
         .is_met = unsigned_count == 0,
         .is_known = !messages.empty()});
  }
  if (process.linked_issue) {
    // The message of a squashed commit is not all that its pull request said.
    const bool is_squashed = OwnNumberAt(description.title) != absl::string_view::npos;
    const bool is_met = MentionsIssue(description);
    report->requests.push_back({.id = "linked-issue",
                                .text = allreview::phrases::kLinkedIssueRequired,
                                .source = house::ToString(*process.linked_issue),
                                .is_met = is_met,
                                .is_known = is_met || (!is_squashed && !description.body.empty())});
  }
}

std::vector<std::string> ChangedPaths(const AnalysedChange& change, bool with_deleted) {
  std::vector<std::string> paths;
  for (const ChangedFile& file : change.changed_files()) {
    if (with_deleted || !file.is_deleted) paths.push_back(file.path);
  }
  return paths;
}

void AddReviewers(const AnalysedChange& change, const house::Policy& policy, HouseReport* report) {
  std::set<std::string> reviewers;
  for (const std::string& path : ChangedPaths(change, true)) {
    for (std::string& owner : house::OwnersOf(policy, path)) reviewers.insert(std::move(owner));
  }
  report->reviewers.assign(reviewers.begin(), reviewers.end());
  if (!reviewers.empty()) report->owners_path = policy.owners_path;
}

void AddCommands(const AnalysedChange& change, const house::Policy& policy, HouseReport* report) {
  for (house::CommandLine& line : house::CommandsForChange(policy, ChangedPaths(change, false))) {
    constexpr absl::string_view kNames[] = {"install", "format", "lint", "test"};
    report->commands.push_back({.purpose = std::string(kNames[static_cast<int>(line.purpose)]),
                                .line = std::move(line.line),
                                .alternative = std::move(line.alternative),
                                .source = house::ToString(line.source)});
  }
}

void AddProblems(const spelling::Dictionary* spelling, const house::Policy& policy,
                 HouseReport* report) {
  for (const house::Diagnostic& diagnostic : policy.diagnostics) {
    if (report->problems.size() >= kMaxProblems) break;
    report->problems.push_back(
        Sentence(allreview::phrases::kProblemAt,
                 {{"place", house::ToString(diagnostic.place)}, {"problem", diagnostic.message}}));
  }
  if (spelling == nullptr || spelling->status().ok()) return;
  report->problems.push_back(Sentence(allreview::phrases::kSpellingNotChecked,
                                      {{"reason", spelling->status().message()}}));
}

}  // namespace

HouseReport ReportHouse(const RulesInput& input, const std::vector<Finding>& findings) {
  HouseReport report;
  const AnalysedChange& change = input.change;
  const house::Policy& policy = input.house.policy();
  const Status status(change, policy, EnabledRules(input), findings);
  for (const house::Entry& entry : policy.entries) {
    HouseReport::Rule row{.id = entry.id, .statement = entry.statement};
    row.level = static_cast<HouseReport::Level>(entry.level);
    row.tool = entry.tool;
    row.source = SourceOf(entry);
    if (status.Fill(entry, &row)) report.rules.push_back(std::move(row));
  }
  for (const house::Conflict& conflict : policy.conflicts)
    report.conflicts.push_back(conflict.text);
  AddCommands(change, policy, &report);
  AddRequests(policy.process, change.description(), &report);
  AddReviewers(change, policy, &report);
  AddProblems(input.spelling, policy, &report);
  return report;
}

}  // namespace allreview::rules
