#include "analyzers/diff/paths.h"

#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace allreview::diff {
namespace {

constexpr size_t kMaxPathBytes = 64 << 10;  // No system has longer ones; messages stay small.

// The byte of a one-letter escape, or -1.
int OneLetterEscape(char letter) {
  switch (letter) {
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'v':
      return '\v';
    case 'f':
      return '\f';
    case 'r':
      return '\r';
    case '"':
      return '"';
    case '\\':
      return '\\';
    default:
      return -1;
  }
}

bool IsOctal(char c) { return c >= '0' && c <= '7'; }

bool HasPrefix(absl::string_view name, char letter) {
  return name.size() > 2 && name[0] == letter && name[1] == '/';
}

// Without its first component, or as it is.
absl::string_view Tail(absl::string_view name) {
  size_t slash = name.find('/');
  return slash == absl::string_view::npos ? name : name.substr(slash + 1);
}

// Splits `X Y` (`separator` between them) where X and Y have one length and are equal, at least
// without their first components. Two different renames never look like that.
std::optional<PathPair> SplitInHalf(absl::string_view words, absl::string_view separator) {
  if (words.size() < separator.size() + 2 || (words.size() - separator.size()) % 2 != 0) {
    return std::nullopt;
  }
  size_t half = (words.size() - separator.size()) / 2;
  if (words.substr(half, separator.size()) != separator) return std::nullopt;
  PathPair pair{words.substr(0, half), words.substr(half + separator.size())};
  if (pair.before == pair.after) return pair;
  if (HasPrefixes(pair.before, pair.after) && pair.before.substr(2) == pair.after.substr(2)) {
    return pair;
  }
  return std::nullopt;
}

// Two different unquoted names can be told apart when only one place fits.
std::optional<PathPair> SplitOnce(absl::string_view words, absl::string_view separator) {
  size_t at = words.find(separator);
  if (at == absl::string_view::npos || at == 0 ||
      words.find(separator, at + 1) != absl::string_view::npos) {
    return std::nullopt;
  }
  return PathPair{words.substr(0, at), words.substr(at + 1)};
}

}  // namespace

ReadPath ReadQuotedPath(absl::string_view line, const Intern& intern) {
  const ReadPath bad{.is_bad_quote = true};
  std::string decoded;
  size_t i = 1;
  while (i < line.size() && line[i] != '"') {
    if (line[i] != '\\') {
      decoded.push_back(line[i++]);
      continue;
    }
    if (i + 1 >= line.size()) return bad;
    if (int byte = OneLetterEscape(line[i + 1]); byte >= 0) {
      decoded.push_back(static_cast<char>(byte));
      i += 2;
      continue;
    }
    if (i + 3 >= line.size() || line[i + 1] > '3' || !IsOctal(line[i + 1]) ||
        !IsOctal(line[i + 2]) || !IsOctal(line[i + 3])) {
      return bad;
    }
    decoded.push_back(static_cast<char>((line[i + 1] - '0') * 64 + (line[i + 2] - '0') * 8 +
                                        (line[i + 3] - '0')));
    i += 4;
  }
  if (i >= line.size()) return bad;
  decoded.shrink_to_fit();
  return {.is_quoted = true, .path = intern(std::move(decoded)), .rest = line.substr(i + 1)};
}

ReadPath ReadFilePath(absl::string_view line, const Intern& intern) {
  if (absl::StartsWith(line, "\"")) return ReadQuotedPath(line, intern);
  size_t tab = line.find('\t');
  if (tab == absl::string_view::npos) return {.path = line};
  return {.path = line.substr(0, tab), .rest = line.substr(tab)};
}

