#include "services/report/story/code_change.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/display_text.h"
#include "services/report/markdown.h"
#include "services/report/pseudo_code/difference.h"

namespace allreview::report {
namespace {

constexpr size_t kShort = 64;  // Read at a glance beside each other.
constexpr size_t kMaxItem = 80;
constexpr size_t kAll = 1000;
constexpr size_t kMaxHolder = 100;

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

std::optional<std::string> ItemsText(Language language, absl::string_view before,
                                     absl::string_view after, size_t max_items) {
  constexpr Phrase kGains("{what} gets {added}", "{what} 新增 {added}");
  constexpr Phrase kLoses("{what} loses {gone}", "{what} 去掉 {gone}");
  constexpr Phrase kSwaps("{what} gets {added} instead of {gone}", "{what} 由 {gone} 改为 {added}");
  const std::optional<ItemDifference> difference = DifferenceOfItems(before, after);
  if (!difference || difference->gone.size() + difference->added.size() > max_items) {
    return std::nullopt;
  }
  const bool is_list = absl::EndsWith(difference->holder, "= ");
  if (!difference->is_call && !is_list) return std::nullopt;
  const std::string what = Code(Holder(*difference), kMaxHolder);
  const std::string added = Codes(language, difference->added);
  const std::string gone = Codes(language, difference->gone);
  const Phrase& phrase = gone.empty() ? kGains : added.empty() ? kLoses : kSwaps;
  return Say(language, phrase, {{"what", what}, {"added", added}, {"gone", gone}});
}

}  // namespace

std::optional<std::string> ItemChange(Language language, absl::string_view before,
                                      absl::string_view after) {
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
    auto items = ItemsText(language, before, after, longest > max_bytes ? kAll : kFew);
    if (items) return *std::move(items);
  }
  if (longest <= max_bytes) return side_by_side(before, after);
  const auto [old_text, new_text] = CondensePair(before, after, max_bytes);
  // Condensed, they may look alike.
  return old_text == new_text ? side_by_side(before, after) : side_by_side(old_text, new_text);
}

}  // namespace allreview::report
