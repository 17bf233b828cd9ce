#include "analyzers/diff/apply_hunks.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace allreview::diff {
namespace {

// The first line of a text with its line end, if it has one.
absl::string_view FirstLine(absl::string_view text) {
  const size_t end = text.find('\n');
  return end == absl::string_view::npos ? text : text.substr(0, end + 1);
}

bool IsInsideCharacter(absl::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

// A line for messages; a long one only around its byte `at`.
std::string Quoted(absl::string_view line, size_t at = 0) {
  constexpr size_t kMostBytes = 60;
  if (absl::EndsWith(line, "\n")) line.remove_suffix(1);
  size_t first = line.size() <= kMostBytes || at < kMostBytes / 2 ? 0 : at - kMostBytes / 2;
  size_t end = std::min(line.size(), first + kMostBytes);
  while (IsInsideCharacter(line, first)) ++first;
  while (IsInsideCharacter(line, end)) --end;
  return absl::StrCat("\"", first > 0 ? "…" : "",
                      absl::Utf8SafeCEscape(line.substr(first, end - first)),
                      end < line.size() ? "…\"" : "\"");
}

size_t FirstDifference(absl::string_view a, absl::string_view b) {
  return std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
}

// What the hunks call one of the two versions.
struct Version {
  absl::string_view name;
  char own_kind;  // Of lines that only this version has.
  int64_t HunkText::*start;
  int64_t HunkText::*lines;

  int64_t FirstLineOf(const HunkText& hunk) const {
    return hunk.*start + (hunk.*lines == 0 ? 1 : 0);
  }
};

constexpr Version kOld = {"old", '-', &HunkText::old_start, &HunkText::old_lines};
constexpr Version kNew = {"new", '+', &HunkText::new_start, &HunkText::new_lines};

// Walks through the known version and writes the other one.
class Application {
 public:
  Application(absl::string_view known, const Version& from, const Version& to)
      : rest_(known), from_(from), to_(to) {
    result_.reserve(known.size());
  }

  absl::StatusOr<std::string> Run(const std::vector<HunkText>& hunks) {
    for (const HunkText& hunk : hunks) {
      ++hunk_;
      RETURN_IF_ERROR(SkipTo(hunk));
      RETURN_IF_ERROR(AddHunk(hunk));
    }
    if (!rest_.empty()) RETURN_IF_ERROR(Append(rest_));
    return std::move(result_);
  }

 private:
  // Copies what lies before a hunk.
  absl::Status SkipTo(const HunkText& hunk) {
    const int64_t wanted = from_.FirstLineOf(hunk);
    if (wanted < from_line_) {
      return absl::InvalidArgumentError(
          absl::StrCat("hunk ", hunk_, " begins at line ", wanted, " of the ", from_.name,
                       " version, wanted line ", from_line_, " or later"));
    }
    size_t bytes = 0;
    for (; from_line_ < wanted && bytes < rest_.size(); ++from_line_, ++to_line_) {
      bytes += FirstLine(rest_.substr(bytes)).size();
    }
    if (from_line_ < wanted) {
      return absl::FailedPreconditionError(
          absl::StrCat("the ", from_.name, " version ends at line ", from_line_ - 1, ", hunk ",
                       hunk_, " begins at line ", wanted));
    }
    if (const int64_t line = to_.FirstLineOf(hunk); line != to_line_) {
      return absl::InvalidArgumentError(absl::StrCat("hunk ", hunk_, " begins at line ", line,
                                                     " of the ", to_.name, " version, wanted line ",
                                                     to_line_, " after the hunks before it"));
    }
    if (bytes > 0) RETURN_IF_ERROR(Append(rest_.substr(0, bytes)));
    rest_.remove_prefix(bytes);
    return absl::OkStatus();
  }

  absl::Status AddHunk(const HunkText& hunk) {
    const int64_t from_end = from_line_ + hunk.*from_.lines;
    const int64_t to_end = to_line_ + hunk.*to_.lines;
    for (absl::string_view body = hunk.body; !body.empty();) {
      absl::string_view line = FirstLine(body);
      body.remove_prefix(line.size());
      const bool lacks_newline = absl::StartsWith(body, "\\");
      if (lacks_newline) body.remove_prefix(FirstLine(body).size());
      RETURN_IF_ERROR(AddLine(line, lacks_newline));
    }
    if (from_line_ == from_end && to_line_ == to_end) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("hunk ", hunk_, " ends at line ", from_line_ - 1, " of the ", from_.name,
                     " version and line ", to_line_ - 1, " of the ", to_.name, " one, wanted ",
                     from_end - 1, " and ", to_end - 1));
  }

  absl::Status AddLine(absl::string_view line, bool lacks_newline) {
    const char kind = line.front();
    const bool is_whole = absl::EndsWith(line, "\n") && line.size() > (lacks_newline ? 2 : 1);
    if (!is_whole || (kind != ' ' && kind != '+' && kind != '-')) {
      return absl::InvalidArgumentError(
          absl::StrCat("hunk ", hunk_, " has ", Quoted(line), " after line ", from_line_ - 1,
                       " of the ", from_.name, " version, wanted a line of ' ', '+' or '-'"));
    }
    line.remove_prefix(1);
    if (lacks_newline) line.remove_suffix(1);
    if (kind != to_.own_kind) RETURN_IF_ERROR(Match(line));
    if (kind != from_.own_kind) RETURN_IF_ERROR(Append(line));
    from_line_ += kind != to_.own_kind;
    to_line_ += kind != from_.own_kind;
    return absl::OkStatus();
  }

  // Takes a line off the known version.
  absl::Status Match(absl::string_view wanted) {
    const absl::string_view line = FirstLine(rest_);
    if (line == wanted) {
      rest_.remove_prefix(line.size());
      return absl::OkStatus();
    }
    if (line.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat("the ", from_.name, " version ends at line ", from_line_ - 1, ", hunk ",
                       hunk_, " has ", Quoted(wanted), " after it"));
    }
    const size_t at = FirstDifference(line, wanted);
    const std::string where = absl::StrCat("line ", from_line_, " of the ", from_.name, " version");
    const bool has_newline = absl::EndsWith(line, "\n");
    if (absl::StripSuffix(line, "\n") == absl::StripSuffix(wanted, "\n")) {
      return absl::FailedPreconditionError(
          absl::StrCat(where, " (", Quoted(line, at), ") ",
                       has_newline ? "ends in a newline, in hunk " : "lacks a newline, in hunk ",
                       hunk_, has_newline ? " it lacks one" : " it ends in one"));
    }
    return absl::FailedPreconditionError(absl::StrCat(where, " is ", Quoted(line, at), ", hunk ",
                                                      hunk_, " has ", Quoted(wanted, at)));
  }

  absl::Status Append(absl::string_view text) {
    if (!result_.empty() && result_.back() != '\n') {
      return absl::FailedPreconditionError(
          absl::StrCat("line ", to_line_ - 1, " of the ", to_.name,
                       " version has no newline at its end, yet another line follows"));
    }
    result_.append(text.data(), text.size());
    return absl::OkStatus();
  }

  absl::string_view rest_;  // Of the known version.
  const Version& from_;
  const Version& to_;
  std::string result_;
  int64_t from_line_ = 1, to_line_ = 1;  // The next ones.
  int64_t hunk_ = 0;                     // The current one, 1-based.
};

}  // namespace

absl::StatusOr<std::string> ApplyHunks(absl::string_view before,
                                       const std::vector<HunkText>& hunks) {
  return Application(before, kOld, kNew).Run(hunks);
}

absl::StatusOr<std::string> RevertHunks(absl::string_view after,
                                        const std::vector<HunkText>& hunks) {
  return Application(after, kNew, kOld).Run(hunks);
}

}  // namespace allreview::diff
