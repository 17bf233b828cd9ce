#include "services/report/story/code_change.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/difference.h"

namespace allreview::report {
namespace {

constexpr size_t kShort = 64;  // Read at a glance beside each other.
constexpr size_t kMaxItem = 80;
constexpr size_t kAll = 1000;
constexpr size_t kMaxHolder = 100;
constexpr size_t kMaxMore = 200;  // Of what a condition gains: it is what the change is about.
constexpr size_t kUnlimited = 1 << 20;

std::string Code(absl::string_view text, size_t max_bytes) {
  return MarkdownCode(Shorten(CleanLine(text), max_bytes));
}

std::string Codes(Language language, const std::vector<std::string>& items) {
  std::vector<std::string> codes;
  for (const std::string& item : items) codes.push_back(Code(item, kMaxItem));
  if (codes.size() < 2 || language == Language::kChinese) {
    return absl::StrJoin(codes, Comma(language));
  }
  const std::string first = absl::StrJoin(codes.begin(), codes.end() - 1, Comma(language));
  return absl::StrCat(first, " and ", codes.back());
}

// "f(…)", "names = […]".
std::string Holder(const ItemDifference& difference) {
  if (!difference.is_call) return absl::StrCat(difference.holder, "[…]");
  const absl::string_view comma = difference.lead.empty() ? "" : ", ";
  return absl::StrCat(difference.holder, "(", difference.lead, comma, "…)");
}

// "x" of "if x:" and "assert x, message".
std::string ExpressionOf(absl::string_view code) {
  const std::string line = Condense(code, kUnlimited);
  absl::string_view rest = line;
  for (absl::string_view keyword : {"if ", "elif ", "while ", "assert ", "return "}) {
    if (!absl::ConsumePrefix(&rest, keyword)) continue;
    if (keyword == "assert ") rest = rest.substr(0, FindOutside(rest, ", "));
    break;
  }
  absl::ConsumeSuffix(&rest, ":");
  return WithoutParentheses(rest);
}

bool IsText(absl::string_view item) {
  return absl::StartsWith(item, "\"") || absl::StartsWith(item, "'") ||
         absl::StartsWith(item, "f\"") || absl::StartsWith(item, "f'");
}

// What an f-string computes, without its words.
std::string FieldsOf(absl::string_view text) {
  std::string fields;
  int depth = 0;
  for (const char c : absl::StartsWith(text, "f") ? text : absl::string_view()) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth > 0) fields += c;
  }
  return fields;
}

// Only messages differ: they are long, and nothing hangs on them.
std::string TextChange(Language language, absl::string_view what) {
  constexpr Phrase kText("only the text in {what} changes", "{what} 仅修改了文案");
  return Say(language, kText, {{"what", Code(what, kMaxHolder)}});
}

// A condition or value that another was added to or taken from: "x" and "x or y".
std::optional<std::string> Extension(Language language, absl::string_view before,
                                     absl::string_view after) {
  constexpr Phrase kGets("adds {more} to {what}", "{what} 新增 {more}");
  constexpr Phrase kLoses("removes {more} from {what}", "{what} 删除 {more}");
  const bool grows = after.size() > before.size();
  const absl::string_view longer = grows ? after : before;
  const absl::string_view shorter = grows ? before : after;
  absl::string_view more;
  if (shorter.empty()) return std::nullopt;
  if (absl::StartsWith(longer, absl::StrCat(shorter, " "))) {
    more = longer.substr(shorter.size() + 1);
  } else if (absl::EndsWith(longer, absl::StrCat(" ", shorter))) {
    more = longer.substr(0, longer.size() - shorter.size() - 1);
  }
  const bool is_condition = absl::StartsWith(more, "and ") || absl::StartsWith(more, "or ") ||
                            absl::StartsWith(more, "if ") || absl::EndsWith(more, " and") ||
                            absl::EndsWith(more, " or");
  if (!is_condition) return std::nullopt;
  return Say(language, grows ? kGets : kLoses,
             {{"what", Code(shorter, kMaxHolder)}, {"more", Code(more, kMaxMore)}});
}

// The only argument that differs, when it is a text or grows.
std::optional<std::string> ArgumentChange(Language language, const ItemDifference& difference) {
  constexpr Phrase kWithin("in {what}, {difference}", "{what} 中，{difference}");
  if (difference.gone.size() != 1 || difference.added.size() != 1) return std::nullopt;
  const std::string& gone = difference.gone.front();
  const std::string& added = difference.added.front();
  if (difference.is_call && IsText(gone) && IsText(added) && FieldsOf(gone) == FieldsOf(added)) {
    return TextChange(language, Holder(difference));
  }
  const std::optional<std::string> extension = Extension(language, gone, added);
  if (!extension) return std::nullopt;
  return Say(language, kWithin,
             {{"what", Code(Holder(difference), kMaxHolder)}, {"difference", *extension}});
}

std::optional<std::string> ItemsText(Language language, absl::string_view before,
                                     absl::string_view after, size_t max_items) {
  constexpr Phrase kGains("adds {added} to {what}", "{what} 新增 {added}");
  constexpr Phrase kLoses("removes {gone} from {what}", "{what} 删除 {gone}");
  constexpr Phrase kSwaps("replaces {gone} in {what} with {added}",
                          "将 {what} 中的 {gone} 改为 {added}");
  const std::optional<ItemDifference> difference = DifferenceOfItems(before, after);
  if (!difference || difference->gone.size() + difference->added.size() > max_items) {
    return std::nullopt;
  }
  const bool is_list =
      absl::EndsWith(difference->holder, "=") || absl::EndsWith(difference->holder, "= ");
  if (!difference->is_call && !is_list) return std::nullopt;
  if (auto argument = ArgumentChange(language, *difference)) return argument;
  const std::string what = Code(Holder(*difference), kMaxHolder);
  const std::string added = Codes(language, difference->added);
  const std::string gone = Codes(language, difference->gone);
  const Phrase& phrase = gone.empty() ? kGains : added.empty() ? kLoses : kSwaps;
  return Say(language, phrase, {{"what", what}, {"added", added}, {"gone", gone}});
}

}  // namespace

std::optional<std::string> ItemChange(Language language, absl::string_view before,
                                      absl::string_view after) {
  const std::string old_text = ExpressionOf(before), new_text = ExpressionOf(after);
  if (old_text == new_text) return TextChange(language, new_text);
  if (auto extension = Extension(language, old_text, new_text)) return extension;
  return ItemsText(language, before, after, kAll);
}

std::string CodeChange(Language language, absl::string_view before, absl::string_view after,
                       size_t max_bytes) {
  constexpr size_t kFew = 3;
  const size_t longest = std::max(before.size(), after.size());
  const auto side_by_side = [&](absl::string_view old_text, absl::string_view new_text) {
    return absl::StrCat(Code(old_text, max_bytes), " → ", Code(new_text, max_bytes));
  };
  if (longest > kShort) {
    const std::string old_text = ExpressionOf(before), new_text = ExpressionOf(after);
    if (old_text == new_text) return TextChange(language, new_text);
    if (auto extension = Extension(language, old_text, new_text)) return *std::move(extension);
    auto items = ItemsText(language, before, after, longest > max_bytes ? kAll : kFew);
    if (items) return *std::move(items);
  }
  if (longest <= max_bytes) return side_by_side(before, after);
  const auto [old_text, new_text] = CondensePair(before, after, max_bytes);
  // Condensed, they may look alike.
  return old_text == new_text ? side_by_side(before, after) : side_by_side(old_text, new_text);
}

}  // namespace allreview::report
