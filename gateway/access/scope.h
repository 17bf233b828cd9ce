#ifndef GATEWAY_ACCESS_SCOPE_H_
#define GATEWAY_ACCESS_SCOPE_H_

// What a token is good for, and what each method of ReviewService needs.
//
//   std::optional<Scope> needed = ScopeOf("SubmitReview");  // Scope::kReview

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::access {

// Each stands for itself: a token of an operator who also reads has both kRead and kAdmin.
enum class Scope {
  kRead,    // See reviews, documents, rules, trends.
  kReview,  // Ask for work: review, cancel, vote, measure.
  kAdmin,   // Audit log, dead letters and everybody's sessions.
};

absl::string_view ScopeName(Scope scope);  // "read", "review", "admin".

// "read,review". kInvalidArgument names the word that is no scope.
absl::StatusOr<std::vector<Scope>> ParseScopes(absl::string_view text);

// The scope that a method of ReviewService needs; none: there is no such method.
std::optional<Scope> ScopeOf(absl::string_view rpc);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_SCOPE_H_
