#include "analyzers/house/linters.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/house/topics.h"

namespace allreview::house {
namespace {

// Length of the longest prefix of the code in the list, plus one; 0: none.
size_t LongestPrefix(const std::vector<std::string>& prefixes, absl::string_view code) {
  size_t longest = 0;
  for (const std::string& prefix : prefixes) {
    if (prefix == "ALL") longest = std::max<size_t>(longest, 1);
    if (!prefix.empty() && absl::StartsWith(code, prefix)) {
      longest = std::max(longest, prefix.size() + 1);
    }
  }
  return longest;
}

// pylint names messages by code or by name, and knows no prefixes.
bool HasMessage(const std::vector<std::string>& list, absl::string_view code,
                absl::string_view name) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& item) { return item == code || item == name; });
}

// The code by which the tool reports the topic; empty: it does not.
std::string ReportedAs(const LinterCodes& codes, const Topic& topic) {
  if (codes.tool == "pylint") {
    const std::pair<std::string, std::string> message =
        absl::StrSplit(topic.pylint, absl::MaxSplits(' ', 1));
    if (message.first.empty()) return "";
    const bool is_chosen = codes.is_everything
                               ? !HasMessage(codes.ignored, message.first, message.second)
                               : HasMessage(codes.chosen, message.first, message.second);
    return is_chosen ? message.first : "";
  }
  for (absl::string_view code : absl::StrSplit(topic.ruff, ' ', absl::SkipEmpty())) {
    const size_t chosen = LongestPrefix(codes.chosen, code);
    if (chosen > LongestPrefix(codes.ignored, code)) return std::string(code);
  }
  return "";
}

}  // namespace

std::vector<Claim> ClaimsOf(const LinterCodes& codes) {
  std::vector<Claim> claims;
  for (const Topic& topic : Topics()) {
    // The number of characters is claimed where it stands.
    if (topic.id == "line-length") continue;
    const std::string code = ReportedAs(codes, topic);
    if (code.empty()) continue;
    claims.push_back({.id = std::string(topic.id),
                      .value = "",
                      .level = Level::kCiEnforced,
                      .tool = absl::StrCat(codes.tool, " ", code),
                      .files = codes.files,
                      .source = codes.source});
  }
  return claims;
}

Claim LineLengthClaim(const LinterCodes& codes, absl::string_view value, const Place& source) {
  const Topic* topic = FindTopic("line-length");
  const std::string code = topic == nullptr ? "" : ReportedAs(codes, *topic);
  return {.id = "line-length",
          .value = std::string(value),
          .level = code.empty() ? Level::kDeclared : Level::kCiEnforced,
          .tool = code.empty() ? std::string(codes.tool) : absl::StrCat(codes.tool, " ", code),
          .files = codes.files,
          .source = source};
}

}  // namespace allreview::house
