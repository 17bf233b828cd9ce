#include "analyzers/rules/readability/clones.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/repository/significant_lines.h"
#include "analyzers/rules/readability/code_places.h"
#include "analyzers/rules/readability/line_windows.h"
#include "analyzers/rules/readability/same_lines.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Module;
using repository::LineFacts;
using repository::SignificantLine;

constexpr int kMinLines = 10;    // Equal ones.
constexpr int kMinRenamed = 20;  // Lines that are equal but for names.
constexpr int kMinTokens = 100;
constexpr int kAdapterLines = 15;    // Shorter ones may mirror an interface.
constexpr size_t kMaxCompared = 60;  // Candidates whose text is looked at.
// So many new lines are compared with each other rather than with the repository.
constexpr size_t kManyLines = 20000;

bool IsLookedAt(absl::string_view path) {
  return !paths::IsTestPath(path) && !IsKernelPath(path) && !IsForeignPath(path);
}

// A run of new lines with code: what is looked for.
struct Segment {
  size_t file = 0;              // In ChangeContext::files().
  size_t first = 0, count = 0;  // In the file's significant lines.
};

std::vector<Segment> SegmentsOf(const AnalysedFile& file, size_t number,
                                const std::vector<LineFacts>& lines) {
  std::vector<Segment> segments;
  bool is_open = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool is_new = file.lines.HasAdded(lines[i].line, lines[i].line);
    if (is_new && !is_open) segments.push_back({number, i, 0});
    if (is_new) ++segments.back().count;
    is_open = is_new;
  }
  std::erase_if(segments, [](const Segment& segment) {
    return segment.count < static_cast<size_t>(kMinLines);
  });
  return segments;
}

// A candidate: `count` lines from `at` in a changed file, and from `other_at` in another one, or
// the same.
struct Match {
  size_t file = 0, at = 0;
  size_t other = 0, other_at = 0;  // `other` counts the index's files.
  size_t count = 0;
  bool is_exact = false;
};

// The line is part of a kernel.
bool IsInKernel(const Module& module, const SignificantLine& line) {
  const python::SyntaxTree& tree = module.tree();
  const size_t column = tree.LineText(line.line).find_first_not_of(" \t");
  const python::Definition* function = module.EnclosingFunction(
      tree.NodeAt(tree.LineStart(line.line) + static_cast<uint32_t>(column)));
  return function != nullptr && IsKernel(module, *function);
}

class Search {
 public:
  explicit Search(ChangeContext& change) : change_(change) {}

  std::vector<Clone> Run() {
    CollectFiles();
    if (number_of_.empty()) return {};
    CollectSegments();
    if (segments_.empty()) return {};
    FindMatches();
    SortMatches();
    std::vector<Clone> clones;
    size_t compared = 0;
    for (Match match : matches_) {
      TrimCovered(&match);
      if (IsCovered(match)) continue;
      if (++compared > kMaxCompared) break;
      Clone clone = Compare(match);
      if (clone.lines > 0) clones.push_back(std::move(clone));
    }
    std::stable_sort(clones.begin(), clones.end(),
                     [](const Clone& a, const Clone& b) { return a.lines > b.lines; });
    return clones;
  }

 private:
  // A file of the index.
  struct Other {
    repository::IndexedFile* file;
    std::optional<size_t> number;  // If it is one of those that the segments may be in.

    std::vector<LineFacts> Lines() const {
      return repository::UnpackLines(repository::PackedLinesOfFacts(file->encoded_facts()));
    }
  };

  // End of the run found last, by our file and the distance between the two places.
  using Ends = absl::flat_hash_map<std::pair<size_t, int64_t>, size_t>;

  // Those with enough new lines.
  void CollectFiles() {
    const std::vector<AnalysedFile>& files = change_.files();
    for (size_t i = 0; i < files.size(); ++i) {
      const AnalysedFile& file = files[i];
      if (file.after == nullptr || file.lines.added().size() < kMinLines ||
          file.changed->role != FileRole::kSource || !IsLookedAt(file.after->path())) {
        continue;
      }
      number_of_[file.after->path()] = i;
    }
    changed_.resize(files.size());
    taken_.assign(files.size(), {});
  }

