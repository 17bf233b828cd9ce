#include "analyzers/house/norms.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/house/topics.h"
#include "analyzers/paths/paths.h"
#include "sentences/phrases/house.h"

namespace allreview::house {
namespace {

using repository::StyleFacts;
using S = StyleFacts;

constexpr int kMinSamples = 5;
constexpr int kHeaderPercent = 90;
constexpr int kMinSiblings = 3;

Compliance Share(int64_t yes, int64_t no) { return {yes, yes + no}; }

// What of one file counts for a topic: places that follow it, and all places. `value` says what the
// repository asks for where several things may be asked for.
struct Topic {
  absl::string_view id;
  Compliance (*count)(const S& style, absl::string_view value);
};
// clang-format off
constexpr Topic kTopics[] = {
    {"bare-except", [](const S& s, absl::string_view) {
       return Share(s.counts[S::kExcepts] - s.counts[S::kBareExcepts], s.counts[S::kBareExcepts]);
     }},
    {"class-docstring", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kDocumentedClasses], s.counts[S::kPublicClasses]};
     }},
    {"configuration-errors", [](const S& s, absl::string_view) {
       return Share(s.counts[S::kValueErrors], s.counts[S::kAsserts]);
     }},
    {"copyright-header", [](const S& s, absl::string_view) {
       return Compliance{!s.copyright.empty(), 1};
     }},
    {"docstring-style", [](const S& s, absl::string_view value) {
       const int64_t google = s.counts[S::kGoogleSections], other = s.counts[S::kOtherSections];
       return value == "google" ? Share(google, other) : Share(other, google);
     }},
    {"function-docstring", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kDocumentedFunctions], s.counts[S::kPublicFunctions]};
     }},
    {"module-logger", [](const S& s, absl::string_view) {
       return Share(s.counts[S::kModuleLogs], s.counts[S::kRootLogs]);
     }},
    {"naming", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kDefinitions] - s.counts[S::kMisnamed],
                         s.counts[S::kDefinitions]};
     }},
    {"no-print", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kPrints] == 0, 1};
     }},
    {"optional-annotations", [](const S& s, absl::string_view value) {
       const int64_t optional = s.counts[S::kOptionals], joined = s.counts[S::kNoneUnions];
       return value == "X | None" ? Share(joined, optional) : Share(optional, joined);
     }},
    {"relative-imports", [](const S& s, absl::string_view) {
       return Share(s.counts[S::kAbsoluteImports], s.counts[S::kRelativeImports]);
     }},
    {"test-style", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kUnittestImports] == 0, 1};
     }},
    {"type-hints", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kTypedFunctions], s.counts[S::kPublicFunctions]};
     }},
    {"wildcard-import", [](const S& s, absl::string_view) {
       return Compliance{s.counts[S::kWildcardImports] == 0, 1};
     }},
};
// clang-format on

Compliance Measure(absl::string_view id, absl::string_view value, const PathFilter& files,
                   const std::vector<FileHabits>& all) {
  const auto topic = std::find_if(std::begin(kTopics), std::end(kTopics),
                                  [&](const Topic& candidate) { return candidate.id == id; });
  Compliance sum;
  if (topic == std::end(kTopics)) return sum;
  const PathMatcher matcher(files);
  const bool wants_tests = id == "test-style";
  for (const FileHabits& file : all) {
    const Compliance part = topic->count(file.style, value);
    if (part.total == 0 || paths::IsTestPath(file.path) != wants_tests ||
        !matcher.Matches(file.path)) {
      continue;
    }
    sum.complies += part.complies;
    sum.total += part.total;
  }
  return sum;
}

bool IsFollowed(const Compliance& compliance) {
  return compliance.total >= kMinSamples && compliance.percent() >= kFollowedPercent;
}

Words ShareText(const Compliance& compliance) {
  return Sentence(phrases::kShareOfPlacesDo, {{"percent", absl::StrCat(compliance.percent())},
                                              {"total", absl::StrCat(compliance.total)}});
}

// The claim that the code follows, if another one than the first.
void PreferFollowed(const std::vector<FileHabits>& files, Entry* entry) {
  for (const Claim& claim : entry->more) {
    if (claim.value == entry->value) continue;
    const Compliance compliance = Measure(claim.id, claim.value, claim.files, files);
    if (!IsFollowed(compliance)) continue;
    entry->value = claim.value;
    entry->statement = StatementOf(claim);
    entry->source = claim.source;
    entry->compliance = compliance;
    return;
  }
}

// Measures the entry. A conflict where the code does otherwise.
std::optional<Conflict> Judge(const std::vector<FileHabits>& files, Entry& entry) {
  const Compliance compliance = Measure(entry.id, entry.value, entry.files, files);
  if (compliance.total < kMinSamples) return std::nullopt;
  entry.compliance = compliance;
  if (!entry.tool.empty() || IsFollowed(compliance)) return std::nullopt;
  PreferFollowed(files, &entry);
  if (IsFollowed(*entry.compliance)) return std::nullopt;
  entry.is_active = false;
  return Conflict{
      .id = entry.id,
      .text = Sentence(phrases::kStatementNotEnforced, {{"statement", entry.statement},
                                                        {"source", ToString(entry.source)},
                                                        {"share", ShareText(*entry.compliance)}}),
      .places = {entry.source}};
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
  for (Entry& entry : policy->entries) {
    if (auto conflict = Judge(files, entry)) policy->conflicts.push_back(*std::move(conflict));
  }
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
