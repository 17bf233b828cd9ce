#include "analyzers/intent/sections.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::intent {
namespace {

using Words = std::initializer_list<absl::string_view>;

bool ContainsAny(absl::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StrContains(text, word); });
}

}  // namespace

bool StartsWithAny(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StartsWith(text, word); });
}

Section SectionOf(absl::string_view heading) {
  const std::string text = absl::AsciiStrToLower(heading);
  const auto known = [](Part part) { return Section{.part = part, .is_known = true}; };
  if (ContainsAny(text, {"checklist", "screenshot", "review", "before your", "pre-check",
                         "contribution", "release note", "changelog", "for mrs", "how to use",
                         "usage", "issue tracking", "additional", "walkthrough", "summary by"})) {
    return {.is_skipped = true, .is_known = true};
  }
  if (ContainsAny(text, {"test", "verification", "validation", "验证", "测试"})) {
    return known(Part::kTest);
  }
  if (ContainsAny(
          text, {"risk", "limitation", "known issue", "follow-up", "follow up", "todo", "compatib",
                 "breaking", "caveat", "future work", "风险", "限制", "兼容", "后续"})) {
    return known(Part::kRisk);
  }
  if (ContainsAny(text, {"alternative", "trade-off", "tradeoff", "备选", "替代", "权衡"})) {
    return known(Part::kAlternative);
  }
  if (ContainsAny(text,
                  {"why", "motivation", "background", "context", "problem", "rationale", "reason",
                   "purpose", "goal", "root cause", "原因", "背景", "动机", "问题"})) {
    return known(Part::kWhy);
  }
  if (ContainsAny(text, {"how", "implementation", "approach", "design", "detail", "solution", "fix",
                         "实现", "方案"})) {
    return known(Part::kHow);
  }
  if (ContainsAny(text, {"what", "summary", "description", "overview", "change", "feature", "内容",
                         "概述", "改动", "变更"})) {
    return {.is_known = true};
  }
  return {};
}

namespace {

// "Reviewed By: A", "Pulled-by: B", "fbshipit-source-id: 12ab": what tools write below a message.
bool IsTrailer(absl::string_view lower) {
  const size_t colon = lower.find(": ");
  if (colon == absl::string_view::npos || colon > 40) return false;
  const absl::string_view key = lower.substr(0, colon);
  const bool is_short = std::count(key.begin(), key.end(), ' ') <= 1;
  return is_short && (absl::EndsWith(key, " by") || absl::EndsWith(key, "-by") ||
                      absl::EndsWith(key, "-id") || absl::EndsWith(key, "-ids"));
}

}  // namespace

bool IsNoise(absl::string_view line) {
  if (StartsWithAny(line, {">", "|", "---", "***", "===", "___", ":warning:", "⚠"})) return true;
  for (absl::string_view bullet : {"-", "*", "+"}) {
    if (absl::StartsWith(line, absl::StrCat(bullet, " ["))) {
      absl::string_view box = line.substr(3);
      if (box.size() >= 2 && box[1] == ']') return true;
    }
  }
  const std::string lower = absl::AsciiStrToLower(line);
  if (IsTrailer(lower)) return true;
  return StartsWithAny(lower, {"signed-off-by:", "co-authored-by:", "cherry-picked-from:",
                               "(cherry picked from", "see merge request ", "generated with",
                               "🤖 generated", "this reverts commit ", "ghstack-source-id",
                               "pull request resolved:", "pull-request-resolved",
                               "differential revision:", "stack from ", "cc @", "cc: @", "/cc ",
                               "http://", "https://"}) ||
         (absl::StartsWith(line, "[") && absl::StrContains(line, "]: "));
}

}  // namespace allreview::intent
