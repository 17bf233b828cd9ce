#include "analyzers/diff/intraline.h"

#include <algorithm>
#include <cstdint>

#include "base/poll.h"

namespace allreview::diff {
namespace {

constexpr size_t kMaxLineBytes = 4096;
constexpr size_t kMaxTokens = 256;  // On each side, after what is common at both ends.

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

using Tokens = std::vector<Token>;

bool AreEqual(absl::string_view a, const Token& s, absl::string_view b, const Token& t) {
  return s.hash == t.hash && a.substr(s.span.first, s.span.end - s.span.first) ==
                                 b.substr(t.span.first, t.span.end - t.span.first);
}

// Adds a span, joined with the one before it where they touch.
void Append(std::vector<Span>& spans, Span span) {
  if (span.first == span.end) return;
  if (!spans.empty() && spans.back().end == span.first) {
    spans.back().end = span.end;
  } else {
    spans.push_back(span);
  }
}

// For each token of a range whether a longest common subsequence leaves it out.
struct Kept {
  std::vector<bool> before, after;
};

Kept LongestCommon(absl::string_view a, absl::string_view b, const Tokens& s, const Tokens& t,
                   size_t first, size_t s_end, size_t t_end) {
  size_t rows = s_end - first, columns = t_end - first;
  std::vector<uint16_t> length((rows + 1) * (columns + 1), 0);
  auto at = [&](size_t i, size_t j) -> uint16_t& { return length[i * (columns + 1) + j]; };
  for (size_t i = rows; i-- > 0;) {
    Poll(static_cast<int>(columns));
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = AreEqual(a, s[first + i], b, t[first + j]) ? at(i + 1, j + 1) + 1
                                                            : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  Kept kept{std::vector<bool>(rows, false), std::vector<bool>(columns, false)};
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (AreEqual(a, s[first + i], b, t[first + j])) {
      kept.before[i++] = kept.after[j++] = true;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  return kept;
}

// White space between two changes belongs to them: "a b" → "c d" is one change, not two.
void JoinOverSpace(const Tokens& tokens, size_t first, std::vector<bool>& kept) {
  for (size_t i = 1; i + 1 < kept.size(); ++i) {
    if (kept[i] && !kept[i - 1] && !kept[i + 1] && tokens[first + i].kind == TokenKind::kSpace) {
      kept[i] = false;
    }
  }
}

std::vector<Span> SpansOf(const Tokens& tokens, size_t first, const std::vector<bool>& kept) {
  std::vector<Span> spans;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) Append(spans, tokens[first + i].span);
  }
  return spans;
}

// One span on each side, between what is common at both ends.
LineChange CompareEnds(absl::string_view a, absl::string_view b) {
  size_t limit = std::min(a.size(), b.size()), front = 0, back = 0;
  while (front < limit && a[front] == b[front]) ++front;
  while (front > 0 && ((front < a.size() && IsContinuation(a[front])) ||
                       (front < b.size() && IsContinuation(b[front])))) {
    --front;
  }
  while (back < limit - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  while (back > 0 && IsContinuation(a[a.size() - back])) --back;
  LineChange change;
  Append(change.old_spans, {static_cast<int32_t>(front), static_cast<int32_t>(a.size() - back)});
  Append(change.new_spans, {static_cast<int32_t>(front), static_cast<int32_t>(b.size() - back)});
  return change;
}

}  // namespace

LineChange CompareLines(absl::string_view old_line, absl::string_view new_line) {
  PollBytes(old_line.size() + new_line.size());
  bool is_whitespace_only = EqualsButForSpace(old_line, new_line);
  LineChange change;
  if (std::max(old_line.size(), new_line.size()) > kMaxLineBytes) {
    change = CompareEnds(old_line, new_line);
    change.is_whitespace_only = is_whitespace_only;
    return change;
  }
  Tokens s = Tokenize(old_line), t = Tokenize(new_line);
  size_t first = 0, s_end = s.size(), t_end = t.size();
  while (first < s_end && first < t_end && AreEqual(old_line, s[first], new_line, t[first])) {
    ++first;
  }
  while (s_end > first && t_end > first &&
         AreEqual(old_line, s[s_end - 1], new_line, t[t_end - 1])) {
    --s_end, --t_end;
  }
  if (s_end - first > kMaxTokens || t_end - first > kMaxTokens) {
    change = CompareEnds(old_line, new_line);
  } else {
    Kept kept = LongestCommon(old_line, new_line, s, t, first, s_end, t_end);
    if (!is_whitespace_only) {
      JoinOverSpace(s, first, kept.before);
      JoinOverSpace(t, first, kept.after);
    }
    change.old_spans = SpansOf(s, first, kept.before);
    change.new_spans = SpansOf(t, first, kept.after);
  }
  change.is_whitespace_only = is_whitespace_only;
  return change;
}

}  // namespace allreview::diff
