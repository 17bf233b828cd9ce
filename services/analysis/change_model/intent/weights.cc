#include "services/analysis/change_model/intent/weights.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"

namespace allreview::analysis {
namespace {

using intent::Part;
using intent::Role;
using Said = intent::Sentence;
using v1::Sentence;

struct RoleRow {
  Role role;
  Sentence::Role in_model;
  double weight;
};

// The most telling first.
constexpr RoleRow kRoles[] = {
    {Role::kProblem, Sentence::ROLE_PROBLEM, 10},
    {Role::kReason, Sentence::ROLE_REASON, 9},
    {Role::kDecision, Sentence::ROLE_DECISION, 6},
    {Role::kAlternative, Sentence::ROLE_ALTERNATIVE, 5},
    {Role::kLimit, Sentence::ROLE_LIMIT, 5},
    {Role::kInvariant, Sentence::ROLE_INVARIANT, 4},
    {Role::kTrial, Sentence::ROLE_TEST, 2},
    {Role::kShape, Sentence::ROLE_SHAPE, 0},
    {Role::kUnit, Sentence::ROLE_UNIT, 0},
};

Sentence::Role ToRole(Part part) {
  switch (part) {
    case Part::kWhat:
      return Sentence::ROLE_WHAT;
    case Part::kWhy:
      return Sentence::ROLE_WHY;
    case Part::kHow:
      return Sentence::ROLE_HOW;
    case Part::kAlternative:
      return Sentence::ROLE_ALTERNATIVE;
    case Part::kTest:
      return Sentence::ROLE_TEST;
    case Part::kRisk:
      return Sentence::ROLE_RISK;
  }
  return Sentence::ROLE_UNSPECIFIED;
}

double OfRoles(const Said& said, std::optional<Part> part) {
  double most = 0;
  for (const RoleRow& row : kRoles) {
    // Of two roles the lesser adds a little.
    if (said.roles.Has(row.role)) most = most == 0 ? row.weight : most + row.weight / 10;
  }
  if (part == Part::kWhy) return std::max(most, 9.0);
  if (part == Part::kHow || part == Part::kRisk) return std::max(most, 5.0);
  if (part == Part::kAlternative) return std::max(most, 5.0);
  if (part) return std::max(most, part == Part::kTest ? 2.0 : 4.0);
  // What a docstring says of a definition is its own account of it.
  const bool is_account = said.source == intent::Source::kDocstring && said.section.empty();
  return std::max(most, is_account ? 1.5 : 0.0);
}

double OfSource(const Said& said, bool is_body_silent) {
  if (!said.path.empty() && paths::IsTestPath(said.path)) return 0.5;
  switch (said.source) {
    case intent::Source::kTitle:
    case intent::Source::kDescription:
      return 1.4;
    case intent::Source::kCommit:
      return is_body_silent ? 1.3 : 0.6;
    case intent::Source::kComment:
      return 1.0;
    case intent::Source::kTrailingComment:
      return 0.7;
    case intent::Source::kDocstring:
      // Of a new module it tells what the module is for.
      if (said.subject.kind == intent::Subject::Kind::kModule &&
          said.presence == intent::Presence::kAfter) {
        return 1.2;
      }
      return said.section.empty() ? 0.95 : 0.5;
    case intent::Source::kHelp:
    case intent::Source::kMessage:
      return 0.5;
    case intent::Source::kTestName:
    case intent::Source::kGuide:
      return 0.2;
  }
  return 0;
}

double OfState(const Said& said) {
  switch (StateOf(said)) {
    case Sentence::STATE_NEW:
      return 1.0;
    case Sentence::STATE_GONE:
      return 0.6;
    default:
      return 0;
  }
}

double OfClarity(const Said& said) {
  const absl::string_view text = said.text;
  const auto letters = static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    const unsigned char byte = static_cast<unsigned char>(c);
    return absl::ascii_isalpha(byte) || byte >= 0x80 || c == ' ';
  }));
  double clarity = text.size() < 30    ? 0.5
                   : text.size() < 60  ? 0.8
                   : text.size() < 320 ? 1.0
                   : text.size() < 500 ? 0.8
                                       : 0.5;
  if (letters * 100 < text.size() * 80) clarity *= 0.6;
  if (said.is_todo) clarity *= 0.5;
  if (Leans(text)) clarity *= 0.8;
  return clarity;
}

}  // namespace

