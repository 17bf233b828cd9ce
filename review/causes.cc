#include "review/causes.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/labels.h"

namespace allreview {
namespace {

using finding::v1::Cause;
using finding::v1::Finding;

// Lines of one definition that are no further apart are neighbours.
constexpr int kNeighbours = 10;
constexpr size_t kMaxPlaces = 5;

// Sets of findings, by index. The smallest index names its set.
class Sets {
 public:
  explicit Sets(size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
  }
  size_t Find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void Unite(size_t a, size_t b) {
    a = Find(a);
    b = Find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<size_t> parent_;
};

bool StandsAlone(const Finding& finding) {
  return finding.has_suppression() || finding.shown() == finding::v1::SHOWN_PROBATION ||
         finding.kind() == finding::v1::KIND_PRAISE;
}

// A measurement is of one expression: what it found elsewhere is another number.
bool IsMeasured(const Finding& finding) {
  return std::any_of(finding.evidence().begin(), finding.evidence().end(),
                     [](const finding::v1::Evidence& it) { return it.has_measurement(); });
}

// What makes findings one, and their rule, as texts that equal ones share.
class Keys {
 public:
  Keys(const std::vector<Finding>& findings, const CauseOptions& options)
      : findings_(findings), options_(options), sets_(findings.size()) {}

  Sets Unite() && {
    std::vector<size_t> by_place;
    for (size_t i = 0; i < findings_.size(); ++i) {
      if (StandsAlone(findings_[i])) continue;
      UniteByText(i);
      by_place.push_back(i);
    }
    for (size_t i : by_place) UniteWithBreaker(i);
    UniteNeighbours(std::move(by_place));
    return std::move(sets_);
  }

 private:
  // Of one state and kind.
  std::string StateOf(const Finding& finding) const {
    return absl::StrCat(finding.kind(), finding.is_hint() ? "h" : "",
                        options_.is_in_baseline(finding) ? "b" : "");
  }
  std::string RuleOf(const Finding& finding) const {
    return absl::StrCat(StateOf(finding), "\n", finding.rule_id(), "\n");
  }

  void Join(size_t i, std::string key) {
    const auto [first, is_new] = firsts_.emplace(std::move(key), i);
    if (!is_new) sets_.Unite(first->second, i);
  }

  void UniteByText(size_t i) {
    const Finding& finding = findings_[i];
    if (finding.category() == "tests" && !options_.is_test(finding.range().path())) {
      Join(i, options_.is_in_baseline(finding) ? "tests in the baseline" : "tests");
    }
    if (IsMeasured(finding)) return;
    const std::string rule = RuleOf(finding);
    if (finding.severity() >= finding::v1::SEVERITY_P2) {
      Join(i, absl::StrCat("file\n", rule, finding.range().path()));
    }
    Join(i, absl::StrCat("words\n", rule, finding.problem()));
    const std::string& path = finding.range().path();
    if (!finding.before_code().empty()) {  // The same statement in a copy of the file.
      Join(i, absl::StrCat("copy\n", rule, path.substr(path.rfind('/') + 1), "\n", finding.symbol(),
                           "\n", finding.before_code()));
    }
    const Cause& cause = finding.cause();
    if (cause.kind() == Cause::KIND_REMOVED_LINE && options_.is_gone(cause.path())) {
      const size_t folder = cause.path().rfind('/') + 1;  // 0: it is in none.
      Join(i, absl::StrCat("gone\n", rule, cause.path().substr(0, folder)));
    }
    if (cause.kind() == Cause::KIND_BROKEN_ELSEWHERE || cause.kind() == Cause::KIND_REMOVED_LINE) {
      Join(i, absl::StrCat("lines\n", rule, cause.path(), "\n", cause.hunk(), "\n",
                           cause.first_line(), "\n", cause.end_line()));
      for (const auto& related : finding.related()) {
        broken_.emplace(PlaceOf(related.range()), i);
        Join(i, absl::StrCat("users\n", rule, cause.path(), "\n", related.range().path()));
      }
    }
  }

  static std::string PlaceOf(const change::v1::SourceRange& range) {
    return absl::StrCat(range.path(), "\n", range.first_line());
  }