  void CollectSegments() {
    for (repository::IndexedFile* file : change_.index().AllFiles()) {
      const auto number = number_of_.find(file->path());
      others_.push_back({file, {}});
      if (number == number_of_.end()) continue;
      others_.back().number = number->second;
      changed_[number->second] = others_.back().Lines();
    }
    for (const auto& [path, number] : number_of_) {
      if (changed_[number].empty()) {
        changed_[number] = repository::LineFactsOf(change_.files()[number].after->tree());
        unknown_.push_back(number);
      }
      const std::vector<Segment> segments =
          SegmentsOf(change_.files()[number], number, changed_[number]);
      segments_.insert(segments_.end(), segments.begin(), segments.end());
    }
  }

  void FindMatches() {
    Windows exact(kMinLines, true), renamed(kMinRenamed, false);
    size_t lines = 0;
    for (const Segment& segment : segments_) lines += segment.count;
    if (lines < kManyLines) {
      exact.Reserve(lines);
      renamed.Reserve(lines);
    } else {
      const auto note = [&](const std::vector<LineFacts>& lines) {
        exact.Note(lines);
        renamed.Note(lines);
      };
      ForEachOther([&](size_t, const std::vector<LineFacts>& lines) { note(lines); });
      for (size_t number : unknown_) note(changed_[number]);
    }
    for (const Segment& segment : segments_) {
      exact.Add(segment.file, changed_[segment.file], segment.first, segment.first + segment.count);
      renamed.Add(segment.file, changed_[segment.file], segment.first,
                  segment.first + segment.count);
    }
    ForEachOther([&](size_t i, const std::vector<LineFacts>& lines) {
      for (const bool is_exact : {true, false}) {
        Ends ends;
        (is_exact ? exact : renamed).LookUp(lines, [&](const Windows::Place& place, size_t at) {
          Extend({place.file, place.at, i, at, 0, is_exact}, lines, &ends);
        });
      }
    });
  }

  // Calls visit(number in others_, lines) for all that copies may be found in.
  template <typename Visit>
  void ForEachOther(const Visit& visit) const {
    for (size_t i = 0; i < others_.size(); ++i) {
      const Other& other = others_[i];
      if (!IsLookedAt(other.file->path())) continue;
      if (other.number) {
        visit(i, changed_[*other.number]);
      } else {
        visit(i, other.Lines());
      }
    }
  }

  // Where the file's own lines are looked at, the copy must lie behind, so that each pair is found
  // once, and must not overlap.
  bool IsBehind(const Match& match) const {
    const std::optional<size_t> other = others_[match.other].number;
    if (!other) return true;
    const bool is_earlier = *other == match.file ? match.other_at < match.at
                                                 // Two new files: the later one is the copy.
                                                 : *other < match.file;
    return is_earlier || !IsNew(*other, match);
  }

  bool IsNew(size_t file, const Match& match) const {
    const LineFacts& line = changed_[file][match.other_at];
    return change_.files()[file].lines.HasAdded(line.line, line.line);
  }

  void Extend(Match match, const std::vector<LineFacts>& lines, Ends* ends) {
    if (!IsBehind(match)) return;
    // A window inside of a run that was found from its start.
    size_t& end = (*ends)[{match.file,
                           static_cast<int64_t>(match.at) - static_cast<int64_t>(match.other_at)}];
    if (match.at < end) return;
    const std::vector<LineFacts>& ours = changed_[match.file];
    const AnalysedFile& file = change_.files()[match.file];
    const bool is_same_file = others_[match.other].number == match.file;
    while (match.at + match.count < ours.size() && match.other_at + match.count < lines.size()) {
      const LineFacts& next = ours[match.at + match.count];
      if (!file.lines.HasAdded(next.line, next.line)) break;
      if (HashOf(next, match.is_exact) !=
          HashOf(lines[match.other_at + match.count], match.is_exact)) {
        break;
      }
      if (is_same_file && match.other_at < match.at && match.other_at + match.count >= match.at) {
        break;
      }
      ++match.count;
    }
    end = match.at + match.count;
    if (match.count >= static_cast<size_t>(match.is_exact ? kMinLines : kMinRenamed)) {
      matches_.push_back(match);
    }
  }

  // Longest first; exact before renamed; then by place.
  void SortMatches() {
    const auto key = [this](const Match& match) {
      return std::make_tuple(!match.is_exact, -static_cast<int64_t>(match.count), match.file,
                             match.at, others_[match.other].file->path(), match.other_at);
    };
    std::stable_sort(matches_.begin(), matches_.end(),
                     [&](const Match& a, const Match& b) { return key(a) < key(b); });
  }

