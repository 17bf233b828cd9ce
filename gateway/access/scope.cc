#include "gateway/access/scope.h"

#include <algorithm>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::access {
namespace {

struct Need {
  absl::string_view rpc;
  Scope scope;
};

// A test holds this against the service's descriptor.
constexpr Need kNeeds[] = {
    {"AddFeedback", Scope::kReview},
    {"AddToolLog", Scope::kReview},
    {"CancelReview", Scope::kReview},
    {"EvaluateNumerics", Scope::kReview},
    {"ExplainPolicy", Scope::kRead},
    {"GetDocument", Scope::kRead},
    {"GetNumericsCapabilities", Scope::kRead},
    {"GetReview", Scope::kRead},
    {"GetTrends", Scope::kRead},
    {"ListAudit", Scope::kAdmin},
    {"ListDeadLetters", Scope::kAdmin},
    {"ListFeedback", Scope::kRead},
    {"ListRepositories", Scope::kRead},
    {"ListReviews", Scope::kRead},
    {"ListRuleStandings", Scope::kRead},
    {"ListRules", Scope::kRead},
    // Its own sessions; others' need admin, see review_service.cc.
    {"ListSessions", Scope::kRead},
    // Needs no change to be read, but as much work as the caller likes to send.
    {"ParseDiff", Scope::kReview},
    {"ReplayNumerics", Scope::kReview},
    {"RetryDeadLetter", Scope::kAdmin},
    {"Review", Scope::kReview},
    {"ReviewPatch", Scope::kReview},
    {"RevokeSessions", Scope::kRead},
    {"SubmitReview", Scope::kReview},
    {"TestRules", Scope::kReview},
    {"WatchEvents", Scope::kRead},
    {"WatchReview", Scope::kRead},
};

constexpr Scope kScopes[] = {Scope::kRead, Scope::kReview, Scope::kAdmin};

}  // namespace

absl::string_view ScopeName(Scope scope) {
  switch (scope) {
    case Scope::kRead:
      return "read";
    case Scope::kReview:
      return "review";
    case Scope::kAdmin:
      return "admin";
  }
  return "";
}

absl::StatusOr<std::vector<Scope>> ParseScopes(absl::string_view text) {
  std::vector<Scope> scopes;
  for (absl::string_view word : absl::StrSplit(text, ',')) {
    word = absl::StripAsciiWhitespace(word);
    const auto* found = std::find_if(std::begin(kScopes), std::end(kScopes),
                                     [word](Scope scope) { return ScopeName(scope) == word; });
    if (found == std::end(kScopes)) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", word, "' is not a scope; wanted read, review or admin"));
    }
    if (std::find(scopes.begin(), scopes.end(), *found) == scopes.end()) scopes.push_back(*found);
  }
  return scopes;
}

std::optional<Scope> ScopeOf(absl::string_view rpc) {
  const auto* found = std::find_if(std::begin(kNeeds), std::end(kNeeds),
                                   [rpc](const Need& need) { return need.rpc == rpc; });
  if (found == std::end(kNeeds)) return std::nullopt;
  return found->scope;
}

}  // namespace allreview::access
