#include "analyzers/policy/ledger.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "sentences/phrases/coverage.h"

namespace allreview::policy {
namespace {

// 0 claims least.
int ClaimRank(CoverageState state) {
  switch (state) {
    case CoverageState::kNotFetched:
      return 0;
    case CoverageState::kTimedOut:
      return 1;
    case CoverageState::kOverBudget:
      return 2;
    case CoverageState::kUnsupported:
      return 3;
    case CoverageState::kBinary:
      return 4;
    case CoverageState::kGenerated:
      return 5;
    case CoverageState::kData:
      return 6;
    case CoverageState::kReviewed:
      return 7;
    case CoverageState::kUnknown:
      return 8;
  }
  return 8;
}

int StageRank(absl::string_view stage) {
  constexpr absl::string_view kStages[] = {"pull_request", "diff", "analysis", "gateway"};
  const auto* found = std::find(std::begin(kStages), std::end(kStages), stage);
  return static_cast<int>(found - std::begin(kStages));
}

bool ClaimsLess(const LedgerEntry& a, const LedgerEntry& b) {
  const auto key = [](const LedgerEntry& e) {
    return std::make_tuple(ClaimRank(e.state), StageRank(e.stage), std::cref(e.stage),
                           English(e.reason), e.is_accepted);
  };
  const auto ka = key(a);
  const auto kb = key(b);
  return ka < kb;
}

// Entries of one file, by hunk.
using FileEntries = std::map<int, LedgerEntry>;

void Add(LedgerEntry entry, std::map<std::string, FileEntries>& ledger) {
  FileEntries& file = ledger[entry.path];
  if (entry.state == CoverageState::kUnknown) return;
  if (entry.hunk < 0) entry.hunk = -1;
  const auto [known, is_new] = file.emplace(entry.hunk, entry);
  if (!is_new && ClaimsLess(entry, known->second)) known->second = std::move(entry);
}

const Phrase& ReasonByState(CoverageState state) {
  switch (state) {
    case CoverageState::kData:
      return phrases::kNoRulesForKind;
    case CoverageState::kGenerated:
      return phrases::kGeneratedOrVendored;
    case CoverageState::kBinary:
      return phrases::kBinarySubmoduleOrLink;
    case CoverageState::kUnsupported:
      return phrases::kNoRulesForItsLanguage;
    default:
      return phrases::kNoReasonGiven;
  }
}

// What the change's own list says of a file.
LedgerEntry GapEntry(const std::string& path, FileClass file_class, CoverageState gap_state,
                     const Words& reason) {
  const CoverageState state = StateByClass(file_class);
  const bool is_gap = state == CoverageState::kUnknown;
  return {.path = path,
          .hunk = -1,
          .state = is_gap ? gap_state : state,
          .reason = is_gap ? reason : Words(ReasonByState(state)),
          .file_class = file_class,
          .language = "",
          .stage = "gateway",
          .is_accepted = false};
}

struct Known {
  FileClass file_class = FileClass::kUnknown;
  std::string language;
};

// Class and language of each path: the list's word first, then the smallest that an entry tells, so
// that the order of the entries does not matter. Program text outranks what needs no review.
std::map<std::string, Known> CollectKnown(const LedgerInput& input) {
  std::map<std::string, Known> known;
  const auto learn = [&](const std::string& path, FileClass file_class,
                         const std::string& language) {
    Known& file = known[path];
    if (file_class != FileClass::kUnknown &&
        (file.file_class == FileClass::kUnknown || file_class < file.file_class)) {
      file.file_class = file_class;
    }
    if (!language.empty() && (file.language.empty() || language < file.language)) {
      file.language = language;
    }
  };
  std::set<std::string> listed;
  for (const ListedFile& file : input.files) learn(file.path, file.file_class, file.language);
  for (const auto& [path, file] : known) {
    if (file.file_class != FileClass::kUnknown) listed.insert(path);
  }
  for (const LedgerEntry& entry : input.reported) {
    if (listed.count(entry.path) == 0) learn(entry.path, entry.file_class, entry.language);
  }
  return known;
}

void Finish(const Known& known, const std::set<std::string>& accepted, LedgerEntry& entry) {
  entry.file_class = known.file_class;
  entry.language = known.language;
  if (entry.state == CoverageState::kReviewed) {
    entry.reason = {};
  } else if (entry.reason.is_empty()) {
    entry.reason = ReasonByState(entry.state);
  }
  entry.is_accepted = entry.state == CoverageState::kUnsupported &&
                      (entry.is_accepted || accepted.count(entry.language) > 0);
}

}  // namespace

std::vector<LedgerEntry> MergeLedger(const LedgerInput& input) {
  const std::map<std::string, Known> known = CollectKnown(input);
  const std::set<std::string> accepted(input.accepted_languages.begin(),
                                       input.accepted_languages.end());
  const Words gap_reason =
      input.gap_reason.is_empty() ? phrases::kNoServiceReportedFile : input.gap_reason;
  std::map<std::string, FileEntries> ledger;
  for (const ListedFile& file : input.files) ledger[file.path];
  for (const LedgerEntry& entry : input.reported) Add(entry, ledger);
  std::vector<LedgerEntry> merged;
  for (auto& [path, file] : ledger) {
    const Known& about = known.at(path);
    file.try_emplace(-1, GapEntry(path, about.file_class, input.gap_state, gap_reason));
    const CoverageState file_state = file.at(-1).state;
    for (auto& [hunk, entry] : file) {
      if (hunk >= 0 && entry.state == file_state) continue;
      Finish(about, accepted, entry);
      merged.push_back(std::move(entry));
    }
  }
  return merged;
}

bool MustBeReviewed(FileClass file_class) {
  return file_class == FileClass::kSource || file_class == FileClass::kTest ||
         file_class == FileClass::kUnknown;
}

CoverageState StateByClass(FileClass file_class) {
  switch (file_class) {
    case FileClass::kDocumentation:
    case FileClass::kConfiguration:
    case FileClass::kData:
    case FileClass::kLock:
      return CoverageState::kData;
    case FileClass::kGenerated:
    case FileClass::kVendored:
      return CoverageState::kGenerated;
    case FileClass::kBinary:
    case FileClass::kSubmodule:
    case FileClass::kSymlink:
      return CoverageState::kBinary;
    case FileClass::kUnknown:
    case FileClass::kSource:
    case FileClass::kTest:
      return CoverageState::kUnknown;
  }
  return CoverageState::kUnknown;
}

bool IsGap(const LedgerEntry& entry) {
  if (entry.state == CoverageState::kReviewed || entry.is_accepted) return false;
  if (entry.file_class == FileClass::kUnknown) {
    // What is neither program text nor unread needs no rules.
    return ClaimRank(entry.state) < ClaimRank(CoverageState::kBinary) ||
           entry.state == CoverageState::kUnknown;
  }
  return MustBeReviewed(entry.file_class);
}

Phrase StateName(CoverageState state) {
  constexpr Phrase kNames[] = {
      phrases::kStateUnknown,    phrases::kStateReviewed, phrases::kStateData,
      phrases::kStateGenerated,  phrases::kStateBinary,   phrases::kStateUnsupported,
      phrases::kStateNotFetched, phrases::kStateTimedOut, phrases::kStateOverBudget};
  return kNames[static_cast<int>(state)];
}

FileCounts CountFiles(const std::vector<LedgerEntry>& ledger) {
  std::set<std::string> gaps;
  for (const LedgerEntry& entry : ledger) {
    if (IsGap(entry)) gaps.insert(entry.path);
  }
  FileCounts counts;
  for (const LedgerEntry& entry : ledger) {
    if (entry.hunk >= 0) continue;
    const bool is_gap = gaps.count(entry.path) > 0;
    counts.unreviewed += is_gap;
    counts.reviewed += entry.state == CoverageState::kReviewed && !is_gap;
    counts.accepted += entry.is_accepted && !is_gap;
  }
  counts.must_be_reviewed = counts.reviewed + counts.unreviewed + counts.accepted;
  return counts;
}

bool LiesIn(absl::string_view path, const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [&](absl::string_view named) {
    while (absl::ConsumeSuffix(&named, "/")) continue;
    return path == named || named.empty() ||
           (absl::StartsWith(path, named) && path[named.size()] == '/');
  });
}

}  // namespace allreview::policy