  // Leaves away lines at either end that are part of a clone already.
  void TrimCovered(Match* match) const {
    const std::set<size_t>& taken = taken_[match->file];
    while (match->count > 0 && taken.count(match->at)) {
      ++match->at;
      ++match->other_at;
      --match->count;
    }
    while (match->count > 0 && taken.count(match->at + match->count - 1)) --match->count;
  }

  // What is left is too short, or most of it is part of a clone already.
  bool IsCovered(const Match& match) const {
    if (match.count < static_cast<size_t>(match.is_exact ? kMinLines : kMinRenamed)) return true;
    size_t covered = 0;
    for (size_t i = match.at; i < match.at + match.count; ++i) {
      covered += taken_[match.file].count(i);
    }
    return 2 * covered > match.count;
  }

  std::shared_ptr<const Module> ModuleOf(const repository::IndexedFile& file) {
    const auto [it, is_new] = modules_.emplace(file.path(), nullptr);
    if (!is_new) return it->second;
    const auto number = number_of_.find(file.path());
    if (number != number_of_.end()) {
      // Owned by the change, which lives longer.
      it->second = std::shared_ptr<const Module>(change_.files()[number->second].after,
                                                 [](const Module*) {});
      return it->second;
    }
    const std::string* text = change_.texts().Read(Side::kRight, file.path());
    if (text == nullptr) return nullptr;
    absl::StatusOr<std::unique_ptr<Module>> module = Module::Parse(file.path(), *text);
    if (module.ok()) it->second = std::move(*module);
    return it->second;
  }

  const std::vector<SignificantLine>& LinesOf(const Module& module) {
    const auto [lines, is_new] = lines_.try_emplace(&module);
    if (is_new) lines->second = repository::SignificantLinesOf(module.tree());
    return lines->second;
  }

  Clone Compare(const Match& match) {
    Clone clone;
    const std::shared_ptr<const Module> other = ModuleOf(*others_[match.other].file);
    if (other == nullptr) return clone;
    const std::vector<SignificantLine>& ours = LinesOf(*change_.files()[match.file].after);
    const std::vector<SignificantLine>& theirs = LinesOf(*other);
    const size_t count =
        EqualLines({.ours = ours, .at = match.at, .theirs = theirs, .their_at = match.other_at},
                   match.count, match.is_exact);
    if (count < static_cast<size_t>(match.is_exact ? kMinLines : kMinRenamed)) return clone;
    if (IsInKernel(*change_.files()[match.file].after, ours[match.at + count / 2])) return clone;
    int handed_on = 0, options = 0;
    for (size_t i = match.at; i < match.at + count; ++i) {
      clone.tokens += ours[i].tokens;
      handed_on += IsHandedOn(ours[i]);
      options += DeclaresOption(ours[i]);
    }
    const int lines = static_cast<int>(count);
    // An interface that is mirrored, or options of a command line.
    if (clone.tokens < kMinTokens || 2 * handed_on > lines || 4 * options > lines) return clone;
    if (lines < kAdapterLines && lines - handed_on < kMinLines - 2) return clone;
    for (size_t i = match.at; i < match.at + count; ++i) taken_[match.file].insert(i);
    clone.file = &change_.files()[match.file];
    clone.first = ours[match.at].line;
    clone.last = ours[match.at + count - 1].last_line;
    clone.other = other;
    clone.other_first = theirs[match.other_at].line;
    clone.other_last = theirs[match.other_at + count - 1].last_line;
    clone.lines = lines;
    clone.is_exact = match.is_exact;
    return clone;
  }

  ChangeContext& change_;
  std::vector<std::vector<LineFacts>> changed_;  // By number of the file.
  std::map<std::string, size_t> number_of_;
  std::vector<size_t> unknown_;  // Files that the index does not know.
  std::vector<Segment> segments_;
  std::vector<Other> others_;
  std::vector<Match> matches_;
  std::vector<std::set<size_t>> taken_;  // Lines that are part of a clone, by file.
  std::map<std::string, std::shared_ptr<const Module>> modules_;
  std::map<const Module*, std::vector<SignificantLine>> lines_;  // Of compared modules only.
};

}  // namespace

std::vector<Clone> FindClones(ChangeContext& change) { return Search(change).Run(); }

}  // namespace allreview::rules
