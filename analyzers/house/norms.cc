#include "analyzers/house/norms.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/house/topics.h"

namespace allreview::house {
namespace {

using repository::StyleFacts;

constexpr int kMinSamples = 5;
constexpr int kHeaderPercent = 90;
constexpr int kMinSiblings = 3;

bool IsTest(absl::string_view path) {
  const size_t slash = path.rfind('/');
  const absl::string_view name = slash == absl::string_view::npos ? path : path.substr(slash + 1);
  return absl::StartsWith(path, "tests/") || absl::StrContains(path, "/tests/") ||
         absl::StartsWith(name, "test_") || name == "conftest.py";
}

// What of one file counts for a topic: pairs of places that follow it and all places.
Compliance CountIn(absl::string_view topic, absl::string_view value, const StyleFacts& style) {
  const auto of = [&](StyleFacts::Habit habit) { return int64_t{style.counts[habit]}; };
  const auto share = [](int64_t yes, int64_t no) { return Compliance{yes, yes + no}; };
  const auto none = [&](StyleFacts::Habit habit) { return Compliance{of(habit) == 0, 1}; };
  if (topic == "bare-except") {
    return {of(StyleFacts::kExcepts) - of(StyleFacts::kBareExcepts), of(StyleFacts::kExcepts)};
  }
  if (topic == "class-docstring") {
    return {of(StyleFacts::kDocumentedClasses), of(StyleFacts::kPublicClasses)};
  }
  if (topic == "function-docstring") {
    return {of(StyleFacts::kDocumentedFunctions), of(StyleFacts::kPublicFunctions)};
  }
  if (topic == "type-hints") {
    return {of(StyleFacts::kTypedFunctions), of(StyleFacts::kPublicFunctions)};
  }
  if (topic == "docstring-style") {
    const int64_t google = of(StyleFacts::kGoogleSections), other = of(StyleFacts::kOtherSections);
    return value == "google" ? share(google, other) : share(other, google);
  }
  if (topic == "optional-annotations") {
    const int64_t optional = of(StyleFacts::kOptionals), joined = of(StyleFacts::kNoneUnions);
    return value == "X | None" ? share(joined, optional) : share(optional, joined);
  }
  if (topic == "configuration-errors") {
    return share(of(StyleFacts::kValueErrors), of(StyleFacts::kAsserts));
  }
  if (topic == "module-logger") {
    return share(of(StyleFacts::kModuleLogs), of(StyleFacts::kRootLogs));
  }
  if (topic == "naming") {
    return {of(StyleFacts::kDefinitions) - of(StyleFacts::kMisnamed), of(StyleFacts::kDefinitions)};
  }
  if (topic == "relative-imports") {
    return share(of(StyleFacts::kAbsoluteImports), of(StyleFacts::kRelativeImports));
  }
  if (topic == "no-print") return none(StyleFacts::kPrints);
  if (topic == "test-style") return none(StyleFacts::kUnittestImports);
  if (topic == "wildcard-import") return none(StyleFacts::kWildcardImports);
  if (topic == "copyright-header") return {!style.copyright.empty(), 1};
  return {};
}

Compliance Measure(absl::string_view topic, absl::string_view value, const PathFilter& files,
                   const std::vector<FileHabits>& all) {
  Compliance sum;
  const PathMatcher matcher(files);
  const bool wants_tests = topic == "test-style";
  for (const FileHabits& file : all) {
    if (IsTest(file.path) != wants_tests || !matcher.Matches(file.path)) continue;
    const Compliance part = CountIn(topic, value, file.style);
    sum.complies += part.complies;
    sum.total += part.total;
  }
  return sum;
}

bool IsFollowed(const Compliance& compliance) {
  return compliance.total >= kMinSamples && compliance.percent() >= kFollowedPercent;
}

std::string Share(const Compliance& compliance) {
  return absl::StrCat(compliance.percent(), " % of ", compliance.total, " places do so");
}

// The claim that the code follows, if another one than the first.
void PreferFollowed(const std::vector<FileHabits>& files, Entry* entry) {
  for (const Claim& claim : entry->more) {
    if (claim.value == entry->value) continue;
    const Compliance compliance = Measure(claim.id, claim.value, claim.files, files);
    if (!IsFollowed(compliance)) continue;
    entry->value = claim.value;
    entry->statement = StatementOf(claim.id, claim.value);
    entry->source = claim.source;
    entry->compliance = compliance;
    return;
  }
}

void Judge(const std::vector<FileHabits>& files, Entry* entry, std::vector<Conflict>* conflicts) {
  const Compliance compliance = Measure(entry->id, entry->value, entry->files, files);
  if (compliance.total < kMinSamples) return;
  entry->compliance = compliance;
  if (!entry->tool.empty() || IsFollowed(compliance)) return;
  PreferFollowed(files, entry);
  if (IsFollowed(*entry->compliance)) return;
  entry->is_active = false;
  conflicts->push_back({.id = entry->id,
                        .text = absl::StrCat(entry->statement, " (", ToString(entry->source),
                                             ") is declared, but only ", Share(*entry->compliance),
                                             ": not enforced"),
                        .places = {entry->source}});
}

void AddNorm(absl::string_view id, absl::string_view value, int percent,
             const std::vector<FileHabits>& files, Policy* policy) {
  if (policy->Find(id) != nullptr) return;
  const Compliance compliance = Measure(id, value, {}, files);
  if (compliance.total < 2 * kMinSamples || compliance.percent() < percent) return;
  policy->entries.push_back({.id = std::string(id),
                             .statement = StatementOf(id, value),
                             .level = Level::kNorm,
                             .value = std::string(value),
                             .tool = "",
                             .files = {},
                             .source = {},
                             .compliance = compliance,
                             .is_active = true,
                             .more = {}});
}

}  // namespace

void ApplyNorms(const std::vector<FileHabits>& files, Policy* policy) {
  for (Entry& entry : policy->entries) Judge(files, &entry, &policy->conflicts);
  AddNorm("copyright-header", "", kHeaderPercent, files, policy);
  AddNorm("docstring-style", "google", kHeaderPercent, files, policy);
  AddNorm("naming", "", kHeaderPercent, files, policy);
}

absl::string_view CopyrightOf(const std::vector<FileHabits>& files, absl::string_view folder) {
  int total = 0, with = 0;
  std::map<absl::string_view, int> counts;
  for (const FileHabits& file : files) {
    const size_t slash = file.path.rfind('/');
    const absl::string_view its =
        slash == absl::string_view::npos ? "" : file.path.substr(0, slash);
    if (its != folder) continue;
    ++total;
    if (file.style.copyright.empty()) continue;
    ++with;
    ++counts[file.style.copyright];
  }
  if (total < kMinSiblings || with * 100 < total * kHeaderPercent) return "";
  absl::string_view best;
  for (const auto& [text, count] : counts) {
    if (best.empty() || count > counts[best]) best = text;
  }
  return best;
}

}  // namespace allreview::house