namespace {

GitLine SplitAnyGitLine(absl::string_view words, const Intern& intern) {
  if (words.empty()) return {};
  if (words[0] == '"') {
    ReadPath before = ReadQuotedPath(words, intern);
    if (before.is_bad_quote) return {.is_bad_quote = true};
    if (!absl::ConsumePrefix(&before.rest, " ") || before.rest.empty()) return {};
    if (before.rest[0] != '"') return {.paths = PathPair{before.path, before.rest}};
    ReadPath after = ReadQuotedPath(before.rest, intern);
    if (after.is_bad_quote) return {.is_bad_quote = true};
    return {.paths = PathPair{before.path, after.path}};
  }
  if (size_t quote = words.find(" \""); quote != absl::string_view::npos && words.back() == '"') {
    ReadPath after = ReadQuotedPath(words.substr(quote + 1), intern);
    if (after.is_bad_quote) return {.is_bad_quote = true};
    return {.paths = PathPair{words.substr(0, quote), after.path}};
  }
  if (std::optional<PathPair> halves = SplitInHalf(words, " ")) return {.paths = halves};
  if (std::optional<PathPair> pair = SplitOnce(words, " b/")) return {.paths = pair};
  return {.paths = SplitOnce(words, " ")};
}

}  // namespace

GitLine SplitGitLine(absl::string_view words, const Intern& intern) {
  GitLine line = SplitAnyGitLine(words, intern);
  if (line.paths && (line.paths->before.empty() || line.paths->after.empty())) line.paths.reset();
  return line;
}

std::optional<PathPair> SplitBinaryLine(absl::string_view words) {
  if (words.size() > 2 * kMaxPathBytes) return std::nullopt;
  if (std::optional<PathPair> halves = SplitInHalf(words, " and ")) return halves;
  size_t at = words.find(" and ");
  while (at != absl::string_view::npos) {
    PathPair pair{words.substr(0, at), words.substr(at + 5)};
    if (Tail(pair.before) == Tail(pair.after)) return pair;
    at = words.find(" and ", at + 1);
    if (at > 4096) return std::nullopt;  // Keeps the time linear.
  }
  return std::nullopt;
}

bool HasPrefixes(absl::string_view before, absl::string_view after) {
  constexpr absl::string_view kPairs[] = {"ab", "ba", "iw", "wi", "ci", "ic",
                                          "cw", "wc", "ow", "wo", "12", "21"};
  if (before.empty() && after.empty()) return false;
  for (absl::string_view pair : kPairs) {
    if ((before.empty() || HasPrefix(before, pair[0])) &&
        (after.empty() || HasPrefix(after, pair[1]))) {
      return true;
    }
  }
  return false;
}

bool IsSafePath(absl::string_view path) {
  if (path.empty() || path.size() > kMaxPathBytes || absl::StrContains(path, '\0')) return false;
  while (true) {
    size_t slash = path.find('/');
    absl::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || absl::EqualsIgnoreCase(part, ".git")) {
      return false;
    }
    if (slash == absl::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

bool IsEpoch(absl::string_view stamp) {
  stamp = absl::StripAsciiWhitespace(stamp);
  constexpr size_t kTime = 19;  // "1970-01-01 00:00:00"
  int hours = 0, minutes = 0, seconds = 0, zone = 0;
  bool is_first = absl::StartsWith(stamp, "1970-01-01 ");
  if (!is_first && !absl::StartsWith(stamp, "1969-12-31 ")) return false;
  if (stamp.size() < kTime || !absl::SimpleAtoi(stamp.substr(11, 2), &hours) ||
      !absl::SimpleAtoi(stamp.substr(14, 2), &minutes) ||
      !absl::SimpleAtoi(stamp.substr(17, 2), &seconds)) {
    return false;
  }
  absl::string_view rest = stamp.substr(kTime);
  if (absl::ConsumePrefix(&rest, ".")) {
    while (absl::ConsumePrefix(&rest, "0")) {
    }
  }
  if (!absl::ConsumePrefix(&rest, " ") || rest.size() != 5 ||
      !absl::SimpleAtoi(rest.substr(1), &zone)) {
    return false;
  }
  int offset = (zone / 100) * 60 + zone % 100;
  int local = hours * 60 + minutes - (is_first ? 0 : 24 * 60);
  return seconds == 0 && local == (rest[0] == '-' ? -offset : offset);
}

}  // namespace allreview::diff
