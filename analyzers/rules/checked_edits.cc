#include "analyzers/rules/checked_edits.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/cpp/unit.h"
#include "analyzers/rules/edit_groups.h"
#include "analyzers/rules/edited_file.h"
#include "analyzers/test_plan/tests_of_change.h"
#include "analyzers/values/values_of_change.h"
#include "base/poll.h"
#include "base/work_budget.h"

namespace allreview::rules {
namespace {

using change::AnalysedChange;
using change::ChangedFile;

// Share of the CPU time of an analysis that reviewing edited files may take.
constexpr double kEditsShare = 0.15;
// Text that is reviewed again: some, and more for large changes.
constexpr int64_t kBytesOfAny = 24 << 20;
constexpr int64_t kTimesOfChange = 1;
// What a review costs beside its text: the index is loaded anew.
constexpr int64_t kBytesOfReview = 1 << 20;

// Where a rule finds something, in terms of the files before the edits.
using Place = std::tuple<std::string, int, Side, std::string>;  // Path, line, side, rule.
using Counts = std::map<Place, int>;

int64_t BytesOf(const std::vector<ChangedFile>& files) {
  int64_t bytes = 0;
  for (const ChangedFile& file : files) {
    bytes += static_cast<int64_t>((file.before ? file.before->size() : 0) +
                                  (file.after ? file.after->size() : 0));
  }
  return bytes;
}

struct Lines {
  int first = 0, last = 0;
};

syntax::ParseLimits LimitsOf(const AnalysedChange& change) {
  const change::Limits& limits = change.input().limits;
  return {.max_bytes = limits.max_file_bytes,
          .max_nodes = limits.max_nodes,
          .max_depth = limits.max_depth};
}

using EditableFiles = std::map<std::string, EditableFile>;  // By path.

// The files of a change that were parsed.
EditableFiles FilesOf(const AnalysedChange& change) {
  EditableFiles files;
  const auto add = [&](const auto& file) {
    if (file.after != nullptr) files[file.changed->path] = {file.changed, &file.after->tree()};
  };
  for (const change::AnalysedFile& file : change.files()) add(file);
  for (const change::AnalysedCppFile& file : change.cpp_files()) add(file);
  return files;
}

// Files of a change with the edits of some of their findings.
class EditedFiles {
 public:
  EditedFiles(const syntax::ParseLimits& limits, const EditableFiles& files, const Group& group) {
    for (const auto& [path, findings] : group) {
      const auto file = files.find(path);
      if (file == files.end()) continue;
      std::vector<Edit> edits;
      for (const Finding* finding : findings) {
        edits.insert(edits.end(), finding->edits.begin(), finding->edits.end());
      }
      edited_[path] = EditedFile::Make(limits, file->second, std::move(edits));
    }
  }

  // Null: the edits do not fit the file.
  const EditedFile* Find(const std::string& path) const {
    const auto found = edited_.find(path);
    return found == edited_.end() ? nullptr : found->second.get();
  }
  // The change with the edits; of a scan, where files do not change together, only what is edited.
  std::vector<ChangedFile> Contents(const AnalysedChange& change) const {
    std::vector<ChangedFile> files;
    for (const ChangedFile& file : change.changed_files()) {
      const EditedFile* const edited = Find(file.path);
      if (edited != nullptr || !change.is_scan()) {
        files.push_back(edited != nullptr ? edited->changed() : file);
      }
    }
    return files;
  }
  // `is_after`: the finding is one of the edited files.
  Place PlaceOf(const Finding& finding, bool is_after) const {
    const Range& range = finding.range;
    const EditedFile* const file = range.side == Side::kRight ? Find(range.path) : nullptr;
    const int line = file == nullptr ? range.first_line
                     : is_after      ? file->LineOfEdited(range.first_line)
                                     : file->LineOfOriginal(range.first_line);
    return {range.path, line, range.side, finding.rule_id};
  }

 private:
  std::map<std::string, std::unique_ptr<EditedFile>> edited_;
};

bool Overlap(const Lines& a, const Lines& b) { return a.first <= b.last && b.first <= a.last; }

class EditChecker {
 public:
  EditChecker(const RulesInput& input, const std::vector<Finding>& before)
      : input_(input), before_(before), files_(FilesOf(input.change)) {
    for (const auto& [path, file] : files_) {
      bytes_left_ += kTimesOfChange * static_cast<int64_t>(file.tree->source().size());
    }
  }