Weights::Weights(const IntentInput& input) {
  is_body_silent_ = intent::ReadAuthorText(input.description.body).sentences.empty();
  if (input.functions == nullptr) return;
  for (const v1::FunctionStory& story : *input.functions) {
    ranks_.emplace(story.symbol(), ranks_.size());
  }
}

double Weights::OfSymbol(const std::string& about) const {
  const auto rank = ranks_.find(about);
  if (rank == ranks_.end()) return 0.85;
  return std::max(0.6, 1.0 - 0.03 * static_cast<double>(rank->second));
}

int Weights::Of(const Said& said, std::optional<Part> part, const std::string& about) const {
  const double weight = OfRoles(said, part) * OfSource(said, is_body_silent_) * OfState(said) *
                        OfClarity(said) * (said.path.empty() ? 1.0 : OfSymbol(about));
  return static_cast<int>(weight * 1000);
}

bool Leans(absl::string_view sentence) {
  size_t end = 0;
  while (end < sentence.size() && absl::ascii_isalpha(static_cast<unsigned char>(sentence[end]))) {
    ++end;
  }
  const std::string first = absl::AsciiStrToLower(sentence.substr(0, std::min<size_t>(end, 20)));
  for (absl::string_view word :
       {"this",      "it",       "that",         "these",   "those", "they",  "otherwise", "so",
        "therefore", "hence",    "instead",      "however", "but",   "and",   "thus",      "then",
        "also",      "which",    "its",          "such",    "both",  "there", "or",        "here",
        "doing",     "moreover", "additionally", "same",    "he",    "we",    "them"}) {
    if (first == word) return true;
  }
  return false;
}

std::vector<Sentence::Role> RolesOf(intent::Roles roles, std::optional<Part> part) {
  std::vector<Sentence::Role> told;
  for (const RoleRow& row : kRoles) {
    if (roles.Has(row.role)) told.push_back(row.in_model);
  }
  if (part && std::find(told.begin(), told.end(), ToRole(*part)) == told.end()) {
    told.push_back(ToRole(*part));
  }
  return told;
}

Sentence::Source SourceOf(const Said& said) {
  if (!said.path.empty() && paths::IsTestPath(said.path)) return Sentence::SOURCE_TEST;
  switch (said.source) {
    case intent::Source::kTitle:
    case intent::Source::kDescription:
      return Sentence::SOURCE_DESCRIPTION;
    case intent::Source::kCommit:
      return Sentence::SOURCE_COMMIT;
    case intent::Source::kComment:
    case intent::Source::kTrailingComment:
      return Sentence::SOURCE_COMMENT;
    case intent::Source::kDocstring:
      return Sentence::SOURCE_DOCSTRING;
    case intent::Source::kHelp:
      return Sentence::SOURCE_HELP;
    case intent::Source::kMessage:
      return Sentence::SOURCE_MESSAGE;
    case intent::Source::kTestName:
      return Sentence::SOURCE_TEST;
    case intent::Source::kGuide:
      return Sentence::SOURCE_GUIDE;
  }
  return Sentence::SOURCE_UNSPECIFIED;
}

Sentence::State StateOf(const Said& said) {
  if (said.path.empty()) return Sentence::STATE_NEW;
  switch (said.presence) {
    case intent::Presence::kBefore:
      return Sentence::STATE_GONE;
    case intent::Presence::kAfter:
      return Sentence::STATE_NEW;
    case intent::Presence::kBoth:
      return said.is_moved ? Sentence::STATE_MOVED : Sentence::STATE_KEPT;
  }
  return Sentence::STATE_UNSPECIFIED;
}

}  // namespace allreview::analysis
