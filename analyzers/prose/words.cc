#include "analyzers/prose/words.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::prose {
namespace {

using Words = std::initializer_list<absl::string_view>;

bool ContainsAny(absl::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StrContains(text, word); });
}

bool StartsWithAny(absl::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StartsWith(text, word); });
}

// What went wrong until now.
bool TellsOfTrouble(absl::string_view text) {
  return ContainsAny(text, {" out of memory", " was too ",   " were too ", " is too ",  " are too ",
                            " wrongly ",      " was never ", " never ",    " did not ", " was not ",
                            " were not ",     " overflows",  " overflow.", " nan",      " leaks",
                            " leaked",        " race ",      " oom",       " stale ",   " mismatch",
                            " was reduced ",  " was summed", " slower ",   " too slow", "错误",
                            "溢出",           "显存不足",    "泄漏",       "死锁",      "不正确"});
}

bool GivesReason(absl::string_view text) {
  return ContainsAny(text,
                     {" because ",   " so that ",    " in order to ", " otherwise ",   " to avoid ",
                      " avoids ",    " avoiding ",   " currently ",   " previously ",  " due to ",
                      " causes ",    " caused ",     " causing ",     " fails ",       " failed ",
                      " failing ",   " crashes",     " crashed",      " hangs",        " deadlock",
                      " regression", " is broken",   " was broken",   " incorrect",    " is wrong",
                      " was wrong",  " is missing",  " was missing",  " prevents ",    " is needed",
                      " are needed", " is required", " to support ",  " enables ",     " to allow ",
                      " allows ",    " to fix ",     " unable to ",   " not able to ", " cannot ",
                      "因为",        "由于",         "以便",          "避免",          "导致",
                      "目前",        "之前"}) ||
         TellsOfTrouble(text);
}

bool TellsOfTests(absl::string_view text) {
  return ContainsAny(text, {" tested ", " verified ", " validated ", " unit test", " test passes",
                            " tests pass", " ran the ", " convergence test", " benchmarked ",
                            "已测试", "已验证", "单测", "测试通过"});
}

bool TellsOfRisk(absl::string_view text) {
  return ContainsAny(text, {" not yet support",
                            " does not support",
                            " do not support",
                            " is not supported",
                            " are not supported",
                            " not implemented yet",
                            " follow-up",
                            " follow up",
                            " todo",
                            " known issue",
                            " limitation",
                            " backward compat",
                            " backwards compat",
                            " breaking change",
                            " breaks compat",
                            " incompatible",
                            " will be removed",
                            " is deprecated",
                            " future pr",
                            " future work",
                            " experimental",
                            " only works ",
                            " only supports ",
                            "暂不支持",
                            "不兼容",
                            "后续",
                            "兼容性",
                            "限制",
                            "已废弃"});
}

bool TellsOfAlternatives(absl::string_view text) {
  return ContainsAny(text, {" alternative", " we considered", " another option", " trade-off",
                            " tradeoff", " at the cost of", " downside", " drawback",
                            " could also ", "另一种方案", "备选", "权衡", "代价"});
}

}  // namespace

Section SectionOf(absl::string_view heading) {
  const std::string text = absl::AsciiStrToLower(heading);
  const auto known = [](Role role) { return Section{.role = role, .is_known = true}; };
  if (ContainsAny(text, {"checklist", "screenshot", "review", "before your", "pre-check",
                         "contribution", "release note", "changelog", "for mrs", "how to use",
                         "usage", "issue tracking", "additional", "walkthrough", "summary by"})) {
    return {.is_skipped = true, .is_known = true};
  }
  if (ContainsAny(text, {"test", "verification", "validation", "验证", "测试"})) {
    return known(Role::kTest);
  }
  if (ContainsAny(
          text, {"risk", "limitation", "known issue", "follow-up", "follow up", "todo", "compatib",
                 "breaking", "caveat", "future work", "风险", "限制", "兼容", "后续"})) {
    return known(Role::kRisk);
  }
  if (ContainsAny(text, {"alternative", "trade-off", "tradeoff", "备选", "替代", "权衡"})) {
    return known(Role::kAlternative);
  }
  if (ContainsAny(text,
                  {"why", "motivation", "background", "context", "problem", "rationale", "reason",
                   "purpose", "goal", "root cause", "原因", "背景", "动机", "问题"})) {
    return known(Role::kWhy);
  }
  if (ContainsAny(text, {"how", "implementation", "approach", "design", "detail", "solution", "fix",
                         "实现", "方案"})) {
    return known(Role::kHow);
  }
  if (ContainsAny(text, {"what", "summary", "description", "overview", "change", "feature", "内容",
                         "概述", "改动", "变更"})) {
    return {.is_known = true};
  }
  return {};
}

Role RoleOf(absl::string_view sentence) {
  const std::string text = absl::StrCat(" ", absl::AsciiStrToLower(sentence), " ");
  if (TellsOfAlternatives(text)) return Role::kAlternative;
  if (TellsOfRisk(text)) return Role::kRisk;
  if (TellsOfTests(text)) return Role::kTest;
  return GivesReason(text) ? Role::kWhy : Role::kWhat;
}

bool IsNoise(absl::string_view line) {
  if (StartsWithAny(line, {">", "|", "---", "***", "===", "___", ":warning:", "⚠"})) return true;
  for (absl::string_view bullet : {"-", "*", "+"}) {
    if (absl::StartsWith(line, absl::StrCat(bullet, " ["))) {
      absl::string_view box = line.substr(3);
      if (box.size() >= 2 && box[1] == ']') return true;
    }
  }
  const std::string lower = absl::AsciiStrToLower(line);
  return StartsWithAny(lower, {"signed-off-by:",
                               "co-authored-by:",
                               "co-developed-by:",
                               "reviewed-by:",
                               "acked-by:",
                               "tested-by:",
                               "reported-by:",
                               "suggested-by:",
                               "change-id:",
                               "cherry-picked-from:",
                               "(cherry picked from",
                               "see merge request ",
                               "generated with",
                               "🤖 generated",
                               "this reverts commit ",
                               "cc @",
                               "cc: @",
                               "/cc ",
                               "http://",
                               "https://"}) ||
         (absl::StartsWith(line, "[") && absl::StrContains(line, "]: "));
}

}  // namespace allreview::prose
