#include "services/report/pseudo_code/difference.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "services/report/pseudo_code/condense.h"

namespace allreview::report {
namespace {

constexpr size_t kUnlimited = 1 << 20;
constexpr size_t kMaxItems = 6;

bool IsNameCharacter(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

size_t SharedPrefix(absl::string_view a, absl::string_view b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                             a.begin());
}

// Bytes at the end that both share, without those of the shared start.
size_t SharedSuffix(absl::string_view a, absl::string_view b, size_t prefix) {
  const size_t most = std::min(a.size(), b.size()) - prefix;
  size_t shared = 0;
  while (shared < most && a[a.size() - 1 - shared] == b[b.size() - 1 - shared]) ++shared;
  return shared;
}

// The innermost bracket that is open at `end`; npos: none.
size_t OpenBracketBefore(absl::string_view line, size_t end) {
  std::vector<size_t> open;
  for (size_t i = 0; i < end; ++i) {
    if (line[i] == '"' || line[i] == '\'') {
      i = EndOfString(line, i) - 1;
    } else if (absl::StrContains("([{", line.substr(i, 1))) {
      open.push_back(i);
    } else if (absl::StrContains(")]}", line.substr(i, 1)) && !open.empty()) {
      open.pop_back();
    }
  }
  return open.empty() ? absl::string_view::npos : open.back();
}

// Items of the bracket at `open`, and where it closes.
std::pair<std::vector<std::string>, size_t> ItemsOf(absl::string_view line, size_t open) {
  std::vector<std::string> items;
  size_t begin = open + 1;
  for (;;) {
    const size_t comma = FindOutside(line, ",", begin);
    // FindOutside passes over brackets, this one's end among them: the end is where depth is lost.
    size_t close = absl::string_view::npos;
    for (absl::string_view mark : {")", "]", "}"})
      close = std::min(close, FindOutside(line, mark, begin));
    const size_t end = std::min({comma, close, line.size()});
    const std::string item(absl::StripAsciiWhitespace(line.substr(begin, end - begin)));
    if (!item.empty()) items.push_back(item);
    if (end != comma) return {items, end};
    begin = end + 1;
  }
}

std::vector<std::string> Without(const std::vector<std::string>& items,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> rest;
  for (const std::string& item : items) {
    if (std::find(others.begin(), others.end(), item) == others.end()) rest.push_back(item);
  }
  return rest;
}

// Without the shared start and end as far as it takes; cuts stand at the ends of words.
std::string Focused(absl::string_view line, size_t prefix, size_t suffix, size_t max_bytes) {
  if (line.size() <= max_bytes) return std::string(line);
  const size_t context = max_bytes / 4;
  size_t begin = prefix > context ? prefix - context : 0;
  while (begin > 0 && IsNameCharacter(line[begin - 1])) --begin;
  size_t end = std::min(line.size(), line.size() - suffix + context);
  while (end < line.size() && IsNameCharacter(line[end])) ++end;
  return Shorten(absl::StrCat(begin > 0 ? "… " : "", line.substr(begin, end - begin),
                              end < line.size() ? " …" : ""),
                 max_bytes);
}

}  // namespace

std::optional<ItemDifference> DifferenceOfItems(absl::string_view before, absl::string_view after) {
  const std::string old_line = Condense(before, kUnlimited);
  const std::string new_line = Condense(after, kUnlimited);
  const size_t prefix = SharedPrefix(old_line, new_line);
  const size_t open = OpenBracketBefore(new_line, prefix);
  if (open == absl::string_view::npos || old_line == new_line) return std::nullopt;
  const auto [old_items, old_close] = ItemsOf(old_line, open);
  const auto [new_items, new_close] = ItemsOf(new_line, open);
  if (old_line.substr(std::min(old_close, old_line.size())) !=
      new_line.substr(std::min(new_close, new_line.size()))) {
    return std::nullopt;
  }
  ItemDifference difference{.holder = new_line.substr(0, open),
                            .lead = "",
                            .gone = Without(old_items, new_items),
                            .added = Without(new_items, old_items)};
  const size_t items = difference.gone.size() + difference.added.size();
  if (items == 0 || items > kMaxItems) return std::nullopt;
  const bool has_lead = !new_items.empty() && !old_items.empty() &&
                        new_items.front() == old_items.front() &&
                        (new_items.front()[0] == '"' || new_items.front()[0] == '\'');
  if (has_lead) difference.lead = new_items.front();
  size_t begin = open;
  while (begin > 0 && IsNameCharacter(new_line[begin - 1])) --begin;
  difference.is_call = new_line[open] == '(' && begin < open;
  if (difference.is_call) difference.holder = new_line.substr(begin, open - begin);
  return difference;
}

std::pair<std::string, std::string> CondensePair(absl::string_view before, absl::string_view after,
                                                 size_t max_bytes) {
  const std::string old_line = Condense(before, kUnlimited);
  const std::string new_line = Condense(after, kUnlimited);
  const size_t prefix = SharedPrefix(old_line, new_line);
  const size_t suffix = SharedSuffix(old_line, new_line, prefix);
  return {Focused(old_line, prefix, suffix, max_bytes),
          Focused(new_line, prefix, suffix, max_bytes)};
}

}  // namespace allreview::report
