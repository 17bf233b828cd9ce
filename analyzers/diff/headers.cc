#include "analyzers/diff/headers.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::diff {
namespace {

constexpr int64_t kMaxNumber = std::numeric_limits<int32_t>::max();

// Reads digits from the front; -1: none, -2: too large.
int64_t ConsumeNumber(absl::string_view& words) {
  size_t digits = 0;
  int64_t value = 0;
  while (digits < words.size() && absl::ascii_isdigit(words[digits])) {
    if (value <= kMaxNumber) value = value * 10 + (words[digits] - '0');
    ++digits;
  }
  words.remove_prefix(digits);
  if (digits == 0) return -1;
  return value > kMaxNumber ? -2 : value;
}

// Reads `12,3` or `12`.
HunkHeader::Outcome ConsumeRange(absl::string_view& words, HunkHeader::Range& range,
                                 bool& is_respelled) {
  is_respelled |= words.size() > 1 && words[0] == '0' && absl::ascii_isdigit(words[1]);
  int64_t start = ConsumeNumber(words);
  int64_t lines = 1;
  if (absl::ConsumePrefix(&words, ",")) {
    is_respelled |= words.size() > 1 && words[0] == '0' && absl::ascii_isdigit(words[1]);
    lines = ConsumeNumber(words);
    is_respelled |= lines == 1;
  }
  if (start == -1 || lines == -1) return HunkHeader::Outcome::kBad;
  if (start == -2 || lines == -2 || start + lines > kMaxNumber) return HunkHeader::Outcome::kRange;
  if (start == 0 && lines > 0) return HunkHeader::Outcome::kBad;
  range = {static_cast<int32_t>(start), static_cast<int32_t>(lines)};
  return HunkHeader::Outcome::kOk;
}

bool IsDigits(absl::string_view words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), absl::ascii_isdigit);
}

// Reads `12` or `12,13` from the front.
bool ConsumeLineRange(absl::string_view& words) {
  if (ConsumeNumber(words) == -1) return false;
  return !absl::ConsumePrefix(&words, ",") || ConsumeNumber(words) != -1;
}

bool IsHex(absl::string_view words) {
  return std::all_of(words.begin(), words.end(),
                     [](char c) { return absl::ascii_isxdigit(c) && !absl::ascii_isupper(c); });
}

void AppendRange(std::string& out, HunkHeader::Range range) {
  absl::StrAppend(&out, range.start);
  if (range.lines != 1) absl::StrAppend(&out, ",", range.lines);
}

}  // namespace

HunkHeader ParseHunkHeader(absl::string_view line) {
  HunkHeader header;
  absl::string_view words = line;
  size_t signs = std::min(words.find_first_not_of('@'), words.size());
  absl::string_view mark = words.substr(0, signs);
  if (signs < 2) return header;
  if (signs - 1 > kMaxParents) {
    header.parents = static_cast<int>(std::min<size_t>(signs - 1, 1000));
    header.outcome = HunkHeader::Outcome::kTooManyParents;
    return header;
  }
  header.parents = static_cast<int>(signs) - 1;
  words.remove_prefix(signs);
  for (int i = 0; i <= header.parents; ++i) {
    bool is_after = i == header.parents;
    if (!absl::ConsumePrefix(&words, is_after ? " +" : " -")) return header;
    HunkHeader::Outcome outcome =
        ConsumeRange(words, is_after ? header.after : header.before[i], header.is_respelled);
    if (outcome != HunkHeader::Outcome::kOk) {
      header.outcome = outcome;
      return header;
    }
  }
  if (!absl::ConsumePrefix(&words, " ") || !absl::ConsumePrefix(&words, mark)) return header;
  if (absl::StartsWith(words, "@")) return header;
  header.is_respelled |= !words.empty() && !absl::ConsumePrefix(&words, " ");
  size_t offset = line.size() - words.size();
  if (offset > 255) return header;  // Only zeros before the numbers make it so long.
  if (offset < line.size()) {
    header.section_offset = static_cast<uint8_t>(offset);
  } else {
    header.is_respelled |= line.back() == ' ';
  }
  header.outcome = HunkHeader::Outcome::kOk;
  return header;
}