  // Reviews until it is known whose edits hold, or enough was reviewed.
  void Check() {
    Group group;
    for (const Finding& finding : before_) {
      if (CanBeTried(finding)) group[finding.range.path].push_back(&finding);
    }
    while (!group.empty() && bytes_left_ > 0) {
      Apart apart = OneOfEachDefinition(group);
      Try(apart.group);
      group = std::move(apart.rest);
    }
  }
  const std::set<const Finding*>& holding() const { return holding_; }

 private:
  struct Reviewed {
    std::vector<Finding> findings;
    bool is_whole = false;  // All rules have seen all of it.
  };

  // The files as a change of their own, within the same repository.
  Reviewed Review(const std::vector<ChangedFile>& files) {
    bytes_left_ -= BytesOf(files) + kBytesOfReview;
    if (bytes_left_ < 0) return {};
    const change::ChangeInput& from = input_.change.input();
    const AnalysedChange change = change::ParseChange({.files = files,
                                                       .description = from.description,
                                                       .is_scan = from.is_scan,
                                                       .repository = from.repository,
                                                       .cache = from.cache,
                                                       .limits = from.limits,
                                                       .keep_for_queries = from.keep_for_queries,
                                                       .threads = from.threads,
                                                       .cpu_seconds = from.cpu_seconds});
    test_plan::TestsOfChange tests(change);
    values::ValuesOfChange values(change);
    RulesResult result = RunRules({.change = change,
                                   .house = input_.house,
                                   .tests = tests,
                                   .values = values,
                                   .spelling = input_.spelling,
                                   .settings = input_.settings,
                                   .extra_rules = input_.extra_rules});
    const bool is_cut = std::any_of(result.coverage.begin(), result.coverage.end(),
                                    [](const change::Coverage& file) {
                                      return file.state == change::Coverage::State::kTimedOut ||
                                             file.state == change::Coverage::State::kOverBudget;
                                    });
    return {std::move(result.findings), result.is_complete && !is_cut};
  }

  // It has edits, all in its own file.
  bool CanBeTried(const Finding& finding) const {
    const auto file = files_.find(finding.range.path);
    if (file == files_.end() || finding.edits.empty()) return false;
    const auto size = static_cast<int64_t>(file->second.tree->source().size());
    return std::all_of(finding.edits.begin(), finding.edits.end(), [&](const Edit& edit) {
      return edit.path == file->first && 0 <= edit.first_byte && edit.first_byte <= edit.end_byte &&
             edit.end_byte <= size;
    });
  }

  // Lines that the edits of a finding touch.
  std::vector<Lines> LinesOf(const Finding& finding) const {
    const syntax::TreeData& tree = *files_.at(finding.range.path).tree;
    std::vector<Lines> lines;
    for (const Edit& edit : finding.edits) {
      lines.push_back({tree.LineOf(static_cast<uint32_t>(edit.first_byte)),
                       tree.LineOf(static_cast<uint32_t>(edit.end_byte))});
    }
    return lines;
  }

  // What the one edits may decide what is found of the other.
  bool MayMeet(const Finding& a, const Finding& b) const {
    constexpr int kNear = 10;  // Lines, at module level.
    constexpr int kSteps = 16;
    Poll(kSteps);
    const bool is_near = std::abs(a.range.first_line - b.range.first_line) <= kNear;
    if (a.symbol == b.symbol && (is_near || !a.symbol.empty())) return true;
    const std::vector<Lines> of_b = LinesOf(b);
    for (const Lines& lines : LinesOf(a)) {
      if (std::any_of(of_b.begin(), of_b.end(),
                      [&](const Lines& x) { return Overlap(x, lines); })) {
        return true;
      }
    }
    return false;
  }

  // At most one finding of each definition, and those that are left.
  struct Apart {
    Group group, rest;
  };
  Apart OneOfEachDefinition(const Group& group) const {
    Apart apart;
    for (const auto& [path, findings] : group) {
      std::vector<const Finding*>& taken = apart.group[path];
      for (const Finding* finding : findings) {
        const bool is_apart = std::none_of(taken.begin(), taken.end(), [&](const Finding* other) {
          return MayMeet(*finding, *other);
        });
        (is_apart ? taken : apart.rest[path]).push_back(finding);
      }
    }
    return apart;
  }

