#include "analyzers/rules/chinese/chinese.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/chinese/patterns.h"
#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {
namespace {

constexpr int kMaxDepth = 4;          // Phrases within phrases.
constexpr size_t kMaxPhrase = 2'000;  // Bytes; longer texts are not ours.

std::optional<std::string> Translate(absl::string_view english, int depth);

bool IsCodeSpan(absl::string_view text) {
  return text.size() > 2 && text.front() == '`' && text.back() == '`' &&
         !absl::StrContains(text.substr(1, text.size() - 2), "`");
}

// The parts of a list, cut at separators that stand outside of code spans and brackets.
std::vector<absl::string_view> SplitList(absl::string_view text, absl::string_view separator) {
  std::vector<absl::string_view> parts;
  size_t first = 0;
  int depth = 0;
  bool is_code = false;
  for (size_t i = 0; i < text.size(); ++i) {
    is_code ^= text[i] == '`';
    if (is_code) continue;
    depth += (text[i] == '(') - (text[i] == ')');
    if (depth != 0 || !absl::StartsWith(text.substr(i), separator)) continue;
    parts.push_back(text.substr(first, i - first));
    first = i + separator.size();
  }
  parts.push_back(text.substr(first));
  return parts;
}

// "`a`, `b` and `c`".
std::optional<std::string> TranslateNames(absl::string_view english) {
  std::vector<absl::string_view> names = SplitList(english, ", ");
  const std::vector<absl::string_view> last = SplitList(names.back(), " and ");
  names.pop_back();
  names.insert(names.end(), last.begin(), last.end());
  if (names.size() < 2 || !std::all_of(names.begin(), names.end(), IsCodeSpan)) return std::nullopt;
  const absl::string_view before_last = last.size() > 1 ? " 和 " : "、";
  std::string chinese(names[0]);
  for (size_t i = 1; i < names.size(); ++i) {
    absl::StrAppend(&chinese, i + 1 == names.size() ? before_last : "、", names[i]);
  }
  return chinese;
}

// "does not take `a` and also needs `b`": every part must be a phrase, so that
// nothing is put half into Chinese.
std::optional<std::string> TranslateList(absl::string_view english, int depth) {
  constexpr absl::string_view kSeparators[][2] = {
      {"; ", "；"}, {", and ", "，并且"}, {", ", "，"}, {" and ", "，并且"}, {" or ", "，或者"}};
  for (const auto& [separator, chinese_separator] : kSeparators) {
    const std::vector<absl::string_view> parts = SplitList(english, separator);
    if (parts.size() < 2) continue;
    std::string text;
    bool is_known = true;
    for (absl::string_view part : parts) {
      std::optional<std::string> chinese = Translate(part, depth);
      is_known = is_known && chinese.has_value();
      if (!is_known) break;
      absl::StrAppend(&text, text.empty() ? "" : chinese_separator, *chinese);
    }
    if (is_known) return text;
  }
  return std::nullopt;
}

std::optional<std::string> Translate(absl::string_view english, int depth) {
  if (english.empty() || english.size() > kMaxPhrase || depth > kMaxDepth) return std::nullopt;
  if (const auto phrase = ExactPhrase(english)) return std::string(*phrase);
  if (std::optional<std::string> names = TranslateNames(english)) return names;
  // Before patterns, of which one could take the whole list for what stands in its first item.
  if (std::optional<std::string> list = TranslateList(english, depth + 1)) return list;
  const std::optional<PatternMatch> match = MatchPattern(english);
  if (!match) return std::nullopt;
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : match->values) {
    const std::optional<std::string> chinese = Translate(value, depth + 1);
    if (name == "phrase" && !chinese) return std::nullopt;
    values[name] = chinese.value_or(std::string(value));
  }
  return FillPattern(match->chinese,
                     [&](absl::string_view name, bool) { return values[std::string(name)]; });
}

}  // namespace

std::optional<std::string> FindPhrase(absl::string_view english) { return Translate(english, 0); }

std::string InChinese(absl::string_view english) {
  return FindPhrase(english).value_or(std::string(english));
}

std::optional<std::string> FillChinese(absl::string_view text,
                                       const std::map<std::string, std::string>& params,
                                       const std::map<std::string, Words>& words) {
  bool is_complete = true;
  std::string filled = FillPattern(text, [&](absl::string_view name, bool is_code) {
    const auto value = params.find(std::string(name));
    is_complete = is_complete && value != params.end();
    if (!is_complete) return std::string();
    if (is_code) return value->second;
    const auto known = words.find(value->first);
    return known == words.end() ? InChinese(value->second) : In(Language::kChinese, known->second);
  });
  if (!is_complete) return std::nullopt;
  return filled;
}

}  // namespace allreview::rules::chinese