std::string FormatHunkHeader(HunkHeader::Range before, HunkHeader::Range after,
                             std::optional<absl::string_view> section) {
  std::string out = "@@ -";
  AppendRange(out, before);
  out += " +";
  AppendRange(out, after);
  out += " @@";
  if (section) absl::StrAppend(&out, " ", *section);
  out += '\n';
  return out;
}

std::optional<uint16_t> ParseMode(absl::string_view octal) {
  if (octal.size() < 5 || octal.size() > 6) return std::nullopt;
  uint32_t mode = 0;
  for (char c : octal) {
    if (c < '0' || c > '7') return std::nullopt;
    mode = mode * 8 + (c - '0');
  }
  if (mode > 0177777) return std::nullopt;
  return static_cast<uint16_t>(mode);
}

std::optional<uint8_t> ParsePercent(absl::string_view words) {
  int64_t value = ConsumeNumber(words);
  if (value < 0 || value > 100 || words != "%") return std::nullopt;
  return static_cast<uint8_t>(value);
}

bool IsObjectId(absl::string_view words) {
  return words.size() >= 4 && words.size() <= 64 && IsHex(words);
}

bool IsNullId(absl::string_view id) {
  return !id.empty() && id.find_first_not_of('0') == absl::string_view::npos;
}

bool IsEmptyBlobId(absl::string_view id) {
  return absl::StartsWith("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", id) ||
         absl::StartsWith("473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813", id);
}

bool IsMailStart(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "From ")) return false;
  size_t space = line.find(' ');
  return (space == 40 || space == 64) && IsHex(line.substr(0, space));
}

bool IsMailHeader(absl::string_view line) {
  constexpr absl::string_view kNames[] = {
      "Content-Type", "Date",       "Delivered-To", "From",        "In-Reply-To", "MIME-Version",
      "Message-ID",   "Message-Id", "Received",     "Return-Path", "Subject",     "To",
      "X-Mailer",     "Cc",         "References",   "Reply-To",    "Sender"};
  absl::string_view name = line.substr(0, line.find(':'));
  if (name.size() == line.size()) return false;
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool IsLogStart(absl::string_view line) {
  if (line == "# HG changeset patch") return true;
  if (!absl::ConsumePrefix(&line, "commit ")) return false;
  absl::string_view id = line.substr(0, line.find(' '));
  return id.size() >= 7 && IsObjectId(id);
}

bool IsStatLine(absl::string_view line) {
  if (absl::StartsWith(line, ":") && line.size() > 14 && line[7] == ' ' && line[14] == ' ') {
    return true;  // --raw
  }
  if (!absl::ConsumePrefix(&line, " ")) return false;
  if (absl::StartsWith(line, "create mode ") || absl::StartsWith(line, "delete mode ") ||
      absl::StartsWith(line, "mode change ") || absl::StartsWith(line, "rename ") ||
      absl::StartsWith(line, "copy ") || absl::StartsWith(line, "rewrite ")) {
    return true;
  }
  size_t number = line.find_first_not_of(' ');
  if (number != absl::string_view::npos && absl::ascii_isdigit(line[number])) {
    absl::string_view words = line.substr(number);
    ConsumeNumber(words);
    if (absl::StartsWith(words, " file changed") || absl::StartsWith(words, " files changed")) {
      return true;
    }
  }
  size_t bar = line.rfind(" | ");
  if (bar == absl::string_view::npos) return false;
  absl::string_view count = absl::StripAsciiWhitespace(line.substr(bar + 3));
  return absl::StartsWith(count, "Bin") || IsDigits(count.substr(0, count.find(' ')));
}

bool IsNormalDiffCommand(absl::string_view line) {
  if (!ConsumeLineRange(line) || line.empty()) return false;
  if (line[0] != 'a' && line[0] != 'c' && line[0] != 'd') return false;
  line.remove_prefix(1);
  return ConsumeLineRange(line) && line.empty();
}

}  // namespace allreview::diff