  // Whether something new in that line of the original is due to the edits of the finding.
  bool IsBlamed(const Finding& finding, const EditedFile& file, int line) const {
    if (finding.range.first_line <= line && line < finding.range.end_line) return true;
    const std::vector<Lines> lines = LinesOf(finding);
    return std::any_of(lines.begin(), lines.end(),
                       [&](const Lines& edit) { return file.LineOfOriginal(edit.first) == line; });
  }

  // What is found more, or less, with the edits.
  struct Difference {
    Counts fewer;
    std::map<std::string, std::set<int>> new_lines;  // Of edited files, by path.
    bool is_new_elsewhere = false;
  };
  Difference Compare(const EditedFiles& edited, const std::vector<Finding>& after) const {
    Difference difference;
    Counts& fewer = difference.fewer;
    for (const Finding& finding : before_) ++fewer[edited.PlaceOf(finding, false)];
    for (const Finding& finding : after) --fewer[edited.PlaceOf(finding, true)];
    for (const auto& [place, count] : fewer) {
      const auto& [path, line, side, rule] = place;
      if (count >= 0) continue;
      if (side == Side::kRight && edited.Find(path) != nullptr) {
        difference.new_lines[path].insert(line);
      } else {
        difference.is_new_elsewhere = true;
      }
    }
    return difference;
  }

  // Applies the edits of a group together. Where that brings something new, those go that stand
  // there, and the others are tried again.
  void Try(const Group& group) {
    const EditedFiles edited(LimitsOf(input_.change), files_, group);
    const Reviewed after = Review(edited.Contents(input_.change));
    if (!after.is_whole) return;
    Difference difference = Compare(edited, after.findings);
    Halves halves;
    if (difference.is_new_elsewhere) halves.SplitAll(group);
    for (const auto& [path, findings] : group) {
      if (difference.is_new_elsewhere) break;
      const EditedFile* const file = edited.Find(path);
      const auto new_lines = difference.new_lines.find(path);
      if (file == nullptr) {
        halves.Split(path, findings);
      } else if (new_lines == difference.new_lines.end()) {
        HoldThoseGone(findings, edited, difference.fewer);
      } else {
        halves.Retry(path, findings, [&, &lines = new_lines->second](const Finding* finding) {
          return std::any_of(lines.begin(), lines.end(),
                             [&](int line) { return IsBlamed(*finding, *file, line); });
        });
      }
    }
    for (const Group& half : halves.groups()) {
      if (!half.empty()) Try(half);
    }
  }

  void HoldThoseGone(const std::vector<const Finding*>& findings, const EditedFiles& edited,
                     Counts& fewer) {
    for (const Finding* finding : findings) {
      if (fewer[edited.PlaceOf(*finding, false)]-- > 0) holding_.insert(finding);
    }
  }

  const RulesInput& input_;
  const std::vector<Finding>& before_;  // Without edits.
  const EditableFiles files_;
  int64_t bytes_left_ = kBytesOfAny;
  std::set<const Finding*> holding_;
};

Finding Withdrawn(Finding finding) {
  finding.edits.clear();
  // Code to add elsewhere has nothing before it, and is no work of the edits.
  if (!finding.before_code.empty()) finding.after_code.clear();
  return finding;
}

}  // namespace

std::vector<Finding> CheckEdits(const RulesInput& input, std::vector<Finding> findings) {
  const auto has_edits = [](const Finding& finding) { return !finding.edits.empty(); };
  if (std::none_of(findings.begin(), findings.end(), has_edits)) return findings;
  EditChecker checker(input, findings);
  WorkBudget budget("this phase", WorkBudget::Share(kEditsShare));
  if (!input.omits_edits) {
    RunWithin(budget, "the check of edits", [&] { checker.Check(); }).IgnoreError();
  }
  for (Finding& finding : findings) {
    if (!has_edits(finding) || checker.holding().count(&finding) > 0) continue;
    finding = Withdrawn(std::move(finding));
  }
  return findings;
}

}  // namespace allreview::rules