  // The line fails because of what another finding says of the code that it uses.
  void UniteWithBreaker(size_t i) {
    const Finding& finding = findings_[i];
    if (finding.severity() > finding::v1::SEVERITY_P1 || finding.is_hint()) return;
    const auto breaker = broken_.find(PlaceOf(finding.range()));
    if (breaker == broken_.end() || breaker->second == i) return;
    const Finding& other = findings_[breaker->second];
    if (StateOf(other) == StateOf(finding) && other.severity() == finding.severity()) {
      sets_.Unite(breaker->second, i);
    }
  }

  // Of neighbouring lines of one definition.
  void UniteNeighbours(std::vector<size_t> order) {
    const auto key = [this](size_t i) {
      const Finding& it = findings_[i];
      return std::make_tuple(RuleOf(it), std::cref(it.range().path()), it.range().side(),
                             std::cref(it.symbol()), it.range().first_line(), i);
    };
    std::erase_if(order, [this](size_t i) { return IsMeasured(findings_[i]); });
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key(a) < key(b); });
    for (size_t at = 1; at < order.size(); ++at) {
      const Finding& before = findings_[order[at - 1]];
      const Finding& finding = findings_[order[at]];
      const bool is_together =
          RuleOf(before) == RuleOf(finding) && before.range().path() == finding.range().path() &&
          before.range().side() == finding.range().side() && before.symbol() == finding.symbol();
      const int gap = finding.range().first_line() - LastLine(before.range());
      if (is_together && gap <= kNeighbours) sets_.Unite(order[at - 1], order[at]);
    }
  }

  const std::vector<Finding>& findings_;
  const CauseOptions& options_;
  Sets sets_;
  std::map<std::string, size_t> firsts_;  // The first finding with a key.
  std::map<std::string, size_t> broken_;  // By place: the first finding that says it breaks.
};

// Which of one cause stands for the others: no hint, then a defect, then by severity and place.
bool CountsMore(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& it) {
    return std::make_tuple(it.is_hint(), it.kind(), it.severity(), it.confidence(),
                           std::cref(it.range().path()), it.range().first_line(),
                           it.range().first_column(), std::cref(it.rule_id()),
                           std::cref(it.fingerprint()));
  };
  return key(a) < key(b);
}

}  // namespace

std::vector<Finding> MergeCauses(std::vector<Finding> findings, const CauseOptions& options) {
  Sets sets = Keys(findings, options).Unite();
  std::map<size_t, std::vector<size_t>> causes;
  for (size_t i = 0; i < findings.size(); ++i) causes[sets.Find(i)].push_back(i);
  std::vector<Finding> merged;
  for (auto& [first, members] : causes) {
    std::stable_sort(members.begin(), members.end(),
                     [&](size_t a, size_t b) { return CountsMore(findings[a], findings[b]); });
    Finding& head = merged.emplace_back(std::move(findings[members.front()]));
    for (size_t i = 1; i < members.size(); ++i) {
      *head.add_same_cause() = std::move(findings[members[i]]);
    }
  }
  return merged;
}

std::vector<const Finding*> AllFindings(const review::v1::Review& review) {
  std::vector<const Finding*> all;
  for (const Finding& finding : review.findings()) {
    all.push_back(&finding);
    for (const Finding& same : finding.same_cause()) all.push_back(&same);
  }
  return all;
}

std::vector<finding::v1::Related> RelatedOf(Language language, const Finding& finding) {
  static constexpr Phrase kSame("the same here", "此处相同");
  std::vector<finding::v1::Related> related(finding.related().begin(), finding.related().end());
  for (const Finding& same : finding.same_cause()) {
    finding::v1::Related& place = related.emplace_back();
    *place.mutable_range() = same.range();
    const bool is_told = same.problem() == finding.problem();
    place.set_message(std::string(is_told ? kSame.In(language) : ProblemOf(same)));
  }
  return related;
}

std::string SameCauseText(Language language, const Finding& finding) {
  static constexpr Phrase kCause("Same cause: {places}", "同一原因：{places}");
  static constexpr Phrase kMore("Same cause: {places} and {count} more",
                                "同一原因：{places}，另有 {count} 处");
  if (finding.same_cause().empty()) return "";
  std::vector<std::string> places;
  for (const Finding& same : finding.same_cause()) {
    if (places.size() < kMaxPlaces) places.push_back(Place(same.range()));
  }
  const std::string listed = absl::StrJoin(places, Comma(language));
  const size_t more = finding.same_cause().size() - places.size();
  if (more == 0) return Say(language, kCause, {{"places", listed}});
  return Say(language, kMore, {{"places", listed}, {"count", absl::StrCat(more)}});
}

}  // namespace allreview
